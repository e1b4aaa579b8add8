// SPDX-License-Identifier: GPL-2.0-only
/* Bytes from outside made printable; see text.h. */
#include "core/text.h"
