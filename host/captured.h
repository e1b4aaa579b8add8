/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is to be checked in a captured machine before it is handed to a library that opens files by
 * itself: hwloc would wait for ever at a fifo, and read a device without end.
 */
#ifndef HEADROOM_HOST_CAPTURED_H
#define HEADROOM_HOST_CAPTURED_H

#include <stddef.h>

struct fsroot;

/*
 * Looks among what hwloc may open (/sys, of its fs and kernel only cpusets and hugepages, a few
 * files of /proc) for something that is neither a file nor a folder, also at the end of a link, or
 * for a link to a folder that stands elsewhere. 1 and its path, 0, or -errno.
 */
int captured_find_special(const struct fsroot *root, char *ret_path, size_t size);

#endif
