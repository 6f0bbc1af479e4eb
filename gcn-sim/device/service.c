/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What wavefronts ask the runtime for (kernel_abi.h: HSAEMU_GPU_SERVICE), for each lane that is on,
 * in their order. */
#include "hsaemu/device_calls.h"
#include "hsaemu/device_functions.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/gcn_emu.h"

enum {
	/* ticks of hsaemu_services.clock, which are of 10 ns */
	SHORT_WAIT = 1000,
	PATIENCE = 100000000,
	/* cycles of the timing model, in which others have their turns */
	TIMED_PATIENCE = 10000000,
};

/* Those that ask: a wavefront's lanes. */
struct asking {
	struct hsaemu_caller caller; /* flat_id is that of the lane */
	struct gcn_group *group;
	struct gcn_wave *wave;
	const uint64_t *ticks; /* their clock; NULL: the runtime's */
};

static uint64_t argument(const struct gcn_wave *w, unsigned lane, unsigned k)
{
	unsigned reg = HSAEMU_GPU_SERVICE_ARGUMENTS + 2 * k;

	return w->v[reg][lane] | (uint64_t)w->v[reg + 1][lane] << 32;
}

static void set_result(struct gcn_wave *w, unsigned lane, uint64_t value)
{
	w->v[HSAEMU_GPU_SERVICE_RESULT][lane] = (uint32_t)value;
	w->v[HSAEMU_GPU_SERVICE_RESULT + 1][lane] = (uint32_t)(value >> 32);
}

static uint64_t lanes_on(const struct gcn_wave *w)
{
	return gcn_pair(w, GCN_CODE_EXEC);
}

/* ---- functions of the device library --------------------------------------------------------- */

/* Returns the host's address of what a flat address names. That of private memory is good until
 * this is called again. */
static uint64_t host_address(const struct asking *a, unsigned lane, uint64_t flat, bool is_small)
{
	uint64_t group =
		is_small ? HSAEMU_GPU_SMALL_GROUP : (uint64_t)HSAEMU_GPU_GROUP_APERTURE << 32;
	uint64_t own =
		is_small ? HSAEMU_GPU_SMALL_PRIVATE : (uint64_t)HSAEMU_GPU_PRIVATE_APERTURE << 32;
	uint64_t at = flat - own + a->wave->v[HSAEMU_GPU_SERVICE_BLOCK][lane];

	if (flat - group < a->wave->lds_bytes)
		return (uint64_t)(uintptr_t)(a->wave->lds + (flat - group));
	if (flat >= own && at < a->group->dispatch->private_bytes)
		return (uint64_t)(uintptr_t)(gcn_group_scratch(a->group, a->wave, lane) + at);
	return flat;
}

static bool is_for_small_model(uint32_t service)
{
	return service == HSAEMU_GPU_SERVICE_printf_32 ||
	       service == HSAEMU_GPU_SERVICE_vprintf_32 ||
	       service == HSAEMU_GPU_SERVICE_assertfail_32;
}

/* Which arguments of a function are addresses that it reads, as bits. */
static unsigned addresses_of(uint32_t service)
{
	switch (service) {
	case HSAEMU_GPU_SERVICE_printf:
	case HSAEMU_GPU_SERVICE_printf_32:
	case HSAEMU_GPU_SERVICE_vprintf:
	case HSAEMU_GPU_SERVICE_vprintf_32:
		return 1 << 0 | 1 << 1;
	case HSAEMU_GPU_SERVICE_assertfail:
	case HSAEMU_GPU_SERVICE_assertfail_32:
		return 1 << 0 | 1 << 1 | 1 << 3;
	default:
		return 0;
	}
}

static hsaemu_device_call *function_of(uint32_t service)
{
	static hsaemu_device_call *const functions[] = {
#define DEVICE_FUNCTION(name, result, arguments) hsaemu_call_##name,
#define DISPATCH_FUNCTION(name, result, field) NULL, /* code reads the field */
#include "hsaemu/device_functions.def"
	};

	return service < ARRAY_LEN(functions) ? functions[service] : NULL;
}

static void call_function(struct asking *a, unsigned lane, uint32_t service)
{
	uint64_t arguments[HSAEMU_GPU_SERVICE_MAX];
	unsigned addresses = addresses_of(service);

	for (unsigned k = 0; k < HSAEMU_GPU_SERVICE_MAX; k++) {
		arguments[k] = argument(a->wave, lane, k);
		if ((addresses >> k & 1) != 0)
			arguments[k] =
				host_address(a, lane, arguments[k], is_for_small_model(service));
	}
	set_result(a->wave, lane, function_of(service)(&a->caller, arguments));
}

/* ---- signals --------------------------------------------------------------------------------- */

enum { SIGNAL_HANDLE, SIGNAL_OP, SIGNAL_A, SIGNAL_B, SIGNAL_TIMEOUT };

static uint64_t signal(const struct asking *a, unsigned lane, uint32_t op)
{
	const struct gcn_wave *w = a->wave;

	return a->caller.dispatch->services->signal(argument(w, lane, SIGNAL_HANDLE), op,
		argument(w, lane, SIGNAL_A), argument(w, lane, SIGNAL_B),
		argument(w, lane, SIGNAL_TIMEOUT));
}

static uint32_t operation(const struct gcn_wave *w, unsigned lane)
{
	uint32_t flags = HSAEMU_SIGNAL_32_BITS | HSAEMU_SIGNAL_PATIENT;

	return (uint32_t)argument(w, lane, SIGNAL_OP) & ~flags;
}

