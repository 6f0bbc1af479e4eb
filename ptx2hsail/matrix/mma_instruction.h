/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This header describes what a matrix instruction says (struct mma, struct mma_access), and
 * declares the functions that write the PTX text of the function it becomes. */
#ifndef HSAEMU_PTX_MMA_INSTRUCTION_H
#define HSAEMU_PTX_MMA_INSTRUCTION_H

#include "matrix/fragment.h"
#include "hsaemu/buf.h"

/* Element types. */
enum mma_type {
	MMA_NONE,
	MMA_F16,
	MMA_BF16,
	MMA_TF32,
	MMA_F32,
	MMA_F64,
	MMA_S32,
	MMA_S8,
	MMA_U8,
	MMA_S4,
	MMA_U4,
	MMA_B1,
	MMA_E4M3,
	MMA_E5M2,
	MMA_E3M2,
	MMA_E2M3,
	MMA_E2M1, /* each number in 8 bits */
	MMA_E2M1_PACKED,
	MMA_TYPE_COUNT
};
struct mma_type_info {
	const char *text;
	unsigned bits;   /* bits that an element occupies */
	unsigned packed; /* base-2 logarithm of the number of elements in a register */
	bool is_signed, is_integer;
	const char *pair; /* for floats of fewer than 16 bits: PTX's type of a pair of them */
	/* position of the number within its `bits`, and its own size in bits */
	unsigned shift, own;
};
extern const struct mma_type_info mma_types[MMA_TYPE_COUNT];

enum mma_matrix { MMA_A, MMA_B, MMA_C, MMA_D, MMA_MATRIX_COUNT };

/* Values of the modifier .kind, which decides the element types that are allowed. */
enum mma_kind {
	MMA_KIND_NONE,
	MMA_KIND_F8F6F4,
	MMA_KIND_MXF8F6F4,
	MMA_KIND_MXF4,
	MMA_KIND_MXF4NVF4
};
enum mma_scale { MMA_SCALE_NONE, MMA_SCALE_UE8M0, MMA_SCALE_UE4M3 };

struct mma {
	unsigned log[3]; /* base-2 logarithms of m, n, k */
	bool is_sparse;  /* mma.sp: only half of A's elements are given */
	enum mma_kind kind;
	enum mma_scale scale;
	unsigned scales; /* number of scales for each row of A and each column of B */
	enum mma_type types[MMA_MATRIX_COUNT];
	/* column-major in memory; for m8n8k4 of f16, in lanes too */
	bool by_column[MMA_MATRIX_COUNT];
	bool is_wmma, saturates, is_xor;
	struct fragment fragments[MMA_MATRIX_COUNT];
};
unsigned mma_registers(const struct mma *m, enum mma_matrix x);
/* Returns the base-2 logarithm of the number of elements in a register of the fragment. */
unsigned mma_packed(const struct mma *m, enum mma_matrix x);
/* Returns the PTX type of a register of the fragment, such as ".b32" or ".b64". */
const char *mma_register_type(const struct mma *m, enum mma_matrix x);

/* Writes a .func that computes D from the registers of A, B and C. */
void mma_function(const struct mma *m, const char *name, struct buf *out);
/* Writes a .func that loads or stores a fragment. `space` is "" (generic) or a suffix such as
 * ".shared". */
void mma_access_function(const struct mma *m, enum mma_matrix x, bool store, const char *space,
	const char *address_type, const char *name, struct buf *out);

/* Matrices that ldmatrix and stmatrix access. In memory, matrices of bytes that are loaded have 16
 * by 16 or 8 by 16 elements; those that are stored have 8 by 16, as .m16n8 is always transposed. */
enum mma_tile { MMA_TILE_NONE, MMA_TILE_M8N8, MMA_TILE_M16N16, MMA_TILE_M8N16, MMA_TILE_M16N8 };
struct mma_access {
	unsigned count; /* number of registers */
	bool trans, store;
	enum mma_tile tile;
	unsigned bits;            /* bits of an element in memory: 4, 6, 8 or 16 */
	const char *space;        /* "" or ".shared" */
	const char *address_bits; /* "32", "64" */
};
void mma_matrix_function(const struct mma_access *a, const char *name, struct buf *out);

#endif
