/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of an instruction in the syntax of LLVM's assembler: its name, which says by _e32 or
 * _e64 which of two encodings it has, its operands, and what the row has on top of them. */
#include "print_impl.h"

struct line {
	const struct gcn_inst *i;
	const char *symbol;
	struct buf *out;
	bool any; /* something stands behind the name */
};

static void next(struct line *l)
{
	buf_puts(l->out, l->any ? ", " : " ");
	l->any = true;
}

static void print_slots(struct line *l, unsigned first, unsigned end)
{
	for (unsigned slot = first; slot < end; slot++) {
		if (l->i->operands[slot].file == GCN_FILE_NONE)
			continue;
		next(l);
		gcn_print_operand(l->i, slot, l->symbol, l->out);
	}
}

static void print_hwreg(struct line *l)
{
	static const char *const names[] = {
		NULL, "MODE", "STATUS", "TRAPSTS", "HW_ID", "GPR_ALLOC", "LDS_ALLOC", "IB_STS"};
	unsigned imm = l->i->imm, id = imm & 63, off = imm >> 6 & 31, size = (imm >> 11) + 1;

	next(l);
	if (id > 0 && id < ARRAY_LEN(names))
		buf_printf(l->out, "hwreg(HW_REG_%s", names[id]);
	else
		buf_printf(l->out, "hwreg(%u", id);
	if (off != 0 || size != 32)
		buf_printf(l->out, ", %u, %u", off, size);
	buf_puts(l->out, ")");
}

static void print_literal(struct line *l)
{
	next(l);
	if (l->symbol != NULL)
		buf_puts(l->out, l->symbol);
	else
		buf_printf(l->out, "0x%x", l->i->literal);
}

static void print_wait(struct line *l)
{
	static const struct {
		const char *name;
		unsigned low, max;
	} counters[] = {{"vmcnt", 0, 15}, {"expcnt", 4, 7}, {"lgkmcnt", 8, 15}};
	enum { NONE = 0xf7f };
	unsigned imm = l->i->imm;

	if ((imm & ~(unsigned)NONE) != 0) {
		buf_printf(l->out, " 0x%x", imm);
		return;
	}
	for (unsigned n = 0; n < ARRAY_LEN(counters); n++) {
		unsigned count = imm >> counters[n].low & counters[n].max;
		if (count != counters[n].max || imm == NONE)
			buf_printf(l->out, " %s(%u)", counters[n].name, count);
	}
}

static void print_number(struct line *l)
{
	enum gcn_extra extra = l->i->row->extra;

	if (extra == GCN_EXTRA_NUMBER_OR_NONE
			? l->i->imm == 0
			: extra == GCN_EXTRA_SCALAR_OFFSET && !l->i->offset_is_imm)
		return;
	next(l);
	if (extra == GCN_EXTRA_HEX || extra == GCN_EXTRA_SCALAR_OFFSET)
		buf_printf(l->out, "0x%x", l->i->imm);
	else if (extra == GCN_EXTRA_BRANCH && l->symbol != NULL)
		buf_puts(l->out, l->symbol);
	else
		buf_printf(l->out, "%u", l->i->imm);
}

static void print_attribute(struct line *l)
{
	static const char *const points[] = {"p10", "p20", "p0"};

	next(l);
	if (l->i->row->extra == GCN_EXTRA_ATTRIBUTE_POINT)
		buf_printf(l->out, "%s, ", points[l->i->point]);
	buf_printf(l->out, "attr%u.%c", l->i->attribute, "xyzw"[l->i->channel]);
}

static void print_flags(struct line *l, unsigned first, unsigned end)
{
	static const char *const texts[GCN_FLAG_COUNT] = {
#define GCN_FLAG(id, text) [GCN_FLAG_##id] = text,
#include "hsaemu/gcn_encodings.def"
	};

	for (unsigned f = first; f < end; f++)
		if ((l->i->flags & GCN_BIT(f)) != 0)
			buf_printf(l->out, " %s", texts[f]);
}

static void print_export(struct line *l)
{
	unsigned t = l->i->target;

	if (t < 8)
		buf_printf(l->out, " mrt%u", t);
	else if (t < 12)
		buf_puts(l->out, t == 8 ? " mrtz" : " null");
	else if (t < 32)
		buf_printf(l->out, " pos%u", t - 12);
	else
		buf_printf(l->out, " param%u", t - 32);
	print_slots(l, GCN_DST2, GCN_SLOTS);
}

