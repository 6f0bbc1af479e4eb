/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches through hsaemu.h: at once and in the background, from many threads, stopped, failing. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "expect.h"

enum { ITEMS = 1000, THREADS = 4, ROUNDS = 50 };

static void check_scale(struct hsaemu_kernel *k, float a)
{
	float in[ITEMS], out[ITEMS] = {0};
	struct hsaemu_launch l = hsaemu_grid(ITEMS, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_f32(a), hsaemu_pointer(in), hsaemu_pointer(out)};
	for (int i = 0; i < ITEMS; i++)
		in[i] = (float)i;
	EXPECT(hsaemu_run(k, &l, args, 3) == HSAEMU_OK);
	for (int i = 0; i < ITEMS; i++)
		EXPECT(out[i] == a * (float)i);
}

static void in_the_background(struct hsaemu_kernel *k)
{
	enum { LAUNCHES = 8 };
	static float in[ITEMS], out[LAUNCHES][ITEMS];
	struct hsaemu_event *events[LAUNCHES];
	struct hsaemu_launch l = hsaemu_grid(ITEMS, 1, 1);
	for (int i = 0; i < ITEMS; i++)
		in[i] = (float)i;
	for (int e = 0; e < LAUNCHES; e++) {
		struct hsaemu_arg args[] = {
			hsaemu_f32((float)e), hsaemu_pointer(in), hsaemu_pointer(out[e])};
		events[e] = hsaemu_start(k, &l, args, 3);
		EXPECT(events[e] != NULL);
		memset(args, 0xee, sizeof args); /* not needed any more */
	}
	for (int e = 0; e < LAUNCHES; e++) {
		EXPECT(hsaemu_wait(events[e], HSAEMU_FOREVER) == HSAEMU_OK);
		EXPECT(out[e][ITEMS - 1] == (float)e * (ITEMS - 1));
	}
	EXPECT(hsaemu_wait(events[0], 0) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "given back already");
}

static void *one_thread(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		check_scale(arg, (float)i);
	/* errors are each thread's own */
	EXPECT(hsaemu_run(arg, NULL, NULL, 0) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "without sizes");
	return NULL;
}

static void from_threads(struct hsaemu_kernel *k)
{
	pthread_t threads[THREADS];
	check_scale(k, 1);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, one_thread, k) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
	EXPECT(hsaemu_error_status() == HSAEMU_OK && strcmp(hsaemu_error(), "") == 0);
}

static void *load_and_run(void *arg)
{
	for (int i = 0; i < 2; i++) {
		struct hsaemu_module *m =
			hsaemu_load(arg, "scale.hsail", scale_kernel, strlen(scale_kernel));
		check_scale(hsaemu_kernel_find(m, "scale"), 3);
		EXPECT(hsaemu_alloc(m, 100) != NULL);
		EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	}
	return NULL;
}

static void loads_from_threads(struct hsaemu_runtime *rt)
{
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, load_and_run, rt) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
}

/* On a busy machine it takes a while until a thread comes to it. */
static void until_begun(struct hsaemu_event *e, const uint32_t *begun)
{
	enum { SOON_NS = 1000000, TIMES = 100000 };
	int times = 0;
	do
		EXPECT(hsaemu_wait(e, SOON_NS) == HSAEMU_TIMEOUT && ++times < TIMES);
	while (__atomic_load_n(begun, __ATOMIC_ACQUIRE) == 0);
}

static void stopped(struct hsaemu_runtime *rt)
{
	uint32_t flags[2] = {0};
	struct hsaemu_module *m = hsaemu_load(rt, "wait.hsail", wait_kernel, strlen(wait_kernel));
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "wait");
	struct hsaemu_arg arg = hsaemu_pointer(flags);
	struct hsaemu_launch l = hsaemu_grid(4, 1, 1);
	struct hsaemu_event *e = hsaemu_start(k, &l, &arg, 1);
	EXPECT(e != NULL);
	EXPECT(hsaemu_wait(e, 0) == HSAEMU_TIMEOUT);
	until_begun(e, &flags[1]);
	EXPECT_ERROR(HSAEMU_TIMEOUT, "kernel 'wait' has not ended");
	EXPECT(hsaemu_unload(m) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "1 launches");
	EXPECT(hsaemu_stop(e) == HSAEMU_TIMEOUT);
	EXPECT_ERROR(HSAEMU_TIMEOUT, "kernel 'wait' was stopped\nwork-group (0, 0, 0)");
	e = hsaemu_start(k, &l, &arg, 1);
	EXPECT(e != NULL && hsaemu_wait(e, 0) == HSAEMU_TIMEOUT);
	__atomic_store_n(&flags[0], 1, __ATOMIC_RELEASE);
	EXPECT(hsaemu_wait(e, HSAEMU_FOREVER) == HSAEMU_OK);
	e = hsaemu_start(k, &l, &arg, 1);
	while (hsaemu_wait(e, 0) == HSAEMU_TIMEOUT)
		;
	e = hsaemu_start(k, &l, &arg, 1);
	enum hsaemu_status end = hsaemu_stop(e); /* whichever came first */
	EXPECT(end == HSAEMU_OK || end == HSAEMU_TIMEOUT);
	EXPECT(hsaemu_run(k, &l, &arg, 1) == HSAEMU_OK);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
}

