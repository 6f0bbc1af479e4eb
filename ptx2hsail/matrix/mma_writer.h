/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The files that write the text of a matrix product (mma_text.c, mma_sparse.c, mma_memory.c) share
 * these declarations. */
#ifndef HSAEMU_PTX_MMA_WRITER_H
#define HSAEMU_PTX_MMA_WRITER_H

#include "matrix/mma_instruction.h"

extern const char mma_letters[MMA_MATRIX_COUNT];
/* Returns the number of the fragment's registers that hold elements. */
unsigned mma_used_registers(const struct mma *m, enum mma_matrix x);

struct mma_value { /* a register that was loaded already, and what it holds */
	struct fragment_source source;
	enum mma_matrix matrix;
	bool is_unpacked;
	unsigned number;
};

struct mma_writer {
	const struct mma *m;
	/* Text that fetches values from other lanes. All fetches stand together before the rest:
	 * the lanes meet at each of them, and what is live there has to be kept for every lane, so
	 * few values should be. */
	struct buf *fetches;
	struct buf *out; /* text that computes with them */
	struct mma_value *values;
	size_t count, capacity;
	unsigned next;   /* number of the next register %t<n>, %f<n> or %g<n> */
	const char *sum; /* name of the register in which an f32 or s32 sum grows */
};
/* Returns the number of the register that holds the value fetched from another lane, still
 * packed. */
unsigned mma_fetched(struct mma_writer *w, enum mma_matrix x, struct fragment_source s);
/* Returns the number of the register that holds the unpacked element, or the whole register that it
 * is in. */
unsigned mma_unpacked(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s);

/* Writes the registers of a fragment as formal parameters; `more` tells that others follow, so that
 * a comma is needed. */
void mma_write_formals(const struct mma *m, enum mma_matrix x, bool more, struct buf *out);

/* A lane holds four elements of each block of D: two adjacent columns of a row, and the same two
 * columns 8 rows below. So bit 0 of an element's number is its column, and the bits above are its
 * block of rows. */
static inline unsigned mma_row_block(unsigned element)
{
	return element >> 1;
}
static inline unsigned mma_column(unsigned element)
{
	return element & 1;
}

/* For mma.sp: mma_sparse_begin() writes code that fetches the metadata words that the lane needs;
 * mma_sparse_product() writes the product for element number `inner` of A's row and adds it to the
 * sum. */
void mma_sparse_begin(struct mma_writer *w);
void mma_sparse_product(struct mma_writer *w, unsigned element, unsigned inner);
/* For scaled products: mma_scale_begin() writes code that computes the scales that the lane needs,
 * as f64; mma_scale_add() writes code that scales %part and adds it to %sum. */
void mma_scale_begin(struct mma_writer *w);
void mma_scale_add(struct mma_writer *w, unsigned element, unsigned chunk);

#endif
