/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules of cpu.headroom as pure functions: from what each cgroup has configured to what it
 * gets, and why. They follow the kernel series (docs/KERNEL.md); both are held against one table,
 * tests/kernel/hierarchy.table.
 */
#ifndef HEADROOM_CORE_HEADROOM_H
#define HEADROOM_CORE_HEADROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEADROOM_MAX  10000u   /* 100.00 %, written and read as "max" */
#define HEADROOM_NONE SIZE_MAX /* instead of an index: the root, or nobody */

/* The two fields of the file, in hundredths of a percent of all online CPU time. */
struct headroom_pair {
	unsigned int headroom, tolerance;
};

/* What every new cgroup has: it claims nothing and lets others do as they like. */
static inline struct headroom_pair headroom_default(void)
{
	return (struct headroom_pair){ .headroom = 0, .tolerance = HEADROOM_MAX };
}

/*
 * Two tokens, each an integer 0..100, a decimal with one or two digits after the point, or "max";
 * blanks around them are passed over. Anything else is -EINVAL and leaves *ret_pair alone.
 */
int headroom_parse(const char *text, struct headroom_pair *ret_pair);

/* As the file reads back: "30.00 max". Returns buf; 16 bytes are enough. */
char *headroom_format(struct headroom_pair pair, char *buf, size_t size);

/* One of the two fields: "30.05" or "max". Returns buf; 8 bytes are enough. */
char *headroom_format_value(unsigned int value, char *buf, size_t size);

/*
 * A field moved by a whole number of percent, for stepping keys. Stays within 0..100; a step down
 * from max starts at 100.
 */
unsigned int headroom_step(unsigned int value, int percent);

/* One cgroup below the root. In an array parents stand before their children. */
struct headroom_group {
	/* What is read */
	size_t parent;  /* index, HEADROOM_NONE: a child of the root */
	bool has_file;  /* its own cpu controller, so its own cpu.headroom */
	bool has_tasks; /* tasks are attached to this very cgroup */
	struct headroom_pair configured;

	/* What follows, by headroom_evaluate(); without a file all of it means nothing */
	bool direct_tasks; /* tasks whose cpu-controller group is this one */
	struct headroom_pair allowed, effective;
	unsigned int target_idle, min_runtime; /* hundredths of a percent */
	size_t headroom_from;  /* whose configured headroom the allowed one is: itself or */
	size_t tolerance_from; /* an ancestor that caps it */
	size_t effective_from; /* child that gave the effective headroom; itself with tasks */
};

/* The claim in force on the whole machine. */
struct headroom_claim {
	struct headroom_pair pair;
	size_t set_by;           /* child of the root; HEADROOM_NONE while the claim is 0 */
	size_t origin;           /* the group below or at set_by whose tasks it protects */
	unsigned int nr_setters; /* groups that claim exactly this */
};

/* Fills in what follows for all groups. Parents must stand before their children. */
void headroom_evaluate(struct headroom_group *groups, size_t nr_groups,
		       struct headroom_claim *ret_claim);

/* How a group fares under the claim; the first that fits. X(id, JSON name, sentence). */
#define HEADROOM_STANDING_TABLE(X)                                                                 \
	X(NO_FILE, "no_controller", "has no cpu controller of its own")                            \
	X(EXEMPT, "exempt", "is exempt: its effective headroom is max")                            \
	X(NO_CLAIM, "no_claim", "is not throttled: nobody claims headroom")                        \
	X(HIGHEST, "highest_claim", "claims as much as anybody, so nobody throttles it")           \
	X(TOLERATED, "tolerated", "is never throttled: the tolerance of the claim is max")         \
	X(FLOOR_ABOVE_ROOM, "floor_above_room",                                                    \
	  "is never held below its floor: the tolerance is above 100 - target_idle")               \
	X(SUBJECT, "subject", "is throttled when the machine's idleness falls below its target")   \
	X(MET, "met", "is not throttled: the machine is idle enough")                              \
	X(RESTRAINED, "restrained", "is throttled: the machine is less idle than its target")

enum headroom_standing {
#define X(id, name, sentence) HEADROOM_##id,
	HEADROOM_STANDING_TABLE(X)
#undef X
		HEADROOM_STANDING_COUNT
};

struct headroom_standing_info {
	const char *name, *sentence;
};

extern const struct headroom_standing_info headroom_standing_table[HEADROOM_STANDING_COUNT];

/* idle: the machine's idleness now, in hundredths of a percent; negative when it is not known. */
enum headroom_standing headroom_standing(const struct headroom_group *g,
					 const struct headroom_claim *claim, int idle);

/* What an operator who configures a group has to know. X(bit, id, sentence). */
#define HEADROOM_CAVEAT_TABLE(X)                                                                   \
	X(0, NOT_INHERITED,                                                                        \
	  "headroom is not inherited: this group has no tasks of its own and takes "               \
	  "the maximum of its children; set the groups that hold the tasks too")                   \
	X(1, ALONE,                                                                                \
	  "headroom alone does nothing: the tolerance in force is max and throttles "              \
	  "nobody; set both values")                                                               \
	X(2, NEVER_BITES,                                                                          \
	  "the tolerance is above 100 - target_idle of every other group: the floor "              \
	  "is higher than the room, so it can never bite")                                         \
	X(3, TOLERANCE_IGNORED, "with a global headroom of 0 the tolerance is ignored")            \
	X(4, CAPPED,                                                                               \
	  "an ancestor caps it: the allowed headroom is the lowest and the allowed "               \
	  "tolerance the highest on the way from the root")

enum headroom_caveat {
#define X(bit, id, sentence) HEADROOM_CAVEAT_##id = 1 << (bit),
	HEADROOM_CAVEAT_TABLE(X)
#undef X
};

#define HEADROOM_CAVEAT_COUNT 5
extern const char *const headroom_caveat_sentences[HEADROOM_CAVEAT_COUNT];

/* The caveats of one group, as bits of enum headroom_caveat. */
unsigned int headroom_caveats(const struct headroom_group *groups, size_t nr_groups,
			      const struct headroom_claim *claim, size_t group);

#endif
