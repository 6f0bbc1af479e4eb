/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Remarks of -Rpass=simd and -Rpass-missed=simd: what became of a kernel, by line. */
#ifndef HSAEMU_FIN_REMARKS_H
#define HSAEMU_FIN_REMARKS_H

#include "shape/shapes.h"
#include "hsaemu/finalize.h"

/* Remarks on a kernel that is vector code of `lanes` lanes. The facts are those of waves that lie
 * in rows, along dimension `row`; `stacked` parts of them lie behind each other, unless it is 0. */
void fin_remark_vector(const struct fin_function *f, const struct finalize_options *o,
	const struct fin_regions *rs, const struct fin_flow *flows, const struct fin_shapes *s,
	unsigned lanes, unsigned row, unsigned stacked);
/* Remarks that a kernel is code for one work-item at a time, and why. */
void fin_remark_scalar(const struct fin_function *f, const struct finalize_options *o,
	const char *why);

#endif
