/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a plan is executed on arrays. */
#ifndef HSAEMU_CUDA_FFT_ROUTE_H
#define HSAEMU_CUDA_FFT_ROUTE_H

#include "plan.h"

/* Returns the route for arrays such as these in a direction; it lives as long as the plan. Called
 * with the plan's lock, for a plan that is made. */
cufftResult cufft_route_get(struct cufft_plan *p, const void *in, const void *out, int direction,
	const struct fft_route **route) NODISCARD;
/* Computes. May be called from any thread. */
void cufft_route_run(struct cufft_plan *p, const struct fft_route *route, void *in, void *out);

#endif
