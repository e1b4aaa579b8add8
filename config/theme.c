// SPDX-License-Identifier: GPL-2.0-only
/* The themes, and colours for terminals that have few of them; see theme.h. */
#include "config/theme.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum basic_color { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE, BRIGHT = 8 };

static const char *const basic_color_names[] = {
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
};

static const char *const ink_names[INK_COUNT] = {
#define X(ink, name) [INK_##ink] = name,
	INK_TABLE(X)
#undef X
};

#define STYLE(fg_, bg_, attributes_, mono_)                                                        \
	{                                                                                          \
		.fg = fg_, .bg = bg_, .attributes = attributes_, .mono = mono_                     \
	}
#define DEF COLOR_DEFAULT

/* Without colours the states still differ: overloaded is bold and reversed, idle is dim. */
const struct theme theme_table[] = {
	{
		.name = "default",
		.help = "the terminal's own background and its sixteen colours",
		.styles = {
			[INK_TEXT] = STYLE(DEF, DEF, 0, 0),
			[INK_TITLE] = STYLE(CYAN, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_DIM] = STYLE(BRIGHT + BLACK, DEF, 0, STYLE_DIM),
			[INK_STRONG] = STYLE(DEF, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_GOOD] = STYLE(GREEN, DEF, 0, 0),
			[INK_WARN] = STYLE(YELLOW, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_BAD] = STYLE(RED, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_UNDERLINE),
			[INK_CURSOR] = STYLE(DEF, DEF, STYLE_REVERSE, STYLE_REVERSE),
			[INK_BAR] = STYLE(BLACK, CYAN, 0, STYLE_REVERSE),
			[INK_IDLE] = STYLE(GREEN, DEF, 0, STYLE_DIM),
			[INK_SCHED_IDLE] = STYLE(CYAN, DEF, 0, 0),
			[INK_BUSY] = STYLE(BLUE, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_OVERLOADED] = STYLE(RED, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_REVERSE),
			[INK_FORCED_IDLE] = STYLE(MAGENTA, DEF, STYLE_BOLD, STYLE_UNDERLINE),
			[INK_OFFLINE] = STYLE(BRIGHT + BLACK, DEF, 0, STYLE_DIM),
		},
	},
	{
		.name = "dark",
		.help = "256 colours on a dark background",
		.styles = {
			[INK_TEXT] = STYLE(252, DEF, 0, 0),
			[INK_TITLE] = STYLE(117, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_DIM] = STYLE(244, DEF, 0, STYLE_DIM),
			[INK_STRONG] = STYLE(231, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_GOOD] = STYLE(114, DEF, 0, 0),
			[INK_WARN] = STYLE(221, DEF, 0, STYLE_BOLD),
			[INK_BAD] = STYLE(203, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_UNDERLINE),
			[INK_CURSOR] = STYLE(231, 24, 0, STYLE_REVERSE),
			[INK_BAR] = STYLE(252, 237, 0, STYLE_REVERSE),
			[INK_IDLE] = STYLE(71, DEF, 0, STYLE_DIM),
			[INK_SCHED_IDLE] = STYLE(80, DEF, 0, 0),
			[INK_BUSY] = STYLE(75, DEF, 0, STYLE_BOLD),
			[INK_OVERLOADED] = STYLE(203, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_REVERSE),
			[INK_FORCED_IDLE] = STYLE(177, DEF, 0, STYLE_UNDERLINE),
			[INK_OFFLINE] = STYLE(240, DEF, 0, STYLE_DIM),
		},
	},
	{
		.name = "light",
		.help = "256 colours on a light background",
		.styles = {
			[INK_TEXT] = STYLE(235, DEF, 0, 0),
			[INK_TITLE] = STYLE(25, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_DIM] = STYLE(243, DEF, 0, STYLE_DIM),
			[INK_STRONG] = STYLE(16, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_GOOD] = STYLE(28, DEF, 0, 0),
			[INK_WARN] = STYLE(130, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_BAD] = STYLE(160, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_UNDERLINE),
			[INK_CURSOR] = STYLE(231, 25, 0, STYLE_REVERSE),
			[INK_BAR] = STYLE(235, 252, 0, STYLE_REVERSE),
			[INK_IDLE] = STYLE(28, DEF, 0, STYLE_DIM),
			[INK_SCHED_IDLE] = STYLE(30, DEF, 0, 0),
			[INK_BUSY] = STYLE(25, DEF, 0, STYLE_BOLD),
			[INK_OVERLOADED] = STYLE(160, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_REVERSE),
			[INK_FORCED_IDLE] = STYLE(90, DEF, 0, STYLE_UNDERLINE),
			[INK_OFFLINE] = STYLE(247, DEF, 0, STYLE_DIM),
		},
	},
	{
		.name = "blue-orange",
		.help = "for eyes that do not tell red from green",
		.styles = {
			[INK_TEXT] = STYLE(DEF, DEF, 0, 0),
			[INK_TITLE] = STYLE(DEF, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_DIM] = STYLE(244, DEF, 0, STYLE_DIM),
			[INK_STRONG] = STYLE(DEF, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_GOOD] = STYLE(39, DEF, 0, 0),
			[INK_WARN] = STYLE(221, DEF, 0, STYLE_BOLD),
			[INK_BAD] = STYLE(208, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_UNDERLINE),
			[INK_CURSOR] = STYLE(DEF, DEF, STYLE_REVERSE, STYLE_REVERSE),
			[INK_BAR] = STYLE(231, 24, 0, STYLE_REVERSE),
			[INK_IDLE] = STYLE(31, DEF, 0, STYLE_DIM),
			[INK_SCHED_IDLE] = STYLE(45, DEF, 0, 0),
			[INK_BUSY] = STYLE(250, DEF, STYLE_BOLD, STYLE_BOLD),
			[INK_OVERLOADED] = STYLE(208, DEF, STYLE_BOLD, STYLE_BOLD | STYLE_REVERSE),
			[INK_FORCED_IDLE] = STYLE(183, DEF, STYLE_UNDERLINE, STYLE_UNDERLINE),
			[INK_OFFLINE] = STYLE(240, DEF, 0, STYLE_DIM),
		},
	},
	{ .name = NULL },
};

