/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The services of the runtime for kernels and helpers (struct hsaemu_services). They run on a
 * worker, under its guard. Code that takes locks, or must not be cut off for another reason, is
 * between rt_kernel_leave() and rt_kernel_enter(). */
#include "rt/fault/guard_impl.h"
#include "rt/fiber/fiber_impl.h"
#include "rt/memory/kernel_heap_impl.h"
#include "rt/os/os_impl.h"
#include "rt/rt_impl.h"
#include "rt/service/service_impl.h"
#include "rt/signal/signal_impl.h"
#include "rt/worker/worker_impl.h"

enum {
	CLOCK_TICK_NS = 10, /* 10 ns is 100 MHz; PRM 11.4 allows 1 MHz to 400 MHz */
	/* waits may return early, so they are cut into slices, to see whether the queue is
	 * inactive */
	WAIT_SLICE_NS = 10000000,
	FIBER_WAIT_NS = 1000000000,
};

ON_FIBER static void service_trap(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg,
	uint32_t trap, uint32_t value, uint32_t flat_id, const void *pc)
{
	(void)d;
	struct rt_worker *w = wg->runtime;
	w->guard.pc = (uint64_t)(uintptr_t)pc;
	rt_guard_trap(&w->guard, trap, value, flat_id);
}

static uint64_t service_clock(void)
{
	return os_clock_ns() / CLOCK_TICK_NS;
}

static uint64_t timeout_of(uint64_t ticks, uint64_t most_ns)
{
	return ticks < most_ns / CLOCK_TICK_NS ? ticks * CLOCK_TICK_NS : most_ns;
}

static uint64_t wait(hsa_signal_t s, hsa_signal_condition_t c, uint64_t compare,
	uint64_t timeout_ns)
{
	struct rt_wish wish = {s, c, (int64_t)compare};
	return (uint64_t)rt_signal_wait_idly(&wish, timeout_ns, HSA_WAIT_STATE_BLOCKED);
}

static const uint32_t op_flags = HSAEMU_SIGNAL_32_BITS | HSAEMU_SIGNAL_PATIENT;

/* Adds to a signal whose values have 32 bits and wrap. Returns the value before. */
static uint64_t add_32(hsa_signal_t s, uint64_t addend)
{
	hsa_signal_value_t old = rt_signal_load(s), seen;
	for (;; old = seen) {
		seen = rt_signal_cas(s, old, (int32_t)(uint32_t)((uint64_t)old + addend));
		if (seen == old)
			return (uint64_t)old;
	}
}

static uint64_t service_signal_64(uint64_t handle, uint32_t op, uint64_t a, uint64_t b,
	uint64_t timeout)
{
	hsa_signal_t s = {handle};
	switch ((enum hsaemu_signal_op)op) {
	case HSAEMU_SIGNAL_ADD:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_ADD, (int64_t)a);
	case HSAEMU_SIGNAL_AND:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_AND, (int64_t)a);
	case HSAEMU_SIGNAL_CAS:
		return (uint64_t)rt_signal_cas(s, (int64_t)a, (int64_t)b);
	case HSAEMU_SIGNAL_EXCH:
	case HSAEMU_SIGNAL_ST:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_STORE, (int64_t)a);
	case HSAEMU_SIGNAL_LD:
		return (uint64_t)rt_signal_load(s);
	case HSAEMU_SIGNAL_OR:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_OR, (int64_t)a);
	case HSAEMU_SIGNAL_SUB:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_SUBTRACT, (int64_t)a);
	case HSAEMU_SIGNAL_XOR:
		return (uint64_t)rt_signal_update(s, RT_SIGNAL_XOR, (int64_t)a);
	case HSAEMU_SIGNAL_WAIT_EQ:
		return wait(s, HSA_SIGNAL_CONDITION_EQ, a, WAIT_SLICE_NS);
	case HSAEMU_SIGNAL_WAIT_NE:
		return wait(s, HSA_SIGNAL_CONDITION_NE, a, WAIT_SLICE_NS);
	case HSAEMU_SIGNAL_WAIT_LT:
		return wait(s, HSA_SIGNAL_CONDITION_LT, a, WAIT_SLICE_NS);
	case HSAEMU_SIGNAL_WAIT_GTE:
		return wait(s, HSA_SIGNAL_CONDITION_GTE, a, WAIT_SLICE_NS);
	case HSAEMU_SIGNAL_WAITTIMEOUT_EQ:
		return wait(s, HSA_SIGNAL_CONDITION_EQ, a, timeout_of(timeout, WAIT_SLICE_NS));
	case HSAEMU_SIGNAL_WAITTIMEOUT_NE:
		return wait(s, HSA_SIGNAL_CONDITION_NE, a, timeout_of(timeout, WAIT_SLICE_NS));
	case HSAEMU_SIGNAL_WAITTIMEOUT_LT:
		return wait(s, HSA_SIGNAL_CONDITION_LT, a, timeout_of(timeout, WAIT_SLICE_NS));
	case HSAEMU_SIGNAL_WAITTIMEOUT_GTE:
		return wait(s, HSA_SIGNAL_CONDITION_GTE, a, timeout_of(timeout, WAIT_SLICE_NS));
	}
	BUG("signal operation %u from a kernel", (unsigned)op);
}

