/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Video instructions operate on parts of registers. This file selects and extends the parts,
 * saturates results and puts them back. */
#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/tr_video_values.h"
#include "operand/sources.h"

struct str tr_video_split_selector(struct ptx_operand *o)
{
	struct str name = o->name;
	size_t n = name.n;
	if (o->kind != PTX_OPND_NAME)
		return (struct str){0};
	while (n > 0 && name.p[n - 1] >= '0' && name.p[n - 1] <= '9')
		n--;
	if (n == name.n || n < 2 || (name.p[n - 1] != 'b' && name.p[n - 1] != 'h') ||
		name.p[n - 2] != '.')
		return (struct str){0};
	o->name.n = n - 2;
	return str_skip(name, n - 1);
}

static void bad_selector(struct tr *t, const struct ptx_operand *o, struct str selector)
{
	tr_error(t, o->span, "selector '." STR_FMT "' does not fit '" STR_FMT "'",
		STR_ARG(selector), STR_ARG(t->at.inst->root));
}

bool tr_video_scalar_part(struct tr *t, struct ptx_operand *o, struct video_part *p)
{
	struct str s = tr_video_split_selector(o);
	*p = (struct video_part){0, VIDEO_WORD_BITS};
	if (s.n == 0)
		return true;
	p->bits = s.p[0] == 'b' ? 8 : 16;
	p->at = (unsigned)(s.p[1] - '0') * p->bits;
	if (s.n == 2 && p->at < VIDEO_WORD_BITS)
		return true;
	bad_selector(t, o, s);
	return false;
}

bool tr_video_lane_digits(struct tr *t, struct ptx_operand *o, unsigned lanes, bool is_mask,
	unsigned digits[VIDEO_LANES], unsigned *count)
{
	struct str s = tr_video_split_selector(o);
	*count = 0;
	if (s.n == 0)
		return true;
	bool ok = s.p[0] == (lanes == 2 ? 'h' : 'b') && s.n - 1 <= lanes &&
	          (is_mask || s.n - 1 == lanes);
	for (size_t i = s.n - 1; ok && i >= 1; i--) {
		unsigned digit = (unsigned)(s.p[i] - '0');
		ok = digit < (is_mask ? lanes : 2 * lanes) &&
		     (!is_mask || *count == 0 || digit > digits[*count - 1]);
		digits[(*count)++] = digit;
	}
	if (!ok)
		bad_selector(t, o, s);
	return ok;
}

struct hir_op tr_video_compute(struct tr *t, enum tr_seq seq, enum ptx_type type,
	struct video_value a, struct video_value b)
{
	enum ptx_mod cmp = t->at.words.classes[PTX_CLASS_VCMP];
	struct tr_env e = {.type = type};
	struct hir_op d = tr_temp_op(t, tr_kind_of(type));
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a.op, a.type);
	tr_env_bind(&e, 'B', b.op, b.type);
	tr_env_text(&e, "cmp", ptx_class_text(PTX_CLASS_VCMP, cmp));
	tr_seq(t, seq, &e);
	return d;
}

struct video_value tr_video_select_part(struct tr *t, struct hir_op from, enum ptx_type type,
	struct video_part p)
{
	struct video_value v = {from, type};
	struct tr_env e = {.type = type};
	if (p.bits == VIDEO_WORD_BITS)
		return v;
	v.op = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', v.op, type);
	tr_env_bind(&e, 'A', from, type);
	tr_env_bind(&e, 'B', hir_op_const(p.at), PTX_U32);
	tr_env_bind(&e, 'C', hir_op_const(p.bits), PTX_U32);
	tr_seq(t, SEQ_VIDEO_PART, &e);
	return v;
}

struct video_value tr_video_widen(struct tr *t, struct video_value v)
{
	v.op = tr_video_compute(t, SEQ_VIDEO_WIDE, PTX_S64, v, v);
	v.type = PTX_S64;
	return v;
}

bool tr_video_scalar_source(struct tr *t, unsigned k, enum ptx_type type, struct video_value *v)
{
	struct ptx_operand o = *t->at.inst->operands[k];
	struct video_part p;
	struct hir_op whole;
	if (!tr_video_scalar_part(t, &o, &p) || !tr_source(t, &o, type, &whole))
		return false;
	*v = tr_video_widen(t, tr_video_select_part(t, whole, type, p));
	return true;
}

struct hir_op tr_video_saturate(struct tr *t, struct hir_op a, enum ptx_type computed,
	enum ptx_type to, unsigned bits)
{
	bool is_signed = ptx_types[to].kind == PTX_KIND_SIGNED;
	uint64_t high = (UINT64_C(1) << (bits - (is_signed ? 1 : 0))) - 1;
	struct tr_env e = {.type = computed};
	struct hir_op d = tr_temp_op(t, tr_kind_of(computed));
	tr_env_bind(&e, 'D', d, computed);
	tr_env_bind(&e, 'A', a, computed);
	tr_env_bind(&e, 'B', hir_op_const(is_signed ? ~high : 0), computed);
	tr_env_bind(&e, 'C', hir_op_const(high), computed);
	tr_env_text(&e, "to", ptx_types[computed].hsail);
	tr_seq(t, SEQ_CVT_CLAMP, &e);
	return d;
}

struct hir_op tr_video_insert(struct tr *t, struct hir_op into, struct hir_op value,
	struct video_part p)
{
	struct tr_env e = {0};
	struct hir_op d = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', into, PTX_B32);
	tr_env_bind(&e, 'B', value, PTX_B32);
	tr_env_bind(&e, 'C', hir_op_const(p.at), PTX_U32);
	tr_env_bind(&e, 'E', hir_op_const(p.bits), PTX_U32);
	tr_seq(t, SEQ_VIDEO_INSERT, &e);
	return d;
}

void tr_video_deliver(struct tr *t, struct hir_op d, struct hir_op value)
{
	struct tr_env e = {.type = PTX_B32};
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', value, PTX_B32);
	tr_seq(t, SEQ_MOV, &e);
}

bool tr_video_is_saturated(const struct tr *t)
{
	return ptx_words_has(&t->at.words, PTX_MOD_SAT);
}

void tr_video_operand_types(const struct tr *t, enum ptx_type *d, enum ptx_type *a,
	enum ptx_type *b)
{
	const enum ptx_type *types = t->at.words.types;
	bool has_result = t->at.words.type_count == 3;
	*d = has_result ? types[0] : PTX_U32;
	*a = types[has_result ? 1 : 0];
	*b = types[has_result ? 2 : 1];
}
