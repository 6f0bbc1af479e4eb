/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arithmetic on bf16, which HSAIL lacks; a bf16 is the high half of an f32. Results are computed in
 * f64 and rounded twice: to f32 by rounding to odd (toward zero, with the last bit set when
 * inexact), then to bf16 by rounding to nearest even. With 16 extra bits in between, this gives the
 * same as rounding once (Boldo, Melquiond 2008). */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_bf16.h"
#include "inst/tr_minmax.h"

static struct hir_op single(struct tr *t)
{
	return tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
}

static struct hir_op unary(struct tr *t, enum tr_seq seq, struct hir_op a, uint8_t kind)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, kind);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', a, PTX_B32);
	tr_seq(t, seq, &e);
	return d;
}

/* Returns a bf16, or a half of a bf16x2, as an f32 in an s register. */
static struct hir_op widen(struct tr *t, struct hir_op a, bool high)
{
	return unary(t, high ? SEQ_BF16_HIGH : SEQ_BF16_LOW, a, BRIG_REGISTER_KIND_SINGLE);
}

static struct hir_op narrow(struct tr *t, struct hir_op f32)
{
	return unary(t, SEQ_BF16_ROUND, f32, BRIG_REGISTER_KIND_SINGLE);
}

struct sources {
	struct hir_op ops[3];
	unsigned count;
};

/* computes an f32 from f32 values */
typedef struct hir_op compute(struct tr *t, const struct sources *in);

static struct hir_op fused(struct tr *t, struct hir_op a, struct hir_op b, struct hir_op c)
{
	struct tr_env e = {0};
	struct hir_op d = single(t);
	tr_env_bind(&e, 'D', d, PTX_F32);
	tr_env_bind(&e, 'A', a, PTX_F32);
	tr_env_bind(&e, 'B', b, PTX_F32);
	tr_env_bind(&e, 'C', c, PTX_F32);
	tr_seq(t, SEQ_BF16_FMA, &e);
	return d;
}

#define F32_ONE UINT32_C(0x3f800000)
#define F32_MINUS_ONE UINT32_C(0xbf800000)
#define F32_MINUS_ZERO UINT32_C(0x80000000)

static struct hir_op compute_add(struct tr *t, const struct sources *in)
{
	return fused(t, in->ops[0], hir_op_const(F32_ONE), in->ops[1]);
}

static struct hir_op compute_sub(struct tr *t, const struct sources *in)
{
	return fused(t, in->ops[1], hir_op_const(F32_MINUS_ONE), in->ops[0]);
}

static struct hir_op compute_mul(struct tr *t, const struct sources *in)
{
	return fused(t, in->ops[0], in->ops[1], hir_op_const(F32_MINUS_ZERO));
}

static struct hir_op compute_fma(struct tr *t, const struct sources *in)
{
	return fused(t, in->ops[0], in->ops[1], in->ops[2]);
}

static struct hir_op compute_minmax(struct tr *t, const struct sources *in)
{
	return tr_minmax(t, in->ops[0], in->ops[1], PTX_F32);
}

static struct hir_op half(struct tr *t, compute *f, bool high, const struct sources *halves)
{
	struct sources in = {.count = halves->count};
	for (unsigned i = 0; i < in.count; i++)
		in.ops[i] = widen(t, halves->ops[i], high);
	struct hir_op r = narrow(t, f(t, &in));
	return ptx_words_has(&t->at.words, PTX_MOD_RELU)
	               ? unary(t, SEQ_HALF_RELU, r, BRIG_REGISTER_KIND_SINGLE)
	               : r;
}

static struct hir_op pack(struct tr *t, struct hir_op low, struct hir_op high)
{
	struct tr_env e = {0};
	struct hir_op d = single(t);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', low, PTX_B16);
	tr_env_bind(&e, 'B', high, PTX_B16);
	tr_seq(t, SEQ_PACK_2X16, &e);
	return d;
}

static struct hir_op result(struct tr *t, compute *f, const struct sources *in, enum ptx_type type)
{
	struct hir_op low = half(t, f, false, in);
	return type == PTX_BF16X2 ? pack(t, low, half(t, f, true, in)) : low;
}

static void arithmetic(struct tr *t, compute *f, unsigned count)
{
	struct tr_env e = {.type = PTX_B32};
	struct sources in = {.count = count};
	for (unsigned i = 0; i < count; i++)
		in.ops[i] = t->at.env.bind["ABC"[i] - 'A'];
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_B32);
	tr_env_bind(&e, 'A', result(t, f, &in, t->at.words.types[0]), PTX_B32);
	tr_seq(t, SEQ_MOV, &e);
}

struct hir_op tr_bf16_sum(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type)
{
	struct sources in = {.ops = {a, b}, .count = 2};
	return result(t, compute_add, &in, type);
}

struct hir_op tr_bf16_pick(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type)
{
	struct sources in = {.ops = {a, b}, .count = 2};
	return result(t, compute_minmax, &in, type);
}

void tr_fn_bf16_add(struct tr *t)
{
	arithmetic(t, compute_add, 2);
}

void tr_fn_bf16_sub(struct tr *t)
{
	arithmetic(t, compute_sub, 2);
}

void tr_fn_bf16_mul(struct tr *t)
{
	arithmetic(t, compute_mul, 2);
}

void tr_fn_bf16_fma(struct tr *t)
{
	arithmetic(t, compute_fma, 3);
}

void tr_fn_bf16_minmax(struct tr *t)
{
	arithmetic(t, compute_minmax, 2);
}
