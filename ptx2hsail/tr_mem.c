/* ld, st, mov of addresses, cvta, isspacep (PTX ISA 9.7.9). */
#include "translate_impl.h"

enum { MAX_VECTOR = 4 };

static const char *align_text(struct tr *t, uint64_t bytes)
{
	return bytes <= 1 ? "" : arena_printf(&t->arena, "_align(%u)", (unsigned)bytes);
}

static unsigned vector_size(const struct tr *t)
{
	enum ptx_mod v = t->words.classes[PTX_CLASS_VEC];
	return v == PTX_MOD_V2 ? 2 : v == PTX_MOD_V4 ? 4 : v == PTX_MOD_V8 ? 8 : 1;
}

/* ---- ordering ----------------------------------------------------------------------------------- */

/* Accesses that HSAIL has as atomics: strong ones of 32 or 64 bits in memory that others see. */
static bool is_atomic(const struct tr *t, const struct tr_address *a, unsigned vec)
{
	enum ptx_mod sem = t->words.classes[PTX_CLASS_SEM];
	unsigned bits = ptx_types[t->words.types[0]].bits;
	bool shared = a->segment == BRIG_SEGMENT_GLOBAL || a->segment == BRIG_SEGMENT_GROUP ||
	              a->segment == BRIG_SEGMENT_FLAT;
	return sem != PTX_MOD_NONE && sem != PTX_MOD_WEAK && shared && vec == 1 &&
	       (bits == 32 || bits == 64);
}

/* Volatile accesses are as relaxed ones of the whole system; group memory knows no more than the
 * work-group (PRM 6.2). */
const char *tr_scope_text(const struct tr *t, uint8_t segment, const char *absent)
{
	enum ptx_mod scope = t->words.classes[PTX_CLASS_SCOPE];
	if (segment == BRIG_SEGMENT_GROUP)
		return "_wg";
	return scope == PTX_MOD_NONE ? absent : ptx_class_text(PTX_CLASS_SCOPE, scope);
}

static void atomic_texts(struct tr *t, const struct tr_address *a)
{
	bool wide = ptx_types[t->words.types[0]].bits == 64;
	tr_env_text(&t->env, "type", wide ? "b64" : "b32");
	tr_env_text(&t->env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->env, "scope", tr_scope_text(t, a->segment, "_system"));
}

/* What has no atomic access gets a fence for its order. */
static void fence(struct tr *t, const struct tr_address *a, enum ptx_mod order, enum tr_seq seq)
{
	if (t->words.classes[PTX_CLASS_SEM] != order)
		return;
	struct tr_env e = {0};
	tr_env_text(&e, "scope", tr_scope_text(t, a->segment, "_system"));
	tr_seq(t, seq, &e);
}

/* ---- values ------------------------------------------------------------------------------------- */

/* Registers of a load or store, one for each element. */
struct elements {
	const struct ptx_operand *operands[MAX_VECTOR];
	unsigned count;
};

static bool elements_of(struct tr *t, const struct ptx_operand *o, unsigned count, struct elements *e)
{
	e->count = count;
	if (count > MAX_VECTOR) {
		tr_no_translation(t);
		return false;
	}
	if (count == 1) {
		bool single = o->kind == PTX_OPND_VECTOR && o->elem_count == 1;
		e->operands[0] = single ? o->elems[0] : o;
		return true;
	}
	if (o->kind != PTX_OPND_VECTOR || o->elem_count != count) {
		tr_error(t, o->span, "expected %u registers in braces", count);
		return false;
	}
	for (unsigned i = 0; i < count; i++)
		e->operands[i] = o->elems[i];
	return true;
}

