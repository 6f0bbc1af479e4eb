/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What functions that execute instructions have in common: sources, results, lane masks. It is
 * compiled for several processors, so everything here is static.
 *
 * A lane that is off is computed like the others, and left out when the result is written. That
 * is harmless, as the host's exceptions are masked. */
#ifndef HSAEMU_GCN_EXEC_IMPL_H
#define HSAEMU_GCN_EXEC_IMPL_H

#include <string.h>
#include "hsaemu/gcn_emu.h"

/* Which function executes a row; NULL: none does. */
struct gcn_function {
	gcn_exec *exec;
	uint8_t control;
};
typedef struct gcn_function gcn_functions[GCN_OP_COUNT];

extern const gcn_functions gcn_scalar_functions, gcn_control_functions, gcn_lane_functions,
	gcn_memory_functions, gcn_atomic_functions, gcn_lds_functions, gcn_lds_atomic_functions,
	gcn_vector_base, gcn_vector_avx2;

struct gcn_lanes {
	_Alignas(64) uint32_t v[GCN_LANES];
};
struct gcn_wide {
	_Alignas(64) uint64_t v[GCN_LANES];
};

/* Heads the function that executes a row. */
#define FUNCTION(id) \
	static const struct gcn_code *exec_##id(struct gcn_wave *w, const struct gcn_code *in)
#define FOR_LANES for (unsigned i = 0; i < GCN_LANES; i++)
enum { ALL_LANES_BYTES = 4 * GCN_LANES };

static inline float as_f32(uint32_t u)
{
	float f;
	memcpy(&f, &u, sizeof(f));
	return f;
}
static inline uint32_t bits_f32(float f)
{
	uint32_t u;
	memcpy(&u, &f, sizeof(u));
	return u;
}
static inline double as_f64(uint64_t u)
{
	double f;
	memcpy(&f, &u, sizeof(f));
	return f;
}
static inline uint64_t bits_f64(double f)
{
	uint64_t u;
	memcpy(&u, &f, sizeof(u));
	return u;
}

static inline uint64_t gcn_exec_mask(const struct gcn_wave *w)
{
	return gcn_pair(w, GCN_CODE_EXEC);
}
static inline void gcn_set_pair(struct gcn_wave *w, unsigned code, uint64_t value)
{
	w->s[code] = (uint32_t)value;
	w->s[code + 1] = (uint32_t)(value >> 32);
}

/* Makes all ones of each bit that is set. */
static inline void gcn_expand(uint64_t bits, uint32_t *mask)
{
	uint32_t low = (uint32_t)bits, high = (uint32_t)(bits >> 32);

	for (unsigned i = 0; i < 32; i++)
		mask[i] = (low & 1U << i) != 0 ? UINT32_MAX : 0;
	for (unsigned i = 0; i < 32; i++)
		mask[32 + i] = (high & 1U << i) != 0 ? UINT32_MAX : 0;
}
/* Makes a bit of each lane's sign. */
static inline uint64_t gcn_signs(const struct gcn_lanes *r)
{
	uint64_t bits = 0;

#ifdef __AVX__
	for (unsigned i = 0; i < GCN_LANES; i += 8) {
		float __attribute__((vector_size(32))) x;
		memcpy(&x, &r->v[i], sizeof(x));
		bits |= (uint64_t)(uint32_t)__builtin_ia32_movmskps256(x) << i;
	}
#else
	for (unsigned i = 0; i < GCN_LANES; i += 4) {
		float __attribute__((vector_size(16))) x;
		memcpy(&x, &r->v[i], sizeof(x));
		bits |= (uint64_t)(uint32_t)__builtin_ia32_movmskps(x) << i;
	}
#endif
	return bits;
}

/* ---- sources --------------------------------------------------------------------------------- */

static inline uint32_t gcn_status(const struct gcn_wave *w, unsigned code)
{
	if (code == GCN_CODE_SCC)
		return w->scc;
	return gcn_pair(w, code == GCN_CODE_VCCZ ? GCN_CODE_VCC : GCN_CODE_EXEC) == 0;
}
static inline uint32_t gcn_scalar32(const struct gcn_wave *w, const struct gcn_source *s)
{
	if (s->from == GCN_FROM_SCALAR)
		return w->s[s->reg];
	return s->from == GCN_FROM_STATUS ? gcn_status(w, s->reg) : (uint32_t)s->value;
}
static inline uint64_t gcn_scalar64(const struct gcn_wave *w, const struct gcn_source *s)
{
	if (s->from == GCN_FROM_SCALAR)
		return gcn_pair(w, s->reg);
	return s->from == GCN_FROM_STATUS ? gcn_status(w, s->reg) : s->value;
}