const struct theme *theme_by_name(const char *name)
{
	for (const struct theme *t = theme_table; t->name; t++) {
		if (!strcmp(t->name, name))
			return t;
	}
	return NULL;
}

int ink_by_name(const char *name)
{
	for (int i = 0; i < INK_COUNT; i++) {
		if (!strcmp(ink_names[i], name))
			return i;
	}
	return -ENOENT;
}

const char *ink_name(enum ink ink)
{
	return ink_names[ink];
}

static int color_parse(const char *word, short *ret_color)
{
	int base = 0;
	char *end;
	long n;

	if (!strcmp(word, "default")) {
		*ret_color = COLOR_DEFAULT;
		return 0;
	}
	n = strtol(word, &end, 10);
	if (*word >= '0' && *word <= '9' && !*end && n <= 255) {
		*ret_color = (short)n;
		return 0;
	}
	if (!strncmp(word, "bright-", 7)) {
		base = BRIGHT;
		word += 7;
	}
	for (int i = 0; i < BRIGHT; i++) {
		if (!strcmp(word, basic_color_names[i])) {
			*ret_color = (short)(base + i);
			return 0;
		}
	}
	return -EINVAL;
}

static unsigned int attribute_by_name(const char *word)
{
	static const struct {
		const char *name;
		unsigned int bit;
	} attributes[] = {
		{ "bold", STYLE_BOLD },
		{ "dim", STYLE_DIM },
		{ "underline", STYLE_UNDERLINE },
		{ "reverse", STYLE_REVERSE },
	};

	for (size_t i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		if (!strcmp(word, attributes[i].name))
			return attributes[i].bit;
	}
	return 0;
}

int style_parse(const char *text, struct style *ret_style)
{
	struct style style = { .fg = COLOR_DEFAULT, .bg = COLOR_DEFAULT };
	bool first = true, after_on = false, had_on = false;
	char copy[80], *save = NULL;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	for (char *w = strtok_r(copy, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
		unsigned int bit = attribute_by_name(w);

		if (bit && !after_on)
			style.attributes |= bit;
		else if (!strcmp(w, "on") && !had_on && !first)
			after_on = had_on = true;
		else if ((!first && !after_on) ||
			 color_parse(w, after_on ? &style.bg : &style.fg) < 0)
			return -EINVAL;
		else
			after_on = false;
		first = false;
	}
	if (first || after_on)
		return -EINVAL;
	style.mono = style.attributes;
	*ret_style = style;
	return 0;
}

struct rgb {
	int r, g, b;
};

/* xterm's defaults for the first sixteen; users change them, but seldom their order. */
static const struct rgb basic_rgb[] = {
	{ 0, 0, 0 },       { 205, 0, 0 },   { 0, 205, 0 },   { 205, 205, 0 },
	{ 0, 0, 238 },     { 205, 0, 205 }, { 0, 205, 205 }, { 229, 229, 229 },
	{ 127, 127, 127 }, { 255, 0, 0 },   { 0, 255, 0 },   { 255, 255, 0 },
	{ 92, 92, 255 },   { 255, 0, 255 }, { 0, 255, 255 }, { 255, 255, 255 },
};

/* The 6x6x6 cube (16..231) and the grey ramp (232..255) of the 256-colour palette. */
static struct rgb palette_rgb(int color)
{
	static const int levels[] = { 0, 95, 135, 175, 215, 255 };

	if (color < 16)
		return basic_rgb[color];
	if (color >= 232) {
		int grey = 8 + 10 * (color - 232);

		return (struct rgb){ grey, grey, grey };
	}
	color -= 16;
	return (struct rgb){ levels[color / 36], levels[color / 6 % 6], levels[color % 6] };
}

static short basic_nearest(short color)
{
	struct rgb want = palette_rgb(color);
	int best = 0, best_distance = INT_MAX;

	for (int i = 0; i < 16; i++) {
		int dr = want.r - basic_rgb[i].r, dg = want.g - basic_rgb[i].g,
		    db = want.b - basic_rgb[i].b;
		int distance = dr * dr + dg * dg + db * db;

		if (distance < best_distance) {
			best_distance = distance;
			best = i;
		}
	}
	return (short)best;
}

short color_nearest(short color, int nr_colors, bool *ret_bold)
{
	*ret_bold = false;
	if (color == COLOR_DEFAULT || nr_colors >= 256)
		return color;
	if (color >= 16)
		color = basic_nearest(color);
	if (nr_colors >= 16 || color < BRIGHT)
		return color;
	/* Bright black as bold black would be invisible on most screens: a grey is plain white. */
	if (color == BRIGHT + BLACK)
		return WHITE;
	*ret_bold = true;
	return color - BRIGHT;
}
