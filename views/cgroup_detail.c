// SPDX-License-Identifier: GPL-2.0-only
/* The claim, and what is to be said of one group; see cgroup_detail.h. */
#include "views/cgroup_detail.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/bandwidth.h"
#include "core/cgroup_name.h"
#include "core/text.h"
#include "views/draw.h"
#include "views/key_hint.h"
#include "views/pen.h"
#include "views/timeline.h"

#define PATH_SIZE     256
#define COLS_FOR_TWO  72
#define COLS_FOR_ALL  144
#define BAND_ROWS_MIN 3 /* of graphs, with their title */
#define BAND_ROWS_MAX 6

static const struct cgroup_model *tree_of(const struct view_context *x)
{
	return &x->model->cgroups;
}

/* Path of a group as people say it: "/" for the root. Raw bytes. */
static const char *path_of(const struct model_cgroup *g)
{
	return g->facts->path[0] ? g->facts->path : "/";
}

/* The group that a row of headroom[] belongs to. */
static const struct model_cgroup *group_of_headroom(const struct cgroup_model *tree, size_t at)
{
	for (size_t i = 0; at != HEADROOM_NONE && i < tree->nr_groups; i++) {
		if (tree->groups[i].headroom_at == at)
			return &tree->groups[i];
	}
	return NULL;
}

static int idle_hundredths(const struct view_context *x)
{
	struct rate idle = x->model->machine.global_idle_pct;

	return rate_is_known(idle) ? (int)lrint(idle.value * 100) : -1;
}

static void draw_claim_words(const struct view_context *x, struct pen *p)
{
	const struct cgroup_model *tree = tree_of(x);
	const struct model_cgroup *setter = group_of_headroom(tree, tree->claim.set_by);
	char claim[16], path[PATH_SIZE];

	if (!tree->has_headroom) {
		pen_printf(p, INK_DIM, "no cpu.headroom here: %s",
			   x->model->sample->caps[CAP_CPU_HEADROOM].reason);
		return;
	}
	if (!setter) {
		pen_printf(p, INK_DIM, "nobody claims headroom");
		return;
	}
	snprintf(path, sizeof(path), "%s", path_of(setter));
	pen_pair(p, "claimed", INK_STRONG, headroom_format(tree->claim.pair, claim, sizeof(claim)));
	pen_pair(p, "by", INK_STRONG, path);
}

int cgroup_draw_claim(const struct view_context *x, struct canvas *c, int rows, int cols)
{
	struct rate idle = x->model->machine.global_idle_pct;
	struct pen p = pen_at(c, 0, 0, rows > 2 ? 2 : 1, cols);
	char text[32];
	bool held =
		!rate_is_known(idle) || idle.value * 100 + 50 >= tree_of(x)->claim.pair.headroom;

	if (rate_is_known(idle))
		snprintf(text, sizeof(text), "%.1f %%", idle.value);
	else
		snprintf(text, sizeof(text), "-");
	pen_pair(&p, "global idleness", held ? INK_GOOD : INK_BAD, text);
	draw_claim_words(x, &p);
	pen_break(&p);
	return pen_rows_used(&p, 0);
}

/* --- the selected group --------------------------------------------------------------------- */

/* A phrase; one that is wider than a row is broken between its words. */
__attribute__((format(printf, 3, 4))) static void say(struct pen *p, enum ink ink, const char *fmt,
						      ...)
{
	char raw[4 * PATH_SIZE], text[4 * PATH_SIZE];
	va_list args;

	va_start(args, fmt);
	vsnprintf(raw, sizeof(raw), fmt, args);
	va_end(args);
	text_printable(raw, text, sizeof(text));
	if (text_width(text) > p->right - p->left)
		pen_sentence(p, ink, text);
	else
		pen_printf(p, ink, "%s", text);
}

/* "60 ms of each 100 ms" */
static void format_quota(const struct sample_cgroup *facts, char *buf, size_t size)
{
	snprintf(buf, size, "%.1f ms of each %.1f ms", facts->fact[CGROUP_MAX_US].value / 1e3,
		 facts->fact[CGROUP_PERIOD_US].value / 1e3);
}

