/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes an instruction: finds its row, then takes every field that the row uses. Bits that nobody
 * has taken have to be zero, so nothing of an instruction is overlooked. */
#include "decode_impl.h"

static const enum gcn_field flag_fields[GCN_FLAG_COUNT] = {
#define GCN_FLAG(id, text) [GCN_FLAG_##id] = GCN_F_##id,
#include "hsaemu/gcn_encodings.def"
};

static bool take_row(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;
	uint32_t mask;

	if (d->len < 4)
		return gcn_cut_off(d, 0, "the instruction is cut off");
	i->dwords[0] = le32(d->bytes);
	i->encoding = gcn_encoding_of(i->dwords[0]);
	if (i->encoding == GCN_ENC_COUNT) {
		*d->why = (struct gcn_refusal){
			0, "no encoding begins with these bits", GCN_F_NONE, i->dwords[0]};
		return false;
	}
	i->bytes = (uint8_t)(4 * gcn_encoding_dwords(i->encoding));
	if (d->len < i->bytes)
		return gcn_cut_off(d, 4, "the second half of the instruction is cut off");
	if (i->bytes == 8)
		i->dwords[1] = le32(d->bytes + 4);
	d->word = i->dwords[0] | (uint64_t)i->dwords[1] << 32;
	(void)gcn_encoding_match(i->encoding, &mask);
	d->used = mask;
	i->row = gcn_row_find(i->encoding, gcn_take(d, GCN_F_OP));
	if (i->row == NULL)
		return gcn_wrong(d, GCN_F_OP, "no instruction has this opcode");
	if (i->row->encoding == GCN_ENC_VOP3B ||
		(i->encoding == GCN_ENC_VOP3A && i->row->vop3 == GCN_VOP3_B))
		i->encoding = GCN_ENC_VOP3B;
	return true;
}

static void take_flags(struct gcn_decoder *d)
{
	for (unsigned f = 0; f < GCN_FLAG_COUNT; f++)
		if (gcn_take(d, flag_fields[f]) != 0)
			d->inst->flags |= (uint16_t)GCN_BIT(f);
}

static bool take_export(struct gcn_decoder *d)
{
	unsigned target = gcn_take(d, GCN_F_TARGET);

	d->inst->target = (uint8_t)target;
	d->inst->enabled = (uint8_t)gcn_take(d, GCN_F_ENABLED);
	/* color 0 to 7, z, null, positions from 12 on, parameters from 32 on */
	if (target == 10 || target == 11 || (target >= 16 && target < 32))
		return gcn_wrong(d, GCN_F_TARGET, "no target of exports has this number");
	return true;
}

static bool take_attribute(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;

	i->attribute = (uint8_t)gcn_take(d, GCN_F_ATTRIBUTE);
	i->channel = (uint8_t)gcn_take(d, GCN_F_CHANNEL);
	if (i->attribute > 32)
		return gcn_wrong(d, GCN_F_ATTRIBUTE, "there are 33 attributes");
	if (i->row->extra == GCN_EXTRA_ATTRIBUTE)
		return true;
	i->point = (uint8_t)gcn_take(d, GCN_F_SRC0);
	return i->point < 3 || gcn_wrong(d, GCN_F_SRC0, "there are three points");
}

