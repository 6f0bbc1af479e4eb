/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plans, which clients know by numbers. */
#ifndef HSAEMU_CUDA_FFT_PLAN_H
#define HSAEMU_CUDA_FFT_PLAN_H

#include <pthread.h>
#include "fftw.h"

/* How a plan is executed in one direction, in place or not, with aligned arrays or not. */
struct fft_route {
	struct fft_side in, out; /* the client's */
	/* What FFTW cannot do where the data lie is done in memory of the plan's: the input is
	 * copied there, and the output comes from there unless FFTW can put it where it belongs. */
	bool is_loaded, is_stored;
	struct fft_side work_in, work_out;
	struct fftw_plan fftw; /* of all dimensions, of the last one, or of none */
	bool has_lines;        /* the others are transformed by these */
	struct fftw_plan lines[FFT_MAX_RANK - 1];
};

enum { FFT_ROUTES = 8 };

struct cufft_plan {
	/* plan.c: guarded by its lock */
	struct cufft_plan *next;
	cufftHandle id;
	unsigned uses; /* of the client's handle, calls, and work in streams and graphs */

	pthread_mutex_t lock; /* guards all that follows, but for what the last two point to */
	bool is_made;
	struct fft_shape shape; /* does not change once it is made */
	cudaStream_t stream;
	long long patient_jit, host_threads;
	struct fft_route *routes[FFT_ROUTES]; /* of those that were used; they do not change */
	void *work;                           /* memory for copies */
	void *lines;                          /* and for lines */

	pthread_mutex_t work_lock; /* guards what these two point to */
};

void cufft_plan_free_route(struct fft_route *r); /* does nothing for NULL */
cufftResult cufft_plan_new(cufftHandle *id) NODISCARD;
/* Returns the plan, for whom calls cufft_plan_put() once, or NULL. Any number may be given. */
struct cufft_plan *cufft_plan_get(cufftHandle id) NODISCARD;
void cufft_plan_put(struct cufft_plan *p);
/* Does what cufft_plan_get() does, and takes the plan's lock. */
struct cufft_plan *cufft_plan_begin(cufftHandle id) NODISCARD;
/* Ends that, and returns the result. */
cufftResult cufft_plan_end(struct cufft_plan *p, cufftResult result);
/* Takes the handle away. Work that the plan has in streams and graphs is still done. */
cufftResult cufft_plan_drop(cufftHandle id) NODISCARD;

#endif
