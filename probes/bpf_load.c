// SPDX-License-Identifier: GPL-2.0-only
/* Keeps the tail of the loader's messages and finds the kernel's reason in them; see bpf_load.h. */
#include "probes/bpf_load.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "host/fsroot.h"
#include "probes/probe.h"

#define LOG_SIZE 8192

/* The loader's callback has no argument of ours, so this is the one place it can write to. */
static _Thread_local struct {
	char text[LOG_SIZE];
	size_t length;
} kept;

/* The verdict is at the end of a verifier's log: when there is no room the front goes. */
static void keep_text(const char *text, size_t length)
{
	size_t room = sizeof(kept.text) - 1;

	if (length > room) {
		text += length - room;
		length = room;
	}
	if (kept.length + length > room) {
		size_t drop = kept.length + length - room;

		memmove(kept.text, kept.text + drop, kept.length - drop);
		kept.length -= drop;
	}
	memcpy(kept.text + kept.length, text, length);
	kept.length += length;
	kept.text[kept.length] = '\0';
}

static int keep_message(enum libbpf_print_level level, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0)));

static int keep_message(enum libbpf_print_level level, const char *fmt, va_list args)
{
	char line[LOG_SIZE];
	int length;

	if (level != LIBBPF_WARN)
		return 0;
	length = vsnprintf(line, sizeof(line), fmt, args);
	if (length > 0)
		keep_text(line, (size_t)length < sizeof(line) ? (size_t)length : sizeof(line) - 1);
	return 0;
}

void bpf_load_begin(void)
{
	kept.length = 0;
	kept.text[0] = '\0';
	libbpf_set_print(keep_message);
}

static bool is_said(const char *part)
{
	return strstr(kept.text, part) != NULL;
}

/* The verifier's last sentence before its statistics. */
static void last_verdict(char *buf, size_t size)
{
	const char *end = strstr(kept.text, "\nprocessed "), *line;

	if (!end)
		end = strstr(kept.text, "\n-- END PROG LOAD LOG");
	if (!end)
		end = kept.text;
	for (line = end; line > kept.text && line[-1] != '\n'; line--)
		;
	snprintf(buf, size, "%.*s", (int)(end - line), line);
}

int bpf_load_try(struct fault *f)
{
	static const struct bpf_insn nothing[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	int fd = bpf_prog_load(BPF_PROG_TYPE_SYSCALL, NULL, "GPL", nothing,
			       sizeof(nothing) / sizeof(nothing[0]), &opts);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (fd == -EPERM || fd == -EACCES)
		return fault_set(f, fd,
				 "loading BPF programs is not permitted: run as root, or with "
				 "CAP_BPF and CAP_PERFMON");
	return fault_set(f, -EOPNOTSUPP,
			 "this kernel takes no BPF programs of the sampler's kind (%s): it needs "
			 "CONFIG_BPF_SYSCALL=y and Linux 5.17 or newer",
			 strerror(-fd));
}

int bpf_load_explain(const char *what, int code, struct fault *f)
{
	char verdict[128];

	last_verdict(verdict, sizeof(verdict));
	/* The loader takes the older bpf_probe_read where the kernel refuses the newer. */
	if (is_said("bpf_probe_read") && (is_said("cannot use helper") || is_said("unknown func")))
		return fault_set(
			f, -EPERM,
			"the kernel is locked down for confidentiality and lets no program "
			"read its run queues (boot with lockdown=integrity)");
	if (is_said("bpf_timer cannot be used"))
		return fault_set(f, -EOPNOTSUPP,
				 "a kernel with PREEMPT_RT gives BPF programs no timer: a thread "
				 "samples instead");
	if (verdict[0])
		return fault_set(
			f, code == -EPERM ? -EINVAL : code,
			"loading %s failed: the kernel's verifier says \"%s\"; please report "
			"this with the kernel's release",
			what, verdict);
	if (code == -EPERM || code == -EACCES)
		return fault_set(f, code,
				 "loading %s is not permitted: run as root, or with "
				 "CAP_BPF and CAP_PERFMON",
				 what);
	if (is_said("valid kernel BTF"))
		return fault_set(f, -EOPNOTSUPP,
				 "loading %s failed: the kernel does not describe its "
				 "types; it needs CONFIG_DEBUG_INFO_BTF=y",
				 what);
	return fault_set(f, code, "loading %s failed: %s", what, strerror(-code));
}

int bpf_load_opened(const char *what, struct bpf_object_skeleton *skeleton, struct fault *f)
{
	int r = skeleton ? bpf_object__load_skeleton(skeleton) : -errno;

	return r ? bpf_load_explain(what, r, f) : 0;
}

int bpf_load_wanted(const struct probe_env *env, struct fault *f)
{
	if (env->no_bpf)
		return fault_set(f, -EOPNOTSUPP, "BPF is switched off by --no-bpf");
	if (!fsroot_is_live(env->root))
		return fault_set(f, -EOPNOTSUPP, "a captured machine has no tasks to ask for");
	return 0;
}
