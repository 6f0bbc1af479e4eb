/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of rt_allocate_placed() that wait for the next object of their size. */
#ifndef HSAEMU_OPENCL_SPARE_IMPL_H
#define HSAEMU_OPENCL_SPARE_IMPL_H

#include "hsaemu/rt.h"

/* Keeps the block, and frees older ones if there are too many. False: it is too large. */
bool ocl_spare_keep(struct rt *rt, void *data, size_t bytes);
/* Frees all of them. False: there were none. */
bool ocl_spare_free_all(void);
/* Returns a block of exactly this size, with its old bytes, or NULL. */
void *ocl_spare_take(struct rt *rt, size_t bytes) NODISCARD;

#endif
