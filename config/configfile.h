/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The configuration file: "version = 1", then [options], [keys], [colors] and [columns].
 * config/default.conf is the shipped default and its documentation. Only the choice of columns is
 * ever written to it (tui/column_config.h).
 */
#ifndef HEADROOM_CONFIG_CONFIGFILE_H
#define HEADROOM_CONFIG_CONFIGFILE_H

#include "config/options.h"

#define CONFIGFILE_VERSION 1

/*
 * Applies a file to o. Whatever it says wrong is refused: -EINVAL (exit status of bad usage) with
 * f naming file, line and what would be right; another -errno when it cannot be read.
 */
int configfile_read(struct options *o, const char *path, struct fault *f);

/*
 * Where the file is, or would be: path, or when that is "" the default place. False: there is no
 * such place, as neither XDG_CONFIG_HOME nor HOME says one.
 */
bool configfile_place(const char *path, char *buf, size_t size);

/* The file at that place; at the default place, if there is one. */
int configfile_read_default(struct options *o, const char *path, struct fault *f);

#endif
