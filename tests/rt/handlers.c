/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests the runtime in a process that has signal handlers and masks of its own, and that forks. */
#define _GNU_SOURCE /* usleep() */
#include <pthread.h>
#include <signal.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fake_kernel.h"

#define KERNEL __attribute__((no_sanitize_address, no_sanitize_thread)) static void

KERNEL fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
}

KERNEL segv(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

static sigset_t kernel_blocks;

KERNEL ask_mask(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	pthread_sigmask(SIG_BLOCK, NULL, &kernel_blocks);
}

static hsa_signal_value_t run_for(struct rt *rt, hsaemu_kernel_entry *entry, uint64_t timeout_ns)
{
	struct fake_kernel k;
	fake_kernel_init(&k, entry);
	k.kd.kernarg_bytes = 0;
	k.kd.stack_kib = 4; /* a client that waits may run it */
	hsa_queue_t *q = fake_queue(rt, 4);
	hsa_signal_t done = fake_signal(rt, 1);
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 64, 64);
	p.completion_signal = done;
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	hsa_signal_value_t v = rt_signal_wait(done, HSA_SIGNAL_CONDITION_LT, 1, timeout_ns,
		HSA_WAIT_STATE_BLOCKED);
	rt_queue_destroy(q);
	rt_signal_destroy(done);
	return v;
}

static const uint64_t limit_ns = 60ull * 1000000000u;

/* A worker runs into the fault and then, if it may help, the client that waits. */
static void expect_faults(struct rt *rt)
{
	EXPECT(run_for(rt, segv, limit_ns) == -1);
	EXPECT(run_for(rt, segv, RT_FOREVER) == -1);
	EXPECT(run_for(rt, fine, RT_FOREVER) == 0);
}

/* ---- masks ----------------------------------------------------------------------------------- */

