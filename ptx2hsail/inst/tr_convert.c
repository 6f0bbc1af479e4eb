/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates cvt (PTX ISA 9.7.9.21). Registers may be wider than the types: the low bits
 * of a source are used, and a result is extended as the destination type says. Float to integer
 * always saturates. */
#include "base/message.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/registers.h"
#include "operand/sources.h"

static bool is_float(enum ptx_type t)
{
	return ptx_types[t].kind == PTX_KIND_FLOAT;
}

static bool is_signed(enum ptx_type t)
{
	return ptx_types[t].kind == PTX_KIND_SIGNED;
}

static unsigned bits_of(enum ptx_type t)
{
	return ptx_types[t].bits;
}

/* Returns the HSAIL type to convert; b types convert as unsigned ones. */
static const char *type_text(enum ptx_type type)
{
	static const char *const texts[] = {"u8", "u16", "u32", "u64"};
	unsigned bits = bits_of(type);
	if (ptx_types[type].kind != PTX_KIND_BITS)
		return ptx_types[type].hsail;
	return texts[bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
}

static void convert(struct tr *t, enum tr_seq seq, struct hir_op d, struct hir_op a, const char *to,
	const char *from)
{
	tr_env_bind(&t->at.env, 'D', d, t->at.words.types[0]);
	tr_env_bind(&t->at.env, 'A', a, t->at.words.types[1]);
	tr_env_text(&t->at.env, "to", to);
	tr_env_text(&t->at.env, "from", from);
	tr_seq(t, seq, &t->at.env);
}

/* ---- integers ---------------------------------------------------------------------------- */

static uint64_t lowest(enum ptx_type t)
{
	return is_signed(t) ? ~UINT64_C(0) << (bits_of(t) - 1) : 0;
}

static uint64_t highest(enum ptx_type t)
{
	unsigned bits = bits_of(t) - (is_signed(t) ? 1 : 0);
	return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* For cvt.sat between integers: clamps `a`, in its own type widened to 32 bits, to the range of
 * `to`. */
static struct hir_op clamp(struct tr *t, struct hir_op a, enum ptx_type to, enum ptx_type from)
{
	bool wide = bits_of(from) == 64;
	const char *type = is_signed(from) ? (wide ? "s64" : "s32") : wide ? "u64" : "u32";
	bool low = is_signed(from) && (!is_signed(to) || bits_of(to) < bits_of(from));
	bool high = highest(from) > highest(to);
	struct tr_env e = {.type = from};
	struct hir_op d = tr_temp_op(t, tr_kind_of(from));
	if (!low && !high) {
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "' has '.sat' where no value is out of range",
			STR_ARG(t->at.inst->text));
		return a;
	}
	tr_env_bind(&e, 'D', d, from);
	tr_env_bind(&e, 'A', a, from);
	tr_env_bind(&e, 'B', hir_op_const(lowest(to)), from);
	tr_env_bind(&e, 'C', hir_op_const(high ? highest(to) : highest(from)), from);
	tr_env_text(&e, "to", type);
	tr_seq(t, low ? SEQ_CVT_CLAMP : SEQ_CVT_CLAMP_HIGH, &e);
	return d;
}

/* Converts the integer in the low bits of `a` (as many as `from` has) to `to`, in the register
 * class of `to`. */
static void int_to_int(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type to,
	enum ptx_type from)
{
	static const char *const wide_s[] = {"s32", "s64"}, *const wide_u[] = {"u32", "u64"};
	if (ptx_words_has(&t->at.words, PTX_MOD_SAT)) {
		struct hir_op full = a;
		if (bits_of(from) < 32) {
			full = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
			convert(t, SEQ_CVT_INT, full, a, is_signed(from) ? "s32" : "u32",
				type_text(from));
		}
		a = clamp(t, full, to, from);
	}
	unsigned least = bits_of(to) < bits_of(from) ? bits_of(to) : bits_of(from);
	bool to_wide = bits_of(to) == 64, from_wide = bits_of(from) == 64;
	/* the result is the `least` low bits, extended as the narrower type says */
	enum ptx_type narrow = bits_of(to) <= bits_of(from) ? to : from;
	if (least >= 32 && to_wide == from_wide) {
		tr_move(t, d, a, to_wide ? PTX_B64 : PTX_B32);
		return;
	}
	if (least >= 32) {
		convert(t, SEQ_CVT_INT, d, a, to_wide ? (is_signed(from) ? "s64" : "u64") : "u32",
			from_wide         ? "u64"
			: is_signed(from) ? "s32"
					  : "u32");
		return;
	}
	if (from_wide)
		a = tr_resize(t, a, BRIG_REGISTER_KIND_DOUBLE, BRIG_REGISTER_KIND_SINGLE, false);
	if (to == PTX_U16 && from == PTX_S8) { /* extended by s8 first, then by u16 */
		struct hir_op half = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		convert(t, SEQ_CVT_INT, half, a, "s32", "s8");
		a = half;
		narrow = to;
	}
	convert(t, SEQ_CVT_INT, d, a, (is_signed(narrow) ? wide_s : wide_u)[to_wide ? 1 : 0],
		type_text(narrow));
}

/* ---- floats ------------------------------------------------------------------------------ */

/* Converts a float to an integer. If the result has 64 bits or the source is f64, NaN gives the
 * lowest number of signed types and 2^(n-1) for unsigned ones; else it gives 0. */
static void float_to_int(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type to,
	enum ptx_type from)
{
	bool nan_high = bits_of(to) == 64 || from == PTX_F64;
	uint64_t nan = is_signed(to) ? lowest(to) : UINT64_C(1) << (bits_of(to) - 1);
	tr_env_text(&t->at.env, "bits", bits_of(to) == 64 ? "b64" : "b32");
	tr_env_bind(&t->at.env, 'B', hir_op_const(bits_of(to) == 64 ? nan : nan & UINT32_MAX), to);
	convert(t, nan_high ? SEQ_CVT_TO_INT_NAN_MIN : SEQ_CVT_TO_INT, d, a, type_text(to),
		type_text(from));
}

static void round_to_integral(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type)
{
	enum ptx_mod r = t->at.words.classes[PTX_CLASS_IRND];
	enum tr_seq seq = r == PTX_MOD_RNI   ? SEQ_CVT_RNI
	                  : r == PTX_MOD_RZI ? SEQ_CVT_RZI
	                  : r == PTX_MOD_RMI ? SEQ_CVT_RMI
	                                     : SEQ_CVT_RPI;
	convert(t, seq, d, a, type_text(type), type_text(type));
}

static struct hir_op flushed(struct tr *t, struct hir_op a)
{
	struct tr_env e = {.type = PTX_F32};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_F32);
	tr_env_bind(&e, 'A', a, PTX_F32);
	tr_env_text(&e, "to", "f32");
	tr_seq(t, SEQ_CVT_FLUSH, &e);
	return d;
}

