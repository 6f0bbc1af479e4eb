/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This reads the words of a matrix instruction, such as "m16n8k16" and "row", into numbers. */
#ifndef HSAEMU_PTX_MMA_WORDS_H
#define HSAEMU_PTX_MMA_WORDS_H

#include "matrix/mma_instruction.h"
#include "parse/ptx_ast.h"

/* What a word of a matrix instruction tells; MATRIX() of ptx_mods.def gives each word one of
 * these. */
enum mma_part {
	MMA_PART_NOTHING,
	MMA_PART_KIND,
	MMA_PART_TILE,
	MMA_PART_BITS,
	MMA_PART_UNPACKED, /* .b8x16_...: also gives the bits of an element */
	MMA_PART_SCALES,
	MMA_PART_BY_COLUMN,
	MMA_PART_MATRIX,
	MMA_PART_REGISTERS, /* number of registers, from .x1, .x2 or .x4 */
	MMA_PART_STORE,
	MMA_PART_SATURATES,
	MMA_PART_SPARSE,
	MMA_PART_SCALED,
	MMA_PART_SCALE,
	MMA_PART_TRANS,
	MMA_PART_POPC,
	MMA_PART_XOR,
	MMA_PART_COUNT
};

struct mma_words {
	bool has_shape;
	enum mma_type types[4];
	unsigned type_count, scales; /* from .scale_vec::NX */
	bool is_scaled;
	bool by_column[2];
	unsigned order_count;
	char matrix; /* 'a' to 'd': which matrix wmma.load or wmma.store accesses */
	bool is_store, trans, popc;
	struct str space;
	unsigned count; /* .x1, .x2, .x4 */
	enum mma_tile tile;
	unsigned bits;    /* bits of an element of a tile in memory */
	bool is_unpacked; /* .b8x16 */
};
/* Fills *w and the properties of *m. Returns false when a word cannot stand in a matrix
 * instruction. */
bool mma_read_words(const struct ptx_inst *inst, struct mma_words *w, struct mma *m);

#endif