static uint64_t service_signal(uint64_t handle, uint32_t op, uint64_t a, uint64_t b,
	uint64_t timeout)
{
	uint32_t of_64 = op & ~op_flags;
	if (op == (HSAEMU_SIGNAL_ADD | HSAEMU_SIGNAL_32_BITS))
		return add_32((hsa_signal_t){handle}, a);
	if (op == (HSAEMU_SIGNAL_SUB | HSAEMU_SIGNAL_32_BITS))
		return add_32((hsa_signal_t){handle}, 0 - a);
	return service_signal_64(handle, of_64, a, b, timeout);
}

/* ---- the device library --------------------------------------------------------------------- */

static const char *text_at(uint64_t address)
{
	return (const char *)(uintptr_t)address;
}

static struct rt_text *text_of(struct rt_worker *w)
{
	rt_text_clear(&w->text);
	return &w->text;
}

static bool print(struct rt_worker *w, enum rt_stream stream)
{
	const struct rt *rt = w->rt;
	int cancel;
	if (w->text.failed)
		return false;
	if (w->text.len == 0)
		return true; /* there may be no memory for a text yet */
	/* so that cancellation cannot end a client's thread inside of the client's function */
	(void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	rt->print(rt->print_arg, stream, w->text.bytes, w->text.len);
	(void)pthread_setcancelstate(cancel, &cancel);
	return true;
}

/* Reports a wrong format, but only the first few, because all work-items of a grid make the same
 * mistake. */
static void complain(struct rt_worker *w, const char *wrong)
{
	enum { MOST_TIMES = 8, MOST_SHOWN = 16 };
	if (atomic_fetch_add_explicit(&w->rt->complaints, 1, memory_order_relaxed) >= MOST_TIMES)
		return;
	struct rt_text *t = text_of(w);
	rt_text_printf(t, "printf of a kernel: no conversion begins at '");
	rt_text_string(t, wrong, MOST_SHOWN);
	rt_text_printf(t, "'; from there on the format is printed as it stands\n");
	(void)print(w, RT_STREAM_ERROR);
}

/* The format and its values may have any addresses, so reading them may fault; no lock is held
 * meanwhile. */
static int32_t service_print(const struct hsaemu_caller *c, uint64_t format, uint64_t args,
	uint32_t word_bytes)
{
	struct rt_worker *w = c->wg->runtime;
	if (format == 0)
		return -1;
	const char *wrong = NULL;
	int32_t taken = rt_format(text_of(w), text_at(format), (const uint8_t *)(uintptr_t)args,
		word_bytes, &wrong);
	if (w->rt->orders_prints && !w->text.failed && w->text.len != 0)
		rt_output_put(w, c->wg, c->flat_id);
	else if (!print(w, RT_STREAM_OUTPUT))
		return -1;
	if (wrong != NULL)
		complain(w, wrong);
	return taken;
}

static uint64_t service_allocate(struct hsaemu_wg *wg, uint64_t bytes, uint64_t limit)
{
	struct rt_worker *w = wg->runtime;
	return rt_heap_take(&w->rt->heap, bytes, limit);
}

ON_FIBER static void service_release(const struct hsaemu_caller *c, uint64_t block)
{
	struct rt_worker *w = c->wg->runtime;
	if (block != 0 && !rt_heap_give(&w->rt->heap, block))
		service_trap(c->dispatch, c->wg, HSAEMU_TRAP_HEAP, (uint32_t)block, c->flat_id,
			c->pc);
}

/* The text of the message is that of CUDA's device runtime. */
ON_FIBER static void service_assertion(const struct hsaemu_caller *c,
	const struct hsaemu_assertion *a)
{
	const struct hsaemu_wg *wg = c->wg;
	struct rt_worker *w = c->wg->runtime;
	rt_output_flush(w, &w->output);
	struct rt_text *t = text_of(w);
	uint32_t id = c->flat_id, row = wg->size_x, slice = wg->size_x * wg->size_y;
	rt_text_string(t, text_at(a->file), SIZE_MAX);
	rt_text_printf(t, ":%u: ", a->line);
	rt_text_string(t, text_at(a->function), SIZE_MAX);
	rt_text_printf(t, ": block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `", wg->id_x, wg->id_y,
		wg->id_z, id % row, id % slice / row, id / slice);
	rt_text_string(t, text_at(a->condition), SIZE_MAX);
	rt_text_string(t, "` failed.\n", SIZE_MAX);
	(void)print(w, RT_STREAM_ERROR);
	service_trap(c->dispatch, c->wg, HSAEMU_TRAP_ASSERTION, a->line, c->flat_id, c->pc);
}

/* ---- on fibers ------------------------------------------------------------------------------ */

static bool is_wait(uint32_t op)
{
	return op >= HSAEMU_SIGNAL_WAIT_EQ && op <= HSAEMU_SIGNAL_WAITTIMEOUT_GTE;
}

static hsa_signal_condition_t condition_of(uint32_t op)
{
	static const hsa_signal_condition_t conditions[] = {HSA_SIGNAL_CONDITION_EQ,
		HSA_SIGNAL_CONDITION_NE, HSA_SIGNAL_CONDITION_LT, HSA_SIGNAL_CONDITION_GTE};
	return conditions[(op - HSAEMU_SIGNAL_WAIT_EQ) % ARRAY_LEN(conditions)];
}

static bool holds_now(hsa_signal_t s, uint32_t op, uint64_t compare, uint64_t *value)
{
	*value = (uint64_t)rt_signal_load(s);
	return rt_signal_holds((int64_t)*value, condition_of(op), (int64_t)compare);
}

/* Does a signal operation on a fiber. A wait first lets other fibers run, and may then return early
 * (PRM 6.8.1). If the wait is in a loop, the code asks again, and other lanes of the wave may have
 * to run before. Elsewhere the wait continues here for a while, for code that does not expect an
 * early return. */
ON_FIBER static uint64_t fiber_signal(uint64_t handle, uint32_t op, uint64_t a, uint64_t b,
	uint64_t timeout)
{
	uint32_t wait = op & ~op_flags;
	if (!is_wait(wait))
		return service_signal(handle, op, a, b, timeout);
	hsa_signal_t s = {handle};
	bool timed = wait >= HSAEMU_SIGNAL_WAITTIMEOUT_EQ;
	uint64_t most = timed ? timeout_of(timeout, FIBER_WAIT_NS) : FIBER_WAIT_NS;
	uint64_t start = os_clock_ns(), value = 0;
	bool again = true;
	struct rt_guard *g = rt_guard_armed();
	while (!holds_now(s, wait, a, &value) && again && os_clock_ns() - start < most) {
		rt_fiber_give_way(rt_worker_of(g));
		rt_kernel_leave(g);
		again = (op & HSAEMU_SIGNAL_PATIENT) != 0;
	}
	return value;
}

/* In a kernel that runs whole groups only functions of other modules yield, and other threads get
 * the CPU then. */
static void service_yield(struct hsaemu_wg *wg, uint32_t kind)
{
	if (kind == HSAEMU_YIELD_TIME)
		wg->fuel = RT_FUEL;
	os_yield();
}

/* ---- at the border -------------------------------------------------------------------------- */

/* When the dispatch is stopped, control leaves these functions without a return. `pc` is an address
 * in the kernel. */

/* Ends the run as a fault if `handle`, which may be any number, is no signal. */
ON_FIBER static void check_signal(struct rt_guard *g, uint64_t handle, const void *pc)
{
	struct rt_worker *w = rt_worker_of(g);
	if (!signal_is_live(&w->rt->signals, handle, &w->signals))
		rt_guard_fault(g, handle, pc);
}

ON_FIBER static uint64_t signal_of_group(uint64_t handle, uint32_t op, uint64_t a, uint64_t b,
	uint64_t timeout)
{
	const void *pc = __builtin_return_address(0);
	struct rt_guard *g = rt_guard_armed();
	rt_kernel_leave(g);
	check_signal(g, handle, pc);
	uint64_t value = service_signal(handle, op, a, b, timeout);
	rt_kernel_enter(g, pc);
	return value;
}

ON_FIBER static uint64_t signal_of_fiber(uint64_t handle, uint32_t op, uint64_t a, uint64_t b,
	uint64_t timeout)
{
	const void *pc = __builtin_return_address(0);
	struct rt_guard *g = rt_guard_armed();
	rt_kernel_leave(g);
	rt_worker_of(g)->fibers.current->pc = pc;
	check_signal(g, handle, pc);
	uint64_t value = fiber_signal(handle, op, a, b, timeout);
	rt_kernel_enter(g, pc);
	return value;
}

ON_FIBER static int32_t print_of(const struct hsaemu_caller *c, uint64_t format, uint64_t args,
	uint32_t word_bytes)
{
	struct rt_worker *w = c->wg->runtime;
	rt_kernel_leave(&w->guard);
	int32_t taken = service_print(c, format, args, word_bytes);
	rt_kernel_enter(&w->guard, c->pc);
	return taken;
}

ON_FIBER static uint64_t allocate_of(struct hsaemu_wg *wg, uint64_t bytes, uint64_t limit)
{
	const void *pc = __builtin_return_address(0);
	struct rt_worker *w = wg->runtime;
	rt_kernel_leave(&w->guard);
	uint64_t block = service_allocate(wg, bytes, limit);
	rt_kernel_enter(&w->guard, pc);
	return block;
}

ON_FIBER static void release_of(const struct hsaemu_caller *c, uint64_t block)
{
	struct rt_worker *w = c->wg->runtime;
	rt_kernel_leave(&w->guard);
	service_release(c, block);
	rt_kernel_enter(&w->guard, c->pc);
}

ON_FIBER static void assertion_of(const struct hsaemu_caller *c, const struct hsaemu_assertion *a)
{
	struct rt_worker *w = c->wg->runtime;
	rt_kernel_leave(&w->guard);
	service_assertion(c, a);
}

const struct hsaemu_services rt_services = {
	.trap = service_trap,
	.clock = service_clock,
	.signal = signal_of_group,
	.yield = service_yield,
	.print = print_of,
	.allocate = allocate_of,
	.release = release_of,
	.assertion = assertion_of,
};
const struct hsaemu_services rt_fiber_services = {
	.trap = service_trap,
	.clock = service_clock,
	.signal = signal_of_fiber,
	.barrier = rt_fiber_barrier,
	.wave_barrier = rt_fiber_wave_barrier,
	.fbarrier = rt_fiber_fbarrier,
	.yield = rt_fiber_yield,
	.print = print_of,
	.allocate = allocate_of,
	.release = release_of,
	.assertion = assertion_of,
};