static void float_to_float(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type to,
	enum ptx_type from)
{
	bool ftz = ptx_words_has(&t->at.words, PTX_MOD_FTZ), flush = ftz && to == PTX_F32;
	if (ftz && (to == PTX_F16 || from == PTX_F16)) { /* .ftz applies to f32 only */
		a = from == PTX_F32 ? flushed(t, a) : a;
		tr_env_text(&t->at.env, "ftz", "");
	}
	if (to == from && t->at.words.classes[PTX_CLASS_IRND] != PTX_MOD_NONE)
		round_to_integral(t, d, a, to);
	else if (to == from && flush)
		convert(t, SEQ_CVT_FLUSH, d, a, type_text(to), type_text(from));
	else if (to == from)
		tr_move(t, d, a, to);
	else if (bits_of(to) > bits_of(from))
		convert(t, SEQ_CVT_FLOAT_WIDER, d, a, type_text(to), type_text(from));
	else
		convert(t, SEQ_CVT_FLOAT_NARROWER, d, a, type_text(to), type_text(from));
}

/* Clamps to [0, 1], as .sat does; NaN becomes 0. */
static void saturate(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type)
{
	tr_env_text(&t->at.env, "bits", bits_of(type) == 64 ? "b64" : "b32");
	tr_env_text(&t->at.env, "one",
		type == PTX_F16   ? "0x3c00"
		: type == PTX_F32 ? "0x3f800000"
				  : "0x3ff0000000000000");
	convert(t, SEQ_CVT_SAT, d, a, type_text(type), type_text(type));
}

/* ---- cvt --------------------------------------------------------------------------------- */

static bool rounding_fits(struct tr *t, enum ptx_type to, enum ptx_type from)
{
	bool rnd = t->at.words.classes[PTX_CLASS_RND] != PTX_MOD_NONE;
	bool irnd = t->at.words.classes[PTX_CLASS_IRND] != PTX_MOD_NONE;
	bool ok = !(rnd && irnd);
	if (is_float(from) && !is_float(to))
		ok = ok && irnd;
	else if (!is_float(from) && is_float(to))
		ok = ok && rnd;
	else if (!is_float(from))
		ok = ok && !rnd && !irnd;
	else
		ok = ok && (irnd ? to == from : rnd == (bits_of(to) < bits_of(from)));
	if (!ok)
		tr_error(t, t->at.stmt->span, "'" STR_FMT "' has a wrong or no rounding",
			STR_ARG(t->at.inst->text));
	return ok;
}

