/* setp and set (PTX ISA 9.7.6). */
#include "translate_impl.h"

static struct hir_op predicate_temp(struct tr *t)
{
	return tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
}

static void invert(struct tr *t, struct hir_op d, struct hir_op a)
{
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, PTX_PRED);
	tr_seq(t, SEQ_SETP_NOT, &e);
}

static void combine(struct tr *t, struct hir_op d, struct hir_op a, struct hir_op b)
{
	struct tr_env e = {0};
	enum ptx_mod op = t->words.classes[PTX_CLASS_BOOL];
	tr_env_bind(&e, 'D', d, PTX_PRED);
	tr_env_bind(&e, 'A', a, PTX_PRED);
	tr_env_bind(&e, 'B', b, PTX_PRED);
	tr_seq(t,
		op == PTX_MOD_AND  ? SEQ_SETP_AND
		: op == PTX_MOD_OR ? SEQ_SETP_OR
				   : SEQ_SETP_XOR,
		&e);
}

static bool has_bool(const struct tr *t)
{
	return t->words.classes[PTX_CLASS_BOOL] != PTX_MOD_NONE;
}

/* p or p|q; *q stays NONE for p alone. */
static bool destinations(struct tr *t, struct hir_op *p, struct hir_op *q)
{
	const struct ptx_operand *o = t->inst->operands[0];
	*q = (struct hir_op){0};
	if (o->kind != PTX_OPND_DUAL)
		return tr_dest(t, o, PTX_PRED, p);
	return tr_dest(t, o->elems[0], PTX_PRED, p) && tr_dest(t, o->elems[1], PTX_PRED, q);
}

/* {ordered comparisons only} b types have no order, and only floats know unordered. */
static bool comparison_fits(struct tr *t, enum ptx_type type)
{
	enum ptx_mod c = t->words.classes[PTX_CLASS_CMP];
	enum ptx_kind kind = ptx_types[type].kind;
	bool equality = c == PTX_MOD_EQ || c == PTX_MOD_NE;
	bool unordered = c >= PTX_MOD_EQU && c <= PTX_MOD_ISNAN;
	bool is_float = kind == PTX_KIND_FLOAT || type == PTX_F16X2 || type == PTX_BF16;
	if ((kind == PTX_KIND_BITS && !is_float && !equality) || (unordered && !is_float)) {
		tr_no_translation(t);
		return false;
	}
	return true;
}

/* p = t op c, q = !t op c */
static void deliver(struct tr *t, struct hir_op p, struct hir_op q, struct hir_op result,
	struct hir_op c)
{
	struct hir_op inverse = q;
	if (q.kind != HIR_OP_NONE) {
		if (has_bool(t))
			inverse = predicate_temp(t);
		invert(t, inverse, result);
	}
	if (!has_bool(t))
		return;
	if (q.kind == HIR_OP_NONE) {
		combine(t, p, result, c);
		return;
	}
	struct hir_op first = predicate_temp(t); /* p may be c */
	combine(t, first, result, c);
	combine(t, q, inverse, c);
	struct tr_env e = {.type = PTX_PRED};
	tr_env_bind(&e, 'D', p, PTX_PRED);
	tr_env_bind(&e, 'A', first, PTX_PRED);
	tr_seq(t, SEQ_MOV, &e);
}

static bool third_predicate(struct tr *t, struct hir_op *c)
{
	*c = (struct hir_op){0};
	uint32_t want = has_bool(t) ? 4 : 3;
	return tr_operand_count(t, want, want) &&
	       (!has_bool(t) || tr_source(t, t->inst->operands[3], PTX_PRED, c));
}

/* bf16 compares as the f32 whose high half it is. */
static void widen_bf16(struct tr *t, struct hir_op *a)
{
	struct tr_env e = {0};
	struct hir_op wide = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', wide, PTX_F32);
	tr_env_bind(&e, 'A', *a, PTX_BF16);
	tr_seq(t, SEQ_BF16_LOW, &e);
	*a = wide;
}