/* A destination at least as wide as the type: loaded as the type, then extended. */
static bool load_dest(struct tr *t, const struct ptx_operand *o, struct hir_op *raw,
	struct hir_op *final)
{
	enum ptx_type type = t->words.types[0];
	uint8_t want = tr_kind_of(type), have = want;
	if (o->kind == PTX_OPND_SINK) {
		*raw = *final = tr_temp_op(t, want);
		return true;
	}
	if (!tr_dest_any(t, o, final, &have))
		return false;
	if (have == want) {
		*raw = *final;
		return true;
	}
	if (want != BRIG_REGISTER_KIND_SINGLE || have != BRIG_REGISTER_KIND_DOUBLE) {
		tr_error(t, o->span, "'" STR_FMT "' cannot hold '.%s'", STR_ARG(o->name),
			ptx_types[type].text);
		return false;
	}
	*raw = tr_temp_op(t, want);
	return true;
}

static void widen_into(struct tr *t, struct hir_op final, struct hir_op raw)
{
	bool is_signed = ptx_types[t->words.types[0]].kind == PTX_KIND_SIGNED;
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', final, PTX_NONE);
	tr_env_bind(&e, 'A', raw, PTX_NONE);
	tr_env_text(&e, "to", is_signed ? "s64" : "u64");
	tr_env_text(&e, "from", is_signed ? "s32" : "u32");
	tr_seq(t, SEQ_NARROW, &e);
}

static bool store_value(struct tr *t, const struct ptx_operand *o, struct hir_op *value)
{
	enum ptx_type type = t->words.types[0];
	if (o->kind == PTX_OPND_INT || o->kind == PTX_OPND_F32 || o->kind == PTX_OPND_F64)
		return tr_source(t, o, type, value);
	uint8_t have = 0, want = tr_kind_of(type);
	if (!tr_register(t, o, value, &have))
		return false;
	if (have != want && (want != BRIG_REGISTER_KIND_SINGLE || have != BRIG_REGISTER_KIND_DOUBLE)) {
		tr_error(t, o->span, "'" STR_FMT "' cannot be stored as '.%s'", STR_ARG(o->name),
			ptx_types[type].text);
		return false;
	}
	*value = tr_resize(t, *value, have, want, false);
	return true;
}

static struct hir_op vector_of(struct tr *t, const struct hir_op *ops, unsigned count)
{
	if (count == 1)
		return ops[0];
	struct hir_op v = {.kind = HIR_OP_VECTOR, .count = count};
	v.u.elems = ARENA_ARRAY(&t->arena, struct hir_scalar, count);
	for (unsigned i = 0; i < count; i++)
		v.u.elems[i] = ops[i].kind == HIR_OP_REG ? (struct hir_scalar){.reg = ops[i].u.reg}
		                                         : (struct hir_scalar){.value = ops[i].u.value};
	return v;
}

/* ---- parameters of calls --------------------------------------------------------------------------- */

static void move(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type)
{
	struct tr_env e = {.type = type};
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', a, type);
	tr_seq(t, SEQ_MOV, &e);
}

/* A piece holds the bits of its type; s8 and the like are extended when read. */
static void load_piece(struct tr *t, struct hir_op d, const struct param_piece *piece)
{
	enum ptx_type type = t->words.types[0];
	struct hir_op from = hir_op_reg(piece->reg);
	if (ptx_types[type].bits >= 32 || ptx_types[type].kind == PTX_KIND_FLOAT) {
		move(t, d, from, type);
		return;
	}
	bool is_signed = ptx_types[type].kind == PTX_KIND_SIGNED;
	bool is_byte = ptx_types[type].bits == 8;
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', from, type);
	tr_env_text(&e, "to", is_signed ? "s32" : "u32");
	tr_env_text(&e, "from", is_signed ? (is_byte ? "s8" : "s16") : is_byte ? "u8" : "u16");
	tr_seq(t, SEQ_NARROW, &e);
}

/* ---- ld and st --------------------------------------------------------------------------------------- */

