/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether BPF programs can be loaded at all, and in our words why one could not be: the messages of
 * the loader and of the kernel's verifier are kept here and never reach the operator.
 */
#ifndef HEADROOM_PROBES_BPF_LOAD_H
#define HEADROOM_PROBES_BPF_LOAD_H

#include "core/fault.h"

struct bpf_object_skeleton;
struct probe_env;

/*
 * Whether this run asks a kernel by BPF. 0, or -EOPNOTSUPP with f set: it is switched off, or the
 * machine is a captured one, which does not run.
 */
int bpf_load_wanted(const struct probe_env *env, struct fault *f);

/* Takes the loader's messages from now on and forgets what was kept. */
void bpf_load_begin(void);

/* Tries the smallest program of the sampler's kind. 0, or -errno with f set when none is allowed. */
int bpf_load_try(struct fault *f);

/*
 * Fills in f for a failed load; what names the part ("the sampler"). Returns code. A refusal for
 * want of permission, by the verifier, or by lockdown is told apart from the messages kept.
 */
int bpf_load_explain(const char *what, int code, struct fault *f);

/*
 * Loads what was opened: the skeleton of it, or NULL where opening failed, with errno. 0, or -errno
 * explained in f; then the caller destroys what it opened.
 */
int bpf_load_opened(const char *what, struct bpf_object_skeleton *skeleton, struct fault *f);

#endif
