/* SPDX-License-Identifier: GPL-2.0-only */
/* cmocka with the headers that it needs first; its macros use setjmp and va_list. */
#ifndef HEADROOM_TESTS_UNIT_CMOCKA_RUN_H
#define HEADROOM_TESTS_UNIT_CMOCKA_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
