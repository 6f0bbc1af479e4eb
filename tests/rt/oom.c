/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that every allocation and every thread may fail: the runtime then returns a status, loses
 * nothing and works when asked again. This file replaces the allocation functions, which sanitizers
 * also do. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "fake_kernel.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
int main(void)
{
	puts("sanitizers replace the allocator themselves");
	return 77;
}
#else

static atomic_long left = -1; /* allocations until one fails; none does if negative */
static atomic_long balance;   /* memory maps made, less those undone */

static bool fails(void)
{
	return atomic_load(&left) >= 0 && atomic_fetch_sub(&left, 1) == 0;
}

void *mmap(void *at, size_t bytes, int prot, int flags, int fd, off_t off)
{
	if (fails())
		return MAP_FAILED;
	long p = syscall(SYS_mmap, at, bytes, prot, flags, fd, off);
	if (p != -1)
		atomic_fetch_add(&balance, 1);
	return (void *)p;
}

int munmap(void *at, size_t bytes)
{
	atomic_fetch_sub(&balance, 1);
	return (int)syscall(SYS_munmap, at, bytes);
}

/* glibc's own names of calloc() and malloc(); the latter makes nodes of tsearch() */
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_malloc(size_t bytes);

void *malloc(size_t bytes)
{
	return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
	return fails() ? NULL : __libc_calloc(count, bytes);
}

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *), void *arg)
{
	static _Atomic(create_function *) real;
	if (atomic_load(&real) == NULL) {
		void *symbol = dlsym(RTLD_NEXT, "pthread_create");
		create_function *f;
		memcpy(&f, &symbol, sizeof f);
		atomic_store(&real, f);
	}
	return fails() ? 11 : real(t, attr, run, arg);
}

static void touch(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	memset(wg->group, 1, d->group_bytes);
	memset(wg->private_memory, 1, 100);
}

static void ignore(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	(void)status;
	(void)queue;
	(void)data;
}

static bool end_watch(hsa_signal_value_t value, void *arg)
{
	(void)value, (void)arg;
	return false;
}

/* Uses what a runtime keeps tables of; returns false when some step had no memory. */
static bool keep(struct rt *rt)
{
	static char mine[10];
	hsa_signal_t s;
	hsa_queue_t *q;
	void *block;
	return rt_allocate(rt, 10000, 0, 0, &block) == HSA_STATUS_SUCCESS &&
	       rt_allocation_add(rt, mine, sizeof mine, 0, 0) == HSA_STATUS_SUCCESS &&
	       rt_signal_create(rt, 0, &s) == HSA_STATUS_SUCCESS &&
	       rt_signal_watch(rt, s, HSA_SIGNAL_CONDITION_EQ, 1, end_watch, NULL) ==
	               HSA_STATUS_SUCCESS &&
	       rt_soft_queue_create(rt, 4, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH,
		       s, &q) == HSA_STATUS_SUCCESS;
}

/* Waits for more signals than there is room for on the stack. Without memory it takes longer. */
static void wait_for_many(struct rt *rt, hsa_signal_t done)
{
	enum { COUNT = 30 };
	hsa_signal_t signals[COUNT];
	hsa_signal_condition_t conditions[COUNT];
	hsa_signal_value_t compare[COUNT], value;
	size_t index;
	for (size_t i = 0; i < COUNT; i++) {
		signals[i] = done;
		conditions[i] = HSA_SIGNAL_CONDITION_LT;
		compare[i] = 1;
	}
	EXPECT(rt_signal_wait_any(rt, COUNT, signals, conditions, compare, RT_FOREVER,
		HSA_WAIT_STATE_BLOCKED, &index, &value));
}

/* Goes through the whole life of a runtime; returns false when some step had no memory. */
static bool live(void)
{
	struct rt_options o = {.threads = 2};
	const struct rt_queue_options queue = {.packets = 16, .callback = ignore};
	struct rt *rt = NULL;
	hsa_queue_t *q = NULL;
	hsa_signal_t done;
	struct fake_kernel k;
	struct rt_report r;
	bool ok = false;
	if (rt_new(&o, &rt) != HSA_STATUS_SUCCESS)
		return false;
	if (rt_queue_create(rt, &queue, &q) == HSA_STATUS_SUCCESS &&
		rt_signal_create(rt, 1, &done) == HSA_STATUS_SUCCESS) {
		fake_kernel_init(&k, touch);
		k.kd.kernarg_bytes = 0;
		k.kd.group_bytes = 10000;
		k.kd.private_bytes = 100;
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 1000, 64);
		p.completion_signal = done;
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
		wait_for_many(rt, done);
		ok = fake_wait(done) == 0;
		EXPECT(ok || (rt_queue_report(q, &r) && r.cause == RT_CAUSE_MEMORY &&
				     r.status == HSA_STATUS_ERROR_OUT_OF_RESOURCES));
	}
	ok = keep(rt) && ok;
	rt_free(rt);
	return ok;
}

int main(void)
{
	/* The C library's allocations that happen only once are left out of the count. */
	EXPECT(live());
	long n = 0, before = atomic_load(&balance);
	for (bool ok = false; !ok; n++) {
		EXPECT(n < 1000);
		atomic_store(&left, n);
		ok = live() && atomic_load(&left) >= 0;
		atomic_store(&left, -1);
		EXPECT(live());
	}
	EXPECT(n > 8);
	/* The C library keeps thread stacks for reuse, which may move the balance by a few. */
	EXPECT(labs(atomic_load(&balance) - before) <= 4);
	return 0;
}
#endif
