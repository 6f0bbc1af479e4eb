/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of index spaces. A packet has sizes of 32 bits, and kernels ask it for the sizes of the
 * whole, so a grid that is larger cannot be several packets: it is refused. */
#include "hsaemu/kernel_abi.h"
#include "ndrange_impl.h"

static cl_int check_global(const struct ocl_range *r, struct ocl_grid *g)
{
	for (cl_uint i = 0; i < r->dims; i++) {
		size_t size = r->global == NULL ? 0 : r->global[i];
		if (size > UINT32_MAX)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		g->items[i] = (uint32_t)size;
		g->is_empty |= size == 0;
	}
	for (cl_uint i = 0; i < r->dims && r->offset != NULL; i++) {
		size_t end;
		if (__builtin_add_overflow(r->offset[i], (size_t)g->items[i], &end))
			return CL_INVALID_GLOBAL_OFFSET;
		g->first[i] = r->offset[i];
	}
	return CL_SUCCESS;
}

/* Returns whether work-groups at the end of the grid may be smaller. */
static bool allows_partial_groups(const struct _cl_kernel *k)
{
	return (k->descriptor->flags & HSAEMU_KD_NO_PARTIAL_GROUPS) == 0 &&
	       !k->meta->info.uniform_work_groups;
}

static cl_int check_local(const struct _cl_kernel *k, const struct ocl_range *r, struct ocl_grid *g)
{
	size_t items = 1;
	for (cl_uint i = 0; i < r->dims; i++)
		if (r->local[i] > OCL_MAX_GROUP_ITEMS)
			return CL_INVALID_WORK_ITEM_SIZE;
	for (cl_uint i = 0; i < r->dims; i++) {
		g->group[i] = (uint16_t)r->local[i];
		items *= g->group[i];
	}
	return items != 0 && items <= ocl_kernel_max_items(k) ? CL_SUCCESS
	                                                      : CL_INVALID_WORK_GROUP_SIZE;
}

/* Checks the size of work-groups that the client or the kernel has given. */
static cl_int check_group(const struct _cl_kernel *k, const struct ocl_grid *g)
{
	const uint32_t *required = k->meta->required_wg;
	bool is_required = ocl_kernel_has_required_size(k),
	     partial_allowed = allows_partial_groups(k);
	uint64_t groups = 1;
	for (unsigned i = 0; i < 3; i++) {
		if (is_required && g->group[i] != required[i])
			return CL_INVALID_WORK_GROUP_SIZE;
		bool is_partial = g->items[i] % g->group[i] != 0;
		if (is_partial && !partial_allowed)
			return CL_INVALID_WORK_GROUP_SIZE;
		/* as many as the runtime can count */
		if (__builtin_mul_overflow(groups, g->items[i] / g->group[i] + is_partial,
			    &groups) ||
			groups > UINT64_MAX / 4)
			return CL_INVALID_GLOBAL_WORK_SIZE;
	}
	return CL_SUCCESS;
}

/* Takes the size of work-groups that the kernel requires. */
static cl_int take_required(const struct _cl_kernel *k, struct ocl_grid *g)
{
	for (unsigned i = 0; i < 3; i++) {
		if (k->meta->required_wg[i] > OCL_MAX_GROUP_ITEMS)
			return CL_INVALID_WORK_GROUP_SIZE;
		g->group[i] = (uint16_t)k->meta->required_wg[i];
	}
	return CL_SUCCESS;
}

cl_int ocl_grid_of(const struct _cl_kernel *k, const struct _cl_device_id *d,
	const struct ocl_range *r, struct ocl_grid *out)
{
	struct ocl_grid g = {.dims = r->dims, .items = {1, 1, 1}, .group = {1, 1, 1}};
	uint32_t dims_required = k->descriptor->required_dim;
	if (r->dims < 1 || r->dims > 3 || (dims_required != 0 && r->dims != dims_required))
		return CL_INVALID_WORK_DIMENSION;
	cl_int error = check_global(r, &g);
	if (error == CL_SUCCESS && r->local != NULL)
		error = check_local(k, r, &g);
	else if (error == CL_SUCCESS && ocl_kernel_has_required_size(k))
		error = take_required(k, &g);
	else if (error == CL_SUCCESS && !g.is_empty)
		ocl_choose_group(&g, ocl_kernel_max_items(k), d->compute_units,
			!allows_partial_groups(k));
	if (error == CL_SUCCESS)
		error = check_group(k, &g);
	*out = g;
	return error;
}
