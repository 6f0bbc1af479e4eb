/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates cvt to and from floats of 4, 6 and 8 bits, which come in pairs, and cvt to
 * tf32 (PTX ISA 5.2.3). HSAIL has none of these.
 *
 * Each format is a row of numbers that the sequences of ptx_ops.def take. A number below the
 * smallest normal one is rounded by adding a power of two whose last bit has the weight of the
 * format's last bit. A normal one is rounded by adding to its bit pattern. The patterns of a format
 * increase with the numbers, also from subnormal to normal ones, so a carry is right. */
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_half.h"

struct format {
	enum ptx_type type;
	unsigned width;     /* distance of the two numbers of a pair in bits */
	const char *max;    /* the largest number, as f32 */
	const char *normal; /* the smallest normal number, as f32 */
	const char *magic;  /* 2^23 times the smallest number, as f32 */
	const char *drop;   /* fraction bits that an f32 has in excess */
	const char *half;   /* half a unit of the format's last bit, less one */
	const char *rebias; /* what to subtract from the shifted f32 pattern */
	const char *sign;   /* position of the sign */
	const char *nan;
	/* for conversion from the format */
	/* mask of all bits but the sign; the largest pattern that is a number */
	const char *magnitude, *last;
	const char *shift;   /* shift from the fraction's place to that of f16 */
	const char *scale;   /* 2 to the difference of biases, as f16 */
	const char *to_sign; /* shift of the sign to that of f16 */
};

static const struct format formats[] = {
	{PTX_E4M3X2, 8, "0x43e00000", "0x3c800000", "0x46800000", "20", "0x7ffff", "0x3c0", "7",
		"0x7f", "0x7f", "0x7e", "7", "0x5c00", "8"},
	{PTX_E5M2X2, 8, "0x47600000", "0x38800000", "0x43000000", "21", "0xfffff", "0x1c0", "7",
		"0x7f", "0x7f", "0x7c", "8", "0x3c00", "8"},
	{PTX_E2M3X2, 8, "0x40f00000", "0x3f800000", "0x49800000", "20", "0x7ffff", "0x3f0", "5",
		"0x1f", "0x1f", "0x1f", "7", "0x7400", "10"},
	{PTX_E3M2X2, 8, "0x41e00000", "0x3e800000", "0x49000000", "21", "0xfffff", "0x1f0", "5",
		"0x1f", "0x1f", "0x1f", "8", "0x6c00", "10"},
	{PTX_E2M1X2, 4, "0x40c00000", "0x3f800000", "0x4a800000", "22", "0x1fffff", "0xfc", "3",
		"0x7", "0x7", "0x7", "9", "0x7400", "12"},
};

static const struct format *format_of(enum ptx_type type)
{
	size_t i = 0;
	while (formats[i].type != type)
		i++;
	return &formats[i];
}

static struct hir_op apply(struct tr *t, enum tr_seq seq, const struct tr_env *texts,
	struct hir_op a)
{
	struct tr_env e = *texts;
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', a, PTX_B32);
	tr_seq(t, seq, &e);
	return d;
}

static void join(struct tr *t, struct hir_op low, struct hir_op high, unsigned width)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_B32);
	tr_env_bind(&e, 'A', low, PTX_B32);
	tr_env_bind(&e, 'B', high, PTX_B32);
	tr_env_bind(&e, 'C', hir_op_const(width), PTX_U32);
	tr_seq(t, SEQ_MINI_JOIN, &e);
}

/* Returns part k of a register, whose parts are `width` bits wide. */
static struct hir_op part(struct tr *t, struct hir_op from, unsigned k, unsigned width)
{
	struct tr_env e = {.type = PTX_U32};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', from, PTX_B32);
	tr_env_bind(&e, 'B', hir_op_const(k * width), PTX_U32);
	tr_env_bind(&e, 'C', hir_op_const(width), PTX_U32);
	tr_seq(t, SEQ_VIDEO_PART, &e);
	return d;
}

/* Gets the operands as f32s, the one for the low part first: two f32, or the two halves of one
 * register. */
static void sources(struct tr *t, struct hir_op f32[2])
{
	enum ptx_type from = t->at.words.types[1];
	struct hir_op a = t->at.env.bind['A' - 'A'];
	if (from == PTX_F32) {
		f32[0] = t->at.env.bind['B' - 'A'];
		f32[1] = a;
		return;
	}
	for (int i = 0; i < 2; i++)
		f32[i] = tr_half_to_f32(t, a, from, i == 1);
}

