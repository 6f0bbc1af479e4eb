/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products with a sparse A, and products with scales of blocks (PTX ISA 9.7.14.6, 9.7.14.3), for
 * m16n8 shapes.
 *
 * A row of a sparse A consists of chunks of four granules, and the operand gives two granules of
 * each chunk. The metadata says by 2 bits each which places they have. A granule is an element; it
 * is two elements of a 4-bit type; a tf32 counts as two granules of 16 bits, both given. The
 * metadata of a row's chunks, 4 bits each, follow each other. For elements of 16 or 32 bits, the
 * low half of a word describes 16 granules of a row and the high half those of the row 8 below. For
 * smaller elements, a word describes 32 granules of one row, and the next lane has the word of the
 * row below. Each group of four lanes has the words of all its rows. */
#include "matrix/fragment.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_writer.h"

struct sparsity {
	bool wide;        /* elements have 16 bits or more */
	unsigned granule; /* elements of a granule */
	unsigned given;   /* elements of a chunk (four granules) that A's fragment holds */
	unsigned choices; /* places in a chunk that a given element may have */
	unsigned in_word; /* chunks of a row that one metadata word describes */
	unsigned words;   /* number of metadata words for a row */
};

static struct sparsity sparsity_of(const struct mma *m)
{
	unsigned bits = mma_types[m->types[MMA_A]].bits,
		 count = 1u << m->fragments[MMA_A].inner_bits;
	struct sparsity s = {.wide = bits >= 16, .granule = bits == 4 ? 2 : 1};
	s.given = bits == 32 ? 1 : 2 * s.granule;
	s.choices = bits == 32 ? 2 : 4;
	s.in_word = s.wide ? 4 : 8;
	s.words = count / s.given / s.in_word;
	return s;
}

/* Returns the n of register %m<n>, which has the metadata word for a block of rows. A word of wide
 * elements serves both blocks. */
static unsigned word_number(const struct sparsity *s, unsigned row_block, unsigned word)
{
	return s->wide ? word : 2 * word + row_block;
}

void mma_sparse_begin(struct mma_writer *w)
{
	struct sparsity s = sparsity_of(w->m);
	unsigned lanes = s.wide ? s.words : 2 * s.words;
	/* the operand `select` says which of the four lanes, or which two, have the words */
	buf_printf(w->fetches, "\tand.b32 %%y, %%own, 28;\n\tand.b32 %%x, select, %u;\n",
		4 / lanes - 1);
	buf_printf(w->fetches, "\tmad.lo.u32 %%y, %%x, %u, %%y;\n", lanes);
	for (unsigned i = 0; i < lanes; i++)
		buf_printf(w->fetches, "\tadd.u32 %%x, %%y, %u;\n\t$permute.b32 %%m%u, e, %%x;\n",
			i, i);
}

/* Puts into %x the one of four registers that two bits of the metadata select. */
static void choose(struct mma_writer *w, unsigned word, unsigned bit, const unsigned *from,
	char letter)
{
	buf_printf(w->out, "\tbfe.u32 %%x, %%m%u, %u, 1;\n\tbfe.u32 %%y, %%m%u, %u, 1;\n", word,
		bit, word, bit + 1);
	buf_puts(w->out, "\tsetp.ne.u32 %p, %x, 0;\n\tsetp.ne.u32 %q, %y, 0;\n");
	for (unsigned i = 0; i < 2; i++)
		buf_printf(w->out, "\tselp.b32 %%%c, %%%c%u, %%%c%u, %%p;\n", "xy"[i], letter,
			from[2 * i + 1], letter, from[2 * i]);
	buf_puts(w->out, "\tselp.b32 %x, %y, %x, %q;\n");
}

