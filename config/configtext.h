/* SPDX-License-Identifier: GPL-2.0-only */
/* One setting changed in the text of a configuration file; pure, the file is the caller's. */
#ifndef HEADROOM_CONFIG_CONFIGTEXT_H
#define HEADROOM_CONFIG_CONFIGTEXT_H

/*
 * The text with "name = value" in [section]: in place of the line that is there with the lines that
 * it goes on in (and comments among them), else at the end of the section, which is added when it is missing. value NULL: without
 * that line. Every other byte is kept. To be freed; NULL: no memory. value may go on in lines that
 * begin with a blank. An empty text gets the version line first.
 */
char *configtext_put(const char *text, const char *section, const char *name, const char *value);

#endif
