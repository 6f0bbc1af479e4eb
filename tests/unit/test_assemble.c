/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-as as a library: numbers against the C library, references, lines. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "hsaemu/assemble.h"
#include "hsaemu/brig.h"

struct module {
	struct buf text, bytes;
	struct source source;
	struct diag d;
	struct brig_view view;
};

static void add(struct module *m, const char *text)
{
	buf_puts(&m->text, text);
}

static void start(struct module *m)
{
	const struct diag_options options = {.tool = "test"};
	memset(m, 0, sizeof *m);
	diag_init(&m->d, &options);
	add(m, "module &m:1:0:$full:$large:$default;\n");
}

static bool build(struct module *m, bool debug_lines)
{
	const struct assemble_options o = {.debug_lines = debug_lines};
	size_t len = m->text.len;
	buf_u8(&m->text, 0);
	source_borrow(&m->source, "test.hsail", (const char *)m->text.data, len);
	return assemble(&m->source, &o, &m->bytes, &m->d);
}

static void open(struct module *m)
{
	bool good = build(m, false);
	diag_flush(&m->d, stderr);
	cr_assert(good);
	cr_assert(brig_view_open(&m->view, "test", m->bytes.data, m->bytes.len, &m->d));
}

static void finish(struct module *m)
{
	if (m->view.sections != NULL)
		brig_view_close(&m->view);
	diag_release(&m->d);
	source_release(&m->source);
	buf_release(&m->text);
	buf_release(&m->bytes);
}

/* The n-th code entry of a kind. */
static struct brig_entry entry(const struct module *m, uint16_t kind, unsigned n)
{
	struct brig_entry e;
	uint32_t off = m->view.sections[BRIG_SECTION_INDEX_CODE].header_len;
	while (brig_code_at(&m->view, off, &e)) {
		if (e.kind == kind && n-- == 0)
			return e;
		off += e.bytes;
	}
	cr_assert(false, "no entry of kind 0x%x", kind);
	return e;
}

/* Bytes of the initialiser of the first variable. */
static struct str init_bytes(const struct module *m)
{
	struct brig_entry v = entry(m, BRIG_KIND_DIRECTIVE_VARIABLE, 0);
	struct brig_operand o;
	struct str bytes;
	cr_assert(brig_operand_at(&m->view, v.u.variable.init, &o));
	cr_assert(brig_data(&m->view, o.u.constant.bytes, &bytes));
	return bytes;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static double half_value(unsigned bits)
{
	int exponent = (int)(bits >> 10);
	double fraction = bits & 0x3ff;
	return exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25);
}

/* Every f16, and every midpoint of two, exactly and a little to either side. */
Test(assemble, f16_decimals)
{
	enum { LAST = 0x7bff };
	struct module m;
	start(&m);
	add(&m, "global_f16 &x[] = f16[](0.0h");
	for (unsigned bits = 0; bits < LAST; bits++) {
		double middle = (half_value(bits) + half_value(bits + 1)) / 2;
		buf_printf(&m.text, ", %.30fh, %.30fh, %.30f1h, %.30fh", half_value(bits), middle,
			middle, nextafter(middle, 0));
	}
	add(&m, ");\n");
	open(&m);
	struct str got = init_bytes(&m);
	cr_assert_eq(got.n, 2 + (size_t)LAST * 8);
	for (unsigned bits = 0; bits < LAST; bits++) {
		const char *p = got.p + 2 + (size_t)bits * 8;
		cr_expect_eq(le16(p), bits);
		cr_expect_eq(le16(p + 2), bits + (bits & 1), "tie above 0x%x", bits);
		cr_expect_eq(le16(p + 4), bits + 1);
		cr_expect_eq(le16(p + 6), bits);
	}
	finish(&m);
}

/* Random hexadecimal floats: the C library rounds the same text. */
static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state ^ *state >> 33;
}

/* A decimal of up to 19 digits, of one of the ranges in which rounding is done differently; the
 * third kind lies as near to the middle of two f32 as its digits allow. */
static void random_decimal(uint64_t *state, char out[64])
{
	uint64_t r = next_random(state);
	int digits = (int)(*state >> 60) + 3;
	double d;
	float f;
	uint32_t single = (uint32_t)(r % 0x7f000000);
	switch (r % 3) {
	case 0:
		r &= INT64_MAX;
		memcpy(&d, &r, sizeof d);
		break;
	case 1:
		d = (double)(r >> r % 50) * 1e-9;
		break;
	default:
		memcpy(&f, &single, sizeof f);
		d = ((double)f + (double)nextafterf(f, INFINITY)) / 2;
	}
	snprintf(out, 64, "%.*e", digits, isfinite(d) ? d : 0.5);
}

