/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* CUDA arrays (CUDA driver API, "Memory Management": cuArray*, cuMipmappedArray*). An array's
 * elements lie row by row and slice by slice, without gaps; layers and faces of cubes are slices. A
 * mipmapped array is as many arrays as it has levels, in one block of memory. */
#ifndef HSAEMU_CUDA_ARRAY_IMPL_H
#define HSAEMU_CUDA_ARRAY_IMPL_H

#include "context_impl.h"
#include "hsaemu/base.h"

struct CUarray_st {
	struct handle handle;
	struct CUctx_st *context;
	CUDA_ARRAY3D_DESCRIPTOR what; /* sizes as the client gave them */
	size_t rows, slices;          /* at least 1 */
	size_t element_bytes, row_bytes, slice_bytes;
	uint8_t *data;
	bool is_level; /* of a mipmapped array, which it ends with */
};

enum { CU_MAX_LEVELS = 64 }; /* a size has no more bits */
struct CUmipmappedArray_st {
	struct handle handle;
	struct CUctx_st *context;
	CUDA_ARRAY3D_DESCRIPTOR what; /* of the first level */
	uint8_t *data;
	unsigned count;
	struct CUarray_st levels[CU_MAX_LEVELS];
};

/* Returns the size of an element of `channels` numbers; 0: there is no such format. */
size_t cu_element_bytes(CUarray_format format, unsigned channels);
/* Returns whether `any`, which may be any number, is an array. */
static inline bool cu_is_array(const void *any)
{
	return handle_is_valid(any, CU_ARRAY);
}
static inline bool cu_is_mipmapped_array(const void *any)
{
	return handle_is_valid(any, CU_MIPMAPPED_ARRAY);
}
/* Returns what is wrong with the description of an array: INVALID_VALUE, NOT_SUPPORTED. */
CUresult cu_array_check(const CUDA_ARRAY3D_DESCRIPTOR *d) NODISCARD;
/* Sets what follows from the sizes in a->what, and the bytes that it takes; false: they are too
 * many. */
bool cu_array_lay_out(struct CUarray_st *a, size_t *bytes) NODISCARD;

#endif
