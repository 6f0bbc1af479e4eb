/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices as PTX: each lane computes its elements of D and gets what it needs of A and
 * B from the lanes that hold it (fragment.c says which), by `$permute`. A value that several
 * elements need is fetched and unpacked once. */
#include <stdio.h>
#include <stdlib.h>

#include "matrix/mma_writer.h"
#include "hsaemu/str.h"

const struct mma_type_info mma_types[MMA_TYPE_COUNT] = {
	[MMA_NONE] = {"", 0, 0, false, false, "", 0, 0},
	[MMA_F16] = {"f16", 16, 1, true, false, "", 0, 0},
	[MMA_BF16] = {"bf16", 16, 1, true, false, "", 0, 0},
	[MMA_TF32] = {"tf32", 32, 0, true, false, "", 0, 0},
	[MMA_F32] = {"f32", 32, 0, true, false, "", 0, 0},
	[MMA_F64] = {"f64", 64, 0, true, false, "", 0, 0},
	[MMA_S32] = {"s32", 32, 0, true, true, "", 0, 0},
	[MMA_S8] = {"s8", 8, 2, true, true, "", 0, 0},
	[MMA_U8] = {"u8", 8, 2, false, true, "", 0, 0},
	[MMA_S4] = {"s4", 4, 3, true, true, "", 0, 0},
	[MMA_U4] = {"u4", 4, 3, false, true, "", 0, 0},
	[MMA_B1] = {"b1", 1, 5, false, true, "", 0, 0},
	[MMA_E4M3] = {"e4m3", 8, 2, true, false, "e4m3x2", 0, 8},
	[MMA_E5M2] = {"e5m2", 8, 2, true, false, "e5m2x2", 0, 8},
	[MMA_E3M2] = {"e3m2", 8, 2, true, false, "e3m2x2", 0, 6},
	[MMA_E2M3] = {"e2m3", 8, 2, true, false, "e2m3x2", 0, 6},
	[MMA_E2M1] = {"e2m1", 8, 2, true, false, "e2m1x2", 2, 4},
	[MMA_E2M1_PACKED] = {"e2m1x", 4, 3, true, false, "e2m1x2", 0, 4},
};

const char mma_letters[MMA_MATRIX_COUNT] = {'a', 'b', 'c', 'd'};

unsigned mma_packed(const struct mma *m, enum mma_matrix x)
{
	return mma_types[m->types[x]].packed;
}

unsigned mma_used_registers(const struct mma *m, enum mma_matrix x)
{
	return 1u << (m->fragments[x].element_bits - mma_packed(m, x));
}

/* wmma's fragments of f16 have 8 registers for A and B of all shapes: the others are not used. */
unsigned mma_registers(const struct mma *m, enum mma_matrix x)
{
	enum { F16_REGISTERS = 8 };
	bool is_input = x == MMA_A || x == MMA_B;
	return m->is_wmma && is_input && m->types[x] == MMA_F16 ? F16_REGISTERS
	                                                        : mma_used_registers(m, x);
}

const char *mma_register_type(const struct mma *m, enum mma_matrix x)
{
	return m->types[x] == MMA_F64 ? ".b64" : ".b32";
}

/* ---- values ------------------------------------------------------------------------------ */

static bool same_source(const struct fragment_source *a, const struct fragment_source *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The register of a value that was made before, or -1. */
static int find(const struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s,
	bool is_unpacked)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->values[i].matrix == x && w->values[i].is_unpacked == is_unpacked &&
			same_source(&w->values[i].source, s))
			return (int)w->values[i].number;
	return -1;
}

static unsigned remember(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s,
	bool is_unpacked)
{
	ARRAY_GROW(w->values, w->count, w->capacity);
	w->values[w->count++] = (struct mma_value){*s, x, is_unpacked, w->next};
	return w->next++;
}

/* Bits of the own lane's number that move by `shift` places, as a mask of where they come from. */
static unsigned own_bits(const struct fragment_source *s, int shift)
{
	unsigned mask = 0;
	for (int i = 0; i < FRAGMENT_MAX_BITS; i++) {
		int from = s->lane_from[i] & ~FRAGMENT_LANE;
		if (s->lane_from[i] != 0 && i - from == shift)
			mask |= 1u << from;
	}
	return mask;
}