static bool take_extra(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;

	switch (i->row->extra) {
	case GCN_EXTRA_NUMBER:
	case GCN_EXTRA_NUMBER_OR_NONE:
	case GCN_EXTRA_HEX:
	case GCN_EXTRA_BRANCH:
	case GCN_EXTRA_WAIT:
	case GCN_EXTRA_HWREG:
	case GCN_EXTRA_HWREG_FIRST:
	case GCN_EXTRA_HWREG_LITERAL:
		i->imm = (uint16_t)gcn_take(d, GCN_F_IMM);
		return i->row->extra != GCN_EXTRA_HWREG_LITERAL || gcn_take_literal(d);
	case GCN_EXTRA_MADMK:
	case GCN_EXTRA_MADAK:
		return gcn_take_literal(d);
	case GCN_EXTRA_SCALAR_OFFSET:
		i->offset_is_imm = gcn_take(d, GCN_F_IS_IMM) != 0;
		i->imm = (uint16_t)(i->offset_is_imm ? gcn_take(d, GCN_F_OFFSET) : 0);
		return true;
	case GCN_EXTRA_ATTRIBUTE:
	case GCN_EXTRA_ATTRIBUTE_POINT:
		return take_attribute(d);
	case GCN_EXTRA_TYPED_BUFFER:
	case GCN_EXTRA_BUFFER:
	case GCN_EXTRA_OFFSET:
	case GCN_EXTRA_OFFSETS:
		i->imm = (uint16_t)gcn_take(d, GCN_F_OFFSET);
		i->format = (uint8_t)gcn_take(d, GCN_F_FORMAT);
		return true;
	case GCN_EXTRA_IMAGE:
		i->dmask = (uint8_t)gcn_take(d, GCN_F_DMASK);
		return true;
	case GCN_EXTRA_EXPORT:
		return take_export(d);
	case GCN_EXTRA_NONE:
	case GCN_EXTRA_COUNT:
		break;
	}
	return true;
}

static void take_output(struct gcn_decoder *d)
{
	struct gcn_inst *i = d->inst;

	if (i->row->output != GCN_OUTPUT_NONE)
		i->omod = (uint8_t)gcn_take(d, GCN_F_OMOD);
	if (i->row->output == GCN_OUTPUT_BOTH)
		i->clamp = gcn_take(d, GCN_F_CLAMP) != 0;
}

/* Bits that were not taken are those of fields that the instruction does not use, or of none. */
static bool check_unused(struct gcn_decoder *d)
{
	uint64_t left = d->word & ~d->used;

	if (d->inst->has_literal)
		left &= UINT32_MAX;
	if (left == 0)
		return true;
	for (unsigned f = GCN_F_NONE + 1; f < GCN_F_COUNT; f++) {
		struct gcn_field_place p = gcn_field_place(d->inst->encoding, (enum gcn_field)f);
		if ((left >> p.low & ((UINT64_C(1) << p.width) - 1)) != 0)
			return gcn_wrong(d, (enum gcn_field)f,
				"the instruction does not use this field");
	}
	unsigned half = (uint32_t)left == 0;
	*d->why = (struct gcn_refusal){
		4 * half, "reserved bits are set", GCN_F_NONE, (uint32_t)(left >> 32 * half)};
	return false;
}

bool gcn_decode(const uint8_t *bytes, size_t len, struct gcn_inst *inst, struct gcn_refusal *why)
{
	struct gcn_decoder d = {.inst = inst, .bytes = bytes, .len = len, .why = why};

	*inst = (struct gcn_inst){.assembles = true};
	if (!take_row(&d))
		return false;
	take_flags(&d);
	take_output(&d);
	return take_extra(&d) && gcn_take_operands(&d) && check_unused(&d) && gcn_check_rules(&d);
}

void gcn_refuse(const struct gcn_refusal *why, const char *file, const char *section, uint64_t off,
	struct diag *d)
{
	struct diag_place place = diag_at_section(file, section, off + why->byte_off);

	if (why->field == GCN_F_NONE)
		diag_error(d, place, "not an instruction of gfx600: %s (0x%x)", why->what,
			why->value);
	else
		diag_error(d, place, "not an instruction of gfx600: %s: %s is 0x%x", why->what,
			gcn_field_name(why->field), why->value);
}

bool gcn_branch_target(const struct gcn_inst *inst, uint64_t pc, uint64_t *target)
{
	if (inst->row->extra != GCN_EXTRA_BRANCH)
		return false;
	*target = pc + 4 + (uint64_t)((int64_t)(int16_t)inst->imm * 4);
	return true;
}
