/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands of instructions as HSAIL operands. */
#include "base/tr.h"

/* ---- messages ---------------------------------------------------------------------------- */

/* What is wrong in a library function, whose text nobody knows, is that the instruction cannot be
 * made of it. */
static bool is_in_library(struct tr *t)
{
	struct func *f = t->func;
	if (f == NULL || !f->is_library)
		return false;
	if (!f->wanted_by.is_told)
		diag_unsupported(t->diag, ptx_place(f->wanted_by.module, f->wanted_by.span),
			"'" STR_FMT "' has no translation to HSAIL", STR_ARG(f->wanted_by.text));
	f->wanted_by.is_told = true;
	return true;
}

void tr_error(struct tr *t, struct ptx_span span, const char *fmt, ...)
{
	va_list ap;
	if (is_in_library(t))
		return;
	va_start(ap, fmt);
	struct buf b = BUF_INIT;
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	struct str s = buf_slice(&b);
	diag_error(t->diag, ptx_place(t->ptx, span), STR_FMT, STR_ARG(s));
	buf_release(&b);
}

void tr_unsupported(struct tr *t, struct ptx_span span, const char *fmt, ...)
{
	va_list ap;
	if (is_in_library(t))
		return;
	va_start(ap, fmt);
	struct buf b = BUF_INIT;
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	struct str s = buf_slice(&b);
	diag_unsupported(t->diag, ptx_place(t->ptx, span), STR_FMT, STR_ARG(s));
	if (t->survey != NULL)
		survey_add(t->survey, s);
	buf_release(&b);
}

/* ---- registers --------------------------------------------------------------------------- */

uint8_t tr_kind_of(enum ptx_type type)
{
	unsigned bits = ptx_types[type].bits;
	if (ptx_types[type].kind == PTX_KIND_PRED)
		return BRIG_REGISTER_KIND_CONTROL;
	return bits <= 32   ? BRIG_REGISTER_KIND_SINGLE
	       : bits == 64 ? BRIG_REGISTER_KIND_DOUBLE
	                    : BRIG_REGISTER_KIND_QUAD;
}

uint32_t tr_temp(struct tr *t, uint8_t kind)
{
	return hir_reg_new(&t->hir, kind, (struct str){0});
}

struct hir_op tr_temp_op(struct tr *t, uint8_t kind)
{
	return hir_op_reg(tr_temp(t, kind));
}

struct hir_op tr_resize(struct tr *t, struct hir_op op, uint8_t from, uint8_t to, bool is_signed)
{
	if (op.kind != HIR_OP_REG || from == to)
		return op;
	bool widen = to == BRIG_REGISTER_KIND_DOUBLE;
	struct tr_env e = {0};
	struct hir_op result = tr_temp_op(t, to);
	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'A', op, PTX_NONE);
	tr_env_text(&e, "to", !widen ? "u32" : is_signed ? "s64" : "u64");
	tr_env_text(&e, "from", !widen ? "u64" : is_signed ? "s32" : "u32");
	tr_seq(t, SEQ_NARROW, &e);
	return result;
}

/* ---- constants --------------------------------------------------------------------------- */

