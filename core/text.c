// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bytes from outside made printable; see text.h. The decoder is our own, so that what is valid does
 * not depend on the locale; only widths are asked of wcwidth(3), as curses does.
 */
#include "core/text.h"

#include <stdint.h>
#include <string.h>
#include <wchar.h>

#define RUNE_INVALID UINT32_MAX

struct rune_range {
	uint32_t first, last;
};

/* Characters that control a terminal or reorder or hide the text around them. */
static const struct rune_range unprintable[] = {
	{ 0x0000, 0x001f },   { 0x007f, 0x009f }, /* C0, DEL, C1 */
	{ 0x061c, 0x061c },   { 0x200e, 0x200f }, /* bidirectional marks */
	{ 0x2028, 0x202e },   { 0x2066, 0x2069 }, /* separators, embeddings, isolates */
	{ 0xfeff, 0xfeff },   { 0xfff9, 0xfffb }, /* byte order mark, annotations */
	{ 0xfdd0, 0xfdef },                       /* never characters */
	{ 0xe0000, 0xe007f },                     /* invisible tags */
};

struct rune_form {
	uint8_t mask, lead; /* the first byte: byte & mask == lead */
	uint8_t length;
	uint32_t least; /* smaller values have a shorter form: not valid */
};

static const struct rune_form rune_forms[] = {
	{ .mask = 0x80, .lead = 0x00, .length = 1, .least = 0 },
	{ .mask = 0xe0, .lead = 0xc0, .length = 2, .least = 0x80 },
	{ .mask = 0xf0, .lead = 0xe0, .length = 3, .least = 0x800 },
	{ .mask = 0xf8, .lead = 0xf0, .length = 4, .least = 0x10000 },
};

static const struct rune_form *rune_form_of(uint8_t first)
{
	for (size_t i = 0; i < sizeof(rune_forms) / sizeof(rune_forms[0]); i++) {
		if ((first & rune_forms[i].mask) == rune_forms[i].lead)
			return &rune_forms[i];
	}
	return NULL;
}

/* Decodes the character at p, which is terminated: *ret_length bytes, 1 where it is invalid. */
static uint32_t rune_decode(const char *p, size_t *ret_length)
{
	const struct rune_form *form = rune_form_of((uint8_t)*p);
	uint32_t rune;

	*ret_length = 1;
	if (!form)
		return RUNE_INVALID;
	rune = (uint8_t)*p & (uint8_t)~form->mask;
	for (int i = 1; i < form->length; i++) {
		if (((uint8_t)p[i] & 0xc0) != 0x80)
			return RUNE_INVALID;
		rune = rune << 6 | ((uint8_t)p[i] & 0x3f);
	}
	if (rune < form->least || rune > 0x10ffff || (rune >= 0xd800 && rune <= 0xdfff))
		return RUNE_INVALID;
	*ret_length = form->length;
	return rune;
}

static bool rune_is_printable(uint32_t rune)
{
	if (rune == RUNE_INVALID || (rune & 0xfffe) == 0xfffe)
		return false;
	for (size_t i = 0; i < sizeof(unprintable) / sizeof(unprintable[0]); i++) {
		if (rune >= unprintable[i].first && rune <= unprintable[i].last)
			return false;
	}
	return true;
}

/* Appends length bytes at *at, escaped or as they are; false when they do not all fit. */
static bool text_append(char *buf, size_t size, size_t *at, const char *p, size_t length,
			bool escape)
{
	static const char digits[] = "0123456789abcdef";

	if (*at + length * (escape ? 4 : 1) >= size)
		return false;
	for (size_t i = 0; i < length; i++) {
		if (escape) {
			buf[(*at)++] = '\\';
			buf[(*at)++] = 'x';
			buf[(*at)++] = digits[(uint8_t)p[i] >> 4];
			buf[(*at)++] = digits[(uint8_t)p[i] & 15];
		} else {
			buf[(*at)++] = p[i];
		}
	}
	return true;
}

/* Copies what is printable ASCII, nearly all of what comes, and returns what is left. */
static const char *text_copy_ascii(char *buf, size_t size, size_t *at, const char *p)
{
	while (*p >= ' ' && *p <= '~' && *at + 1 < size)
		buf[(*at)++] = *p++;
	return p;
}

char *text_printable(const char *raw, char *buf, size_t size)
{
	size_t at = 0, length;

	if (!size)
		return buf;
	for (const char *p = raw; *(p = text_copy_ascii(buf, size, &at, p)); p += length) {
		uint32_t rune = rune_decode(p, &length);

		if (!text_append(buf, size, &at, p, length, !rune_is_printable(rune)))
			break;
	}
	buf[at] = '\0';
	return buf;
}

bool text_is_utf8(const char *text)
{
	size_t length;

	for (const char *p = text; *p; p += length) {
		if (rune_decode(p, &length) == RUNE_INVALID)
			return false;
	}
	return true;
}

/* Unassigned characters, and all but ASCII in the C locale, have no width known: take one. */
static int rune_width(uint32_t rune)
{
	int width = rune == RUNE_INVALID ? 1 : wcwidth((wchar_t)rune);

	return width < 0 ? 1 : width;
}

int text_width(const char *text)
{
	size_t length;
	int width = 0;

	for (const char *p = text; *p; p += length)
		width += rune_width(rune_decode(p, &length));
	return width;
}

size_t text_fit(const char *text, int columns, int *ret_width)
{
	size_t length, bytes = 0;
	int width = 0;

	for (const char *p = text; *p; p += length) {
		int more = rune_width(rune_decode(p, &length));

		if (width + more > columns)
			break;
		width += more;
		bytes += length;
	}
	if (ret_width)
		*ret_width = width;
	return bytes;
}
