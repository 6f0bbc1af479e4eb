/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Routines of matrices and vectors that are cuBLAS's and not BLAS's. */
#define CUBLAS_TEMPLATE "own_loops.def"
#include "own_types.h"
