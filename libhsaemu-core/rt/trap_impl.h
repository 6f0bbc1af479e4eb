/* Faults and traps inside kernels end what runs under the guard, not the process. */
#ifndef HSAEMU_TRAP_IMPL_H
#define HSAEMU_TRAP_IMPL_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include "hsaemu/rt.h"

/* One per worker thread; used by that thread only. After a failed run `cause` says what happened
 * and the fields of that cause are set, named as in struct rt_report. */
struct rt_guard {
	sigjmp_buf env;
	enum rt_cause cause;
	uint32_t trap, trap_value, trap_flat_id;
	int signal, signal_code;
	uint64_t address, pc;
	bool struck;  /* what ran on a fiber ended like that */
	void **home;  /* while a fiber runs: where it came from (switch_impl.h), else NULL */
	unsigned outer_csr; /* floating-point environment of who called rt_guard_run() */
	void *stack; /* of signal handlers, so that a kernel may overflow its own */
};

/* Signal handlers of the process, counted: each successful call needs one rt_traps_restore(). */
hsa_status_t rt_traps_install(void) NODISCARD;
void rt_traps_restore(void);

/* Whether the calling thread lets faults through. */
bool rt_traps_arrive(void);

/* Signal stack of the calling thread. */
hsa_status_t rt_guard_init(struct rt_guard *g) NODISCARD;
void rt_guard_release(struct rt_guard *g);

/* The guard that is armed on this thread. */
struct rt_guard *rt_guard_armed(void);
/* Calls run(arg); false when it was ended by rt_guard_trap() or a fault. Does not nest. `run` holds
 * no locks while it is in foreign code. When it goes to a fiber, it sets `home`; a trap or fault on the
 * fiber sets `struck` and goes on there. */
bool rt_guard_run(struct rt_guard *g, void (*run)(void *), void *arg) NODISCARD;
NORETURN void rt_guard_trap(struct rt_guard *g, uint32_t trap, uint32_t value, uint32_t flat_id);

#endif
