/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out what kind of fault ended a run, which a signal's number alone does not tell. */
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/worker/worker_impl.h"

/* A fault is a stack overflow when the stack pointer is at most this far below the end of the
 * stack: a function with a large frame may reach beyond the one page that ends the stack. */
enum { FAR_BELOW = 1 << 20 };

/* Sets *low to the lowest address of the stack that the kernel ran on. False when nothing guards
 * that stack's end. */
static bool stack_end(const struct rt_worker *w, uint64_t *low)
{
	const struct rt_fiber *f = w->fibers.current;
	uintptr_t first, end;
	if (f == NULL && os_stack_bounds(&first, &end)) {
		*low = first;
		return true;
	}
	if (f == NULL)
		return false;
	/* the first page of a fiber's stack cannot be touched */
	*low = (uint64_t)(uintptr_t)(f->group->stacks + f->index * f->group->stack_bytes) +
	       OS_PAGE_BYTES;
	return f->group->stack_guarded;
}

static bool is_just_below(uint64_t address, uint64_t low, uint64_t distance)
{
	return address < low && low - address <= distance;
}

enum rt_fault rt_fault_kind(const struct rt_worker *w)
{
	const struct rt_guard *g = &w->guard;
	uint64_t low = 0;
	if (g->detail != NULL)
		return g->has_address ? RT_FAULT_DEVICE_ADDRESS : RT_FAULT_DEVICE;
	if (g->signal != SIGSEGV && g->signal != SIGBUS)
		return RT_FAULT_INSTRUCTION;
	if (stack_end(w, &low) && (is_just_below(g->address, low, OS_PAGE_BYTES) ||
					  is_just_below(g->sp, low, FAR_BELOW)))
		return RT_FAULT_STACK;
	/* the processor does not tell the address of such a fault */
	if (g->signal_code == SI_KERNEL)
		return RT_FAULT_NO_ADDRESS;
	return RT_FAULT_ADDRESS;
}
