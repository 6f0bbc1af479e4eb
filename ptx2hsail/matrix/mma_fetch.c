/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* To compute its elements of D, a lane needs elements of A and B that other lanes hold. This file
 * writes code that fetches them by `$permute` (fragment.c says from which lane) and unpacks them.
 * An element is fetched and unpacked once, and the register is used for all elements of D that need
 * it. */
#include <stdlib.h>

#include "matrix/fragment.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_writer.h"

static bool same_source(const struct fragment_source *a, const struct fragment_source *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* Returns the number of the register in which the value already is, or -1. */
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

/* Returns a mask of the bits of this lane's own number that, moved left by `shift` (right if
 * negative), become bits of the source lane's number. */
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

/* Writes code that computes the source lane's number into %lane. */
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

/* Writes code that fetches a register of the matrix from the source's lane into %t<number> (f64:
 * %g<number>). If a bit of the register's number depends on this lane's own number, both candidates
 * are fetched and one is chosen. */
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

/* Fetches a whole register, so the bits that select an element within it are cleared. */
unsigned mma_fetched(struct mma_writer *w, enum mma_matrix x, struct fragment_source s)
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

/* Writes code that unpacks two neighbours of fewer than 16 bits, which begin at bit `place` of
 * %t<from>. */
static void write_unpack_pair(struct mma_writer *w, const struct mma_type_info *type,
	unsigned place, unsigned from, unsigned low, unsigned high)
{
	bool in_byte = type->own == 4;
	const char *half = in_byte ? "b" : "h0";
	buf_printf(w->out, "\tbfe.u32 %%x, %%t%u, %u, %u;\n", from, place + type->shift,
		2 * type->bits);
	if (type->own == 6)
		buf_puts(w->out, "\tand.b32 %x, %x, 0x3f3f;\n");
	if (in_byte && type->bits == 8) /* cvt takes a pair of 4-bit numbers as one byte */
		buf_puts(w->out,
			"\tand.b32 %x, %x, 0xf0f;\n\tshr.u32 %y, %x, 4;\n\tor.b32 %x, %x, %y;\n");
	buf_printf(w->out, "\tcvt.u%u.u32 %%%s, %%x;\n\tcvt.rn.f16x2.%s %%x, %%%s;\n",
		in_byte ? 8u : 16u, half, type->pair, half);
	buf_printf(w->out,
		"\tmov.b32 {%%h0, %%h1}, %%x;\n\tcvt.f32.f16 %%f%u, %%h0;\n"
		"\tcvt.f32.f16 %%f%u, %%h1;\n",
		low, high);
}

/* Writes code that unpacks an element to f32 (%f<number>) or s32 (%t<number>). */
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
	if (type->bits == 32) { /* the low 13 bits of a tf32 are ignored */
		buf_printf(w->out, "\tand.b32 %%f%u, %%t%u, %s;\n", number, from,
			w->m->types[x] == MMA_TF32 ? "0xffffe000" : "0xffffffff");
		return;
	}
	buf_printf(w->out, "\tmov.b32 %%x, %%t%u;\n", from);
	if (s->element_from[0] != 0) /* which half depends on this lane */
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
	unsigned from = mma_fetched(w, x, *s);
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
