/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A fault in a kernel arrives as a signal on the worker's own thread; the handler notes what the
 * fault was and jumps back to rt_guard_run(). The guard of the thread is the only state that a
 * handler can reach, so it is thread-local.
 *
 * A stop arrives as a signal, too, but it may come at any time. If it interrupts a kernel, the
 * handler does the same as for a fault. If it interrupts the runtime, the handler only notes it,
 * and the stop takes effect when the runtime is about to return to the kernel; the guard says
 * whether the thread is in the kernel. This way, kernels need no checks in order to be
 * stoppable. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <xmmintrin.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/fiber/stack_switch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/os/os_signal_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/worker/worker_impl.h"

static _Thread_local struct rt_guard *armed_guard;
static _Thread_local uint64_t known_mask;

enum {
	SIGNAL_STACK_BYTES = 64 << 10,
	MXCSR_DEFAULT = 0x1f80, /* exceptions masked, round to nearest, denormals kept */
};

/* ---- in signal handlers --------------------------------------------------------------------- */

static void set_in_kernel(struct rt_guard *g, bool inside)
{
	/* relaxed: only handlers on this thread look at it */
	atomic_store_explicit(&g->in_kernel, inside, memory_order_relaxed);
}

/* Returns whether the code runs on a fiber and not on the worker's own stack. `home` is set by the
 * first switch away from that stack; until then the thread is still there. */
ON_FIBER static bool is_from_home(const struct rt_guard *g)
{
	return g->home != NULL && *g->home != NULL;
}

/* Returns the caller's address from the frame that the frame pointer points to. Returns 0 when the
 * pointer is not within the kernel's stack, since most code of kernels uses the register for other
 * values. */
ON_FIBER static uint64_t caller_of(struct rt_guard *g, uint64_t frame)
{
	uint64_t high = g->base, r;
	if (is_from_home(g)) {
		const struct rt_fiber *f = rt_worker_of(g)->fibers.current;
		high = (uint64_t)(uintptr_t)(f->group->stacks +
					     (f->index + 1) * f->group->stack_bytes);
	}
	if (frame < g->sp || frame % 8 != 0 || high < 16 || frame > high - 16)
		return 0;
	memcpy(&r, (const char *)(uintptr_t)frame + 8, sizeof r);
	return r - 1;
}

static void leave(struct rt_guard *g, void *context)
{
	g->pc = os_context_pc(context);
	g->sp = os_context_sp(context);
	g->caller = caller_of(g, os_context_frame(context));
	if (rt_switch_has(g->pc))
		g->pc = (uint64_t)(uintptr_t)rt_worker_of(g)->fibers.current->pc;
	g->struck = true;
	set_in_kernel(g, false);
	if (is_from_home(g)) {
		os_context_call(context, rt_switch_leave, *g->home);
		return;
	}
	g->returned = true;
	g->mask = os_context_mask(context);
	siglongjmp(g->env, 1);
}

static bool on_fault(int number, const siginfo_t *info, void *context)
{
	struct rt_guard *g = armed_guard;
	/* A signal with si_code <= 0 was sent by a process and is no fault of the kernel. */
	if (g == NULL || info->si_code <= 0)
		return false;
	g->cause = RT_CAUSE_FAULT;
	g->signal = number;
	g->signal_code = info->si_code;
	g->address = (uint64_t)(uintptr_t)info->si_addr;
	leave(g, context);
	return true;
}

static bool is_stopped(struct rt_guard *g)
{
	struct rt_dispatch *d = g == NULL ? NULL : rt_worker_of(g)->dispatch;
	return d != NULL && rt_dispatch_must_stop(d);
}

/* Acts on a stop signal. False when the signal neither finds a run to be stopped nor was sent by
 * os_stop_thread(), so that it is somebody else's. A stop may come late, when the run for which it
 * was sent has ended. */