/* Formats of typed buffers: the data format is in the lower four bits. */
static void print_format(struct line *l)
{
	static const char *const data[] = {"INVALID", "8", "16", "8_8", "32", "16_16", "10_11_11",
		"11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32", "16_16_16_16",
		"32_32_32", "32_32_32_32", "RESERVED_15"};
	static const char *const numbers[] = {
		"UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "SNORM_OGL", "FLOAT"};

	buf_printf(l->out, " format:[BUF_DATA_FORMAT_%s,BUF_NUM_FORMAT_%s]",
		data[l->i->format & 15], numbers[l->i->format >> 4]);
}

/* What stands before the first operand, or between operands. */
static void print_operands(struct line *l)
{
	switch (l->i->row->extra) {
	case GCN_EXTRA_HWREG_FIRST:
	case GCN_EXTRA_HWREG_LITERAL:
		print_hwreg(l);
		print_slots(l, 0, GCN_SLOTS);
		break;
	case GCN_EXTRA_MADMK:
		print_slots(l, 0, GCN_SRC1);
		print_literal(l);
		print_slots(l, GCN_SRC1, GCN_SLOTS);
		break;
	case GCN_EXTRA_EXPORT:
		print_export(l);
		break;
	default:
		print_slots(l, 0, GCN_SLOTS);
	}
}

static void print_offset(struct line *l)
{
	unsigned imm = l->i->imm;

	if (l->i->row->extra != GCN_EXTRA_OFFSETS) {
		if (imm != 0)
			buf_printf(l->out, " offset:%u", imm);
		return;
	}
	if ((imm & 255) != 0)
		buf_printf(l->out, " offset0:%u", imm & 255);
	if (imm >> 8 != 0)
		buf_printf(l->out, " offset1:%u", imm >> 8);
}

static void print_extra(struct line *l)
{
	switch (l->i->row->extra) {
	case GCN_EXTRA_SCALAR_OFFSET:
	case GCN_EXTRA_NUMBER:
	case GCN_EXTRA_NUMBER_OR_NONE:
	case GCN_EXTRA_HEX:
	case GCN_EXTRA_BRANCH:
		print_number(l);
		break;
	case GCN_EXTRA_WAIT:
		print_wait(l);
		break;
	case GCN_EXTRA_HWREG:
		print_hwreg(l);
		break;
	case GCN_EXTRA_HWREG_LITERAL:
	case GCN_EXTRA_MADAK:
		print_literal(l);
		break;
	case GCN_EXTRA_ATTRIBUTE:
	case GCN_EXTRA_ATTRIBUTE_POINT:
		print_attribute(l);
		break;
	case GCN_EXTRA_TYPED_BUFFER:
		print_format(l);
		break;
	case GCN_EXTRA_IMAGE:
		if (l->i->dmask != 0)
			buf_printf(l->out, " dmask:0x%x", l->i->dmask);
		break;
	case GCN_EXTRA_NONE:
	case GCN_EXTRA_HWREG_FIRST:
	case GCN_EXTRA_MADMK:
	case GCN_EXTRA_OFFSET:
	case GCN_EXTRA_OFFSETS:
	case GCN_EXTRA_BUFFER:
	case GCN_EXTRA_EXPORT:
	case GCN_EXTRA_COUNT:
		break;
	}
}

static bool has_offset(enum gcn_extra e)
{
	return e == GCN_EXTRA_OFFSET || e == GCN_EXTRA_OFFSETS || e == GCN_EXTRA_BUFFER ||
	       e == GCN_EXTRA_TYPED_BUFFER;
}

void gcn_print(const struct gcn_inst *inst, const char *symbol, struct buf *out)
{
	static const char *const times[] = {"", " mul:2", " mul:4", " div:2"};
	struct line l = {inst, symbol, out, false};

	buf_puts(out, inst->row->text);
	if (inst->row->vop3 != GCN_VOP3_NO)
		buf_puts(out, inst->encoding == inst->row->encoding ? "_e32" : "_e64");
	print_operands(&l);
	print_extra(&l);
	/* how the address is made stands before the offset */
	print_flags(&l, 0, GCN_FLAG_UNORM);
	if (has_offset(inst->row->extra))
		print_offset(&l);
	print_flags(&l, GCN_FLAG_UNORM, GCN_FLAG_COUNT);
	buf_puts(out, inst->clamp ? " clamp" : "");
	buf_puts(out, times[inst->omod]);
}
