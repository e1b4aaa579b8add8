// SPDX-License-Identifier: GPL-2.0-only
/*
 * The smallest sched_ext scheduler: a name and one callback that does nothing, so the kernel's own
 * first-in first-out order holds. Loaded in a test machine to see what a program says then.
 * libbpf 1.1 crashes on struct_ops without any program, hence the callback.
 */
struct task_struct;

struct sched_ext_ops {
	void (*running)(struct task_struct *p);
	char name[128]; /* SCX_OPS_NAME_LEN */
};

__attribute__((section("struct_ops/test_running"), used)) void test_running(void *args)
{
	(void)args;
}

__attribute__((section(".struct_ops"), used)) struct sched_ext_ops headroom_test = {
	.running = (void (*)(struct task_struct *))test_running,
	.name = "headroom_test",
};

char scx_license[] __attribute__((section("license"), used)) = "GPL";
