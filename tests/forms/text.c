/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes a kernel for several cases: for each, work-item i loads row i of the columns, computes and
 * stores. */
#include "forms.h"

enum { FIRST_SOURCE = 30, FIRST_RESULT = 50, SCRATCH = 40 }; /* register numbers */

unsigned column_bytes(const struct isa_type *t)
{
	return t->bits <= 32 ? 4 : t->bits / 8;
}

static char letter(const struct isa_type *t)
{
	return isa_register_letter(isa_type_register_kind(t));
}

/* d13, d14 and d15 point into input columns of 4, 8 and 16 bytes, d23 to d25 into output
 * columns. */
static unsigned base_register(const struct isa_type *t, bool is_output)
{
	unsigned bytes = column_bytes(t);

	return (is_output ? 23 : 13) + (bytes == 4 ? 0 : bytes == 8 ? 1 : 2);
}

static const char *access_type(const struct isa_type *t)
{
	unsigned bytes = column_bytes(t);

	return bytes == 4 ? "u32" : bytes == 8 ? "u64" : "b128";
}

/* ---- constants ------------------------------------------------------------------------------- */

static void say_scalar(const struct isa_type *t, uint64_t x, struct buf *out)
{
	if (t->kind != ISA_KIND_FLOAT)
		buf_printf(out, "0x%llx", (unsigned long long)x);
	else if (t->bits == 16)
		buf_printf(out, "0H%04x", (unsigned)x);
	else if (t->bits == 32)
		buf_printf(out, "0F%08x", (unsigned)x);
	else
		buf_printf(out, "0D%016llx", (unsigned long long)x);
}

void say_value(const struct isa_type *t, const union cell *v, struct buf *out)
{
	const struct isa_type *elem = isa_type_find(t->elem);

	if (t->bits == 128 && t->count == 1) {
		t = isa_type_find(BRIG_TYPE_U64X2);
		elem = isa_type_find(BRIG_TYPE_U64);
	}
	if (t->count == 1) {
		say_scalar(t, low_bits(v->u[0], t->bits), out);
		return;
	}
	buf_printf(out, "%s(", t->text);
	for (unsigned e = t->count; e-- > 0;) { /* the most significant element comes first */
		uint64_t x = v->u[e * elem->bits / 64] >> (e * elem->bits % 64);

		say_scalar(elem, low_bits(x, elem->bits), out);
		buf_puts(out, e > 0 ? "," : ")");
	}
}

/* ---- one case -------------------------------------------------------------------------------- */

static void load(const struct isa_type *t, unsigned number, uint32_t off, struct buf *out)
{
	char l = letter(t);

	if (t->bits == 1)
		buf_printf(out, "\tld_global_u32 $s%u, [$d13+%u];\n\tcvt_b1_u32 $c%u, $s%u;\n",
			SCRATCH, off, number, SCRATCH);
	else
		buf_printf(out, "\tld_global_%s $%c%u, [$d%u+%u];\n", access_type(t), l, number,
			base_register(t, false), off);
}

static void store(const struct isa_type *t, unsigned number, uint32_t off, struct buf *out)
{
	if (t->bits == 1)
		buf_printf(out, "\tcvt_u32_b1 $s%u, $c%u;\n\tst_global_u32 $s%u, [$d23+%u];\n",
			SCRATCH, number, SCRATCH, off);
	else
		buf_printf(out, "\tst_global_%s $%c%u, [$d%u+%u];\n", access_type(t), letter(t),
			number, base_register(t, true), off);
}

static void say_source(const struct form_case *c, unsigned operand, unsigned elem, struct buf *out)
{
	for (unsigned s = 0; s < c->source_count; s++) {
		const struct column *v = &c->source[s];

		if (v->operand != operand || v->element != elem)
			continue;
		if (v->is_constant)
			say_value(v->type, &v->rows[0], out);
		else
			buf_printf(out, "$%c%u", letter(v->type), FIRST_SOURCE + s);
	}
}

static void say_operand(const struct form_case *c, unsigned k, struct buf *out)
{
	const struct isa_operand *o = &c->inst.operands[k];
	bool is_vector = o->kind == ISA_OPND_VECTOR;

	buf_puts(out, is_vector ? "(" : "");
	for (unsigned e = 0; e < (is_vector ? o->count : 1u); e++) {
		buf_puts(out, e > 0 ? ", " : "");
		if (isa_form_operand_is_dest(c->form, k))
			buf_printf(out, "$%c%u", letter(c->result_type), FIRST_RESULT + e);
		else
			say_source(c, k, e, out);
	}
	buf_puts(out, is_vector ? ")" : "");
}

static void say_case(const struct form_case *c, struct buf *out)
{
	for (unsigned s = 0; s < c->source_count; s++)
		if (!c->source[s].is_constant)
			load(c->source[s].type, FIRST_SOURCE + s, c->in_off[s], out);
	if (c->keeps_dest)
		load(c->result_type, FIRST_RESULT, c->before_off, out);
	buf_puts(out, "\t");
	isa_mnemonic_print(c->form, &c->inst, out);
	for (unsigned n = 0; n < c->inst.operand_count; n++) {
		buf_puts(out, n == 0 ? " " : ", ");
		say_operand(c, isa_form_text_order(c->form, n), out);
	}
	buf_puts(out, ";\n");
	for (unsigned r = 0; r < c->result_count; r++)
		store(c->result_type, FIRST_RESULT + r, c->out_off[r], out);
}

void say_kernel(const struct form_case *cases, unsigned n, const char *name, struct buf *out)
{
	buf_printf(out,
		"prog kernel &%s(kernarg_u64 %%in, kernarg_u64 %%out)\n{\n"
		"\tworkitemabsid_u64 $d0, 0;\n"
		"\tld_kernarg_u64 $d1, [%%in];\n\tld_kernarg_u64 $d2, [%%out];\n"
		"\tshl_u64 $d3, $d0, 2;\n\tshl_u64 $d4, $d0, 3;\n\tshl_u64 $d5, $d0, 4;\n",
		name);
	for (unsigned k = 0; k < 3; k++)
		buf_printf(out, "\tadd_u64 $d%u, $d1, $d%u;\n\tadd_u64 $d%u, $d2, $d%u;\n", 13 + k,
			3 + k, 23 + k, 3 + k);
	for (unsigned k = 0; k < n; k++)
		say_case(&cases[k], out);
	buf_puts(out, "};\n");
}