void mma_sparse_product(struct mma_writer *w, unsigned element, unsigned inner)
{
	const struct mma *m = w->m;
	const struct fragment *d = &m->fragments[MMA_D];
	struct sparsity s = sparsity_of(m);
	unsigned chunk = inner / s.given, part = inner % s.given, b[4];
	unsigned bit = chunk % s.in_word * 4 + part / s.granule * 2;
	bool is_integer = mma_types[m->types[MMA_A]].is_integer;
	if (s.wide)
		bit += 16 * mma_row_block(element);
	struct fragment_source from =
		fragment_source(&m->fragments[MMA_A], d, false, element, inner);
	unsigned a = mma_unpacked(w, MMA_A, &from);
	for (unsigned i = 0; i < 4; i++) { /* tf32 has two places, each twice in b[] */
		unsigned place = i * s.choices / 4 * s.granule + part % s.granule;
		from = fragment_source(&m->fragments[MMA_B], d, true, element,
			chunk * s.choices * s.granule + place);
		b[i] = mma_unpacked(w, MMA_B, &from);
	}
	choose(w, word_number(&s, mma_row_block(element), chunk / s.in_word), bit, b,
		is_integer ? 't' : 'f');
	if (is_integer)
		buf_printf(w->out, "\tmad.lo.s32 %s, %%t%u, %%x, %s;\n", w->sum, a, w->sum);
	else
		buf_printf(w->out, "\tfma.rn.f32 %s, %%f%u, %%x, %s;\n", w->sum, a, w->sum);
}

/* ---- scales -------------------------------------------------------------------------------
 *
 * In each group of four lanes, some lanes hold the scales of a row of A or of a column of B. For A,
 * with thread-id-a n, lane 2 n of the group holds those of the group's row and lane 2 n + 1 those
 * of the row 8 below. For B, lane thread-id-b holds those of the column with the group's number.
 * The scales are bytes of that lane's register, from byte byte-id on. */

static void write_scale(struct mma_writer *w, char matrix, unsigned which)
{
	unsigned scales = w->m->scales;
	buf_printf(w->fetches, "\t$permute.b32 %%w%c%u, s%c, %%lane;\n", matrix, which, matrix);
	buf_printf(w->out,
		"\tand.b32 %%x, b%c, 3;\n\tshl.b32 %%x, %%x, 3;\n"
		"\tshr.u32 %%y, %%w%c%u, %%x;\n",
		matrix, matrix, which);
	for (unsigned i = 0; i < scales; i++) {
		unsigned n = which * scales + i;
		if (w->m->scale == MMA_SCALE_UE8M0)
			buf_printf(w->out,
				"\tbfe.u32 %%x, %%y, %u, 8;\n\tcvt.u64.u32 %%v%c%u, %%x;\n"
				"\tadd.u64 %%v%c%u, %%v%c%u, 896;\n\tshl.b64 %%v%c%u, %%v%c%u, 52;\n"
				"\tsetp.eq.u32 %%p, %%x, 255;\n"
				"\tselp.b64 %%v%c%u, 0x7ff8000000000000, %%v%c%u, %%p;\n",
				8 * i, matrix, n, matrix, n, matrix, n, matrix, n, matrix, n,
				matrix, n, matrix, n);
		else
			buf_printf(w->out,
				"\tbfe.u32 %%x, %%y, %u, 7;\n\tcvt.u16.u32 %%h0, %%x;\n"
				"\tcvt.rn.f16x2.e4m3x2 %%x, %%h0;\n\tmov.b32 {%%h0, %%h1}, %%x;\n"
				"\tcvt.f64.f16 %%v%c%u, %%h0;\n",
				8 * i, matrix, n);
	}
}

void mma_scale_begin(struct mma_writer *w)
{
	for (unsigned i = 0; i < 2; i++) {
		buf_printf(w->fetches,
			"\tand.b32 %%lane, %%own, 28;\n\tand.b32 %%x, ta, 1;\n"
			"\tmad.lo.u32 %%lane, %%x, 2, %%lane;\n\tadd.u32 %%lane, %%lane, %u;\n",
			i);
		write_scale(w, 'a', i);
		buf_printf(w->fetches,
			"\tand.b32 %%lane, %%own, 3;\n\tand.b32 %%x, tb, 3;\n"
			"\tmad.lo.u32 %%lane, %%lane, 8, %%x;\n\tadd.u32 %%lane, %%lane, %u;\n",
			4 * i);
		write_scale(w, 'b', i);
	}
}

void mma_scale_add(struct mma_writer *w, unsigned element, unsigned chunk)
{
	unsigned scales = w->m->scales;
	buf_printf(w->out,
		"\tcvt.f64.f32 %%total, %%part;\n\tmul.rn.f64 %%total, %%total, %%va%u;\n"
		"\tmul.rn.f64 %%total, %%total, %%vb%u;\n\tcvt.rn.f32.f64 %%x, %%total;\n"
		"\tadd.rn.f32 %%sum, %%sum, %%x;\n",
		mma_row_block(element) * scales + chunk, mma_column(element) * scales + chunk);
}
