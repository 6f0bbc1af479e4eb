/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Definitions of vector instructions from the result of one lane: the sources are a, b and c,
 * the old contents of the result's register d. The loops are over all lanes, and the compiler
 * makes vectors of them. */
#ifndef HSAEMU_GCN_VECTOR_OP_IMPL_H
#define HSAEMU_GCN_VECTOR_OP_IMPL_H

#include "exec_impl.h"

#define ROW(id, ...) [GCN_OP_##id] = {exec_##id, 0},
#define SINGLE(id) [GCN_OP_##id] = {exec_##id, 0},
#define ROW_CONTROL(id, control, ...) [GCN_OP_##id] = {exec_##id, GCN_CONTROL_##control},

enum {
	MODE_DENORMALS_F32 = 4, /* shifts of fields of MODE */
	MODE_DENORMALS_F64 = 6,
	MODE_DX10_CLAMP = 8,
	MODE_IEEE = 9,
	KEEP_SOURCES = 1, /* of fields of denormals */
	KEEP_RESULTS = 2,
};

static inline bool clamp_kills_nan(const struct gcn_wave *w)
{
	return (w->mode >> MODE_DX10_CLAMP & 1) != 0;
}
/* Whether the hardware multiplies results: not in IEEE mode, and not where denormals are kept. */
static inline bool has_omod(const struct gcn_wave *w, unsigned denormals)
{
	return (w->mode >> MODE_IEEE & 1) == 0 && (w->mode >> denormals & 3) == 0;
}

/* ---- integers -------------------------------------------------------------------------------- */

#define SOURCE_32(n, name) \
	struct gcn_lanes name##_t; \
	const uint32_t *name##_p = gcn_lanes_of(w, &in->src[n], 0, &name##_t)
#define INTEGER(n) uint32_t

#define DEFINE_1(id, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i]; \
			r.v[i] = (expr); \
		} \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}
#define DEFINE_2(id, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i]; \
			r.v[i] = (expr); \
		} \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}
#define DEFINE_3(id, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		SOURCE_32(2, c); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i], c = c_p[i]; \
			r.v[i] = (expr); \
		} \
		gcn_put(w, in->dst, &r); \
		return gcn_next(in); \
	}

/* ---- f32 results ----------------------------------------------------------------------------- */

/* Brings a result into the bounds 0 and 1; by its bits, as it may be a denormal number where the
 * host takes those for 0. */
static inline uint32_t clamped32(uint32_t u, bool kills_nan)
{
	const uint32_t one = 0x3f800000, infinity = 0x7f800000;

	if ((u & INT32_MAX) > infinity)
		return kills_nan ? 0 : u;
	return u >> 31 != 0 ? 0 : u > one ? one : u;
}
static inline uint64_t clamped64(uint64_t u, bool kills_nan)
{
	const uint64_t one = UINT64_C(0x3ff) << 52, infinity = UINT64_C(0x7ff) << 52;

	if ((u & INT64_MAX) > infinity)
		return kills_nan ? 0 : u;
	return u >> 63 != 0 ? 0 : u > one ? one : u;
}
static inline double omod_factor(unsigned omod)
{
	static const double factors[] = {1, 2, 4, 0.5};
	return factors[omod];
}

/* Applies the modifiers of a result that has any: first the factor, then the bounds. */
static void modify_result32(
	const struct gcn_wave *w, const struct gcn_code *in, struct gcn_lanes *r)
{
	float factor = (float)omod_factor(in->omod);
	bool kills_nan = clamp_kills_nan(w);

	if (in->omod != 0 && has_omod(w, MODE_DENORMALS_F32)) {
		FOR_LANES r->v[i] = bits_f32(as_f32(r->v[i]) * factor);
	}
	if (in->clamp) {
		FOR_LANES r->v[i] = clamped32(r->v[i], kills_nan);
	}
}
static void modify_result64(
	const struct gcn_wave *w, const struct gcn_code *in, struct gcn_wide *r)
{
	double factor = omod_factor(in->omod);
	bool kills_nan = clamp_kills_nan(w);

	if (in->omod != 0 && has_omod(w, MODE_DENORMALS_F64)) {
		FOR_LANES r->v[i] = bits_f64(as_f64(r->v[i]) * factor);
	}
	if (in->clamp) {
		FOR_LANES r->v[i] = clamped64(r->v[i], kills_nan);
	}
}
static inline void put_f32(struct gcn_wave *w, const struct gcn_code *in, struct gcn_lanes *r)
{
	if (in->omod != 0 || in->clamp)
		modify_result32(w, in, r);
	gcn_put(w, in->dst, r);
}
static inline void put_f64(struct gcn_wave *w, const struct gcn_code *in, struct gcn_wide *r)
{
	if (in->omod != 0 || in->clamp)
		modify_result64(w, in, r);
	gcn_put_wide(w, in->dst, r);
}

