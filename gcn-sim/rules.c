/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What several fields of an instruction say together: which modifiers exclude each other, and how
 * many scalar values a vector instruction reads. */
#include "decode_impl.h"

static bool has(const struct gcn_inst *i, enum gcn_flag flag)
{
	return (i->flags & GCN_BIT(flag)) != 0;
}

static bool check_buffer(struct gcn_decoder *d)
{
	const struct gcn_inst *i = d->inst;
	bool loads = gcn_kind_info(i->row->kinds[GCN_DST]).access == GCN_ACCESS_WRITE;

	if (i->row->extra == GCN_EXTRA_NONE) {
		for (unsigned f = 0; f < GCN_FLAG_COUNT; f++)
			if (has(i, (enum gcn_flag)f))
				return gcn_wrong(d, GCN_F_OP, "the instruction takes no modifiers");
		return true;
	}
	if (has(i, GCN_FLAG_ADDR64) && (has(i, GCN_FLAG_OFFEN) || has(i, GCN_FLAG_IDXEN)))
		return gcn_wrong(d, GCN_F_ADDR64, "ADDR64 excludes OFFEN and IDXEN");
	if (has(i, GCN_FLAG_LDS) && (i->row->traits & GCN_TRAIT_LDS_LOAD) == 0)
		return gcn_wrong(d, GCN_F_LDS, "the instruction cannot load into LDS");
	if (has(i, GCN_FLAG_TFE) && (!loads || has(i, GCN_FLAG_LDS)))
		return gcn_wrong(d, GCN_F_TFE, "only loads into registers have TFE");
	return true;
}

static bool check_image(struct gcn_decoder *d)
{
	const struct gcn_inst *i = d->inst;
	unsigned words = gcn_type_dwords(gcn_kind_info(i->row->kinds[GCN_DST]).type);

	if ((i->row->traits & GCN_TRAIT_GATHER) != 0 && !is_pow2(i->dmask))
		return gcn_wrong(d, GCN_F_DMASK, "gathering takes one component");
	/* values of 32 or of 64 bits; a comparison has two of them */
	if ((i->row->traits & GCN_TRAIT_ATOMIC) != 0 && i->dmask != (1U << words) - 1 &&
		i->dmask != (1U << 2 * words) - 1)
		return gcn_wrong(d, GCN_F_DMASK, "an atomic operation has no such components");
	return true;
}

static bool check_export(struct gcn_decoder *d)
{
	unsigned e = d->inst->enabled;

	if (has(d->inst, GCN_FLAG_COMPR) && ((e ^ e >> 1) & 5) != 0)
		return gcn_wrong(d, GCN_F_ENABLED, "COMPR exports components in pairs");
	return true;
}

static bool check_scalar_load(struct gcn_decoder *d)
{
	if (d->inst->row->kinds[GCN_DST] != GCN_KIND_NONE &&
		d->inst->operands[GCN_DST].reg >= GCN_CODE_M0)
		return gcn_wrong(d, GCN_F_SDST, "M0 and EXEC cannot be loaded");
	return true;
}

/* Scalar values that an instruction reads: registers by number and size, or the literal. */
struct scalar_reads {
	struct {
		unsigned reg, dwords;
	} items[GCN_SLOTS + 3];
	unsigned count;
};

static void read_scalar(struct scalar_reads *r, unsigned reg, unsigned dwords)
{
	for (unsigned n = 0; n < r->count; n++)
		if (r->items[n].reg == reg && r->items[n].dwords == dwords)
			return;
	r->items[r->count].reg = reg;
	r->items[r->count++].dwords = dwords;
}

/* The lane in M0 that is written does not reach the vector unit as a value. */
static bool is_lane(const struct gcn_inst *i, unsigned slot)
{
	return i->row->op == GCN_OP_V_WRITELANE_B32 && slot == GCN_SRC1 &&
	       i->operands[slot].reg == GCN_CODE_M0;
}

/* One scalar value reaches the vector unit with an instruction, however often it is read. */
static bool check_constant_bus(struct gcn_decoder *d)
{
	const struct gcn_inst *i = d->inst;
	struct scalar_reads r = {.count = 0};

	if ((i->row->reads & GCN_VCC) != 0)
		read_scalar(&r, GCN_CODE_VCC, 2);
	if ((i->row->reads & GCN_M0) != 0)
		read_scalar(&r, GCN_CODE_M0, 1);
	if (i->has_literal)
		read_scalar(&r, GCN_CODE_LITERAL, 1);
	for (unsigned n = 0; n < GCN_SLOTS; n++) {
		const struct gcn_operand *o = &i->operands[n];
		bool scalar = o->file == GCN_FILE_SCALAR || o->file == GCN_FILE_STATUS;
		if (scalar && !is_lane(i, n) &&
			(o->access == GCN_ACCESS_READ || o->access == GCN_ACCESS_UPDATE))
			read_scalar(&r, o->reg, o->dwords);
	}
	if (r.count > 1)
		return gcn_wrong(d, GCN_F_OP, "the instruction reads more than one scalar value");
	return true;
}

/* LLVM's assembler takes no constants in the long form of a conversion from f16. */
static void check_text(struct gcn_inst *i)
{
	for (unsigned n = GCN_SRC0; n < GCN_SLOTS; n++)
		if (gcn_encoding_dwords(i->encoding) == 2 && i->operands[n].type == GCN_TYPE_F16 &&
			i->operands[n].file == GCN_FILE_CONSTANT)
			i->assembles = false;
}

bool gcn_check_rules(struct gcn_decoder *d)
{
	check_text(d->inst);
	switch (d->inst->encoding) {
	case GCN_ENC_VOP1:
	case GCN_ENC_VOP2:
	case GCN_ENC_VOPC:
	case GCN_ENC_VOP3A:
	case GCN_ENC_VOP3B:
		return check_constant_bus(d);
	case GCN_ENC_SMRD:
		return check_scalar_load(d);
	case GCN_ENC_DS:
		if ((d->inst->row->traits & GCN_TRAIT_GDS_ONLY) && !has(d->inst, GCN_FLAG_GDS))
			return gcn_wrong(d, GCN_F_GDS, "the instruction is one of GDS only");
		return true;
	case GCN_ENC_MUBUF:
	case GCN_ENC_MTBUF:
		return check_buffer(d);
	case GCN_ENC_MIMG:
		return check_image(d);
	case GCN_ENC_EXP:
		return check_export(d);
	case GCN_ENC_SOP1:
	case GCN_ENC_SOP2:
	case GCN_ENC_SOPC:
	case GCN_ENC_SOPK:
	case GCN_ENC_SOPP:
	case GCN_ENC_VINTRP:
	case GCN_ENC_COUNT:
		return true;
	}
	return true;
}
