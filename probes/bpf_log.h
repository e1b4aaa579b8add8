/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the loader and the kernel's verifier said about the newest failure, in our words. The
 * loader's own messages never reach the operator.
 */
#ifndef HEADROOM_PROBES_BPF_LOG_H
#define HEADROOM_PROBES_BPF_LOG_H

#include "core/fault.h"

/* Takes the loader's messages from now on and forgets what was kept. */
void bpf_log_begin(void);

/* Tries the smallest program of the sampler's kind. 0, or -errno with f set when none is allowed. */
int bpf_log_try(struct fault *f);

/*
 * Fills in f for a failed load; what names the part ("the sampler"). Returns code. A refusal for
 * want of permission, by the verifier, or by lockdown is told apart from the messages kept.
 */
int bpf_log_explain(const char *what, int code, struct fault *f);

#endif
