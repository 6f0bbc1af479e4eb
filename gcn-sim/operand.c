/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Resolves operands: the codes that fields hold become registers, constants and literals, as the
 * row's kind of operand allows. */
#include "decode_impl.h"

/* Whether a code names `dwords` scalar registers. Pairs are even; from four on they are aligned to
 * 4. */
static bool is_scalar(unsigned code, unsigned dwords)
{
	static const struct {
		uint8_t begin, end;
	} ranges[] = {{0, GCN_CODE_SGPRS}, {GCN_CODE_VCC, GCN_CODE_TBA},
		{GCN_CODE_TBA, GCN_CODE_TMA}, {GCN_CODE_TMA, GCN_CODE_TTMP},
		{GCN_CODE_TTMP, GCN_CODE_M0}, {GCN_CODE_M0, GCN_CODE_M0 + 1},
		{GCN_CODE_EXEC, GCN_CODE_ZERO}};
	unsigned align = dwords == 1 ? 1 : dwords == 2 ? 2 : 4;

	for (unsigned i = 0; i < ARRAY_LEN(ranges); i++)
		if (code >= ranges[i].begin && code < ranges[i].end)
			return code + dwords <= ranges[i].end && code % align == 0;
	return false;
}

static bool is_constant(unsigned code)
{
	return (code >= GCN_CODE_ZERO && code <= GCN_CODE_MINUS + 16) ||
	       (code >= GCN_CODE_FLOAT && code < GCN_CODE_FLOAT_END);
}

static bool takes_literal(enum gcn_encoding e)
{
	return e == GCN_ENC_SOP1 || e == GCN_ENC_SOP2 || e == GCN_ENC_SOPC || e == GCN_ENC_VOP1 ||
	       e == GCN_ENC_VOP2 || e == GCN_ENC_VOPC;
}

/* Whether the instruction takes its operands of 64 bits as signed numbers: so does the GPU extend a
 * literal, which has 32 bits. */
static bool is_signed(const struct gcn_row *row)
{
	size_t n = strlen(row->text);

	return n > 4 && strcmp(row->text + n - 4, "_i64") == 0;
}

static bool set_literal(struct gcn_decoder *d, struct gcn_operand *o)
{
	if (!gcn_take_literal(d))
		return false;
	o->file = GCN_FILE_LITERAL;
	o->value = gcn_literal_value(o->type, d->inst->literal);
	if (o->type == GCN_TYPE_B64 && is_signed(d->inst->row))
		o->value = (uint64_t)(int64_t)(int32_t)d->inst->literal;
	if (gcn_has_shorter_form(o->type, d->inst->literal))
		d->inst->assembles = false;
	return true;
}

/* A code that names no vector register. `sources`: constants and such are possible, too. */
static bool set_scalar(struct gcn_decoder *d, struct gcn_operand *o, enum gcn_field field,
	bool sources)
{
	unsigned code = o->code;

	o->reg = (uint16_t)code;
	if (is_scalar(code, o->dwords)) {
		o->file = GCN_FILE_SCALAR;
		return true;
	}
	if (code < GCN_CODE_ZERO)
		return gcn_wrong(d, field, "no scalar registers of this size begin here");
	if (!sources)
		return gcn_wrong(d, field, "this operand is a register");
	if (is_constant(code)) {
		o->file = GCN_FILE_CONSTANT;
		o->value = gcn_constant(o->type, code);
		return true;
	}
	if (code >= GCN_CODE_VCCZ && code <= GCN_CODE_SCC) {
		o->file = GCN_FILE_STATUS;
		return true;
	}
	if (code == GCN_CODE_LITERAL && takes_literal(d->inst->encoding))
		return set_literal(d, o);
	return gcn_wrong(d, field, "no operand has this code here");
}

static bool set_vector(struct gcn_decoder *d, struct gcn_operand *o, enum gcn_field field,
	unsigned number)
{
	o->file = GCN_FILE_VECTOR;
	o->reg = (uint16_t)number;
	return number + o->dwords <= 256 ||
	       gcn_wrong(d, field, "the operand goes beyond the last vector register");
}

