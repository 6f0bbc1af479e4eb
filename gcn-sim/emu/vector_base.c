/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions, for any x86-64 processor. */
#include "vector_impl.h"

VECTOR_FUNCTIONS(gcn_vector_base);