#define DEFINE_F1(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]); \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
#define DEFINE_F2(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]), b = as_f32(b_p[i]); \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
/* with the register of the result as a source */
#define DEFINE_F2D(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		const uint32_t *d_p = w->v[in->dst]; \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]), b = as_f32(b_p[i]), d = as_f32(d_p[i]); \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
#define DEFINE_F3(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		SOURCE_32(2, c); \
		FOR_LANES \
		{ \
			float a = as_f32(a_p[i]), b = as_f32(b_p[i]), c = as_f32(c_p[i]); \
			r.v[i] = bits_f32(expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
/* f32 results whose expression is bits, of sources that are bits */
#define DEFINE_B1(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i]; \
			r.v[i] = (expr); \
		} \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
#define DEFINE_B2(id, control, expr) \
	FUNCTION(id) \
	{ \
		const uint32_t ieee = w->mode >> MODE_IEEE & 1; \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i]; \
			r.v[i] = (expr); \
		} \
		(void)ieee; \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}
#define DEFINE_B3(id, control, expr) \
	FUNCTION(id) \
	{ \
		const uint32_t ieee = w->mode >> MODE_IEEE & 1; \
		struct gcn_lanes r; \
		SOURCE_32(0, a); \
		SOURCE_32(1, b); \
		SOURCE_32(2, c); \
		FOR_LANES \
		{ \
			uint32_t a = a_p[i], b = b_p[i], c = c_p[i]; \
			r.v[i] = (expr); \
		} \
		(void)ieee; \
		put_f32(w, in, &r); \
		return gcn_next(in); \
	}

/* ---- f64 results ----------------------------------------------------------------------------- */

#define SOURCE_64(n, name) \
	struct gcn_wide name##_w; \
	gcn_wide_of(w, &in->src[n], &name##_w)

#define DEFINE_D1(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_wide r; \
		SOURCE_64(0, a); \
		FOR_LANES \
		{ \
			double a = as_f64(a_w.v[i]); \
			r.v[i] = bits_f64(expr); \
		} \
		put_f64(w, in, &r); \
		return gcn_next(in); \
	}
#define DEFINE_D2(id, control, expr) \
	FUNCTION(id) \
	{ \
		struct gcn_wide r; \
		SOURCE_64(0, a); \
		SOURCE_64(1, b); \
		FOR_LANES \
		{ \
			double a = as_f64(a_w.v[i]), b = as_f64(b_w.v[i]); \
			r.v[i] = bits_f64(expr); \
		} \
		put_f64(w, in, &r); \
		return gcn_next(in); \
	}

/* ---- fused products and sums ----------------------------------------------------------------- */

/* Where the rounding is not known the compiler makes no vectors of these, so it is given them. */
static inline void fused32(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t *r)
{
#ifdef __FMA__
	for (unsigned i = 0; i < GCN_LANES; i += 8) {
		float __attribute__((vector_size(32))) x, y, z;
		memcpy(&x, &a[i], sizeof(x));
		memcpy(&y, &b[i], sizeof(y));
		memcpy(&z, &c[i], sizeof(z));
		x = __builtin_ia32_vfmaddps256(x, y, z);
		memcpy(&r[i], &x, sizeof(x));
	}
#else
	FOR_LANES r[i] = bits_f32(__builtin_fmaf(as_f32(a[i]), as_f32(b[i]), as_f32(c[i])));
#endif
}
static inline void fused64(const uint64_t *a, const uint64_t *b, const uint64_t *c, uint64_t *r)
{
#ifdef __FMA__
	for (unsigned i = 0; i < GCN_LANES; i += 4) {
		double __attribute__((vector_size(32))) x, y, z;
		memcpy(&x, &a[i], sizeof(x));
		memcpy(&y, &b[i], sizeof(y));
		memcpy(&z, &c[i], sizeof(z));
		x = __builtin_ia32_vfmaddpd256(x, y, z);
		memcpy(&r[i], &x, sizeof(x));
	}
#else
	FOR_LANES r[i] = bits_f64(__builtin_fma(as_f64(a[i]), as_f64(b[i]), as_f64(c[i])));
#endif
}

#endif
