/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All vector instructions that compute, for the processor that VECTOR_FUNCTIONS is compiled for. */
#ifndef HSAEMU_GCN_VECTOR_IMPL_H
#define HSAEMU_GCN_VECTOR_IMPL_H

#include "vector_approx_impl.h"
#include "vector_compare_impl.h"
#include "vector_convert_impl.h"
#include "vector_division_impl.h"
#include "vector_f32_impl.h"
#include "vector_f64_impl.h"
#include "vector_integer_impl.h"

/* clang-format off */
#define VECTOR_FUNCTIONS(name) \
	const gcn_functions name = { \
		INTEGER_ROWS COMPARISON_ROWS F32_ROWS F64_ROWS \
		CONVERSION_ROWS APPROX_ROWS DIVISION_ROWS \
	}
/* clang-format on */

#endif