static void draw_own_max(struct pen *p, const struct model_cgroup *g)
{
	char quota[64];

	/* Lifted since: the throttling is of the last refresh, the quota of now. */
	if (!gauge_is_known(g->facts->fact[CGROUP_MAX_US]) ||
	    g->facts->fact[CGROUP_MAX_US].value == BANDWIDTH_NO_QUOTA) {
		say(p, INK_WARN, "was throttled by its own cpu.max, which is lifted now");
		return;
	}
	format_quota(g->facts, quota, sizeof(quota));
	say(p, INK_WARN, "throttled by its own cpu.max, %s", quota);
}

static void draw_by_headroom(const struct view_context *x, struct pen *p,
			     const struct model_cgroup *g)
{
	const struct headroom_group *h = &tree_of(x)->headroom[g->headroom_at];
	struct rate idle = x->model->machine.global_idle_pct;
	struct rate granted = g->rate[CGROUP_RATE_GRANTED];

	say(p, INK_WARN,
	    "throttled for headroom: the machine is %.1f %% idle, its target is "
	    "%.2f %%",
	    rate_is_known(idle) ? idle.value : NAN, h->target_idle / 100.0);
	if (rate_is_known(granted))
		say(p, INK_TEXT, "granted %.1f %% of the machine", granted.value);
}

static void draw_by_ancestor(const struct view_context *x, struct pen *p,
			     const struct model_cgroup *g)
{
	const struct model_cgroup *up = &tree_of(x)->groups[g->limited_at];

	say(p, INK_WARN, "waits because %s %s", path_of(up),
	    cgroup_limit_table[up->limited_by].sentence);
}

static void draw_why(const struct view_context *x, struct pen *p, const struct model_cgroup *g)
{
	switch (g->limited_by) {
	case CGROUP_LIMIT_OWN_MAX:
		draw_own_max(p, g);
		break;
	case CGROUP_LIMIT_HEADROOM:
		draw_by_headroom(x, p, g);
		break;
	case CGROUP_LIMIT_ANCESTOR:
		draw_by_ancestor(x, p, g);
		break;
	default:
		say(p, INK_DIM, "%s", cgroup_limit_table[g->limited_by].sentence);
	}
	pen_break(p);
}

static void draw_agreement(struct pen *p, const struct model_cgroup *g)
{
	if (gauge_is_known(g->kernel_agrees) && !g->kernel_agrees.value)
		say(p, INK_BAD, "FAULT: the kernel has %s %.2f, by the rules it is %.2f",
		    g->difference.name, g->difference.kernel / 100.0, g->difference.ours / 100.0);
}

static void draw_headroom(const struct view_context *x, struct pen *p, const struct model_cgroup *g)
{
	const struct cgroup_model *tree = tree_of(x);
	const struct headroom_group *h;
	enum headroom_standing standing;
	char word[16];

	if (g->headroom_at == HEADROOM_NONE || !tree->headroom[g->headroom_at].has_file)
		return;
	h = &tree->headroom[g->headroom_at];
	standing = headroom_standing(h, &tree->claim, idle_hundredths(x));
	pen_pair(p, "headroom", INK_TEXT, headroom_format(h->configured, word, sizeof(word)));
	pen_pair(p, "allowed", INK_TEXT, headroom_format(h->allowed, word, sizeof(word)));
	pen_pair(p, "effective", INK_TEXT, headroom_format(h->effective, word, sizeof(word)));
	pen_pair(p, "target idle", INK_TEXT,
		 headroom_format_value(h->target_idle, word, sizeof(word)));
	pen_pair(p, "floor", INK_TEXT, headroom_format_value(h->min_runtime, word, sizeof(word)));
	say(p, INK_DIM, "it %s", headroom_standing_table[standing].sentence);
	draw_agreement(p, g);
	pen_break(p);
}

static void draw_caveats(const struct view_context *x, struct pen *p, const struct model_cgroup *g)
{
	const struct cgroup_model *tree = tree_of(x);
	unsigned int caveats;

	if (g->headroom_at == HEADROOM_NONE)
		return;
	caveats = headroom_caveats(tree->headroom, tree->nr_headroom, &tree->claim, g->headroom_at);
	for (int i = 0; i < HEADROOM_CAVEAT_COUNT; i++) {
		if (caveats & (1u << i))
			say(p, INK_WARN, "%s", headroom_caveat_sentences[i]);
	}
	pen_break(p);
}

