/* atom and red (PTX ISA 9.7.13.5, 9.7.13.6). */
#include "translate_impl.h"

/* Value operands after the address: 2 for cas, else 1. */
static bool operands(struct tr *t, bool has_dest, enum ptx_type type, struct hir_op *dest,
	struct tr_address *a, struct hir_op values[2])
{
	bool cas = t->words.classes[PTX_CLASS_ATOM] == PTX_MOD_CAS ||
	           ptx_words_has(&t->words, PTX_MOD_CAS);
	uint32_t first = has_dest ? 1 : 0, count = first + (cas ? 3 : 2);
	enum ptx_space space = t->words.has_space ? t->words.space : PTX_SPACE_NONE;
	if (!tr_operand_count(t, count, count) ||
		!tr_address(t, t->inst->operands[first], space, ptx_types[type].bits / 8u, a))
		return false;
	if (a->segment != BRIG_SEGMENT_GLOBAL && a->segment != BRIG_SEGMENT_GROUP &&
		a->segment != BRIG_SEGMENT_FLAT) {
		tr_error(t, t->stmt->span, "atomics work on global and shared memory only");
		return false;
	}
	for (uint32_t i = first + 1; i < count; i++)
		if (!tr_source(t, t->inst->operands[i], type, &values[i - first - 1]))
			return false;
	return !has_dest || tr_dest(t, t->inst->operands[0], type, dest);
}

static void texts(struct tr *t, const struct tr_address *a, const char *type)
{
	enum ptx_mod sem = t->words.classes[PTX_CLASS_SEM];
	tr_env_text(&t->env, "type", type);
	tr_env_text(&t->env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->env, "scope", tr_scope_text(t, a->segment, "_agent"));
	tr_env_text(&t->env, "sem",
		sem == PTX_MOD_NONE ? "_rlx" : ptx_class_text(PTX_CLASS_SEM, sem));
	tr_env_bind(&t->env, 'M', a->op, PTX_NONE);
}

/* Exchanges and bit operations are of b types in HSAIL, arithmetic of s and u types. */
static const char *integer_type(const struct tr *t)
{
	const struct ptx_type_info *info = &ptx_types[t->words.types[0]];
	enum ptx_mod op = t->words.classes[PTX_CLASS_ATOM];
	bool wide = info->bits == 64;
	if (op == PTX_MOD_AND || op == PTX_MOD_OR || op == PTX_MOD_XOR || op == PTX_MOD_EXCH ||
		op == PTX_MOD_CAS)
		return wide ? "b64" : "b32";
	if (info->kind == PTX_KIND_SIGNED)
		return wide ? "s64" : "s32";
	return wide ? "u64" : "u32";
}

static void integer_atomic(struct tr *t, bool has_dest)
{
	struct hir_op dest, values[2];
	struct tr_address a;
	enum ptx_type type = t->words.types[0];
	enum ptx_mod op = t->words.classes[PTX_CLASS_ATOM];
	bool only_ret = op == PTX_MOD_CAS || op == PTX_MOD_EXCH;
	if (ptx_types[type].bits < 32 || (only_ret && !has_dest)) {
		tr_no_translation(t);
		return;
	}
	if (!operands(t, has_dest, type, &dest, &a, values))
		return;
	texts(t, &a, integer_type(t));
	tr_env_bind(&t->env, 'A', values[0], type);
	bool unused = has_dest && t->inst->operands[0]->kind == PTX_OPND_SINK && !only_ret;
	if (!has_dest || unused) {
		tr_seq(t, SEQ_RED, &t->env);
		return;
	}
	tr_env_bind(&t->env, 'D', dest, type);
	if (op == PTX_MOD_CAS)
		tr_env_bind(&t->env, 'B', values[1], type);
	tr_seq(t, op == PTX_MOD_CAS ? SEQ_ATOM_CAS : SEQ_ATOM, &t->env);
}

void tr_fn_atom(struct tr *t)
{
	integer_atomic(t, true);
}

void tr_fn_red(struct tr *t)
{
	integer_atomic(t, false);
}

/* ---- floats: compare-and-swap loops ------------------------------------------------------ */