void tr_fn_cvt_to_mini(struct tr *t)
{
	const struct format *f = format_of(t->at.words.types[0]);
	struct hir_op values[2];
	struct tr_env e = {0};
	tr_env_text(&e, "max", f->max);
	tr_env_text(&e, "normal", f->normal);
	tr_env_text(&e, "magic", f->magic);
	tr_env_text(&e, "drop", f->drop);
	tr_env_text(&e, "half", f->half);
	tr_env_text(&e, "rebias", f->rebias);
	tr_env_text(&e, "sign", f->sign);
	tr_env_text(&e, "nan", f->nan);
	sources(t, values);
	for (int i = 0; i < 2; i++) {
		if (ptx_words_has(&t->at.words, PTX_MOD_RELU))
			values[i] = apply(t, SEQ_F32_RELU, &e, values[i]);
		values[i] = apply(t, SEQ_MINI_ROUND, &e, values[i]);
	}
	join(t, values[0], values[1], f->width);
}

void tr_fn_cvt_from_mini(struct tr *t)
{
	const struct format *f = format_of(t->at.words.types[1]);
	struct hir_op values[2];
	struct tr_env e = {0};
	tr_env_text(&e, "magnitude", f->magnitude);
	tr_env_text(&e, "last", f->last);
	tr_env_text(&e, "shift", f->shift);
	tr_env_text(&e, "scale", f->scale);
	tr_env_text(&e, "to_sign", f->to_sign);
	for (unsigned i = 0; i < 2; i++) {
		values[i] = apply(t, SEQ_MINI_WIDEN, &e,
			part(t, t->at.env.bind['A' - 'A'], i, f->width));
		if (ptx_words_has(&t->at.words, PTX_MOD_RELU))
			values[i] = apply(t, SEQ_HALF_RELU, &e, values[i]);
	}
	join(t, values[0], values[1], 16);
}

/* ---- ue8m0: an exponent without sign and fraction; 0xff is NaN ----------------------------- */

void tr_fn_cvt_to_ue8m0(struct tr *t)
{
	struct hir_op f32[2], values[2];
	struct tr_env e = {0};
	bool up = ptx_words_has(&t->at.words, PTX_MOD_RP);
	sources(t, f32);
	for (int i = 0; i < 2; i++) {
		values[i] = apply(t, up ? SEQ_UE8M0_UP : SEQ_UE8M0_ZERO, &e, f32[i]);
		tr_env_bind(&e, 'B', f32[i], PTX_F32);
		if (ptx_words_has(&t->at.words, PTX_MOD_SATFINITE))
			values[i] = apply(t, SEQ_UE8M0_FINITE, &e, values[i]);
	}
	join(t, values[0], values[1], 8);
}

void tr_fn_cvt_from_ue8m0(struct tr *t)
{
	struct tr_env e = {0};
	struct hir_op values[2];
	for (unsigned i = 0; i < 2; i++)
		values[i] = apply(t, SEQ_UE8M0_WIDEN, &e, part(t, t->at.env.bind['A' - 'A'], i, 8));
	join(t, values[0], values[1], 16);
}

/* ---- tf32: an f32 with 10 bits of fraction ----------------------------------------------- */

void tr_fn_cvt_tf32(struct tr *t)
{
	static const struct tr_env none = {0};
	const struct ptx_words *w = &t->at.words;
	enum tr_seq seq = ptx_words_has(w, PTX_MOD_RNA)  ? SEQ_TF32_RNA
	                  : ptx_words_has(w, PTX_MOD_RZ) ? SEQ_TF32_RZ
	                                                 : SEQ_TF32_RN;
	struct hir_op value = t->at.env.bind['A' - 'A'];
	struct tr_env e = {.type = PTX_B32};
	if (ptx_words_has(w, PTX_MOD_RELU))
		value = apply(t, SEQ_F32_RELU, &none, value);
	value = apply(t, seq, &none, value);
	if (ptx_words_has(w, PTX_MOD_SATFINITE))
		value = apply(t, SEQ_TF32_FINITE, &none, value);
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_B32);
	tr_env_bind(&e, 'A', value, PTX_B32);
	tr_seq(t, SEQ_MOV, &e);
}
