/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels (OpenCL 3.0 API, 5.9), for those who make commands of them. */
#ifndef HSAEMU_OPENCL_KERNEL_IMPL_H
#define HSAEMU_OPENCL_KERNEL_IMPL_H

#include "program_impl.h"

/* What the client has set an argument to. */
struct ocl_argument {
	bool is_set;
	size_t local_bytes; /* of a pointer to local memory, which has no value then */
	/* a memory object or a sampler, which is remembered only; NULL: none */
	struct ocl_object *object;
};

struct _cl_kernel {
	struct ocl_object base;
	struct _cl_program *program; /* the kernel is attached to it */
	struct rt_image *image;
	const struct image_kernel *meta;
	const struct hsaemu_kernel_descriptor *descriptor;
	pthread_mutex_t lock;
	/* guarded by `lock`: */
	struct ocl_argument *arguments; /* meta->arg_count */
	unsigned char *block;           /* their values, as the kernarg segment has them */
};

static inline struct _cl_context *ocl_kernel_context(const struct _cl_kernel *k)
{
	return k->program->context;
}

/* Returns the name that the source has. */
static inline const char *ocl_kernel_name(const struct _cl_kernel *k)
{
	return k->meta->name + (k->meta->name[0] == '&');
}
/* Where a kernel is for a device. */
struct ocl_kernel_place {
	struct ocl_build *build; /* stays while the kernel does */
	const struct image_kernel *meta;
};
/* Returns false if the program has no executable for the device, or one in which the kernel is not
 * as the client has it. */
bool ocl_kernel_find(const struct _cl_kernel *k, const struct _cl_device_id *d,
	struct ocl_kernel_place *out) NODISCARD;
/* Gets the descriptor of the kernel's code, which may have to be made; errors are those of
 * ocl_late_code(). */
cl_int ocl_kernel_code(const struct _cl_kernel *k, const struct ocl_kernel_place *at,
	const struct hsaemu_kernel_descriptor **kd);
/* Returns the number of work-items that a work-group of the kernel may have. */
size_t ocl_kernel_max_items(const struct _cl_kernel *k);
/* Returns whether the kernel says how large its work-groups are. */
bool ocl_kernel_has_required_size(const struct _cl_kernel *k);
/* Returns the bytes of group memory that variables and arguments need, or SIZE_MAX when it is more
 * than a number can say. The kernel is locked. */
size_t ocl_kernel_group_bytes(const struct _cl_kernel *k);
/* Returns whether nothing is known of an argument but its HSAIL type: the kernel comes from a
 * source other than OpenCL C. */
static inline bool ocl_argument_is_unknown(const struct image_arg *a)
{
	return a->info.source_type[0] == 0;
}
/* Returns how a kernel uses an image. */
cl_kernel_arg_access_qualifier ocl_argument_access(const struct image_arg *a);

#endif
