// SPDX-License-Identifier: GPL-2.0-only
/* Reads /proc/schedstat by version and by count of numbers; see schedstat.h. */
#include "host/schedstat.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host/scan.h"

#define NR_TAIL        12 /* alb x 3, sbe x 3, sbf x 3, ttwu x 3 */
#define NR_SIB         3  /* sib_peeked, sib_pulled, sib_failed */
#define NR_CPU_NUMBERS 9
#define NUMBERS_MAX    64
#define GROUP_SIZE_MAX 11

/* The fields of a group in the order printed, as offsets into struct balance_counts. */
#define FIELD(name) offsetof(struct balance_counts, name)

static const size_t fields_of_8[] = {
	FIELD(called), FIELD(balanced),   FIELD(failed),  FIELD(imbalance_load),
	FIELD(gained), FIELD(hot_gained), FIELD(nobusyq), FIELD(nobusyg),
};

static const size_t fields_of_11[GROUP_SIZE_MAX] = {
	FIELD(called),           FIELD(balanced),       FIELD(failed),
	FIELD(imbalance_load),   FIELD(imbalance_util), FIELD(imbalance_task),
	FIELD(imbalance_misfit), FIELD(gained),         FIELD(hot_gained),
	FIELD(nobusyq),          FIELD(nobusyg),
};

/* How one version prints a domain. */
struct layout {
	unsigned int version;
	bool is_named; /* the domain's name stands before the mask */
	unsigned int group_size;
	const size_t *fields;
	enum idle_kind order[IDLE_KIND_COUNT];
};

static const struct layout layouts[] = {
	{ .version = 15,
	  .group_size = 8,
	  .fields = fields_of_8,
	  .order = { IDLE_KIND_IDLE, IDLE_KIND_BUSY, IDLE_KIND_NEWIDLE } },
	{ .version = 16,
	  .group_size = 8,
	  .fields = fields_of_8,
	  .order = { IDLE_KIND_BUSY, IDLE_KIND_IDLE, IDLE_KIND_NEWIDLE } },
	{ .version = 17,
	  .is_named = true,
	  .group_size = 11,
	  .fields = fields_of_11,
	  .order = { IDLE_KIND_BUSY, IDLE_KIND_IDLE, IDLE_KIND_NEWIDLE } },
};

static const struct layout *layout_find(unsigned int version)
{
	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++) {
		if (layouts[i].version == version)
			return &layouts[i];
	}
	return NULL;
}

/* Groups in a line of that many numbers, 0 when no known kernel prints so many. */
static unsigned int count_groups(const struct layout *l, size_t numbers)
{
	size_t three = IDLE_KIND_COUNT * l->group_size + NR_TAIL;

	if (numbers == three || numbers == three + NR_SIB)
		return IDLE_KIND_COUNT;
	/* the RFC's own idle type; it always came with its counters */
	return numbers == three + l->group_size + NR_SIB ? IDLE_KIND_COUNT + 1 : 0;
}

static void set_group(struct balance_counts *counts, const struct layout *l, const uint64_t *n)
{
	for (unsigned int i = 0; i < l->group_size; i++)
		*(uint32_t *)((char *)counts + l->fields[i]) = n[i];
}

static void set_domain(struct sample_domain *d, const struct layout *l, const uint64_t *n,
		       size_t numbers)
{
	const uint64_t *tail = n + count_groups(l, numbers) * l->group_size;

	for (int i = 0; i < IDLE_KIND_COUNT; i++)
		set_group(&d->balance[l->order[i]], l, n + i * l->group_size);
	d->alb_count = tail[0];
	d->alb_failed = tail[1];
	d->alb_pushed = tail[2];
	d->ttwu_wake_remote = tail[9];
	d->ttwu_move_affine = tail[10];
	d->ttwu_move_balance = tail[11];
	d->has_sib = n + numbers == tail + NR_TAIL + NR_SIB;
	if (!d->has_sib)
		return;
	d->sib_peeked = tail[NR_TAIL];
	d->sib_pulled = tail[NR_TAIL + 1];
	d->sib_failed = tail[NR_TAIL + 2];
}

