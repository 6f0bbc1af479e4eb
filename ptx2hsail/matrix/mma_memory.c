/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file writes PTX functions that load fragments of matrices from memory and store them to it,
 * for wmma.load and wmma.store, ldmatrix and stmatrix. */
#include <stdio.h>

#include "matrix/fragment.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_writer.h"
#include "hsaemu/str.h"

/* ---- memory ------------------------------------------------------------------------------ */

struct access {
	const struct mma *m;
	enum mma_matrix x;
	bool store;
	bool inner_is_contiguous; /* elements of a register are adjacent in memory */
	const char *space;
	const char *address; /* type of addresses: "u32" or "u64" */
	struct buf *out;
};

/* Writes code that puts into %name the part of an index that this lane's own number determines;
 * places[] says where the bits of the index are (fragment.h). */
static void write_own_part(struct access *a, const uint8_t *places, unsigned bits, const char *name)
{
	buf_printf(a->out, "\tmov.u32 %%%s, 0;\n", name);
	for (unsigned i = 0; i < bits; i++) {
		unsigned from = places[i] & ~(unsigned)FRAGMENT_LANE;
		if ((places[i] & FRAGMENT_LANE) == 0)
			continue;
		buf_printf(a->out,
			"\tbfe.u32 %%x, %%own, %u, 1;\n\tshl.b32 %%x, %%x, %u;\n"
			"\tor.b32 %%%s, %%%s, %%x;\n",
			from, i, name, name);
	}
}

static unsigned known_part(const uint8_t *places, unsigned bits, unsigned element)
{
	unsigned n = 0;
	for (unsigned i = 0; i < bits; i++)
		if ((places[i] & FRAGMENT_LANE) == 0)
			n |= (element >> places[i] & 1) << i;
	return n;
}

/* Writes code that puts the address of the element into %at. It counts in elements and turns them
 * to bytes last, because an element may be smaller than a byte. */
static void write_address(struct access *a, unsigned element)
{
	const struct fragment *f = &a->m->fragments[a->x];
	unsigned bits = mma_types[a->m->types[a->x]].bits;
	unsigned outer = known_part(f->outer, f->outer_bits, element);
	unsigned inner = known_part(f->inner, f->inner_bits, element);
	unsigned line = a->inner_is_contiguous ? outer : inner,
		 place = a->inner_is_contiguous ? inner : outer;
	const char *t = a->address;
	buf_printf(a->out,
		"\tadd.u32 %%x, %%line, %u;\n\tmad.%s.u32 %%at, %%x, stride, %%base;\n"
		"\tadd.%s %%at, %%at, %u;\n",
		line, str_is(str_from(t), "u64") ? "wide" : "lo", t, place);
	if (bits >= 8)
		buf_printf(a->out, "\tmul.lo.%s %%at, %%at, %u;\n", t, bits / 8);
	else
		buf_printf(a->out, "\tshr.%s %%at, %%at, %u;\n", t, bits == 4 ? 1u : 3u);
	buf_printf(a->out, "\tadd.%s %%at, %%at, p;\n", t);
}

/* Writes the access to one element, or to a whole register when its elements are adjacent. */
static void write_access(struct access *a, unsigned bits, const char *value)
{
	if (a->store)
		buf_printf(a->out, "\tst%s.b%u [%%at], %s;\n", a->space, bits, value);
	else
		buf_printf(a->out, "\tld%s.b%u %s, [%%at];\n", a->space, bits, value);
}

static void write_register(struct access *a, unsigned reg)
{
	const struct mma_type_info *type = &mma_types[a->m->types[a->x]];
	unsigned count = 1u << type->packed;
	char name[16];
	snprintf(name, sizeof name, "%c%u", mma_letters[a->x], reg);
	if (count == 1 || a->inner_is_contiguous) {
		write_address(a, reg * count);
		write_access(a, type->bits * count, name);
		return;
	}
	if (!a->store)
		buf_printf(a->out, "\tmov.b32 %s, 0;\n", name);
	for (unsigned i = 0; i < count; i++) {
		write_address(a, reg * count + i);
		if (a->store)
			buf_printf(a->out, "\tshr.b32 %%y, %s, %u;\n", name, i * type->bits);
		write_access(a, type->bits, "%y");
		if (!a->store)
			buf_printf(a->out, "\tbfi.b32 %s, %%y, %s, %u, %u;\n", name, name,
				i * type->bits, type->bits);
	}
}

