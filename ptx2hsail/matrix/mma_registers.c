/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the table of element types, and says how many registers a fragment takes. */
#include "matrix/mma_instruction.h"
#include "matrix/mma_writer.h"

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

/* Returns how many registers an operand lists for a fragment. For wmma of f16, A and B always have
 * 8 registers; some shapes use fewer of them. */
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

void mma_write_formals(const struct mma *m, enum mma_matrix x, bool more, struct buf *out)
{
	unsigned n = mma_used_registers(m, x);
	for (unsigned i = 0; i < n; i++)
		buf_printf(out, ".reg %s %c%u%s", mma_register_type(m, x), mma_letters[x], i,
			i + 1 < n || more ? ", " : "");
}