static void set_cpu(struct sample_cpu *cpu, const uint64_t *n)
{
	cpu->schedstat = (struct cpu_schedstat){
		.yld_count = n[0], /* n[1] is a field long gone, always 0 */
		.sched_count = n[2],
		.sched_goidle = n[3],
		.ttwu_count = n[4],
		.ttwu_local = n[5],
		.rq_cpu_time_ns = n[6],
		.run_delay_ns = n[7],
		.pcount = n[8],
	};
	cpu->has |= CPU_HAS_SCHEDSTAT;
}

/* The walk over the text: which CPU the domain lines belong to, and room for them. */
struct walk {
	struct sample *s;
	const struct layout *layout;
	struct schedstat_notes *notes;
	uint64_t cpu;
	size_t room;
};

static int walk_cpu_line(struct walk *w, const char *at)
{
	uint64_t n[NR_CPU_NUMBERS];

	if (!scan_u64(&at, &w->cpu) || scan_numbers(&at, n, NR_CPU_NUMBERS) != NR_CPU_NUMBERS)
		return -EBADMSG;
	if (w->cpu < w->s->nr_cpus)
		set_cpu(&w->s->cpus[w->cpu], n);
	return 0;
}

static struct sample_domain *domain_append(struct walk *w)
{
	struct sample *s = w->s;
	struct sample_domain *bigger;

	if (s->nr_domains == w->room) {
		w->room = w->room ? w->room * 2 : 64;
		bigger = reallocarray(s->domains, w->room, sizeof(*bigger));
		if (!bigger)
			return NULL;
		s->domains = bigger;
	}
	s->domains[s->nr_domains] = (struct sample_domain){ .cpu = w->cpu };
	return &s->domains[s->nr_domains];
}

/* Passes over the mask: words of hexadecimal digits, or a list. */
static bool skip_mask(const char **at)
{
	size_t len;

	*at += strspn(*at, " ");
	len = strspn(*at, "0123456789abcdef,-");
	*at += len;
	return len && (**at == ' ');
}

static int walk_domain_line(struct walk *w, const char *at)
{
	struct sample_domain *d;
	uint64_t level, n[NUMBERS_MAX];
	size_t numbers;

	if (w->cpu >= w->s->nr_cpus)
		return 0;
	d = domain_append(w);
	if (!d)
		return -ENOMEM;
	if (!scan_u64(&at, &level) || level > INT16_MAX)
		return -EBADMSG;
	if (w->layout->is_named && !scan_name(&at, d->name, sizeof(d->name)))
		return -EBADMSG;
	if (!skip_mask(&at))
		return -EBADMSG;
	numbers = scan_numbers(&at, n, NUMBERS_MAX);
	if (!count_groups(w->layout, numbers) || !scan_is_line_end(at)) {
		if (!w->notes->odd_lines++)
			w->notes->odd_numbers = numbers;
		return 0;
	}
	d->level = level;
	set_domain(d, w->layout, n, numbers);
	w->notes->has_sib |= d->has_sib;
	w->s->nr_domains++;
	return 0;
}

static int walk_lines(struct walk *w, const char *text)
{
	bool any = false;
	int r = 0;

	for (const char *line = text; line && !r; line = scan_next_line(line)) {
		const char *at = line;

		if (scan_word(&at, "cpu")) {
			r = walk_cpu_line(w, at);
			any = true;
		} else if (any && scan_word(&at, "domain")) {
			r = walk_domain_line(w, at);
		}
	}
	return r ? r : any ? 0 : -EBADMSG;
}

static void forget_figures(struct sample *s)
{
	for (unsigned int i = 0; i < s->nr_cpus; i++)
		s->cpus[i].has &= ~CPU_HAS_SCHEDSTAT;
	free(s->domains);
	s->domains = NULL;
	s->nr_domains = 0;
	s->schedstat_version = 0;
}

int schedstat_parse(const char *text, struct sample *s, struct schedstat_notes *ret_notes)
{
	struct walk w = { .s = s, .notes = ret_notes };
	const char *at = text;
	uint32_t version;
	int r;

	*ret_notes = (struct schedstat_notes){ .version = 0 };
	forget_figures(s);
	if (!scan_word(&at, "version ") || !scan_u32(&at, &version))
		return -EBADMSG;
	ret_notes->version = version;
	w.layout = layout_find(version);
	if (!w.layout)
		return -EPROTONOSUPPORT;
	r = walk_lines(&w, text);
	if (r < 0)
		forget_figures(s);
	else
		s->schedstat_version = version;
	return r;
}