/* The lane's number in %lane. */
static void write_lane(struct mma_writer *w, const struct fragment_source *s)
{
	enum { FARTHEST = 4 };
	buf_printf(w->fetches, "\tmov.u32 %%lane, %u;\n", s->lane);
	for (int shift = -FARTHEST; shift <= FARTHEST; shift++) {
		unsigned mask = own_bits(s, shift);
		if (mask == 0)
			continue;
		buf_printf(w->fetches, "\tand.b32 %%x, %%own, %u;\n", mask);
		if (shift != 0)
			buf_printf(w->fetches,
				shift > 0 ? "\tshl.b32 %%x, %%x, %d;\n"
					  : "\tshr.b32 %%x, %%x, %d;\n",
				abs(shift));
		buf_puts(w->fetches, "\tor.b32 %lane, %lane, %x;\n");
	}
}

/* Fetches register `reg` of the matrix from the source's lane into %t<number>; where bits of the
 * register's number depend on the own lane, chooses among several. */
static void write_permute(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s,
	unsigned number)
{
	unsigned p = mma_packed(w->m, x), reg = s->element >> p, choice = FRAGMENT_MAX_BITS;
	const char *type = mma_register_type(w->m, x);
	char t = w->m->types[x] == MMA_F64 ? 'g' : 't';
	for (unsigned i = p; i < FRAGMENT_MAX_BITS; i++)
		if (s->element_from[i] != 0)
			choice = i;
	write_lane(w, s);
	buf_printf(w->fetches, "\t$permute%s %%%c%u, %c%u, %%lane;\n", type, t, number,
		mma_letters[x], reg);
	if (choice == FRAGMENT_MAX_BITS)
		return;
	buf_printf(w->fetches, "\t$permute%s %%y, %c%u, %%lane;\n", type, mma_letters[x],
		reg | 1u << (choice - p));
	buf_printf(w->fetches, "\tand.b32 %%x, %%own, %u;\n\tsetp.ne.u32 %%p, %%x, 0;\n",
		1u << (s->element_from[choice] & ~(unsigned)FRAGMENT_LANE));
	buf_printf(w->fetches, "\tselp.b32 %%t%u, %%y, %%t%u, %%p;\n", number, number);
}

/* A whole register. */
static unsigned fetched(struct mma_writer *w, enum mma_matrix x, struct fragment_source s)
{
	unsigned p = mma_packed(w->m, x);
	s.element &= ~0u << p;
	for (unsigned i = 0; i < p; i++)
		s.element_from[i] = 0;
	int known = find(w, x, &s, false);
	if (known >= 0)
		return (unsigned)known;
	unsigned number = remember(w, x, &s, false);
	write_permute(w, x, &s, number);
	return number;
}

/* Two neighbours of fewer than 16 bits, from bit `place` of %t<from> on. */
static void write_unpack_pair(struct mma_writer *w, const struct mma_type_info *type,
	unsigned place, unsigned from, unsigned low, unsigned high)
{
	bool in_byte = type->own == 4;
	const char *half = in_byte ? "b" : "h0";
	buf_printf(w->out, "\tbfe.u32 %%x, %%t%u, %u, %u;\n", from, place + type->shift,
		2 * type->bits);
	if (type->own == 6)
		buf_puts(w->out, "\tand.b32 %x, %x, 0x3f3f;\n");
	if (in_byte && type->bits == 8) /* pairs of 4 bits are a byte */
		buf_puts(w->out,
			"\tand.b32 %x, %x, 0xf0f;\n\tshr.u32 %y, %x, 4;\n\tor.b32 %x, %x, %y;\n");
	buf_printf(w->out, "\tcvt.u%u.u32 %%%s, %%x;\n\tcvt.rn.f16x2.%s %%x, %%%s;\n",
		in_byte ? 8u : 16u, half, type->pair, half);
	buf_printf(w->out,
		"\tmov.b32 {%%h0, %%h1}, %%x;\n\tcvt.f32.f16 %%f%u, %%h0;\n"
		"\tcvt.f32.f16 %%f%u, %%h1;\n",
		low, high);
}

/* An element as f32 (%f), f64 (%g) or s32 (%t). */
static void write_unpack(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s,
	unsigned from, unsigned number)
{
	const struct mma_type_info *type = &mma_types[w->m->types[x]];
	unsigned place = (s->element & ((1u << type->packed) - 1)) * type->bits;
	if (type->is_integer) {
		buf_printf(w->out, "\tbfe.%c32 %%t%u, %%t%u, %u, %u;\n",
			type->is_signed ? 's' : 'u', number, from, place, type->bits);
		return;
	}
	if (type->bits == 32) { /* of tf32 some bits do not count */
		buf_printf(w->out, "\tand.b32 %%f%u, %%t%u, %s;\n", number, from,
			w->m->types[x] == MMA_TF32 ? "0xffffe000" : "0xffffffff");
		return;
	}
	buf_printf(w->out, "\tmov.b32 %%x, %%t%u;\n", from);
	if (s->element_from[0] != 0) /* the upper half depends on the own lane */
		buf_printf(w->out,
			"\tand.b32 %%y, %%own, %u;\n\tsetp.ne.u32 %%p, %%y, 0;\n"
			"\tshr.b32 %%y, %%x, 16;\n\tselp.b32 %%x, %%y, %%x, %%p;\n",
			1u << (s->element_from[0] & ~(unsigned)FRAGMENT_LANE));
	if (w->m->types[x] == MMA_BF16)
		buf_printf(w->out,
			place == 0 ? "\tshl.b32 %%f%u, %%x, 16;\n"
				   : "\tand.b32 %%f%u, %%x, 0xffff0000;\n",
			number);
	else
		buf_printf(w->out, "\tmov.b32 {%%h0, %%h1}, %%x;\n\tcvt.f32.f16 %%f%u, %%h%u;\n",
			number, place / 16);
}