/* --- graphs --------------------------------------------------------------------------------- */

static float trend_pct(const struct cgroup_trend *t, const uint16_t *series, size_t age)
{
	uint16_t v = cgroup_trend_at(t, series, (unsigned int)age);

	return v == CGROUP_TREND_NONE ? NAN : v / 100.0f;
}

/* A trend gets a point whenever the machine's history does, which says when that was. */
static float usage_at(const struct history *h, size_t age, const void *trend)
{
	(void)h;
	return trend_pct(trend, ((const struct cgroup_trend *)trend)->usage, age);
}

static float throttled_at(const struct history *h, size_t age, const void *trend)
{
	(void)h;
	return trend_pct(trend, ((const struct cgroup_trend *)trend)->throttled, age);
}

static float granted_at(const struct history *h, size_t age, const void *trend)
{
	(void)h;
	return trend_pct(trend, ((const struct cgroup_trend *)trend)->granted, age);
}

/* Usage, what holds it back, and the machine's idleness: one above the other where it is narrow. */
static void draw_graphs(const struct view_context *x, const struct model_cgroup *g,
			struct canvas *c, int row, int rows, int cols)
{
	bool granted = rate_is_known(g->rate[CGROUP_RATE_GRANTED]);
	const struct timeline lines[] = {
		{ .title = "usage", .value = usage_at, .of = g->trend, .ink = INK_BUSY },
		{ .title = "global idle",
		  .value = series_global_idle,
		  .ink = INK_IDLE,
		  .whole = true },
		{ .title = "throttled", .value = throttled_at, .of = g->trend, .ink = INK_WARN },
		{ .title = "granted",
		  .value = granted ? granted_at : NULL,
		  .of = g->trend,
		  .ink = INK_TEXT },
	};
	int nr = granted ? 4 : 3;
	int abreast = cols >= COLS_FOR_ALL ? nr : cols >= COLS_FOR_TWO ? 2 : 1;
	int bands = (nr + abreast - 1) / abreast;

	while (bands > 1 && rows / bands < BAND_ROWS_MIN)
		bands--;
	for (int i = 0; i < bands && rows >= BAND_ROWS_MIN; i++) {
		int height = rows / bands < BAND_ROWS_MAX ? rows / bands : BAND_ROWS_MAX;

		timeline_draw(x, &lines[i * abreast], abreast, CGROUP_TREND_POINTS, c,
			      row + i * height, height, cols);
	}
}

/* The path, and before it what it stands for where that is not its last part as it is. */
static void title_of(const struct model_cgroup *g, char *buf, size_t size)
{
	char words[CGROUP_NAME_SIZE + 32], raw[PATH_SIZE + CGROUP_NAME_SIZE];
	struct cgroup_name name;

	cgroup_name_of(g->facts->path, &name);
	cgroup_name_title(&name, words, sizeof(words));
	if (strcmp(words, g->name))
		snprintf(raw, sizeof(raw), "%s: %s", words, path_of(g));
	else
		snprintf(raw, sizeof(raw), "%s", path_of(g));
	text_printable(raw, buf, size);
}

static void draw_title(const struct view_context *x, const struct model_cgroup *g, struct canvas *c,
		       int row, int cols)
{
	char title[4 * PATH_SIZE], key[16], hint[40];
	int width = snprintf(hint, sizeof(hint), " %s: its tasks ",
			     key_hint(x, ACTION_SELECT, key, sizeof(key)));

	if (width > cols / 2)
		width = 0;
	title_of(g, title, sizeof(title));
	draw_heading(c, row, 0, cols - width, title);
	draw_text(c, row, cols - width, width, INK_DIM, hint);
}

void cgroup_draw_detail(const struct view_context *x, const struct model_cgroup *g,
			struct canvas *c, int row, int rows, int cols)
{
	struct pen p;
	int words;

	if (!g || rows < 2)
		return;
	draw_title(x, g, c, row, cols);
	words = rows - 1 > 4 ? 4 : rows - 1;
	p = pen_at(c, row + 1, 0, words, cols);
	draw_why(x, &p, g);
	draw_headroom(x, &p, g);
	draw_caveats(x, &p, g);
	words = pen_rows_used(&p, row + 1);
	draw_graphs(x, g, c, row + 1 + words, rows - 1 - words, cols);
}