static void masks(void)
{
	sigset_t all, before, now;
	sigfillset(&all);
	EXPECT(pthread_sigmask(SIG_SETMASK, &all, &before) == 0);
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	expect_faults(rt);
	EXPECT(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0 && sigismember(&now, SIGSEGV) == 1);
	EXPECT(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
	expect_faults(rt);
	/* Now a thread that helped before blocks the signals. */
	usleep(5000);
	EXPECT(pthread_sigmask(SIG_SETMASK, &all, NULL) == 0);
	expect_faults(rt);
	EXPECT(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
	/* A worker must not run the client's handlers, so it blocks their signals. */
	EXPECT(run_for(rt, ask_mask, limit_ns) == 0);
	EXPECT(sigismember(&kernel_blocks, SIGALRM) == 1 &&
		sigismember(&kernel_blocks, SIGINT) == 1);
	EXPECT(sigismember(&kernel_blocks, SIGSEGV) == 0 &&
		sigismember(&kernel_blocks, SIGFPE) == 0);
	rt_free(rt);
}

/* ---- handlers -------------------------------------------------------------------------------- */

static struct sigaction below, first_segv, first_fpe,
	first_bus; /* sanitizers install their own first */
static atomic_int calls;
static sigjmp_buf out;

static void jump(int number)
{
	(void)number;
	calls++;
	siglongjmp(out, 1);
}

static void chain(int number, siginfo_t *info, void *context)
{
	calls++;
	if ((below.sa_flags & SA_SIGINFO) != 0)
		below.sa_sigaction(number, info, context);
	else if (below.sa_handler != SIG_DFL)
		below.sa_handler(number);
	else
		_exit(99);
}

static bool acts(int number, void (*handler)(int))
{
	struct sigaction now;
	EXPECT(sigaction(number, NULL, &now) == 0);
	return now.sa_handler == handler;
}

__attribute__((no_sanitize_address, no_sanitize_thread)) static void fault_here(void)
{
	volatile uintptr_t wild = 0x40;
	*(volatile int *)wild = 1;
}

static void expect_own_fault(void)
{
	int before = calls;
	if (sigsetjmp(out, 1) == 0) {
		fault_here();
		EXPECT(!"a fault");
	}
	EXPECT(calls > before);
}

/* Tests a handler installed before the runtime: it gets the signals that are not the runtime's, and
 * is in place again afterwards. */
static void before_runtime(void)
{
	struct sigaction mine = {.sa_handler = jump}, dfl = {.sa_handler = SIG_DFL};
	EXPECT(sigaction(SIGSEGV, &mine, NULL) == 0);
	struct rt *a = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	struct rt *b = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	expect_faults(a);
	expect_own_fault();
	rt_free(a);
	expect_faults(b);
	expect_own_fault();
	rt_free(b);
	EXPECT(acts(SIGSEGV, jump) && acts(SIGFPE, first_fpe.sa_handler) && acts(SIGURG, SIG_DFL));
	expect_own_fault();
	EXPECT(sigaction(SIGSEGV, &dfl, NULL) == 0);
}

/* Tests a handler that is installed after the runtime and stays: it calls the handler it replaced,
 * but does not get the faults of kernels, as the runtime notices it. */
static void after_runtime(void)
{
	struct sigaction bottom = {.sa_handler = jump}, dfl = {.sa_handler = SIG_DFL}, now;
	struct sigaction mine = {.sa_sigaction = chain, .sa_flags = SA_SIGINFO};
	EXPECT(sigaction(SIGSEGV, &bottom, NULL) == 0);
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	EXPECT(sigaction(SIGSEGV, &mine, &below) == 0);
	calls = 0;
	expect_faults(rt);
	EXPECT(calls == 0);
	rt_free(rt);
	EXPECT(sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_sigaction == chain);
	EXPECT(acts(SIGBUS, first_bus.sa_handler));
	for (int again = 0; again < 20; again++) {
		/* The next runtime's handler lies above one that leads to the first runtime's. */
		rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
		expect_faults(rt);
		expect_own_fault();
		rt_free(rt);
		expect_own_fault();
		EXPECT(sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_sigaction == chain);
	}
	EXPECT(sigaction(SIGSEGV, &dfl, NULL) == 0);
}

/* Tests handlers that a client installs while it has a queue, which lead to no other. */
static void while_running(void)
{
	struct sigaction mine = {.sa_handler = jump}, dfl = {.sa_handler = SIG_DFL}, ours;
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	struct fake_kernel k;
	hsa_queue_t *q = fake_queue(rt, 4);
	fake_kernel_init(&k, fine);
	k.kd.kernarg_bytes = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 64, 64);
	for (int i = 0; i < 2; i++) {
		if (i == 1)
			usleep(5000);
		EXPECT(sigaction(SIGSEGV, &mine, i == 0 ? &ours : NULL) == 0);
		if (i == 1)
			fake_kernel_init(&k, segv);
		k.kd.kernarg_bytes = 0;
		p.completion_signal = fake_signal(rt, 1);
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(fake_wait(p.completion_signal) == -i);
		expect_own_fault();
	}
	/* The client goes back to what it found at first, which is ours. */
	EXPECT(sigaction(SIGSEGV, &ours, NULL) == 0);
	expect_faults(rt);
	rt_free(rt);
	EXPECT(acts(SIGSEGV, first_segv.sa_handler) && acts(SIGFPE, first_fpe.sa_handler));
	EXPECT(sigaction(SIGSEGV, &dfl, NULL) == 0);
}

/* Without a client's handler, a fault of the client's or a signal sent to it must end the
 * process. */
static void by_default(void)
{
	for (int sent = 0; sent < 2; sent++) {
		pid_t child = fork();
		int status = 0;
		if (child == 0) {
			struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
			expect_faults(rt);
			if (sent != 0)
				kill(getpid(), SIGSEGV);
			else
				fault_here();
			_exit(98);
		}
		EXPECT(waitpid(child, &status, 0) == child);
		/* Sanitizers report the signal and exit. */
		EXPECT(WIFSIGNALED(status) ? WTERMSIG(status) == SIGSEGV
					   : WEXITSTATUS(status) != 98);
	}
}

/* ---- fork ------------------------------------------------------------------------------------ */

static bool ignore(hsa_signal_value_t value, void *arg)
{
	(void)value, (void)arg;
	return false;
}

static void in_child(struct rt *rt, hsa_queue_t *q, hsa_signal_t s)
{
	const struct rt_queue_options queue = {.packets = 4};
	hsa_queue_t *none = NULL;
	hsa_signal_t signal;
	struct rt_options o = {.threads = 1};
	const hsa_signal_condition_t less = HSA_SIGNAL_CONDITION_LT;
	const hsa_signal_value_t one = 1;
	hsa_signal_value_t value;
	size_t index;
	void *block;
	alarm(30);
	/* The child has no workers, so none of these calls may wait for one. */
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, 0);
	EXPECT(rt_signal_wait(s, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER, HSA_WAIT_STATE_BLOCKED) ==
		1);
	EXPECT(rt_signal_create(rt, 1, &signal) == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	EXPECT(rt_queue_create(rt, &queue, &none) == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	EXPECT(rt_allocate(rt, 1, 0, 0, &block) == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	EXPECT(rt_allocation_add(rt, &o, 1, 0, 0) == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	EXPECT(rt_signal_watch(rt, s, HSA_SIGNAL_CONDITION_LT, 1, ignore, NULL) ==
		HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	EXPECT(!rt_signal_wait_any(rt, 1, &s, &less, &one, RT_FOREVER, HSA_WAIT_STATE_BLOCKED,
		&index, &value));
	EXPECT(rt_signal_is_valid(rt, s) && !rt_queue_is_valid(rt, q));
	rt_signal_destroy(s);
	rt_queue_destroy(q);
	rt_free(rt);
	EXPECT(rt_new(&o, &rt) == HSA_STATUS_SUCCESS);
	expect_faults(rt);
	rt_free(rt);
	exit(7);
}

static void forks(void)
{
	struct rt *rt = fake_runtime(2, 0, RT_SCHEDULER_DYNAMIC);
	hsa_queue_t *q = fake_queue(rt, 4);
	hsa_signal_t s = fake_signal(rt, 1);
	for (int i = 0; i < 5; i++) {
		int status = 0;
		EXPECT(run_for(rt, fine, RT_FOREVER) == 0);
		pid_t child = fork();
		if (child == 0)
			in_child(rt, q, s);
		EXPECT(waitpid(child, &status, 0) == child);
		EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7);
		expect_faults(rt);
	}
	rt_free(rt);
}

/* TSan has no threads in the child of a process with threads. */
#ifdef __SANITIZE_THREAD__
enum { MAY_FORK = false };
#else
enum { MAY_FORK = true };
#endif

int main(void)
{
	EXPECT(sigaction(SIGSEGV, NULL, &first_segv) == 0 &&
		sigaction(SIGFPE, NULL, &first_fpe) == 0 &&
		sigaction(SIGBUS, NULL, &first_bus) == 0);
	if (MAY_FORK)
		by_default();
	while_running();
	masks();
	before_runtime();
	after_runtime();
	if (MAY_FORK)
		forks();
	return 0;
}