static bool memory_operands(struct tr *t, unsigned value, unsigned address, struct elements *e,
	struct tr_address *a)
{
	enum ptx_space space = t->words.has_space ? t->words.space : PTX_SPACE_NONE;
	if (space == PTX_SPACE_REG || space == PTX_SPACE_SREG) {
		tr_no_translation(t);
		return false;
	}
	return tr_operand_count(t, 2, 2) &&
	       elements_of(t, t->inst->operands[value], vector_size(t), e) &&
	       tr_address(t, t->inst->operands[address], space, a);
}

static void memory_texts(struct tr *t, const struct tr_address *a, unsigned count)
{
	enum ptx_type type = t->words.types[0];
	tr_env_text(&t->env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->env, "vec", count == 2 ? "_v2" : count == 4 ? "_v4" : "");
	tr_env_text(&t->env, "type", tr_memory_type(type));
	tr_env_text(&t->env, "align", align_text(t, (uint64_t)ptx_types[type].bits / 8 * count));
	tr_env_bind(&t->env, 'M', a->op, PTX_NONE);
}

void tr_fn_ld(struct tr *t)
{
	struct elements e;
	struct tr_address a;
	struct hir_op raw[MAX_VECTOR], final[MAX_VECTOR];
	enum ptx_type type = t->words.types[0];
	if (!memory_operands(t, 0, 1, &e, &a))
		return;
	for (unsigned i = 0; i < e.count; i++)
		if (!load_dest(t, e.operands[i], &raw[i], &final[i]))
			return;
	if (a.call_param != NULL) {
		for (unsigned i = 0; i < e.count; i++) {
			uint64_t offset = a.call_offset + (uint64_t)i * ptx_types[type].bits / 8;
			const struct param_piece *p = tr_param_piece(t, a.call_param, offset, type);
			if (p != NULL)
				load_piece(t, raw[i], p);
		}
	} else {
		tr_env_bind(&t->env, 'D', vector_of(t, raw, e.count), type);
		memory_texts(t, &a, e.count);
		bool atomic = is_atomic(t, &a, e.count);
		if (atomic)
			atomic_texts(t, &a);
		tr_seq(t, atomic ? SEQ_LD_ATOMIC : SEQ_LD, &t->env);
		if (!atomic)
			fence(t, &a, PTX_MOD_ACQUIRE, SEQ_FENCE_ACQUIRE);
	}
	for (unsigned i = 0; i < e.count; i++)
		if (raw[i].u.reg != final[i].u.reg)
			widen_into(t, final[i], raw[i]);
}

void tr_fn_st(struct tr *t)
{
	struct elements e;
	struct tr_address a;
	struct hir_op values[MAX_VECTOR];
	enum ptx_type type = t->words.types[0];
	if (!memory_operands(t, 1, 0, &e, &a))
		return;
	if (a.segment == BRIG_SEGMENT_KERNARG && a.call_param == NULL) {
		tr_error(t, t->stmt->span, "kernel parameters cannot be written");
		return;
	}
	for (unsigned i = 0; i < e.count; i++)
		if (!store_value(t, e.operands[i], &values[i]))
			return;
	if (a.call_param != NULL) {
		for (unsigned i = 0; i < e.count; i++) {
			uint64_t offset = a.call_offset + (uint64_t)i * ptx_types[type].bits / 8;
			const struct param_piece *p = tr_param_piece(t, a.call_param, offset, type);
			if (p != NULL)
				move(t, hir_op_reg(p->reg), values[i], type);
		}
		return;
	}
	bool atomic = is_atomic(t, &a, e.count);
	if (!atomic)
		fence(t, &a, PTX_MOD_RELEASE, SEQ_FENCE_RELEASE);
	tr_env_bind(&t->env, 'A', vector_of(t, values, e.count), type);
	memory_texts(t, &a, e.count);
	if (atomic)
		atomic_texts(t, &a);
	tr_seq(t, atomic ? SEQ_ST_ATOMIC : SEQ_ST, &t->env);
}
