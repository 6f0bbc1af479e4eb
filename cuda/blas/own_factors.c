/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factors of matrices, as LAPACK has them: of small ones, in batches, by plain loops. */
#define CUBLAS_TEMPLATE "own_factors.def"
#include "own_types.h"
