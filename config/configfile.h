/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The configuration file: "version = 1", then [options], [keys] and [colors]. config/default.conf
 * is the shipped default and its documentation. The file is read, never written.
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

/* path, or when that is "" the file at the default place, if there is one. */
int configfile_read_default(struct options *o, const char *path, struct fault *f);

#endif
