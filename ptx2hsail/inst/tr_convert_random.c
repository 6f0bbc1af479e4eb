/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cvt.rs, stochastic rounding (PTX ISA 9.7.9.22): random bits, weighted like the bits that will be
 * cut off, are added to a number's magnitude, and then these bits are cut off. Each instruction
 * becomes a call of a PTX function (library.c).
 *
 * In a pair each number has its own random bits, 16 for bf16 and 13 for f16; those of the first
 * operand are in the upper half of the word. Of four numbers each has 16 bits. The two numbers of a
 * pair use the same bits in opposite order: those of one half of the word, or for e2m1 those of its
 * odd or even bytes. NVIDIA's GPUs do the same. */
#include "base/tr.h"
#include "declare/call_site.h"
#include "declare/library.h"
#include "inst/row_functions.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

struct target_format {
	enum ptx_type type;
	unsigned count, width; /* numbers in a result, and bits of each */
	unsigned drop;         /* fraction bits that an f32 has in excess */
	unsigned random;       /* random bits for each number */
	uint32_t rebias;       /* difference of the bit patterns */
	uint32_t normal;       /* the smallest normal number, as f32 */
	const char *smallest;  /* 1 / the smallest number, as f64 */
	uint32_t most, infinity, nan;
};

static const struct target_format formats[] = {
	{PTX_F16X2, 2, 16, 13, 13, 0x1c000, 0x38800000, "0d4170000000000000", 0x7bff, 0x7c00,
		0x7fff},
	{PTX_BF16X2, 2, 16, 16, 16, 0, 0, "0d0000000000000000", 0x7f7f, 0x7f80, 0x7fff},
	{PTX_E4M3X4, 4, 8, 20, 16, 0x3c0, 0x3c800000, "0d4080000000000000", 0x7e, 0x7e, 0x7f},
	{PTX_E5M2X4, 4, 8, 21, 16, 0x1c0, 0x38800000, "0d40f0000000000000", 0x7b, 0x7b, 0x7f},
	{PTX_E2M3X4, 4, 8, 20, 16, 0x3f0, 0x3f800000, "0d4020000000000000", 0x1f, 0x1f, 0x1f},
	{PTX_E3M2X4, 4, 8, 21, 16, 0x1f0, 0x3e800000, "0d4030000000000000", 0x1f, 0x1f, 0x1f},
	{PTX_E2M1X4, 4, 4, 22, 16, 0xfc, 0x3f800000, "0d4000000000000000", 7, 7, 7},
};

static const struct target_format *format_of(enum ptx_type type)
{
	size_t i = 0;
	while (formats[i].type != type)
		i++;
	return &formats[i];
}

/* Writes code that puts the random bits of operand i into %r. */
static void write_random(const struct target_format *f, unsigned i, struct buf *out)
{
	bool is_upper = i < f->count / 2;
	if (f->count == 2)
		buf_printf(out, "\tbfe.u32 %%r, random, %u, %u;\n", is_upper ? 16u : 0u, f->random);
	else if (f->width == 4)
		buf_printf(out, "\tprmt.b32 %%r, random, 0, 0x%s;\n", is_upper ? "4431" : "4420");
	else
		buf_printf(out, "\tbfe.u32 %%r, random, %u, 16;\n", is_upper ? 16u : 0u);
	if (f->count == 4 && i % 2 == 0)
		buf_puts(out, "\tbrev.b32 %r, %r;\n\tshr.u32 %r, %r, 16;\n");
}

