/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How extents, positions and pitched pointers are made. */
#ifndef HSAEMU_DRIVER_FUNCTIONS_H
#define HSAEMU_DRIVER_FUNCTIONS_H
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

static __inline__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth)
{
	struct cudaExtent e = {width, height, depth};
	return e;
}
static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z)
{
	struct cudaPos p = {x, y, z};
	return p;
}
static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t width, size_t height)
{
	struct cudaPitchedPtr q = {p, pitch, width, height};
	return q;
}

#endif
