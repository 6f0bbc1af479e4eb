/* Matrix instructions as PTX text: what an instruction says, and the functions it becomes. */
#ifndef HSAEMU_PTX_MMA_IMPL_H
#define HSAEMU_PTX_MMA_IMPL_H

#include "fragment_impl.h"
#include "hsaemu/buf.h"

/* Element types. */
enum mma_type { MMA_NONE, MMA_F16, MMA_BF16, MMA_TF32, MMA_F32, MMA_F64, MMA_S32, MMA_S8, MMA_U8,
	MMA_S4, MMA_U4, MMA_B1, MMA_TYPE_COUNT };
struct mma_type_info {
	const char *text;
	unsigned bits;   /* of an element */
	unsigned packed; /* logarithm of elements in a register */
	bool is_signed, is_integer;
};
extern const struct mma_type_info mma_types[MMA_TYPE_COUNT];

enum mma_matrix { MMA_A, MMA_B, MMA_C, MMA_D, MMA_MATRIX_COUNT };

struct mma {
	unsigned log[3]; /* m, n, k */
	enum mma_type types[MMA_MATRIX_COUNT];
	bool by_column[MMA_MATRIX_COUNT]; /* in memory; m8n8k4 of f16: also in lanes */
	bool is_wmma, saturates, is_xor;
	struct fragment fragments[MMA_MATRIX_COUNT];
};
unsigned mma_registers(const struct mma *m, enum mma_matrix x);
/* Elements of a register, as a logarithm. */
unsigned mma_packed(const struct mma *m, enum mma_matrix x);
/* ".b32" or ".b64" */
const char *mma_register_type(const struct mma *m, enum mma_matrix x);

/* A .func that computes D from registers of A, B and C. */
void mma_function(const struct mma *m, const char *name, struct buf *out);
/* A .func that loads or stores a fragment; `space` is "" or ".shared" and the like. */
void mma_access_function(const struct mma *m, enum mma_matrix x, bool store, const char *space,
	const char *address_type, const char *name, struct buf *out);

/* ldmatrix, stmatrix: matrices of 8 by 8 halves. */
struct mma_access {
	unsigned count; /* matrices */
	bool trans, store;
	const char *space;        /* "" or ".shared" */
	const char *address_bits; /* "32", "64" */
};
void mma_matrix_function(const struct mma_access *a, const char *name, struct buf *out);

#endif