static bool on_stop(const siginfo_t *info, void *context)
{
	struct rt_guard *g = armed_guard;
	if (!is_stopped(g))
		return os_is_stop(info);
	if (!atomic_load_explicit(&g->in_kernel, memory_order_relaxed)) {
		atomic_store_explicit(&g->wanted, true, memory_order_relaxed);
	} else if (os_context_mask(context) != known_mask) {
		/* a handler of the client's has interrupted the kernel: the stop is sent again and
		 * stays blocked until that handler returns */
		os_context_block(context, OS_STOP_SIGNAL);
		os_stop_thread(os_thread_id());
	} else {
		g->stopped = true;
		leave(g, context);
	}
	return true;
}

bool rt_trap_signal(int number, const siginfo_t *info, void *context)
{
	int before = errno;
	bool ours =
		number == OS_STOP_SIGNAL ? on_stop(info, context) : on_fault(number, info, context);
	errno = before;
	return ours;
}

/* ---- threads -------------------------------------------------------------------------------- */

uint64_t rt_trap_know_mask(void)
{
	return known_mask = os_signal_mask();
}

hsa_status_t rt_guard_init(struct rt_guard *g)
{
	g->stack = os_map_guarded(SIGNAL_STACK_BYTES, false);
	if (g->stack == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (os_signal_stack(g->stack, SIGNAL_STACK_BYTES))
		return HSA_STATUS_SUCCESS;
	os_unmap_guarded(g->stack, SIGNAL_STACK_BYTES);
	g->stack = NULL;
	return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void rt_guard_release(struct rt_guard *g)
{
	if (g->stack == NULL)
		return;
	if (!os_signal_stack(NULL, 0))
		BUG("signal stack in use");
	os_unmap_guarded(g->stack, SIGNAL_STACK_BYTES);
	g->stack = NULL;
}

/* ---- guards --------------------------------------------------------------------------------- */

bool rt_guard_run(struct rt_guard *g, void (*run)(void *), void *arg)
{
	/* The kernel gets the default floating-point environment. The caller's own is restored
	 * afterwards, even when the kernel ended while it had changed the environment. */
	g->outer_csr = _mm_getcsr();
	_mm_setcsr(MXCSR_DEFAULT);
	g->struck = g->stopped = g->returned = false;
	atomic_store_explicit(&g->wanted, false, memory_order_relaxed);
	g->home = NULL;
	g->caller = 0;
	g->device = NULL;
	g->detail = NULL;
	g->base = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	armed_guard = g;
	atomic_signal_fence(memory_order_seq_cst);
	bool done = sigsetjmp(g->env, 0) == 0;
	if (done)
		run(arg);
	armed_guard = NULL;
	if (g->returned)
		os_set_signal_mask(g->mask);
	_mm_setcsr(g->outer_csr);
	return !g->struck;
}

struct rt_guard *rt_guard_armed(void)
{
	return armed_guard;
}

ON_FIBER NORETURN static void go_home(struct rt_guard *g)
{
	g->struck = true;
	if (is_from_home(g))
		rt_switch_leave(*g->home);
	siglongjmp(g->env, 1);
}

ON_FIBER void rt_guard_trap(struct rt_guard *g, uint32_t trap, uint32_t value, uint32_t flat_id)
{
	/* code of kernels calls this, too, so the flag may still be set */
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	g->cause = RT_CAUSE_TRAP;
	g->trap = trap;
	g->trap_value = value;
	g->trap_flat_id = flat_id;
	go_home(g);
}

ON_FIBER void rt_guard_fault(struct rt_guard *g, uint64_t address, const void *pc)
{
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	g->cause = RT_CAUSE_FAULT;
	g->signal = SIGSEGV;
	g->signal_code = SEGV_MAPERR;
	g->address = address;
	g->pc = (uint64_t)(uintptr_t)pc - 1;
	g->sp = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	go_home(g);
}

ON_FIBER void rt_guard_fail(struct rt_guard *g, const char *detail, const uint64_t *address)
{
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	g->cause = RT_CAUSE_FAULT;
	g->signal = g->signal_code = 0;
	g->detail = detail;
	g->has_address = address != NULL;
	g->address = address != NULL ? *address : 0;
	g->pc = 0;
	go_home(g);
}

ON_FIBER void rt_guard_stop(struct rt_guard *g, const void *pc)
{
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	g->stopped = true;
	g->pc = (uint64_t)(uintptr_t)pc;
	go_home(g);
}