static uint64_t mask_to(uint64_t value, unsigned bits)
{
	return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static double f64_of(uint64_t bits)
{
	double v;
	memcpy(&v, &bits, sizeof v);
	return v;
}

static uint64_t bits_of_f64(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static uint64_t bits_of_f32(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return bits;
}

static float f32_of(uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float v;
	memcpy(&v, &low, sizeof v);
	return v;
}

bool tr_constant(struct tr *t, const struct ptx_operand *o, enum ptx_type type, uint64_t *value)
{
	const struct ptx_type_info *info = &ptx_types[type];
	if (o->kind == PTX_OPND_INT && info->kind != PTX_KIND_FLOAT && !tr_has_no_constants(type) &&
		(info->kind == PTX_KIND_PRED || tr_fits_bits(o, info->bits))) {
		*value =
			info->kind == PTX_KIND_PRED ? o->value != 0 : mask_to(o->value, info->bits);
		return true;
	}
	if (o->kind == PTX_OPND_F32 && (type == PTX_F32 || type == PTX_B32)) {
		*value = o->value;
		return true;
	}
	if (o->kind == PTX_OPND_F32 && type == PTX_F64) {
		*value = bits_of_f64((double)f32_of(o->value));
		return true;
	}
	if (o->kind == PTX_OPND_F64 && (type == PTX_F64 || type == PTX_B64)) {
		*value = o->value;
		return true;
	}
	if (o->kind == PTX_OPND_F64 && type == PTX_F32) {
		*value = bits_of_f32((float)f64_of(o->value));
		return true;
	}
	tr_error(t, o->span, "constant does not fit type '.%s'", info->text);
	return false;
}

/* ---- names ------------------------------------------------------------------------------- */

struct symbol *tr_symbol(struct tr *t, const struct ptx_operand *o)
{
	if (o->kind != PTX_OPND_NAME) {
		tr_error(t, o->span, "expected a name");
		return NULL;
	}
	struct symbol *s = scope_find(t, t->scope, o->name);
	if (s == NULL)
		tr_error(t, o->span, "'" STR_FMT "' is not declared", STR_ARG(o->name));
	return s;
}

/* %v.x: the vector register and the element. */
static struct symbol *find_register(struct tr *t, const struct ptx_operand *o, unsigned *element)
{
	*element = 0;
	struct symbol *s = scope_find(t, t->scope, o->name);
	if (s != NULL || o->name.n < 3 || o->name.p[o->name.n - 2] != '.')
		return s;
	static const char members[] = "xyzwrgba";
	const char *m = strchr(members, o->name.p[o->name.n - 1]);
	s = scope_find(t, t->scope, (struct str){o->name.p, o->name.n - 2});
	if (m == NULL || s == NULL || s->kind != SYM_REG)
		return NULL;
	*element = (unsigned)(m - members) % 4;
	return *element < s->vec ? s : NULL;
}

/* The register an operand names and its type, or false without a message when it is none. */
static bool plain_register(struct tr *t, const struct ptx_operand *o, uint32_t *reg,
	enum ptx_type *type)
{
	unsigned element = 0;
	if (o->kind != PTX_OPND_NAME || o->offset != 0 || o->is_element)
		return false;
	const struct symbol *s = find_register(t, o, &element);
	if (s == NULL || s->kind != SYM_REG || (s->vec > 1 && s->name.n == o->name.n))
		return false;
	*reg = s->reg + element;
	*type = s->type;
	return true;
}

static void complain_no_register(struct tr *t, const struct ptx_operand *o, const char *what)
{
	unsigned element = 0;
	if (o->kind == PTX_OPND_NAME && find_register(t, o, &element) == NULL)
		tr_error(t, o->span, "'" STR_FMT "' is not declared", STR_ARG(o->name));
	else
		tr_error(t, o->span, "expected %s", what);
}

/* Such a part of 128 bits has no instruction. */
static bool is_quad_for_less(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type type)
{
	if (tr_kind_of(have) != BRIG_REGISTER_KIND_QUAD ||
		tr_kind_of(type) == BRIG_REGISTER_KIND_QUAD)
		return false;
	tr_unsupported(t, o->span, "'.b128' register for '.%s'", ptx_types[type].text);
	return true;
}

static bool destination(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	enum tr_width width, struct hir_op *out, uint8_t *kind)
{
	uint32_t reg = HIR_NO_REG;
	enum ptx_type have = PTX_NONE;
	if (!plain_register(t, o, &reg, &have) || o->negated) {
		complain_no_register(t, o, "a register");
		return false;
	}
	*kind = t->hir.regs[reg].kind;
	*out = hir_op_reg(reg);
	return tr_check_type(t, o, have, type, width) && !is_quad_for_less(t, o, have, type);
}

bool tr_dest_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out,
	uint8_t *kind)
{
	return destination(t, o, type, TR_AT_LEAST, out, kind);
}

bool tr_dest(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out)
{
	uint8_t kind = tr_kind_of(type);
	if (o->kind == PTX_OPND_SINK) {
		*out = tr_temp_op(t, kind);
		return true;
	}
	return destination(t, o, type, TR_EXACTLY, out, &kind);
}

/* %r+4 as an operand */
static struct hir_op plus_offset(struct tr *t, struct hir_op reg, uint8_t kind, int64_t offset)
{
	struct tr_env e = {0};
	struct hir_op sum = tr_temp_op(t, kind);
	tr_env_bind(&e, 'D', sum, PTX_NONE);
	tr_env_bind(&e, 'A', reg, PTX_NONE);
	tr_env_bind(&e, 'B', hir_op_const((uint64_t)offset), PTX_NONE);
	tr_seq(t, kind == BRIG_REGISTER_KIND_DOUBLE ? SEQ_ADD_ADDRESS : SEQ_ADD_ADDRESS_32, &e);
	return sum;
}

static struct hir_op negated(struct tr *t, struct hir_op predicate)
{
	struct tr_env e = {0};
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);
	tr_env_bind(&e, 'D', result, PTX_PRED);
	tr_env_bind(&e, 'A', predicate, PTX_PRED);
	tr_seq(t, SEQ_SETP_NOT, &e);
	return result;
}

bool tr_register(struct tr *t, const struct ptx_operand *o, struct hir_op *out, enum ptx_type *type)
{
	uint32_t reg = HIR_NO_REG;
	struct ptx_operand plain = *o;
	plain.offset = 0;
	if (plain_register(t, &plain, &reg, type)) {
		uint8_t kind = t->hir.regs[reg].kind;
		*out = hir_op_reg(reg);
		if (o->offset != 0 &&
			(kind == BRIG_REGISTER_KIND_SINGLE || kind == BRIG_REGISTER_KIND_DOUBLE))
			*out = plus_offset(t, *out, kind, o->offset);
		if (o->negated && kind != BRIG_REGISTER_KIND_CONTROL) {
			tr_error(t, o->span, "only predicates can be negated with '!'");
			return false;
		}
		if (o->negated)
			*out = negated(t, *out);
		return true;
	}
	if (o->kind == PTX_OPND_NAME && !o->negated && tr_special_register(t, o->name, out, type))
		return true;
	complain_no_register(t, o, "a register or a constant");
	return false;
}

