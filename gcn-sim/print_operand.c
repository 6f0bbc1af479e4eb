/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of operands: names of registers, constants as what they are, literals in hexadecimal. */
#include "print_impl.h"

/* Pairs of scalar registers that have names. */
static const struct {
	uint8_t code;
	const char *name;
} pairs[] = {{GCN_CODE_VCC, "vcc"}, {GCN_CODE_TBA, "tba"}, {GCN_CODE_TMA, "tma"},
	{GCN_CODE_EXEC, "exec"}};

static const char *const floats[] = {"0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0"};

static void print_range(const char *prefix, unsigned first, unsigned count, struct buf *out)
{
	if (count == 1)
		buf_printf(out, "%s%u", prefix, first);
	else
		buf_printf(out, "%s[%u:%u]", prefix, first, first + count - 1);
}

static void print_scalar(unsigned code, unsigned dwords, struct buf *out)
{
	if (code < GCN_CODE_SGPRS) {
		print_range("s", code, dwords, out);
		return;
	}
	if (code >= GCN_CODE_TTMP && code < GCN_CODE_M0) {
		print_range("ttmp", code - GCN_CODE_TTMP, dwords, out);
		return;
	}
	if (code == GCN_CODE_M0)
		buf_puts(out, "m0");
	for (unsigned n = 0; n < ARRAY_LEN(pairs); n++)
		if ((code & ~1U) == pairs[n].code)
			buf_printf(out, "%s%s", pairs[n].name,
				dwords == 2       ? ""
				: (code & 1) != 0 ? "_hi"
						  : "_lo");
}

static void print_constant(unsigned code, struct buf *out)
{
	if (code >= GCN_CODE_FLOAT)
		buf_puts(out, floats[code - GCN_CODE_FLOAT]);
	else if (code <= GCN_CODE_MINUS)
		buf_printf(out, "%u", code - GCN_CODE_ZERO);
	else
		buf_printf(out, "-%u", code - GCN_CODE_MINUS);
}

static void print_bare(const struct gcn_inst *i, const struct gcn_operand *o, const char *symbol,
	struct buf *out)
{
	static const char *const status[] = {"src_vccz", "src_execz", "src_scc"};

	switch (o->file) {
	case GCN_FILE_SCALAR:
		print_scalar(o->reg, o->dwords, out);
		break;
	case GCN_FILE_VECTOR:
		print_range("v", o->reg, o->dwords, out);
		break;
	case GCN_FILE_CONSTANT:
		print_constant(o->code, out);
		break;
	case GCN_FILE_LITERAL:
		if (symbol != NULL)
			buf_puts(out, symbol);
		else
			buf_printf(out, i->assembles ? "0x%x" : "lit(0x%x)", i->literal);
		break;
	case GCN_FILE_STATUS:
		buf_puts(out, status[o->reg - GCN_CODE_VCCZ]);
		break;
	case GCN_FILE_LDS_DIRECT:
		buf_puts(out, "src_lds_direct");
		break;
	case GCN_FILE_OFF:
		buf_puts(out, "off");
		break;
	case GCN_FILE_NONE:
		break;
	}
}

void gcn_print_operand(const struct gcn_inst *i, unsigned slot, const char *symbol, struct buf *out)
{
	const struct gcn_operand *o = &i->operands[slot];
	/* -1 is a constant of its own */
	bool named = o->neg && !o->abs && o->file == GCN_FILE_CONSTANT;

	buf_puts(out, named ? "neg(" : o->neg ? "-" : "");
	buf_puts(out, o->abs ? "|" : "");
	print_bare(i, o, symbol, out);
	buf_puts(out, o->abs ? "|" : "");
	buf_puts(out, named ? ")" : "");
}
