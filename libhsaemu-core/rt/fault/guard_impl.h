/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Faults and traps inside kernels end what runs under the guard, not the process; a signal of the
 * runtime's own ends it from outside. */
#ifndef HSAEMU_TRAP_IMPL_H
#define HSAEMU_TRAP_IMPL_H

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "hsaemu/rt.h"

/* ON_FIBER marks functions that run on fibers. A fiber that is given up leaves them without a
 * return, which the notes of sanitizers about a thread's stack do not survive. Kernels are not
 * instrumented, and what these functions call is instrumented as usual. */
#define ON_FIBER __attribute__((no_sanitize_address, no_sanitize_thread))

struct rt_worker;

/* One per worker; used by the thread that acts as the worker only, and by signal handlers on it.
 * After a failed run that was not stopped, `cause` says what happened and the fields of that cause
 * are set, named as in struct rt_report. */
struct rt_guard {
	sigjmp_buf env;
	enum rt_cause cause;
	uint32_t trap, trap_value, trap_flat_id;
	int signal, signal_code;
	uint64_t address, pc, sp;
	uint64_t caller; /* of a function with a frame pointer at `pc`; 0: none */
	uint64_t base;   /* the frame of rt_guard_run() */
	bool struck;     /* what ran ended like that, or was stopped */
	bool stopped;    /* by rt_stop_workers(); `pc` is where, 0 if that is not known */
	/* the thread is in the kernel and not in the runtime, so it may be taken out at any time */
	atomic_bool in_kernel;
	atomic_bool wanted; /* it was in the runtime when it should have been */
	void **home;        /* while a fiber runs: where it came from (switch_impl.h) */
	unsigned outer_csr; /* floating-point environment of who called rt_guard_run() */
	bool returned;      /* a handler did not return, which leaves signals blocked: */
	uint64_t mask;      /* which ones were before */
	void *stack;        /* of signal handlers, so that a kernel may overflow its own */
};

/* ---- signal_handlers.c ---------------------------------------------------------------------- */

/* Installs the process's signal handlers. Calls are counted: each that succeeds needs one
 * rt_handlers_restore(). */
hsa_status_t rt_handlers_install(void) NODISCARD;
void rt_handlers_restore(void);
/* The signals that threads of the runtime block, because the client's handlers must not run on the
 * stacks of kernels. */
uint64_t rt_handlers_mask(void);
/* Whether a thread that blocks these has faults and stops handled. */
bool rt_handlers_reached(uint64_t mask);
/* Called before and after fork(), so that the child finds the handlers in order. */
void rt_handlers_before_fork(void);
void rt_handlers_after_fork(void);

/* ---- guard.c -------------------------------------------------------------------------------- */

/* Acts on a signal that has arrived; false when it is not the runtime's. */
bool rt_trap_signal(int number, const siginfo_t *info, void *context);

/* Learns the calling thread's signal mask and returns it. Is called before the thread runs kernels
 * and after the mask has changed. */
uint64_t rt_trap_know_mask(void);

/* Give the calling thread a stack for signal handlers, and take it away. */
hsa_status_t rt_guard_init(struct rt_guard *g) NODISCARD;
void rt_guard_release(struct rt_guard *g);

/* Returns the guard that is armed on this thread, or NULL. */
struct rt_guard *rt_guard_armed(void);
/* Calls run(arg); false when it was ended by rt_guard_trap(), a fault or a stop. Does not nest.
 * `run` holds no locks while it is in foreign code, which is where rt_kernel_enter() and
 * rt_kernel_leave() say. When it goes to a fiber, it sets `home`; a trap or fault on the fiber sets
 * `struck` and goes on there. */
bool rt_guard_run(struct rt_guard *g, void (*run)(void *), void *arg) NODISCARD;
NORETURN void rt_guard_trap(struct rt_guard *g, uint32_t trap, uint32_t value, uint32_t flat_id);
/* Ends the run as a fault would that an access at `address` raises; `pc` is behind the kernel's
 * instruction that is to blame. */
NORETURN void rt_guard_fault(struct rt_guard *g, uint64_t address, const void *pc);
/* Ends the run because the dispatch has been stopped while this thread was in the runtime, called
 * from `pc`. */
NORETURN void rt_guard_stop(struct rt_guard *g, const void *pc);

/* Called when a service begins: until rt_kernel_enter() the thread is not taken out. */
ON_FIBER static inline void rt_kernel_leave(struct rt_guard *g)
{
	/* relaxed: only signal handlers on this thread look at it */
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
}

/* Called when the thread goes on with a kernel, at `pc`. Does not return if the kernel has been
 * stopped meanwhile. */
ON_FIBER static inline void rt_kernel_enter(struct rt_guard *g, const void *pc)
{
	atomic_signal_fence(memory_order_seq_cst);
	atomic_store_explicit(&g->in_kernel, true, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
	if (__builtin_expect(atomic_load_explicit(&g->wanted, memory_order_relaxed), false))
		rt_guard_stop(g, pc);
}

/* ---- stop_dispatch.c ------------------------------------------------------------------------ */

/* Takes all workers out of kernels whose dispatch must stop, now or when they come back to them.
 * May be called in signal handlers. */
void rt_stop_workers(struct rt *rt);
/* Called by the worker's thread when its guarded run has been stopped: these note where its group
 * was, or each of its groups on fibers. */
void rt_stop_note_group(struct rt_worker *w);
void rt_stop_note_fibers(struct rt_worker *w);

/* ---- fault_kind.c --------------------------------------------------------------------------- */

/* Says what kind of fault the guard has met. Is called on the thread that the fault was on. */
enum rt_fault rt_fault_kind(const struct rt_worker *w);

#endif