/* The mnemonic that computes the new value; NULL when PTX has no such atomic. */
static const char *float_operation(struct tr *t, enum ptx_type type, bool is_group)
{
	static const struct {
		enum ptx_mod op;
		enum ptx_type type;
		enum tr_seq seq;
	} known[] = {
		{PTX_MOD_ADD, PTX_F32, SEQ_ADD_F32},
		{PTX_MOD_ADD, PTX_F64, SEQ_ADD_F64},
		{PTX_MOD_ADD, PTX_F16, SEQ_ADD_F16},
		{PTX_MOD_ADD, PTX_F16X2, SEQ_ADD_F16X2},
		{PTX_MOD_MIN, PTX_F32, SEQ_MIN_F32},
		{PTX_MOD_MAX, PTX_F32, SEQ_MAX_F32},
		{PTX_MOD_MIN, PTX_F64, SEQ_MIN_F64},
		{PTX_MOD_MAX, PTX_F64, SEQ_MAX_F64},
	};
	enum ptx_mod op = t->words.classes[PTX_CLASS_ATOM];
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (known[i].op == op &&
			known[i].type == type) /* global adds of f32 flush subnormals */
			return tr_seq_text(known[i].seq == SEQ_ADD_F32 && !is_group
						   ? SEQ_ADD_FTZ_F32
						   : known[i].seq);
	return NULL;
}

/* The word around a 16-bit item: its address goes to [M], the item's bit position to `shift`. */
static bool word_address(struct tr *t, struct tr_address *a, struct hir_op *shift)
{
	struct hir_op item, word;
	if (!tr_address_value(t, a, &item))
		return false;
	bool narrow = a->segment == BRIG_SEGMENT_GROUP;
	struct tr_env e = {0};
	word = tr_temp_op(t, narrow ? BRIG_REGISTER_KIND_SINGLE : BRIG_REGISTER_KIND_DOUBLE);
	*shift = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', word, PTX_NONE);
	tr_env_bind(&e, 'Q', *shift, PTX_NONE);
	tr_env_bind(&e, 'A', item, PTX_NONE);
	tr_seq(t, narrow ? SEQ_WORD_OF_32 : SEQ_WORD_OF_64, &e);
	a->op = (struct hir_op){.kind = HIR_OP_ADDRESS, .u.address.reg = word.u.reg};
	return true;
}

static void float_atomic(struct tr *t, bool has_dest)
{
	struct hir_op dest, values[2], shift;
	struct tr_address a;
	enum ptx_type type = t->words.types[0];
	if (!operands(t, has_dest, type, &dest, &a, values))
		return;
	if (!has_dest)
		dest = tr_temp_op(t, tr_kind_of(type));
	const char *op = float_operation(t, type, a.segment == BRIG_SEGMENT_GROUP);
	if (op == NULL) {
		tr_no_translation(t);
		return;
	}
	bool half = type == PTX_F16, wide = ptx_types[type].bits == 64;
	if (half && !word_address(t, &a, &shift))
		return;
	texts(t, &a, wide ? "b64" : "b32");
	tr_env_text(&t->env, "utype", wide ? "u64" : "u32");
	tr_env_text(&t->env, "op", op);
	tr_env_bind(&t->env, 'D', dest, type);
	tr_env_bind(&t->env, 'A', values[0], type);
	if (half)
		tr_env_bind(&t->env, 'B', shift, PTX_U32);
	tr_seq(t, half ? SEQ_ATOM_FLOAT16 : SEQ_ATOM_FLOAT, &t->env);
}

void tr_fn_atom_float(struct tr *t)
{
	float_atomic(t, true);
}

void tr_fn_red_float(struct tr *t)
{
	float_atomic(t, false);
}

void tr_fn_atom_cas16(struct tr *t)
{
	struct hir_op dest, values[2], shift;
	struct tr_address a;
	if (!operands(t, true, PTX_U16, &dest, &a, values) || !word_address(t, &a, &shift))
		return;
	texts(t, &a, "b32");
	tr_env_bind(&t->env, 'D', dest, PTX_U16);
	tr_env_bind(&t->env, 'A', values[0], PTX_U16);
	tr_env_bind(&t->env, 'B', values[1], PTX_U16);
	tr_env_bind(&t->env, 'C', shift, PTX_U32);
	tr_seq(t, SEQ_ATOM_CAS16, &t->env);
}