static bool holds(uint32_t op, int64_t value, int64_t compare)
{
	switch (op) {
	case HSAEMU_SIGNAL_WAIT_EQ:
	case HSAEMU_SIGNAL_WAITTIMEOUT_EQ:
		return value == compare;
	case HSAEMU_SIGNAL_WAIT_NE:
	case HSAEMU_SIGNAL_WAITTIMEOUT_NE:
		return value != compare;
	case HSAEMU_SIGNAL_WAIT_LT:
	case HSAEMU_SIGNAL_WAITTIMEOUT_LT:
		return value < compare;
	default:
		return value >= compare;
	}
}

/* Looks at the signals of all lanes. Returns the first lane whose condition does not hold, or
 * GCN_LANES. */
static unsigned look(const struct asking *a)
{
	struct gcn_wave *w = a->wave;
	unsigned waiting = GCN_LANES;

	for (uint64_t e = lanes_on(w); e != 0; e &= e - 1) {
		unsigned lane = (unsigned)__builtin_ctzll(e);
		uint64_t value = signal(a, lane, HSAEMU_SIGNAL_LD);

		set_result(w, lane, value);
		if (waiting == GCN_LANES && !holds(operation(w, lane), (int64_t)value,
						    (int64_t)argument(w, lane, SIGNAL_A)))
			waiting = lane;
	}
	return waiting;
}

/* Gives the host's thread a rest, until the lane's condition holds or a little later. */
static void rest(const struct asking *a, unsigned lane)
{
	const struct gcn_wave *w = a->wave;
	uint32_t op = operation(w, lane), timed = op;
	uint64_t timeout = SHORT_WAIT;

	if (op < HSAEMU_SIGNAL_WAITTIMEOUT_EQ)
		timed = op - HSAEMU_SIGNAL_WAIT_EQ + HSAEMU_SIGNAL_WAITTIMEOUT_EQ;
	else if (argument(w, lane, SIGNAL_TIMEOUT) < timeout)
		timeout = argument(w, lane, SIGNAL_TIMEOUT);
	a->caller.dispatch->services->signal(argument(w, lane, SIGNAL_HANDLE), timed,
		argument(w, lane, SIGNAL_A), 0, timeout);
}

static uint64_t clock_of(const struct asking *a)
{
	return a->ticks != NULL ? *a->ticks : a->caller.dispatch->services->clock();
}

/* Whether a wait that is in no loop goes on: for code that does not expect an early return. */
static bool is_patient(const struct asking *a, unsigned lane)
{
	struct gcn_wave *w = a->wave;
	uint64_t now = clock_of(a), most = a->ticks != NULL ? TIMED_PATIENCE : PATIENCE;

	if ((argument(w, lane, SIGNAL_OP) & HSAEMU_SIGNAL_PATIENT) == 0)
		return false;
	if (operation(w, lane) >= HSAEMU_SIGNAL_WAITTIMEOUT_EQ &&
		argument(w, lane, SIGNAL_TIMEOUT) < most)
		most = argument(w, lane, SIGNAL_TIMEOUT);
	if (w->waits == 0)
		w->waits = now;
	return now - w->waits < most;
}

/* A wait may return early (PRM 6.8.1), so that other wavefronts run: where it is in a loop, it
 * comes again. Elsewhere the wavefront stays at its trap for a while. */
static void wait(const struct asking *a)
{
	struct gcn_wave *w = a->wave;
	unsigned lane = look(a);

	if (lane != GCN_LANES) {
		rest(a, lane);
		lane = look(a);
	}
	if (lane != GCN_LANES && is_patient(a, lane))
		w->at--; /* to the trap, which is one dword */
	else
		w->waits = 0;
	w->outcome = lane != GCN_LANES ? GCN_SLEEP : GCN_RUNNING;
}

/* All lanes do the same operation. */
static bool is_wait(const struct gcn_wave *w, unsigned lane)
{
	return operation(w, lane) >= HSAEMU_SIGNAL_WAIT_EQ;
}

/* ---- all services ---------------------------------------------------------------------------- */

static bool serve_lane(struct asking *a, unsigned lane)
{
	struct gcn_wave *w = a->wave;
	uint32_t service = w->v[HSAEMU_GPU_SERVICE_NUMBER][lane];

	a->caller.flat_id = w->number * GCN_LANES + lane;
	switch (service) {
	case HSAEMU_GPU_SERVICE_CLOCK:
		set_result(w, lane, clock_of(a));
		return true;
	case HSAEMU_GPU_SERVICE_CU:
		set_result(w, lane, a->caller.wg->cu);
		return true;
	case HSAEMU_GPU_SERVICE_SIGNAL:
		set_result(w, lane, signal(a, lane, (uint32_t)argument(w, lane, SIGNAL_OP)));
		return true;
	default:
		if (function_of(service) == NULL)
			return false;
		call_function(a, lane, service);
		return true;
	}
}

bool gcn_device_serve(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, struct gcn_group *g,
	struct gcn_wave *w, const uint64_t *ticks)
{
	struct asking a = {{d, wg, NULL, 0}, g, w, ticks};
	uint64_t lanes = lanes_on(w);
	unsigned first = lanes != 0 ? (unsigned)__builtin_ctzll(lanes) : 0;

	if (w->outcome != GCN_TRAP || w->detail != HSAEMU_GPU_SERVICE)
		return false;
	if (lanes != 0 && w->v[HSAEMU_GPU_SERVICE_NUMBER][first] == HSAEMU_GPU_SERVICE_SIGNAL &&
		is_wait(w, first)) {
		wait(&a);
		return true;
	}
	for (; lanes != 0; lanes &= lanes - 1)
		if (!serve_lane(&a, (unsigned)__builtin_ctzll(lanes)))
			return false;
	w->outcome = GCN_RUNNING;
	return true;
}