void tr_fn_cvt(struct tr *t)
{
	enum ptx_type to = t->at.words.types[0], from = t->at.words.types[1];
	struct hir_op d, a;
	uint8_t have = 0, want = tr_kind_of(to);
	if (!tr_operand_count(t, 2, 2) || !rounding_fits(t, to, from) ||
		!tr_dest_wide(t, t->at.inst->operands[0], to, &d, &have) ||
		!tr_source_wide(t, t->at.inst->operands[1], from, &a))
		return;
	bool sat = is_float(to) && ptx_words_has(&t->at.words, PTX_MOD_SAT);
	struct hir_op result = have != want || sat ? tr_temp_op(t, want) : d;
	if (is_float(to) && is_float(from))
		float_to_float(t, result, a, to, from);
	else if (is_float(to))
		convert(t, SEQ_CVT_FROM_INT, result, a, type_text(to), type_text(from));
	else if (is_float(from))
		float_to_int(t, result, a, to, from);
	else
		int_to_int(t, result, a, to, from);
	if (sat) {
		struct hir_op whole = have != want ? tr_temp_op(t, want) : d;
		saturate(t, whole, result, to);
		result = whole;
	}
	if (have != want)
		tr_move(t, d, tr_resize(t, result, want, have, is_signed(to)), PTX_B64);
}

/* Converts from bf16, which is the high half of an f32. A bf16 rounded to an integral value is a
 * bf16 again. */
void tr_fn_cvt_from_bf16(struct tr *t)
{
	enum ptx_type to = t->at.words.types[0];
	bool irnd = t->at.words.classes[PTX_CLASS_IRND] != PTX_MOD_NONE;
	struct hir_op d, a, wide = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	bool rnd = t->at.words.classes[PTX_CLASS_RND] != PTX_MOD_NONE;
	if ((rnd && (irnd || to == PTX_BF16)) || (irnd != !is_float(to) && to != PTX_BF16)) {
		tr_error(t, t->at.stmt->span, "'" STR_FMT "' has a wrong or no rounding",
			STR_ARG(t->at.inst->text));
		return;
	}
	if (!tr_operand_count(t, 2, 2) || !tr_source(t, t->at.inst->operands[1], PTX_BF16, &a) ||
		!tr_dest(t, t->at.inst->operands[0], to, &d))
		return;
	convert(t, SEQ_BF16_LOW, wide, a, "", "");
	if (to == PTX_BF16 && irnd) {
		struct hir_op whole = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		round_to_integral(t, whole, wide, PTX_F32);
		convert(t, SEQ_HIGH_HALF, d, whole, "", "");
	} else if (to == PTX_BF16) {
		tr_move(t, d, a, to);
	} else if (is_float(to)) {
		if (t->at.words.classes[PTX_CLASS_RND] == PTX_MOD_NONE)
			tr_env_text(&t->at.env, "rnd", ptx_class_text(PTX_CLASS_RND, PTX_MOD_RN));
		float_to_float(t, d, wide, to, PTX_F32);
	} else {
		float_to_int(t, d, wide, to, PTX_F32);
	}
}

/* cvt.pack: a and b, saturated, go side by side; bytes go below the two low bytes of c. */
void tr_fn_cvt_pack(struct tr *t)
{
	enum ptx_type to = t->at.words.types[0];
	bool bytes = bits_of(to) == 8;
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', t->at.env.bind['D' - 'A'], PTX_B32);
	tr_env_bind(&e, 'A', clamp(t, t->at.env.bind['A' - 'A'], to, PTX_S32), to);
	tr_env_bind(&e, 'B', clamp(t, t->at.env.bind['B' - 'A'], to, PTX_S32), to);
	tr_env_bind(&e, 'C', t->at.env.bind['C' - 'A'], PTX_B32);
	tr_seq(t, bytes ? SEQ_CVT_PACK_8 : SEQ_CVT_PACK_16, &e);
}

/* cvt.pack for parts of 4 and 2 bits. */
void tr_fn_cvt_pack_tiny(struct tr *t)
{
	static const struct {
		enum ptx_mod type;
		const char *low, *high, *bits, *pair;
	} tiny[] = {
		{PTX_MOD_U2, "0", "3", "2", "4"},
		{PTX_MOD_S2, "0xfffffffe", "1", "2", "4"},
		{PTX_MOD_U4, "0", "15", "4", "8"},
		{PTX_MOD_S4, "0xfffffff8", "7", "4", "8"},
	};
	for (size_t i = 0; i < ARRAY_LEN(tiny); i++)
		if (tiny[i].type == t->at.words.classes[PTX_CLASS_TINY]) {
			tr_env_text(&t->at.env, "low", tiny[i].low);
			tr_env_text(&t->at.env, "high", tiny[i].high);
			tr_env_text(&t->at.env, "bits", tiny[i].bits);
			tr_env_text(&t->at.env, "pair", tiny[i].pair);
		}
	tr_seq(t, SEQ_CVT_PACK_TINY, &t->at.env);
}