/* Writes code that adds number i to `result`; the first one is in the highest place. */
static void write_number(const struct target_format *f, unsigned i, bool relu, bool finite,
	struct buf *out)
{
	unsigned sign = f->width - 1;
	if (f->width == 8 && f->most == 0x1f)
		sign = 5;
	write_random(f, i, out);
	buf_printf(out,
		"\tand.b32 %%m, x%u, 0x7fffffff;\n\tshl.b32 %%s, %%r, %u;\n\tadd.u32 %%n, %%m, %%s;\n"
		"\tshr.u32 %%n, %%n, %u;\n\tsub.u32 %%n, %%n, %u;\n",
		i, f->drop - f->random, f->drop, f->rebias);
	buf_printf(out,
		"\tmov.b32 %%x, %%m;\n\tcvt.f64.f32 %%d, %%x;\n\tmul.rn.f64 %%d, %%d, %s;\n"
		"\tcvt.rn.f64.u32 %%e, %%r;\n\tfma.rn.f64 %%d, %%e, %s, %%d;\n\tcvt.rzi.u32.f64 %%s, %%d;\n",
		f->smallest, f->random == 13 ? "0d3f20000000000000" : "0d3ef0000000000000");
	buf_printf(out,
		"\tsetp.lt.u32 %%p, %%m, %u;\n\tselp.b32 %%n, %%s, %%n, %%p;\n"
		"\tmin.u32 %%n, %%n, %u;\n",
		f->normal, finite ? f->most : f->infinity);
	buf_printf(out, "\tshr.u32 %%s, x%u, 31;\n", i);
	if (relu)
		buf_puts(out,
			"\tsetp.ne.u32 %p, %s, 0;\n\tselp.b32 %n, 0, %n, %p;\n\tmov.b32 %s, 0;\n");
	buf_printf(out, "\tshl.b32 %%s, %%s, %u;\n\tor.b32 %%n, %%n, %%s;\n", sign);
	buf_printf(out, "\tsetp.gt.u32 %%p, %%m, 0x7f800000;\n\tselp.b32 %%n, %u, %%n, %%p;\n",
		f->nan);
	buf_printf(out, "\tbfi.b32 result, %%n, result, %u, %u;\n", (f->count - 1 - i) * f->width,
		f->width);
}

static struct func *function(struct tr *t, const struct target_format *f, bool relu, bool finite)
{
	const char *name = arena_printf(&t->arena, "%%cvt_rs_%s%s%s", ptx_types[f->type].text,
		relu ? "_relu" : "", finite ? "_satfinite" : "");
	struct func *known = tr_library_find(t, str_from(name));
	if (known != NULL)
		return known;
	struct buf text = BUF_INIT;
	buf_printf(&text, ".func (.reg .b32 result) %s(", name);
	for (unsigned i = 0; i < f->count; i++)
		buf_printf(&text, ".reg .b32 x%u, ", i);
	buf_puts(&text, ".reg .b32 random)\n{\n\t.reg .b32 %r, %m, %n, %s;\n\t.reg .f32 %x;\n"
			"\t.reg .f64 %d, %e;\n\t.reg .pred %p;\n\tmov.b32 result, 0;\n");
	for (unsigned i = 0; i < f->count; i++)
		write_number(f, i, relu, finite, &text);
	buf_puts(&text, "\tret;\n}\n");
	struct func *made = tr_library_add(t, str_from(name), buf_slice(&text));
	buf_release(&text);
	return made;
}

/* The operands are d, a, b, random, or d, {a, b, e, f}, random. */
void tr_fn_cvt_rs(struct tr *t)
{
	enum { MOST = 4 };
	const struct target_format *f = format_of(t->at.words.types[0]);
	struct ptx_operand **o = t->at.inst->operands;
	struct hir_op d, ins[MOST + 1];
	struct tr_elements e;
	uint32_t count = f->count == 2 ? 4 : 3;
	if (!tr_operand_count(t, count, count))
		return;
	e.operands[0] = o[1];
	e.operands[1] = o[2];
	if (f->count == 4 && !tr_elements(t, o[1], f->count, &e))
		return;
	for (unsigned i = 0; i < f->count; i++)
		if (!tr_source(t, e.operands[i], PTX_F32, &ins[i]))
			return;
	if (!tr_source(t, o[count - 1], PTX_B32, &ins[f->count]) ||
		!tr_dest(t, o[0], f->width == 4 ? PTX_B16 : PTX_B32, &d))
		return;
	tr_call_function(t,
		function(t, f, ptx_words_has(&t->at.words, PTX_MOD_RELU),
			ptx_words_has(&t->at.words, PTX_MOD_SATFINITE)),
		&d, ins);
}
