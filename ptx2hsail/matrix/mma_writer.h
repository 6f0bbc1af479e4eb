/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What writes the text of a matrix product (mma_text.c, mma_sparse.c, mma_memory.c). */
#ifndef HSAEMU_PTX_MMA_WRITER_H
#define HSAEMU_PTX_MMA_WRITER_H

#include "matrix/mma_instruction.h"

extern const char mma_letters[MMA_MATRIX_COUNT];
/* Registers of the fragment that hold elements. */
unsigned mma_used_registers(const struct mma *m, enum mma_matrix x);

struct mma_value { /* register `name``number` holds this */
	struct fragment_source source;
	enum mma_matrix matrix;
	bool is_unpacked;
	unsigned number;
};

struct mma_writer {
	const struct mma *m;
	/* what comes from other lanes: before the rest, so that they meet */
	struct buf *fetches;
	struct buf *out; /* as little as possible with values that they have to keep */
	struct mma_value *values;
	size_t count, capacity;
	unsigned next;   /* register %t<n>, %f<n> or %g<n> */
	const char *sum; /* the register of the sum, when it is an f32 or s32 */
};
/* The number of the register that holds what stands in another lane, still packed. */
unsigned mma_fetched(struct mma_writer *w, enum mma_matrix x, struct fragment_source s);
/* The number of the register that holds an element, or the whole register that it is in. */
unsigned mma_unpacked(struct mma_writer *w, enum mma_matrix x, const struct fragment_source *s);

/* The registers of a fragment as formals; `more` follow. */
void mma_write_formals(const struct mma *m, enum mma_matrix x, bool more, struct buf *out);

/* Elements of D are in rows as that of their lane, and 8 below; in two columns. */
static inline unsigned mma_row_block(unsigned element)
{
	return element >> 1;
}
static inline unsigned mma_column(unsigned element)
{
	return element & 1;
}

/* mma.sp: parameters and registers; the words of metadata that the lane needs; the product of the
 * given element `inner` of A's row. */
void mma_sparse_begin(struct mma_writer *w);
void mma_sparse_product(struct mma_writer *w, unsigned element, unsigned inner);
/* Scales that the lane needs, as f64; and what is in %part, scaled, is added to %sum. */
void mma_scale_begin(struct mma_writer *w);
void mma_scale_add(struct mma_writer *w, unsigned element, unsigned chunk);

#endif
