/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs (OpenCL 3.0 API, 5.8), for those who make kernels of them. */
#ifndef HSAEMU_OPENCL_PROGRAM_IMPL_H
#define HSAEMU_OPENCL_PROGRAM_IMPL_H

#include "context_impl.h"

struct ocl_build; /* program.c */

struct _cl_program {
	struct ocl_object base;
	struct _cl_context *context; /* used */
	cl_uint device_count;
	cl_device_id *devices; /* each is used */
	pthread_mutex_t lock;
	/* guarded by `lock`: */
	/* the loaded code; NULL: there is no executable. It stays while kernels are attached. */
	struct rt_image *image;
	size_t kernel_count; /* kernels that are attached */
	struct ocl_build *build;
};

/* Attaches a kernel: the caller becomes a user of the program and its image until it calls the
 * second function. INVALID_PROGRAM_EXECUTABLE: there is none. */
cl_int ocl_program_attach(struct _cl_program *p, struct rt_image **image);
void ocl_program_detach(struct _cl_program *p);

#endif
