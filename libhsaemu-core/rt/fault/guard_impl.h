/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A guard lets code of kernels run so that a fault or trap ends only that code, not the process.
 * The runtime can also end it from another thread, by a signal of its own. */
#ifndef HSAEMU_TRAP_IMPL_H
#define HSAEMU_TRAP_IMPL_H

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "hsaemu/rt.h"

/* ON_FIBER marks functions that run on fibers. When a fiber is abandoned, control leaves these
 * functions without a return, and the records that sanitizers keep of a thread's stack would be
 * wrong then. Kernels are not instrumented, and the functions that these call are instrumented as
 * usual. */
#define ON_FIBER __attribute__((no_sanitize_address, no_sanitize_thread))

struct rt_worker;

/* Each worker has one guard. Only the thread that acts as the worker uses it, and signal handlers
 * on that thread. After a failed run that was not stopped, `cause` says what happened and the
 * fields for that cause are set; they are named as in struct rt_report. */
struct rt_guard {
	sigjmp_buf env;
	enum rt_cause cause;
	uint32_t trap, trap_value, trap_flat_id;
	int signal, signal_code;
	uint64_t address, pc, sp;
	/* address of the caller, if the code at `pc` keeps a frame pointer; 0: not known */
	uint64_t caller;
	uint64_t base;                /* the stack frame of rt_guard_run() */
	struct rt_device_run *device; /* what runs the kernel in place of the host; NULL: nothing */
	const char *detail;           /* what it has found; NULL: nothing */
	bool has_address;             /* `detail` is about an access at `address` */
	bool struck;                  /* the last run was ended by a trap, a fault or a stop */
	bool stopped; /* the run was ended by rt_stop_workers(); `pc` is where, 0 if not known */
	/* the thread is in the kernel and not in the runtime, so the run may be ended at any
	 * time */
	atomic_bool in_kernel;
	atomic_bool wanted; /* a stop came while the thread was in the runtime */
	void **home;        /* while a fiber runs: where the worker's own stack pointer is kept */
	unsigned outer_csr; /* floating-point environment of the caller of rt_guard_run() */
	/* a handler jumped out instead of returning, so signals are still blocked */
	bool returned;
	uint64_t mask; /* the signals that were blocked before */
	/* the stack for signal handlers, which a kernel's stack overflow needs */
	void *stack;
};

/* ---- signal_handlers.c ---------------------------------------------------------------------- */

/* Installs the process's signal handlers. Calls are counted: each that succeeds needs one
 * rt_handlers_restore(). */
hsa_status_t rt_handlers_install(void) NODISCARD;
void rt_handlers_restore(void);
/* Called at `ticks` (os_ticks()), before kernels run: looks now and then whether a client has
 * installed handlers over ours. rt_handlers_look_soon() makes the next call look. */
void rt_handlers_look(uint64_t ticks);
void rt_handlers_look_soon(void);
/* Returns the mask of signals that threads of the runtime block, because the client's handlers must
 * not run on the stacks of kernels. */
uint64_t rt_handlers_mask(void);
/* Returns whether a thread with this mask of blocked signals still gets the signals of faults and
 * stops. */
bool rt_handlers_reached(uint64_t mask);
/* These are called before and after fork(), so that the child finds the handlers' state
 * consistent. */
void rt_handlers_before_fork(void);
void rt_handlers_after_fork(void);

/* ---- guard.c -------------------------------------------------------------------------------- */

/* Acts on a signal that has arrived. False when the signal does not concern the runtime. */
bool rt_trap_signal(int number, const siginfo_t *info, void *context);

/* Reads the calling thread's signal mask, keeps it for the handlers, and returns it. It is called
 * before the thread runs kernels and after its mask has changed. */
uint64_t rt_trap_know_mask(void);

/* These give the calling thread a stack for signal handlers, and take it away again. */
hsa_status_t rt_guard_init(struct rt_guard *g) NODISCARD;
void rt_guard_release(struct rt_guard *g);

/* Returns the guard under which this thread runs code, or NULL. */
struct rt_guard *rt_guard_armed(void);
/* Calls run(arg). Returns false when rt_guard_trap(), a fault or a stop has ended it. Calls do not
 * nest. `run` must hold no locks while it is in a kernel's code; rt_kernel_enter() and
 * rt_kernel_leave() mark where that is. Before `run` switches to a fiber, it sets `home`; a trap or
 * fault on the fiber then sets `struck` and continues at `home`. */
bool rt_guard_run(struct rt_guard *g, void (*run)(void *), void *arg) NODISCARD;
NORETURN void rt_guard_trap(struct rt_guard *g, uint32_t trap, uint32_t value, uint32_t flat_id);
/* Ends the run like a fault caused by an access at `address`. `pc` is the address behind the
 * kernel's instruction that is to blame. */
NORETURN void rt_guard_fault(struct rt_guard *g, uint64_t address, const void *pc);
/* Ends the run with what a device has found (rt_device_fail()). */
NORETURN void rt_guard_fail(struct rt_guard *g, const char *detail, const uint64_t *address);
/* Ends the run because the dispatch has been stopped while this thread was in the runtime. `pc` is
 * where the kernel called the runtime. */
NORETURN void rt_guard_stop(struct rt_guard *g, const void *pc);

/* Called when a service begins. Until rt_kernel_enter(), a stop does not end the run but is
 * noted. */
ON_FIBER static inline void rt_kernel_leave(struct rt_guard *g)
{
	/* relaxed: only signal handlers on this thread look at it */
	atomic_store_explicit(&g->in_kernel, false, memory_order_relaxed);
	atomic_signal_fence(memory_order_seq_cst);
}

/* Called when the thread returns to the kernel, at `pc`. Does not return if the kernel has been
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

/* Ends the runs of all workers whose dispatch must stop, at once or when they return to the kernel.
 * May be called in signal handlers. */
void rt_stop_workers(struct rt *rt);
/* These are called by the worker's thread when its run has been stopped. The first notes where the
 * worker's group was; the second does it for each of its groups on fibers. */
void rt_stop_note_group(struct rt_worker *w);
void rt_stop_note_fibers(struct rt_worker *w);

/* ---- fault_kind.c --------------------------------------------------------------------------- */

/* Returns what kind of fault the worker's guard has caught. It must be called on the thread on
 * which the fault was. */
enum rt_fault rt_fault_kind(const struct rt_worker *w);

#endif