static void failing(struct hsaemu_runtime *rt, struct hsaemu_kernel *scale)
{
	static const char trap[] = HSAIL("prog kernel &trap()\n{\n	debugtrap_u32 7;\n};\n");
	float x = 1;
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_f32(1), hsaemu_pointer((void *)16), hsaemu_pointer(&x)};
	struct hsaemu_event *e = hsaemu_start(only_kernel(rt, "trap.hsail", trap), &l, NULL, 0);
	check_scale(scale, 2);
	EXPECT(hsaemu_wait(e, HSAEMU_FOREVER) == HSAEMU_FAULT);
	EXPECT_ERROR(HSAEMU_FAULT,
		"kernel 'trap': debugtrap 7 in work-group (0, 0, 0), work-item 0 (trap.hsail:4)");
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_FAULT);
	EXPECT_ERROR(HSAEMU_FAULT, "kernel 'scale': segmentation fault at address 0x10 by code at");
	l.group[0] = 2000;
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "dispatch of 'scale' refused");
	l.group[0] = 70000;
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "a work-group of 70000 work-items in x");
	l.group[0] = 0;
	l.group_bytes = 2 << 20;
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "bytes of group memory, of at most");
	l = hsaemu_grid(1, 1, 1);
	l.reserved = 1;
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_UNSUPPORTED);
	l.size = 0;
	EXPECT(hsaemu_run(scale, &l, args, 3) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "the size of struct hsaemu_launch is not set");
	check_scale(scale, 3);
}

/* Near its group memory, where nothing faults, and what lies there is not the kernel's. */
static void beyond(struct hsaemu_runtime *rt)
{
	static const char text[] = HSAIL("prog kernel &beyond()\n{\n	group_u32 %own;\n"
					 "	mov_b32 $s0, 16;\n"
					 "	st_group_u32 7, [%own][$s0];\n};\n");
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_kernel *k = only_kernel(rt, "beyond.hsail", text);
	EXPECT(hsaemu_run(k, &l, NULL, 0) == HSAEMU_FAULT);
	EXPECT_ERROR(HSAEMU_FAULT, "kernel 'beyond': ");
	EXPECT(strstr(hsaemu_error(), "at offset 16") != NULL);
}

/* The child gives back what it cannot use, and opens its own. */
static void forked(struct hsaemu_runtime *rt, struct hsaemu_kernel *k)
{
	int status = 0;
	pid_t child = fork();
	EXPECT(child >= 0);
	if (child == 0) {
		hsaemu_close(rt);
		struct hsaemu_runtime *own = open_threads(2);
		check_scale(only_kernel(own, "scale.hsail", scale_kernel), 2);
		hsaemu_close(own);
		_exit(0);
	}
	EXPECT(waitpid(child, &status, 0) == child && status == 0);
	check_scale(k, 4);
}

/* Groups are what was asked for; the device library tells where ids begin. */
static void sizes(struct hsaemu_runtime *rt)
{
	static const char text[] = HSAIL("decl prog function &hsaemu.offset_x(arg_u64 %r)();\n"
					 "prog kernel &ids(kernarg_u64 %out)\n"
					 "{\n"
					 "	ld_kernarg_u64 $d0, [%out];\n"
					 "	workgroupid_u32 $s0, 0;\n"
					 "	shl_u32 $s1, $s0, 3;\n"
					 "	cvt_u64_u32 $d1, $s1;\n"
					 "	add_u64 $d0, $d0, $d1;\n"
					 "	{\n"
					 "		arg_u64 %r;\n"
					 "		call &hsaemu.offset_x(%r)();\n"
					 "		ld_arg_u64 $d2, [%r];\n"
					 "	}\n"
					 "	st_global_u64 $d2, [$d0];\n"
					 "};\n");
	uint64_t out[3] = {0};
	struct hsaemu_launch l = hsaemu_grid(4, 1, 1);
	struct hsaemu_arg arg = hsaemu_pointer(out);
	l.group[0] = 2;
	l.offset[0] = 5;
	EXPECT(hsaemu_run(only_kernel(rt, "ids.hsail", text), &l, &arg, 1) == HSAEMU_OK);
	EXPECT(out[0] == 5 && out[1] == 5 && out[2] == 0);
}

/* What was not waited for is stopped. */
static void closed_early(void)
{
	uint32_t flags[2] = {0};
	struct hsaemu_runtime *rt = open_threads(2), *other = open_threads(1);
	struct hsaemu_arg arg = hsaemu_pointer(flags);
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	EXPECT(hsaemu_start(only_kernel(rt, "wait.hsail", wait_kernel), &l, &arg, 1) != NULL);
	check_scale(only_kernel(other, "scale.hsail", scale_kernel), 2);
	hsaemu_close(rt);
	hsaemu_close(other);
	hsaemu_close(NULL);
}

/* TSan has no threads in the child of a process with threads. */
#ifdef __SANITIZE_THREAD__
enum { MAY_FORK = 0 };
#else
enum { MAY_FORK = 1 };
#endif

int main(void)
{
	struct hsaemu_runtime *rt = open_threads(3);
	struct hsaemu_kernel *scale = only_kernel(rt, "scale.hsail", scale_kernel);
	check_scale(scale, 0.5f);
	in_the_background(scale);
	from_threads(scale);
	loads_from_threads(rt);
	stopped(rt);
	failing(rt, scale);
	sizes(rt);
	beyond(rt);
	if (MAY_FORK)
		forked(rt, scale);
	hsaemu_close(rt);
	closed_early();
	return 0;
}