void mma_access_function(const struct mma *m, enum mma_matrix x, bool store, const char *space,
	const char *address_type, const char *name, struct buf *out)
{
	const struct fragment *f = &m->fragments[x];
	/* inner is the column of A, C and D, and the row of B */
	struct access a = {m, x, store, m->by_column[x] == (x == MMA_B), space, address_type, out};
	buf_puts(out, ".func ");
	if (!store) {
		buf_puts(out, "(");
		mma_write_formals(m, x, false, out);
		buf_puts(out, ") ");
	}
	buf_printf(out, "%s(.reg .%s p, .reg .u32 stride", name, address_type);
	if (store) {
		buf_puts(out, ", ");
		mma_write_formals(m, x, false, out);
	}
	buf_printf(out,
		")\n{\n\t.reg .b32 %%own, %%line, %%place, %%x, %%y;\n\t.reg .%s %%at, %%base;\n",
		address_type);
	buf_puts(out, "\tmov.u32 %own, %laneid;\n");
	write_own_part(&a, f->outer, f->outer_bits, a.inner_is_contiguous ? "line" : "place");
	write_own_part(&a, f->inner, f->inner_bits, a.inner_is_contiguous ? "place" : "line");
	buf_puts(out, str_is(str_from(address_type), "u64") ? "\tcvt.u64.u32 %base, %place;\n"
							    : "\tmov.u32 %base, %place;\n");
	for (unsigned i = 0; i < mma_used_registers(m, x); i++)
		write_register(&a, i);
	buf_puts(out, "\tret;\n}\n");
}

/* ---- ldmatrix and stmatrix ----
 *
 * Lanes 8 i to 8 i + 7 have the addresses of the rows of matrix i. */

static void write_row_address(const struct mma_access *a, unsigned row, const char *own_row,
	const char *own_bytes, struct buf *out)
{
	buf_printf(out, "\tadd.u32 %%x, %%%s, %u;\n\t$permute.b%s %%at, p, %%x;\n", own_row, row,
		a->address_bits);
	buf_printf(out, "\tadd.u%s %%at, %%at, %%%s;\n", a->address_bits, own_bytes);
}

static void write_along(const struct mma_access *a, unsigned i, struct buf *out)
{
	write_row_address(a, 8 * i, "group", "along", out);
	if (a->store)
		buf_printf(out, "\tst%s.b32 [%%at], r%u;\n", a->space, i);
	else
		buf_printf(out, "\tld%s.b32 r%u, [%%at];\n", a->space, i);
}

static void write_across(const struct mma_access *a, unsigned i, struct buf *out)
{
	if (!a->store)
		buf_printf(out, "\tmov.b32 r%u, 0;\n", i);
	for (unsigned half = 0; half < 2; half++) {
		write_row_address(a, 8 * i + half, "two", "across", out);
		if (a->store)
			buf_printf(out, "\tshr.b32 %%x, r%u, %u;\n\tst%s.b16 [%%at], %%x;\n", i,
				16 * half, a->space);
		else
			buf_printf(out,
				"\tld%s.b16 %%x, [%%at];\n\tbfi.b32 r%u, %%x, r%u, %u, 16;\n",
				a->space, i, i, 16 * half);
	}
}

/* ---- matrices of bytes ----
 *
 * Each byte of a register is one element, at a row and a column of the matrix in memory. */

/* Writes code that puts the address of the row of byte `byte` of register `reg` into %at, and its
 * column into %c. Each is the sum of a constant and a part that depends on the lane (%group, %two
 * or %four). */
