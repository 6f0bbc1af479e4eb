/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUDA arrays (CUDA driver API, "Memory Management": cuArray*). An array's elements lie row by row
 * and slice by slice, without gaps; layers and faces of cubes are slices. */
#ifndef HSAEMU_CUDA_ARRAY_IMPL_H
#define HSAEMU_CUDA_ARRAY_IMPL_H

#include "context_impl.h"

struct CUarray_st {
	struct handle handle;
	struct CUctx_st *context;
	CUDA_ARRAY3D_DESCRIPTOR what; /* sizes as the client gave them */
	size_t rows, slices;          /* at least 1 */
	size_t element_bytes, row_bytes, slice_bytes;
	uint8_t *data;
	bool is_level; /* of a mipmapped array, which it ends with */
};

/* Returns the size of an element of `channels` numbers; 0: there is no such format. */
size_t cu_element_bytes(CUarray_format format, unsigned channels);
/* Returns whether `any`, which may be any number, is an array. */
static inline bool cu_is_array(const void *any)
{
	return handle_is_valid(any, CU_ARRAY);
}

#endif