static inline void gcn_modify(const struct gcn_source *s, const uint32_t *p, struct gcn_lanes *t)
{
	uint32_t keep = s->abs ? ~s->sign : UINT32_MAX, flip = s->neg ? s->sign : 0;

	FOR_LANES t->v[i] = (p[i] & keep) ^ flip;
}

/* A source that is no vector register as it is. */
static __attribute__((noinline, unused)) const uint32_t *gcn_other_lanes(const struct gcn_wave *w,
	const struct gcn_source *s, unsigned half, struct gcn_lanes *t)
{
	const uint32_t *p = t->v;

	if (s->from == GCN_FROM_VECTOR) {
		p = w->v[s->reg + half];
	} else {
		uint32_t value = s->from == GCN_FROM_SCALAR ? w->s[s->reg + half]
		                 : half == 0                ? gcn_status(w, s->reg)
		                                            : 0;
		FOR_LANES t->v[i] = value;
	}
	if ((s->neg || s->abs) && half + 1U == s->dwords) {
		gcn_modify(s, p, t);
		p = t->v;
	}
	return p;
}
/* Returns one dword of a source for all lanes, in a register or in *t. */
static inline const uint32_t *gcn_lanes_of(const struct gcn_wave *w, const struct gcn_source *s,
	unsigned half, struct gcn_lanes *t)
{
	if (s->from == GCN_FROM_VECTOR && !s->neg && !s->abs)
		return w->v[s->reg + half];
	return s->from == GCN_FROM_CONSTANT ? s->lanes[half] : gcn_other_lanes(w, s, half, t);
}

static inline void gcn_wide_of(const struct gcn_wave *w, const struct gcn_source *s,
	struct gcn_wide *out)
{
	struct gcn_lanes tl, th;
	const uint32_t *low = gcn_lanes_of(w, s, 0, &tl), *high = gcn_lanes_of(w, s, 1, &th);

	FOR_LANES out->v[i] = low[i] | (uint64_t)high[i] << 32;
}

/* ---- results --------------------------------------------------------------------------------- */

static inline const uint32_t *gcn_mask(struct gcn_wave *w, uint64_t exec)
{
	if (exec != w->mask_of) {
		gcn_expand(exec, w->mask);
		w->mask_of = exec;
	}
	return w->mask;
}
static __attribute__((noinline, unused)) void gcn_put_some(struct gcn_wave *w, uint64_t exec,
	uint32_t *d, const struct gcn_lanes *r)
{
	const uint32_t *m = gcn_mask(w, exec);

	FOR_LANES d[i] = (d[i] & ~m[i]) | (r->v[i] & m[i]);
}
static inline void gcn_put(struct gcn_wave *w, unsigned reg, const struct gcn_lanes *r)
{
	uint64_t exec = gcn_exec_mask(w);

	if (exec == UINT64_MAX)
		memcpy(w->v[reg], r->v, ALL_LANES_BYTES);
	else
		gcn_put_some(w, exec, w->v[reg], r);
}
static inline void gcn_put_wide(struct gcn_wave *w, unsigned reg, const struct gcn_wide *r)
{
	struct gcn_lanes low, high;

	FOR_LANES low.v[i] = (uint32_t)r->v[i];
	FOR_LANES high.v[i] = (uint32_t)(r->v[i] >> 32);
	gcn_put(w, reg, &low);
	gcn_put(w, reg + 1, &high);
}
/* Writes a lane mask, in which lanes that are off have no bit. */
static inline void gcn_put_bits(struct gcn_wave *w, unsigned code, const struct gcn_lanes *signs)
{
	gcn_set_pair(w, code, gcn_signs(signs) & gcn_exec_mask(w));
}

/* ---- ends ------------------------------------------------------------------------------------ */

static inline const struct gcn_code *gcn_next(const struct gcn_code *in)
{
	return in + in->dwords;
}
/* Stops at the instruction, which is at fault. */
static inline const struct gcn_code *gcn_fail(struct gcn_wave *w, enum gcn_outcome why)
{
	w->outcome = why;
	return NULL;
}
/* Stops behind the instruction. */
static inline const struct gcn_code *gcn_stop(struct gcn_wave *w, const struct gcn_code *in,
	enum gcn_outcome why)
{
	w->at = gcn_next(in);
	w->outcome = why;
	return NULL;
}

#endif
