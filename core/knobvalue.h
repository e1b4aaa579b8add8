/* SPDX-License-Identifier: GPL-2.0-only */
/* The functions behind the rows of the knob table: what a value may be, when two are the same. */
#ifndef HEADROOM_CORE_KNOBVALUE_H
#define HEADROOM_CORE_KNOBVALUE_H

#include "core/knob.h"

/* Each says whether text is a value that the kernel's parser would take. */
bool value_is_number(const struct knob *k, const char *text); /* within k->min .. k->max */
bool value_is_headroom(const struct knob *k, const char *text);
bool value_is_bandwidth(const struct knob *k, const char *text);
bool value_is_cpulist(const struct knob *k, const char *text); /* "0-3,8", or empty */
bool value_is_on_off(const struct knob *k, const char *text);
bool value_is_bool(const struct knob *k, const char *text);   /* Y N 1 0 */
bool value_is_choice(const struct knob *k, const char *text); /* none voluntary full lazy */
bool value_is_line(const struct knob *k, const char *text);   /* 1..63 printable characters */

/* Each says whether two readings mean the same. What does not parse is compared as text. */
bool value_same_text(const char *a, const char *b); /* but for blanks around it */
bool value_same_number(const char *a, const char *b);
bool value_same_headroom(const char *a, const char *b);
bool value_same_bandwidth(const char *a, const char *b);
bool value_same_cpulist(const char *a, const char *b);
bool value_same_bool(const char *a, const char *b);
bool value_same_choice(const char *a, const char *b); /* "none (full)" and "full" */

/* cpu.max without a period keeps the one in force. */
void value_complete_bandwidth(const char *want, const char *now, char *buf, size_t size);

/* "none voluntary (full)" -> "full"; a bare word stays. */
void value_read_choice(const char *text, char *buf, size_t size);

/* systemd's way to say it. */
bool value_property_quota(const char *text, char *buf, size_t size); /* CPUQuota, a percentage */
bool value_property_idle(const char *text, char *buf, size_t size);  /* CPUWeight=idle */

#endif
