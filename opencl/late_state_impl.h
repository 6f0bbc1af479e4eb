/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between the files that have kernels' code made late. */
#ifndef HSAEMU_OPENCL_LATE_STATE_IMPL_H
#define HSAEMU_OPENCL_LATE_STATE_IMPL_H

#include <pthread.h>
#include "late_impl.h"

struct ocl_late_code {
	bool is_being_made;
	struct rt_image *image; /* NULL: not made yet */
	struct buf file;        /* what the image was loaded from, for lines of the source */
};

struct ocl_late {
	struct str module;
	unsigned optimisation;
	const struct image_meta *meta; /* of the stubs */
	/* one for each kernel; set once; NULL: its code is not made yet */
	const struct hsaemu_kernel_descriptor *_Atomic *ready;
	pthread_mutex_t lock;
	pthread_cond_t moves;
	/* guarded by `lock`: */
	struct ocl_late_code *codes; /* one for each kernel, and the last one for all of them */
};

#endif