static bool set_lds_direct(struct gcn_decoder *d, struct gcn_operand *o, enum gcn_field field)
{
	if (field != GCN_F_SRC0 || o->dwords != 1 ||
		(d->inst->row->traits & GCN_TRAIT_NO_LDS_DIRECT) != 0)
		return gcn_wrong(d, field, "LDS_DIRECT is no operand here");
	o->file = GCN_FILE_LDS_DIRECT;
	return true;
}

static bool set_by_class(struct gcn_decoder *d, struct gcn_operand *o, enum gcn_field field,
	enum gcn_class class_)
{
	bool wide = gcn_field_place(d->inst->encoding, field).width == 9;

	switch (class_) {
	case GCN_CLASS_SCALAR:
	case GCN_CLASS_MASK:
		return set_scalar(d, o, field, false);
	case GCN_CLASS_SCALAR_OR_CONSTANT:
		if (o->code == GCN_CODE_LITERAL)
			return gcn_wrong(d, field, "the instruction takes no literal");
		return set_scalar(d, o, field, true);
	case GCN_CLASS_SCALAR_SOURCE:
		return set_scalar(d, o, field, true);
	case GCN_CLASS_VECTOR:
		if (wide && o->code < GCN_CODE_VGPR)
			return gcn_wrong(d, field, "this operand is a vector register");
		return set_vector(d, o, field, o->code - (wide ? GCN_CODE_VGPR : 0U));
	case GCN_CLASS_VECTOR_SOURCE:
	case GCN_CLASS_VECTOR_OR_LDS:
		if (o->code >= GCN_CODE_VGPR)
			return set_vector(d, o, field, o->code - GCN_CODE_VGPR);
		if (o->code == GCN_CODE_LDS_DIRECT)
			return set_lds_direct(d, o, field);
		if (class_ == GCN_CLASS_VECTOR_SOURCE)
			return set_scalar(d, o, field, true);
		return gcn_wrong(d, field, "this operand is a vector register");
	case GCN_CLASS_NONE:
		break;
	}
	return true;
}

/* In the 64-bit form the second source need not be a vector register. */
static enum gcn_class class_in(const struct gcn_inst *i, unsigned slot, enum gcn_class class_)
{
	bool widened = slot == GCN_SRC1 && class_ == GCN_CLASS_VECTOR &&
	               (i->encoding == GCN_ENC_VOP3A || i->encoding == GCN_ENC_VOP3B);
	return widened ? GCN_CLASS_VECTOR_SOURCE : class_;
}

static unsigned ones(unsigned bits)
{
	return (unsigned)__builtin_popcount(bits);
}

/* How many dwords an operand in memory instructions has, where that is not its type's number. */
static unsigned dwords_in(const struct gcn_inst *i, unsigned slot, unsigned dwords)
{
	unsigned tfe = (i->flags & GCN_BIT(GCN_FLAG_TFE)) != 0;
	unsigned both = GCN_BIT(GCN_FLAG_OFFEN) | GCN_BIT(GCN_FLAG_IDXEN);

	if (i->row->extra == GCN_EXTRA_BUFFER || i->row->extra == GCN_EXTRA_TYPED_BUFFER) {
		if (slot == GCN_DST)
			return dwords + tfe;
		if (slot == GCN_SRC0)
			return (i->flags & GCN_BIT(GCN_FLAG_ADDR64)) || (i->flags & both) == both
			               ? 2
			               : 1;
	}
	if (i->row->extra == GCN_EXTRA_IMAGE && slot == GCN_DST) {
		unsigned n = (i->row->traits & GCN_TRAIT_GATHER) ? 4 : ones(i->dmask);
		return (n == 0 ? 1 : n) + tfe;
	}
	return dwords;
}

/* Operands that are not what their field says: the fixed mask VCC, addresses that are off and data
 * that go to LDS. Returns whether *o is such a one. */
static bool set_without_field(const struct gcn_inst *i, unsigned slot, enum gcn_class class_,
	struct gcn_operand *o)
{
	bool buffer = i->row->extra == GCN_EXTRA_BUFFER || i->row->extra == GCN_EXTRA_TYPED_BUFFER;
	unsigned address =
		GCN_BIT(GCN_FLAG_OFFEN) | GCN_BIT(GCN_FLAG_IDXEN) | GCN_BIT(GCN_FLAG_ADDR64);