static void check_decimals(const char *type, const char *suffix)
{
	enum { COUNT = 20000 };
	struct module m;
	uint64_t state = 1;
	char text[64];
	bool single = suffix[0] == 'f';
	start(&m);
	buf_printf(&m.text, "global_%s &x[] = %s[](", type, type);
	for (int i = 0; i <= COUNT; i++) {
		random_decimal(&state, text);
		bool fits = !single || isfinite(strtof(text, NULL));
		buf_printf(&m.text, "%s%s%s", fits ? text : "0.0", suffix, i < COUNT ? ", " : ");");
	}
	open(&m);
	struct str bytes = init_bytes(&m);
	state = 1;
	for (size_t i = 0; i <= COUNT; i++) {
		random_decimal(&state, text);
		double d = strtod(text, NULL);
		float f = isfinite(strtof(text, NULL)) ? strtof(text, NULL) : 0;
		uint64_t want64;
		uint32_t want32;
		memcpy(&want64, &d, sizeof want64);
		memcpy(&want32, &f, sizeof want32);
		uint64_t got = single ? le32(bytes.p + 4 * i) : le64(bytes.p + 8 * i);
		cr_assert_eq(got, single ? want32 : want64, "%s%s: %" PRIx64, text, suffix, got);
	}
	finish(&m);
}

Test(assemble, decimals_as_the_c_library_reads_them)
{
	check_decimals("f64", "");
	check_decimals("f32", "f");
}

Test(assemble, hexadecimal_floats)
{
	enum { COUNT = 4000 };
	static char texts[COUNT][64];
	uint64_t state = 1;
	struct module m;
	start(&m);
	add(&m, "global_f64 &x[] = f64[](");
	for (int i = 0; i < COUNT; i++) {
		int exponent = (int)(next_random(&state) % 2200) - 1160;
		snprintf(texts[i], sizeof texts[i], "0x%" PRIx64 ".%" PRIx64 "p%d",
			next_random(&state) >> next_random(&state) % 64, next_random(&state),
			exponent > 950 ? 950 : exponent);
		buf_printf(&m.text, "%s%s", i == 0 ? "" : ", ", texts[i]);
	}
	add(&m, ");\n");
	open(&m);
	struct str got = init_bytes(&m);
	for (int i = 0; i < COUNT; i++) {
		double want = strtod(texts[i], NULL);
		uint64_t bits;
		memcpy(&bits, &want, sizeof bits);
		cr_expect_eq(le64(got.p + 8 * i), bits, "%s", texts[i]);
	}
	finish(&m);
}

/* ---- references ------------------------------------------------------------------------------ */

/* PRM 18.5.1.1: a reference points to the definition, also to one that comes later. */
Test(assemble, references_to_a_later_definition)
{
	struct module m;
	struct brig_operand o;
	struct isa_inst inst;
	uint32_t offs[ISA_MAX_OPERANDS];
	start(&m);
	add(&m, "decl global_u32 &v;\n"
		"kernel &k() { ld_global_u32 $s0, [&v]; };\n"
		"decl global_u32 &v;\n"
		"global_u32 &v;\n");
	open(&m);
	struct brig_entry ld = entry(&m, BRIG_KIND_INST_MEM, 0);
	inst = ld.u.inst.inst;
	cr_assert(brig_inst_operands(&m.view, &ld, &inst, offs));
	cr_assert(brig_operand_at(&m.view, offs[1], &o));
	cr_assert_eq(o.u.address.symbol, entry(&m, BRIG_KIND_DIRECTIVE_VARIABLE, 2).off);
	finish(&m);
}

Test(assemble, references_to_the_first_declaration)
{
	struct module m;
	struct brig_operand o;
	struct isa_inst inst;
	uint32_t offs[ISA_MAX_OPERANDS];
	start(&m);
	add(&m, "decl prog global_u32 &v;\n"
		"decl prog global_u32 &v;\n"
		"kernel &k() { ld_global_u32 $s0, [&v]; };\n");
	open(&m);
	struct brig_entry ld = entry(&m, BRIG_KIND_INST_MEM, 0);
	inst = ld.u.inst.inst;
	cr_assert(brig_inst_operands(&m.view, &ld, &inst, offs));
	cr_assert(brig_operand_at(&m.view, offs[1], &o));
	cr_assert_eq(o.u.address.symbol, entry(&m, BRIG_KIND_DIRECTIVE_VARIABLE, 0).off);
	finish(&m);
}

/* ---- lines, failure -------------------------------------------------------------------------- */

Test(assemble, lines_of_the_text)
{
	struct module m;
	struct str file;
	start(&m);
	add(&m, "kernel &k()\n{\n\tnop;\n\tnop; nop;\n\tloc 7 \"own.cl\";\n\tnop;\n};\n");
	cr_assert(build(&m, true));
	cr_assert(brig_view_open(&m.view, "test", m.bytes.data, m.bytes.len, &m.d));
	struct brig_entry first = entry(&m, BRIG_KIND_DIRECTIVE_LOC, 0);
	cr_assert_eq(first.u.loc.line, 4);
	cr_assert_eq(first.u.loc.column, 2);
	cr_assert(brig_data(&m.view, first.u.loc.filename, &file));
	cr_assert(str_is(file, "test.hsail"));
	cr_assert_eq(entry(&m, BRIG_KIND_DIRECTIVE_LOC, 1).u.loc.line, 5);
	cr_assert_eq(entry(&m, BRIG_KIND_DIRECTIVE_LOC, 2).u.loc.line, 7);
	finish(&m);
}

Test(assemble, failure_leaves_the_output_alone)
{
	struct module m;
	start(&m);
	add(&m, "global_u32 &x = 1.0;\n");
	buf_puts(&m.bytes, "before");
	cr_assert(!build(&m, false));
	cr_assert_eq(m.bytes.len, 6);
	cr_assert_eq(m.d.error_count, 1);
	finish(&m);
}
