/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This says which products of matrices there are. */
#ifndef HSAEMU_PTX_MMA_SHAPES_H
#define HSAEMU_PTX_MMA_SHAPES_H

#include "matrix/mma_instruction.h"

/* Whether there is a product of the shape with that type of A or B. */
bool mma_has_shape(const struct mma *m, enum mma_type type);
/* The type in which products of that type are added, if not in one of 16 bits. */
enum mma_type mma_sum_type(enum mma_type type);
/* Sets where elements of all four matrices are. False for what does not exist. */
bool mma_complete(struct mma *m);

#endif
