/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the code of a kernel for a device. */
#include "kernel_impl.h"
#include "late_impl.h"

/* Devices of a program that were built for by different calls have different images. */
static bool is_same(const struct image_kernel *a, const struct image_kernel *b)
{
	bool same = a->arg_count == b->arg_count && a->kernarg_bytes == b->kernarg_bytes;
	for (uint32_t i = 0; same && i < a->arg_count; i++)
		same = a->args[i].offset == b->args[i].offset &&
		       a->args[i].info.kind == b->args[i].info.kind;
	return same;
}

bool ocl_kernel_find(const struct _cl_kernel *k, const struct _cl_device_id *d,
	struct ocl_kernel_place *out)
{
	const struct image_kernel *meta = k->meta;
	struct ocl_build *b = ocl_program_build(k->program, d);
	if (b == NULL)
		return false;
	if (b->image != k->image && (rt_image_kernel_find(b->image, k->meta->name, &meta) == NULL ||
					    !is_same(meta, k->meta)))
		return false;
	*out = (struct ocl_kernel_place){b, meta};
	return true;
}

cl_int ocl_kernel_code(const struct _cl_kernel *k, const struct ocl_kernel_place *at,
	const struct hsaemu_kernel_descriptor **kd)
{
	const struct ocl_build *b = at->build;
	if (b->late != NULL)
		return ocl_late_code(b->late, ocl_kernel_context(k),
			(uint32_t)(at->meta - rt_image_meta(b->image)->kernels), kd);
	*kd = ocl_build_descriptor(b, at->meta);
	return CL_SUCCESS;
}
