/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs wavefronts. The host's floating-point control follows MODE: instructions say which they
 * want, and it is changed only when it differs from the last one's. */
#include "exec_impl.h"

const char *gcn_outcome_text(enum gcn_outcome outcome)
{
	static const char *const texts[GCN_OUTCOME_COUNT] = {
#define GCN_OUTCOME(id, is_error, text) [GCN_##id] = text,
#include "hsaemu/gcn_outcomes.def"
	};
	return texts[outcome];
}

bool gcn_outcome_is_error(enum gcn_outcome outcome)
{
	static const bool errors[GCN_OUTCOME_COUNT] = {
#define GCN_OUTCOME(id, is_error, text) [GCN_##id] = is_error,
#include "hsaemu/gcn_outcomes.def"
	};
	return errors[outcome];
}

/* ---- the host's control ---------------------------------------------------------------------- */

enum {
	EXCEPTIONS_SEEN = 0x3f,
	EXCEPTIONS_MASKED = 0x1f80,
	SOURCES_ARE_ZERO = 0x40,
	RESULTS_TO_ZERO = 0x8000,
	ROUNDING = 13
};

/* MXCSR for a rounding and denormals as MODE has them. */
static uint32_t control_of(unsigned rounding, unsigned denormals)
{
	static const uint8_t roundings[] = {0, 2, 1, 3}; /* nearest, up, down, to zero */

	return EXCEPTIONS_MASKED | (uint32_t)roundings[rounding] << ROUNDING |
	       ((denormals & 1) == 0 ? SOURCES_ARE_ZERO : 0U) |
	       ((denormals & 2) == 0 ? RESULTS_TO_ZERO : 0U);
}

static uint32_t host_control(void)
{
	return __builtin_ia32_stmxcsr();
}

static void set_host_control(struct gcn_wave *w, uint32_t control)
{
	__builtin_ia32_ldmxcsr(control);
	w->wrong_controls = 0;
	for (unsigned n = 0; n < GCN_CONTROLS; n++)
		if (w->controls[n] != control)
			w->wrong_controls |= (uint8_t)(1U << n);
}

/* Which control the host has now is not known: all are taken to be wrong. */
void gcn_wave_set_mode(struct gcn_wave *w, uint32_t mode)
{
	unsigned f32 = mode & 3, f64 = mode >> 2 & 3;

	w->mode = mode;
	w->controls[0] = control_of(f32, mode >> 4 & 3);
	w->controls[1] = control_of(f64, mode >> 6 & 3);
	w->controls[2] = control_of(f32, 0);
	w->controls[3] = control_of(0, 0);
	w->controls[4] = control_of(0, 3);
	w->wrong_controls = UINT8_MAX;
}

static void want_control(struct gcn_wave *w, uint8_t control)
{
	set_host_control(w, w->controls[__builtin_ctz(control)]);
}

static void enter(struct gcn_wave *w)
{
	w->host_control = host_control();
	w->wrong_controls = UINT8_MAX;
	w->outcome = GCN_RUNNING;
}

void gcn_wave_left(struct gcn_wave *w)
{
	__builtin_ia32_ldmxcsr(w->host_control);
}

/* ---- execution ------------------------------------------------------------------------------- */

enum gcn_outcome gcn_wave_run(struct gcn_wave *w, uint64_t budget)
{
	const struct gcn_code *in = w->at;
	uint64_t end = w->clock + budget;

	if (budget == 0)
		return GCN_BUDGET;
	enter(w);
	do {
		w->at = in;
		if ((in->control & w->wrong_controls) != 0)
			want_control(w, in->control);
		w->clock++;
		in = in->exec(w, in);
	} while (in != NULL && w->clock != end);
	gcn_wave_left(w);
	if (in != NULL) {
		w->at = in;
		w->outcome = GCN_BUDGET;
	}
	return w->outcome;
}

/* Executes an instruction that wants a control. The host keeps its own if that is the same. */
static const struct gcn_code *step_float(struct gcn_wave *w, const struct gcn_code *in)
{
	uint32_t wanted = w->controls[__builtin_ctz(in->control)];

	w->host_control = host_control();
	if ((w->host_control | EXCEPTIONS_SEEN) == (wanted | EXCEPTIONS_SEEN))
		return in->exec(w, in);
	__builtin_ia32_ldmxcsr(wanted);
	const struct gcn_code *next = in->exec(w, in);
	gcn_wave_left(w);
	return next;
}

enum gcn_outcome gcn_wave_step(struct gcn_wave *w, struct gcn_step *did)
{
	const struct gcn_code *in = w->at;

	*did = (struct gcn_step){.code = in, .exec = gcn_exec_mask(w)};
	w->access.kind = GCN_NO_ACCESS;
	w->outcome = GCN_RUNNING;
	const struct gcn_code *next = in->control == 0 ? in->exec(w, in) : step_float(w, in);
	did->has_access = w->access.kind != GCN_NO_ACCESS;
	if (next != NULL) {
		did->taken = next != gcn_next(in);
		w->at = next;
	}
	return w->outcome;
}

unsigned gcn_wave_fault(const struct gcn_wave *w, uint64_t address)
{
	const struct gcn_memory_access *a = &w->access;

	if (a->kind == GCN_NO_ACCESS || a->space == GCN_SPACE_SCALAR || a->space == GCN_SPACE_LDS)
		return GCN_LANES;
	uint64_t span =
		a->stride == 0 ? a->bytes : (uint64_t)a->stride * ((a->bytes + 3) / 4 - 1) + 4;
	for (uint64_t e = a->lanes; e != 0; e &= e - 1) {
		unsigned i = (unsigned)__builtin_ctzll(e);
		if (address - w->address[i] < span)
			return i;
	}
	return GCN_LANES;
}