void tr_fn_setp(struct tr *t)
{
	struct hir_op p, q, a, b, c;
	enum ptx_type type = t->words.types[0];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) || !destinations(t, &p, &q) ||
		!tr_source(t, t->inst->operands[1], type, &a) ||
		!tr_source(t, t->inst->operands[2], type, &b))
		return;
	if (type == PTX_BF16) {
		widen_bf16(t, &a);
		widen_bf16(t, &b);
		t->env.type = type = PTX_F32;
	}
	struct hir_op result = has_bool(t) ? predicate_temp(t) : p;
	tr_env_bind(&t->env, 'D', result, PTX_PRED);
	tr_env_bind(&t->env, 'A', a, type);
	tr_env_bind(&t->env, 'B', b, type);
	tr_seq(t, SEQ_SETP, &t->env);
	deliver(t, p, q, result, c);
}

/* Two comparisons of halves: p from the low ones, q from the high ones. */
void tr_fn_setp_f16x2(struct tr *t)
{
	struct hir_op p, q, a, b, c;
	if (!third_predicate(t, &c) || !destinations(t, &p, &q) ||
		!tr_source(t, t->inst->operands[1], PTX_F16X2, &a) ||
		!tr_source(t, t->inst->operands[2], PTX_F16X2, &b))
		return;
	if (q.kind == HIR_OP_NONE) {
		tr_error(t, t->inst->operands[0]->span, "expected two predicates p|q");
		return;
	}
	struct hir_op results[2] = {predicate_temp(t), predicate_temp(t)};
	struct hir_op high_a = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct hir_op high_b = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	t->env.type = PTX_F16;
	tr_env_bind(&t->env, 'A', a, PTX_F16X2);
	tr_env_bind(&t->env, 'B', b, PTX_F16X2);
	tr_env_bind(&t->env, 'D', high_a, PTX_B32);
	tr_env_bind(&t->env, 'Q', high_b, PTX_B32);
	tr_seq(t, SEQ_SETP_HI_HALVES, &t->env);
	tr_env_bind(&t->env, 'D', results[0], PTX_PRED);
	tr_seq(t, SEQ_SETP, &t->env);
	tr_env_bind(&t->env, 'A', high_a, PTX_F16X2);
	tr_env_bind(&t->env, 'B', high_b, PTX_F16X2);
	tr_env_bind(&t->env, 'D', results[1], PTX_PRED);
	tr_seq(t, SEQ_SETP, &t->env);
	for (int i = 0; i < 2; i++) {
		struct tr_env e = {.type = PTX_PRED};
		struct hir_op out = i == 0 ? p : q;
		if (has_bool(t)) {
			struct hir_op combined = predicate_temp(t);
			combine(t, combined, results[i], c);
			results[i] = combined;
		}
		tr_env_bind(&e, 'D', out, PTX_PRED);
		tr_env_bind(&e, 'A', results[i], PTX_PRED);
		if (i == 1)
			tr_seq(t, SEQ_MOV, &e);
	}
	struct tr_env e = {.type = PTX_PRED};
	tr_env_bind(&e, 'D', p, PTX_PRED);
	tr_env_bind(&e, 'A', results[0], PTX_PRED);
	tr_seq(t, SEQ_MOV, &e);
}

void tr_fn_set(struct tr *t)
{
	struct hir_op d, a, b, c;
	enum ptx_type type = t->words.types[1], to = t->words.types[0];
	if (!third_predicate(t, &c) || !comparison_fits(t, type) ||
		!tr_dest(t, t->inst->operands[0], to, &d) ||
		!tr_source(t, t->inst->operands[1], type, &a) ||
		!tr_source(t, t->inst->operands[2], type, &b))
		return;
	tr_env_bind(&t->env, 'D', d, to);
	tr_env_bind(&t->env, 'A', a, type);
	tr_env_bind(&t->env, 'B', b, type);
	if (!has_bool(t)) {
		tr_seq(t, SEQ_SET, &t->env);
		return;
	}
	struct hir_op result = predicate_temp(t);
	t->env.type = type;
	tr_env_bind(&t->env, 'D', result, PTX_PRED);
	tr_seq(t, SEQ_SETP, &t->env);
	combine(t, result, result, c);
	tr_env_bind(&t->env, 'D', d, to);
	tr_env_bind(&t->env, 'A', result, PTX_PRED);
	tr_seq(t,
		to == PTX_F32   ? SEQ_SET_FLAG_F32
		: to == PTX_F16 ? SEQ_SET_FLAG_F16
				: SEQ_SET_FLAG_INT,
		&t->env);
}