static void write_byte_place(const struct mma_access *a, unsigned reg, unsigned byte,
	struct buf *out)
{
	const char *bits = a->address_bits;
	unsigned row = 0, column = 0;
	bool across = a->tile != MMA_TILE_M8N16; /* the lane's group determines the column */
	switch (a->tile) {
	case MMA_TILE_M16N16:
		row = 16 * (reg / 2) + byte;
		column = 8 * (reg % 2);
		break;
	case MMA_TILE_M16N8:
		row = 8 * reg + byte % 2;
		column = 8 * (byte / 2);
		break;
	case MMA_TILE_M8N16:
		row = 8 * reg;
		column = byte;
		break;
	case MMA_TILE_NONE:
	case MMA_TILE_M8N8:
		break;
	}
	buf_printf(out, "\tadd.u32 %%x, %%%s, %u;\n\t$permute.b%s %%at, p, %%x;\n",
		across ? a->tile == MMA_TILE_M16N8 ? "two" : "four" : "group", row, bits);
	buf_printf(out, "\tadd.u32 %%c, %%%s, %u;\n", across ? "group" : "four", column);
}

/* Writes code that adds %x to %at. */
static void write_advance(const struct mma_access *a, struct buf *out)
{
	buf_printf(out, "\tcvt.u%s.u32 %%along, %%x;\n\tadd.u%s %%at, %%at, %%along;\n",
		a->address_bits, a->address_bits);
}

/* Writes the access to the elements of a register. In memory, elements of 4 or 6 bits follow each
 * other without gaps, low bits first; in the register each fills a byte, with zeros above. */
static void write_bytes(const struct mma_access *a, unsigned reg, struct buf *out)
{
	if (!a->store)
		buf_printf(out, "\tmov.b32 r%u, 0;\n", reg);
	for (unsigned byte = 0; byte < 4; byte++) {
		write_byte_place(a, reg, byte, out);
		if (a->store) {
			buf_puts(out, "\tmov.b32 %x, %c;\n");
			write_advance(a, out);
			buf_printf(out, "\tshr.b32 %%x, r%u, %u;\n\tst%s.b8 [%%at], %%x;\n", reg,
				8 * byte, a->space);
			continue;
		}
		buf_printf(out, "\tmul.lo.u32 %%c, %%c, %u;\n\tshr.u32 %%x, %%c, 3;\n", a->bits);
		write_advance(a, out);
		buf_printf(out, "\tand.b32 %%c, %%c, 7;\n\tld%s.b8 %%x, [%%at];\n", a->space);
		if (a->bits == 6)
			buf_printf(out,
				"\tld%s.b8 %%y, [%%at+1];\n\tbfi.b32 %%x, %%y, %%x, 8, 8;\n",
				a->space);
		buf_printf(out,
			"\tshr.u32 %%x, %%x, %%c;\n\tbfe.u32 %%x, %%x, 0, %u;\n"
			"\tbfi.b32 r%u, %%x, r%u, %u, 8;\n",
			a->bits, reg, reg, 8 * byte);
	}
}

void mma_matrix_function(const struct mma_access *a, const char *name, struct buf *out)
{
	const char *bits = a->address_bits;
	buf_puts(out, ".func ");
	for (unsigned i = 0; i < a->count && !a->store; i++)
		buf_printf(out, "%s.reg .b32 r%u%s", i == 0 ? "(" : "", i,
			i + 1 < a->count ? ", " : ") ");
	buf_printf(out, "%s(.reg .b%s p", name, bits);
	for (unsigned i = 0; i < a->count && a->store; i++)
		buf_printf(out, ", .reg .b32 r%u", i);
	buf_printf(out,
		")\n{\n\t.reg .b32 %%own, %%group, %%two, %%four, %%x, %%y, %%c;\n"
		"\t.reg .b%s %%at, %%along, %%across;\n",
		bits);
	buf_puts(out, "\tmov.u32 %own, %laneid;\n\tshr.u32 %group, %own, 2;\n"
		      "\tand.b32 %two, %own, 3;\n\tshl.b32 %two, %two, 1;\n"
		      "\tshl.b32 %four, %two, 1;\n\tmov.b32 %x, %four;\n");
	buf_printf(out,
		"\tcvt.u%s.u32 %%along, %%x;\n\tshl.b32 %%x, %%group, 1;\n"
		"\tcvt.u%s.u32 %%across, %%x;\n",
		bits, bits);
	for (unsigned i = 0; i < a->count; i++) {
		if (a->tile != MMA_TILE_M8N8)
			write_bytes(a, i, out);
		else if (a->trans)
			write_across(a, i, out);
		else
			write_along(a, i, out);
	}
	buf_puts(out, "\tret;\n}\n");
}
