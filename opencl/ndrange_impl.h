/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The index space of a kernel's command (OpenCL 3.0 API, 3.2.1.1 and 5.10). */
#ifndef HSAEMU_OPENCL_NDRANGE_IMPL_H
#define HSAEMU_OPENCL_NDRANGE_IMPL_H

#include "command_impl.h"
#include "kernel_impl.h"

/* What the client asks for; pointers may be NULL. */
struct ocl_range {
	cl_uint dims;
	const size_t *offset, *global, *local;
};

/* What was checked; dimensions that are not used have size 1. */
struct ocl_grid {
	cl_uint dims;
	uint64_t first[3];
	uint32_t items[3];
	uint16_t group[3];
	bool is_empty; /* there is nothing to run */
};

/* Checks a range for a kernel on a device, and chooses the size of work-groups if the client leaves
 * that to us: INVALID_WORK_DIMENSION, INVALID_GLOBAL_WORK_SIZE, INVALID_GLOBAL_OFFSET,
 * INVALID_WORK_ITEM_SIZE, INVALID_WORK_GROUP_SIZE. */
cl_int ocl_grid_of(const struct _cl_kernel *k, const struct _cl_device_id *d,
	const struct ocl_range *r, struct ocl_grid *out);
/* Chooses work-groups of up to `most` work-items for a grid that is not empty. They divide it if
 * `must_divide`. */
void ocl_choose_group(struct ocl_grid *g, size_t most, unsigned compute_units, bool must_divide);

/* Appends why a command that runs a kernel has failed: a line that names the kernel and, where they
 * are known, the work-group, the line of code, and the buffer next to a bad address. */
void ocl_explain_failure(struct _cl_event *e, const struct rt_report *r, struct buf *out);

#endif
