// SPDX-License-Identifier: GPL-2.0-only
/*
 * One setting in the text of a configuration file; see configtext.h. Reads lines as inih does: a
 * line that begins with a blank goes on with the one above, also over comments and blank lines; # and ;
 * begin comments.
 */
#include "config/configtext.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/configfile.h"

#define BLANKS " \t\r"

/* Where in the text the setting stands, or would. */
struct place {
	size_t from, to; /* bytes of its lines; equal: it is not there */
	size_t end;      /* behind the last line of the section that says something */
	bool in_section, has_section;
};

static size_t line_length(const char *line)
{
	size_t length = strcspn(line, "\n");

	return length + (line[length] == '\n');
}

static bool line_is_comment(const char *line)
{
	line += strspn(line, BLANKS);
	return *line == '#' || *line == ';';
}

static bool line_is_blank(const char *line)
{
	line += strspn(line, BLANKS);
	return *line == '\n' || !*line;
}

static bool line_goes_on(const char *line)
{
	return strchr(" \t", *line) && *line && !line_is_blank(line) && !line_is_comment(line);
}

/* Does text begin with word, blanks around it, and then mark? */
static bool is_word_before(const char *text, const char *word, char mark)
{
	size_t length = strlen(word);

	text += strspn(text, BLANKS);
	if (strncmp(text, word, length))
		return false;
	text += length;
	text += strspn(text, BLANKS);
	return *text == mark || (mark == '=' && *text == ':'); /* inih takes both */
}

/* The end of the setting at `at`: behind the last line that it goes on in, over comments and blanks. */
static size_t setting_end(const char *text, size_t at)
{
	size_t end = at + line_length(text + at), next = end;

	while (text[next]) {
		const char *line = text + next;

		next += line_length(line);
		if (line_goes_on(line))
			end = next;
		else if (!line_is_blank(line) && !line_is_comment(line))
			break;
	}
	return end;
}

static void look_at_line(struct place *p, const char *text, size_t at, const char *section,
			 const char *name)
{
	const char *line = text + at, *word = line + strspn(line, BLANKS);
	size_t end = at + line_length(line);

	if (line_is_blank(line))
		return;
	if (*word == '[') {
		p->in_section = is_word_before(word + 1, section, ']');
		p->has_section |= p->in_section;
	}
	if (!p->in_section)
		return;
	p->end = end;
	if (p->from == p->to && !line_is_comment(line) && is_word_before(line, name, '=')) {
		p->from = at;
		p->to = setting_end(text, at);
	}
}

static struct place place_of(const char *text, const char *section, const char *name)
{
	struct place p = { 0 };

	for (size_t at = 0; text[at]; at += line_length(text + at))
		look_at_line(&p, text, at, section, name);
	return p;
}

/* text with the bytes from..to replaced by lines, which get a newline before them if need be. */
static char *replaced(const char *text, size_t from, size_t to, const char *lines)
{
	bool torn = *lines && from > 0 && text[from - 1] != '\n';
	char *whole;

	if (asprintf(&whole, "%.*s%s%s%s", (int)from, text, torn ? "\n" : "", lines, text + to) < 0)
		return NULL;
	return whole;
}

/* The lines to be put in; "" when none, NULL without memory. */
static char *lines_of(const struct place *p, const char *text, const char *section,
		      const char *name, const char *value)
{
	char *lines;
	int r;

	if (!value)
		return strdup("");
	if (p->has_section)
		r = asprintf(&lines, "%s = %s\n", name, value);
	else if (*text)
		r = asprintf(&lines, "\n[%s]\n%s = %s\n", section, name, value);
	else
		r = asprintf(&lines, "version = %d\n\n[%s]\n%s = %s\n", CONFIGFILE_VERSION, section,
			     name, value);
	return r < 0 ? NULL : lines;
}

char *configtext_put(const char *text, const char *section, const char *name, const char *value)
{
	struct place p = place_of(text, section, name);
	char *lines = lines_of(&p, text, section, name, value), *whole;

	if (!lines)
		return NULL;
	if (p.from == p.to)
		p.from = p.to = p.has_section ? p.end : strlen(text);
	whole = replaced(text, p.from, p.to, lines);
	free(lines);
	return whole;
}