static unsigned unpacked_pair(struct mma_writer *w, enum mma_matrix x,
	const struct fragment_source *s, unsigned from)
{
	const struct mma_type_info *type = &mma_types[w->m->types[x]];
	struct fragment_source low = *s, high = *s;
	low.element &= ~1u;
	high.element |= 1;
	unsigned first = remember(w, x, &low, true), second = remember(w, x, &high, true);
	write_unpack_pair(w, type, (low.element & ((1u << type->packed) - 1)) * type->bits, from,
		first, second);
	return (s->element & 1) != 0 ? second : first;
}

unsigned mma_unpacked(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s)
{
	unsigned from = fetched(w, x, *s);
	if (w->m->types[x] == MMA_F64)
		return from;
	int known = find(w, x, s, true);
	if (known >= 0)
		return (unsigned)known;
	if (mma_types[w->m->types[x]].own != 0)
		return unpacked_pair(w, x, s, from);
	unsigned number = remember(w, x, s, true);
	write_unpack(w, x, s, from, number);
	return number;
}

/* ---- sums -------------------------------------------------------------------------------- */

/* One register of A and one of B: elements inner, inner + 1, ... of both. */
static void add_registers(struct mma_writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	const struct mma *m = w->m;
	unsigned x = fetched(w, MMA_A, *a), y = fetched(w, MMA_B, *b);
	if (m->types[MMA_A] == MMA_B1)
		buf_printf(w->out,
			m->is_xor ? "\txor.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n"
				  : "\tand.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n",
			x, y);
	else
		buf_printf(w->out, "\tdp4a.%c32.%c32 %%sum, %%t%u, %%t%u, %%sum;\n",
			mma_types[m->types[MMA_A]].is_signed ? 's' : 'u',
			mma_types[m->types[MMA_B]].is_signed ? 's' : 'u', x, y);
}

static void add_product(struct mma_writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	unsigned x = mma_unpacked(w, MMA_A, a), y = mma_unpacked(w, MMA_B, b);
	if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tmad.lo.s32 %%sum, %%t%u, %%t%u, %%sum;\n", x, y);
	else if (w->m->types[MMA_A] == MMA_F64)
		buf_printf(w->out, "\tfma.rn.f64 %%total, %%g%u, %%g%u, %%total;\n", x, y);
	else
		buf_printf(w->out, "\tfma.rn.f32 %s, %%f%u, %%f%u, %s;\n", w->sum, x, y, w->sum);
}