static bool is_constant(const struct ptx_operand *o)
{
	return o->kind == PTX_OPND_INT || o->kind == PTX_OPND_F32 || o->kind == PTX_OPND_F64;
}

/* var+4 as an operand of integers and bits: an address of its own space */
static bool is_address_sum(struct tr *t, const struct ptx_operand *o, enum ptx_type type)
{
	enum ptx_kind kind = ptx_types[type].kind;
	bool is_number =
		kind == PTX_KIND_BITS || kind == PTX_KIND_UNSIGNED || kind == PTX_KIND_SIGNED;
	return o->kind == PTX_OPND_NAME && o->is_sum && is_number && ptx_types[type].bits <= 64 &&
	       tr_names_memory(t, o);
}

static bool source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	enum tr_width width, struct hir_op *out)
{
	enum ptx_type have = PTX_NONE;
	if (is_address_sum(t, o, type))
		return tr_address_source(t, o, type, out);
	if (is_constant(o)) {
		uint64_t value = 0;
		if (!tr_constant(t, o, type, &value))
			return false;
		*out = hir_op_const(value);
		return true;
	}
	if (!tr_register(t, o, out, &have))
		return false;
	unsigned element = 0;
	bool is_special = find_register(t, o, &element) == NULL;
	if (!(is_special ? tr_check_special(t, o, have, type)
			 : tr_check_type(t, o, have, type, width)))
		return false;
	if (is_quad_for_less(t, o, have, type))
		return false;
	*out = tr_resize(t, *out, tr_kind_of(have), tr_kind_of(type), false);
	return true;
}

bool tr_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out)
{
	return source(t, o, type, TR_EXACTLY, out);
}

bool tr_source_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out)
{
	return source(t, o, type, TR_AT_LEAST, out);
}

bool tr_operand_count(struct tr *t, uint32_t least, uint32_t most)
{
	uint32_t n = t->inst->operand_count;
	if (n >= least && n <= most)
		return true;
	tr_error(t, t->stmt->span, "'" STR_FMT "' has %u operands", STR_ARG(t->inst->text), n);
	return false;
}

/* The elements of a vector register, named %v.x and so on. */
static bool split_register(struct tr *t, const struct ptx_operand *o, unsigned count,
	struct tr_elements *e)
{
	if (o->kind != PTX_OPND_NAME || o->offset != 0 || o->negated)
		return false;
	const struct symbol *s = scope_find(t, t->scope, o->name);
	if (s == NULL ? count != 4 || !tr_is_special_vector(t, o->name)
		      : s->kind != SYM_REG || s->vec != count)
		return false;
	for (unsigned i = 0; i < count; i++) {
		struct ptx_operand *elem = ARENA_NEW(&t->arena, struct ptx_operand);
		*elem = *o;
		elem->name = str_from(arena_printf(&t->arena, STR_FMT ".%c", STR_ARG(o->name),
			"xyzw"[i]));
		e->operands[i] = elem;
	}
	return true;
}

bool tr_elements(struct tr *t, const struct ptx_operand *o, unsigned count, struct tr_elements *e)
{
	e->count = count;
	if (count == 1) {
		bool single = o->kind == PTX_OPND_VECTOR && o->elem_count == 1;
		e->operands[0] = single ? o->elems[0] : o;
		return true;
	}
	if (count <= 4 && split_register(t, o, count, e))
		return true;
	if (o->kind != PTX_OPND_VECTOR || o->elem_count != count) {
		tr_error(t, o->span, "expected %u registers in braces", count);
		return false;
	}
	for (unsigned i = 0; i < count; i++)
		e->operands[i] = o->elems[i];
	return true;
}

bool tr_one_size(struct tr *t, const struct tr_elements *e)
{
	unsigned bits = 0;
	for (unsigned i = 0; i < e->count; i++) {
		uint32_t reg = HIR_NO_REG;
		enum ptx_type type = PTX_NONE;
		if (!plain_register(t, e->operands[i], &reg, &type))
			continue;
		if (bits != 0 && ptx_types[type].bits != bits) {
			tr_error(t, e->operands[i]->span,
				"registers of a vector must be of one size");
			return false;
		}
		bits = ptx_types[type].bits;
	}
	return true;
}

unsigned tr_vector_size(const struct tr *t)
{
	enum ptx_mod v = ptx_words_of(&t->words, PTX_CLASS_VEC);
	return v == PTX_MOD_V2 ? 2 : v == PTX_MOD_V4 ? 4 : v == PTX_MOD_V8 ? 8 : 1;
}
