/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions, for processors with AVX2 and FMA. */
#include "vector_impl.h"

VECTOR_FUNCTIONS(gcn_vector_avx2);
