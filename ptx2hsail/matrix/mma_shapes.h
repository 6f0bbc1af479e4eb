/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions say which matrix products PTX has. */
#ifndef HSAEMU_PTX_MMA_SHAPES_H
#define HSAEMU_PTX_MMA_SHAPES_H

#include "matrix/mma_instruction.h"

/* Returns whether PTX has a product of m's shape whose A or B has that element type. */
bool mma_has_shape(const struct mma *m, enum mma_type type);
/* Returns the type in which products of elements of `type` are added: f64, s32 or f32. (C and D may
 * be f16 all the same.) */
enum mma_type mma_sum_type(enum mma_type type);
/* Fills m->fragments for all four matrices. Returns false when PTX has no such product. */
bool mma_complete(struct mma *m);

#endif