/* In m8n8k4 C and D of different types are in different lanes. */
static void begin_sum(struct mma_writer *w, unsigned element)
{
	const struct fragment *c = &w->m->fragments[MMA_C], *d = &w->m->fragments[MMA_D];
	if (c->fixed_lanes != 0 && w->m->types[MMA_C] != w->m->types[MMA_D]) {
		struct fragment_source s = fragment_source_of_sum(c, d, element);
		unsigned from = mma_unpacked(w, MMA_C, &s);
		buf_printf(w->out, "\tmov.b32 %%sum, %%f%u;\n", from);
	} else if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_puts(w->out, "\tmov.b32 %sum, 0;\n"); /* C is added last, for .satfinite */
	else if (w->m->types[MMA_C] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 %%total, c%u;\n", element);
	else if (w->m->types[MMA_C] == MMA_F16)
		buf_printf(w->out, "\tmov.b32 {%%h0, %%h1}, c%u;\n\tcvt.f32.f16 %%sum, %%h%u;\n",
			element / 2, element % 2);
	else
		buf_printf(w->out, "\tmov.b32 %%sum, c%u;\n", element);
}

static void end_sum(struct mma_writer *w, unsigned element)
{
	const struct mma *m = w->m;
	if (mma_types[m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tadd%s.s32 d%u, %%sum, c%u;\n", m->saturates ? ".sat" : "",
			element, element);
	else if (m->types[MMA_D] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 d%u, %%total;\n", element);
	else if (m->types[MMA_D] == MMA_F32)
		buf_printf(w->out, "\tmov.b32 d%u, %%sum;\n", element);
	else if (element % 2 == 0)
		buf_puts(w->out, "\tmov.b32 %even, %sum;\n");
	else
		buf_printf(w->out, "\tcvt.rn.f16x2.f32 d%u, %%sum, %%even;\n", element / 2);
}

static void add_products(struct mma_writer *w, unsigned element, unsigned first, unsigned end)
{
	const struct mma *m = w->m;
	const struct fragment *d = &m->fragments[MMA_D];
	enum mma_type type = m->types[MMA_A];
	bool by_register = !m->is_sparse && (type == MMA_S8 || type == MMA_U8 || type == MMA_B1);
	unsigned step = by_register ? 1u << mma_types[type].packed : 1;
	for (unsigned k = first; k < end; k += step) {
		if (m->is_sparse) {
			mma_sparse_product(w, element, k);
			continue;
		}
		struct fragment_source a =
			fragment_source(&m->fragments[MMA_A], d, false, element, k);
		struct fragment_source b =
			fragment_source(&m->fragments[MMA_B], d, true, element, k);
		if (by_register)
			add_registers(w, &a, &b);
		else
			add_product(w, &a, &b);
	}
}

static void write_element(struct mma_writer *w, unsigned element)
{
	const struct mma *m = w->m;
	unsigned count = 1u << m->fragments[MMA_A].inner_bits;
	begin_sum(w, element);
	if (m->scales == 0)
		add_products(w, element, 0, count);
	for (unsigned i = 0; i < m->scales; i++) {
		buf_puts(w->out, "\tmov.b32 %part, 0;\n");
		add_products(w, element, count / m->scales * i, count / m->scales * (i + 1));
		mma_scale_add(w, element, i);
	}
	end_sum(w, element);
}

/* ---- functions --------------------------------------------------------------------------- */

void mma_write_formals(const struct mma *m, enum mma_matrix x, bool more, struct buf *out)
{
	unsigned n = mma_used_registers(m, x);
	for (unsigned i = 0; i < n; i++)
		buf_printf(out, ".reg %s %c%u%s", mma_register_type(m, x), mma_letters[x], i,
			i + 1 < n || more ? ", " : "");
}

void mma_function(const struct mma *m, const char *name, struct buf *out)
{
	struct buf fetches = BUF_INIT, body = BUF_INIT;
	struct mma_writer w = {.m = m,
		.fetches = &fetches,
		.out = &body,
		.sum = m->scales != 0 ? "%part" : "%sum"};
	if (m->is_sparse)
		mma_sparse_begin(&w);
	if (m->scales != 0)
		mma_scale_begin(&w);
	for (unsigned e = 0; e < 1u << m->fragments[MMA_D].element_bits; e++)
		write_element(&w, e);
	buf_puts(out, ".func (");
	mma_write_formals(m, MMA_D, false, out);
	buf_printf(out, ") %s(", name);
	mma_write_formals(m, MMA_A, true, out);
	mma_write_formals(m, MMA_B, true, out);
	mma_write_formals(m, MMA_C, false, out);
	if (m->is_sparse)
		buf_puts(out, ", .reg .b32 e, .reg .b32 select");
	if (m->scales != 0)
		buf_puts(out,
			", .reg .b32 sa, .reg .b32 ba, .reg .b32 ta, .reg .b32 sb, .reg .b32 bb, "
			".reg .b32 tb");
	buf_printf(out, ")\n{\n\t.reg .b32 %%t<%u>, %%own, %%lane, %%x, %%y;\n", w.next + 1);
	buf_printf(out,
		"\t.reg .b32 %%f<%u>, %%sum, %%part, %%even;\n"
		"\t.reg .b64 %%g<%u>, %%total, %%va<8>, %%vb<8>;\n",
		w.next + 1, w.next + 1);
	buf_puts(out, "\t.reg .b16 %h<2>;\n\t.reg .b8 %b;\n\t.reg .b32 %m<4>, %wa<2>, %wb<2>;\n"
		      "\t.reg .pred %p, %q;\n\tmov.u32 %own, %laneid;\n");
	struct str text = buf_slice(&fetches);
	buf_append(out, text.p, text.n);
	text = buf_slice(&body);
	buf_append(out, text.p, text.n);
	buf_puts(out, "\tret;\n}\n");
	buf_release(&fetches);
	buf_release(&body);
	free(w.values);
}