	if (class_ == GCN_CLASS_MASK && gcn_encoding_dwords(i->encoding) == 1) {
		o->file = GCN_FILE_SCALAR;
		o->reg = o->code = GCN_CODE_VCC;
		return true;
	}
	if (buffer && slot == GCN_SRC0 && (i->flags & address) == 0) {
		o->file = GCN_FILE_OFF;
		return true;
	}
	if (slot == GCN_SRC1 && i->offset_is_imm)
		return true;
	return buffer && slot == GCN_DST && (i->flags & GCN_BIT(GCN_FLAG_LDS)) != 0;
}

/* Fields that hold the number of a pair or of four registers. */
static unsigned scale(enum gcn_field field)
{
	if (field == GCN_F_SBASE)
		return 2;
	return field == GCN_F_SRSRC || field == GCN_F_SSAMP ? 4 : 1;
}

static bool take_operand(struct gcn_decoder *d, unsigned slot)
{
	struct gcn_inst *i = d->inst;
	struct gcn_kind_info kind = gcn_kind_info(i->row->kinds[slot]);
	enum gcn_class class_ = class_in(i, slot, kind.class_);
	enum gcn_field field = gcn_slot_field(i->encoding, slot);
	struct gcn_operand *o = &i->operands[slot];

	o->access = kind.access;
	o->type = kind.type;
	o->dwords = (uint8_t)dwords_in(i, slot, gcn_type_dwords(kind.type));
	if ((i->row->traits & GCN_TRAIT_ATOMIC) != 0 && kind.access == GCN_ACCESS_UPDATE &&
		(i->flags & GCN_BIT(GCN_FLAG_GLC)) == 0)
		o->access = GCN_ACCESS_READ; /* the old value is not wanted */
	if (set_without_field(i, slot, class_, o))
		return true;
	o->code = (uint16_t)(gcn_take(d, field) * scale(field));
	return set_by_class(d, o, field, class_);
}

/* The sources of an export: all or none of a register's value, in COMPR two of 16 bits in each. */
static bool take_exported(struct gcn_decoder *d)
{
	static const enum gcn_field fields[] = {GCN_F_SRC0, GCN_F_SRC1, GCN_F_SRC2, GCN_F_SRC3};
	bool compr = (d->inst->flags & GCN_BIT(GCN_FLAG_COMPR)) != 0;

	for (unsigned n = 0; n < 4; n++) {
		struct gcn_operand *o = &d->inst->operands[GCN_DST2 + n];
		*o = (struct gcn_operand){.type = GCN_TYPE_B32, .dwords = 1};
		o->file = GCN_FILE_OFF;
		if ((d->inst->enabled >> n & 1) == 0)
			continue;
		o->access = GCN_ACCESS_READ;
		o->file = GCN_FILE_VECTOR;
		o->reg = o->code = (uint16_t)gcn_take(d, fields[compr ? n / 2 : n]);
	}
	return true;
}

/* Modifiers of sources, in the 64-bit forms: a bit for each of three. */
static bool take_modifiers(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;
	unsigned neg = gcn_take(d, GCN_F_NEG), abs = gcn_take(d, GCN_F_ABS);

	for (unsigned n = 0; n < 3; n++) {
		struct gcn_operand *o = &i->operands[GCN_SRC0 + n];
		o->neg = (neg >> n & 1) != 0;
		o->abs = (abs >> n & 1) != 0;
		bool possible = o->file != GCN_FILE_NONE && gcn_type_is_float(o->type);
		if ((o->neg || o->abs) && !possible)
			return gcn_wrong(d, o->neg ? GCN_F_NEG : GCN_F_ABS,
				"only floats have a sign to change");
	}
	return true;
}

bool gcn_take_operands(struct gcn_decoder *d)
{
	if (d->inst->row->extra == GCN_EXTRA_EXPORT)
		return take_exported(d);
	for (unsigned slot = 0; slot < GCN_SLOTS; slot++)
		if (d->inst->row->kinds[slot] != GCN_KIND_NONE && !take_operand(d, slot))
			return false;
	return take_modifiers(d);
}
