/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a client sets of a plan: its stream, memory of the device, which no plan needs, and wishes
 * that have no effect here. */
#include "plan.h"

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	p->stream = stream;
	return cufft_plan_end(p, CUFFT_SUCCESS);
}

static cufftResult is_valid(cufftHandle plan)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	return p == NULL ? CUFFT_INVALID_PLAN : cufft_plan_end(p, CUFFT_SUCCESS);
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate)
{
	(void)autoAllocate;
	return is_valid(plan);
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea)
{
	(void)workArea;
	return is_valid(plan);
}

cufftResult cufftXtSetWorkArea(cufftHandle plan, void **workArea)
{
	(void)workArea;
	return is_valid(plan);
}

cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy,
	size_t *workSize)
{
	cufftResult error = is_valid(plan);
	(void)workSize; /* a limit, or unused */
	if (error == CUFFT_SUCCESS && (unsigned)policy > CUFFT_WORKAREA_PERFORMANCE)
		error = CUFFT_INVALID_VALUE;
	return error;
}

/* ---- properties ------------------------------------------------------------------------------ */

static long long *find(struct cufft_plan *p, cufftProperty property)
{
	switch (property) {
	case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT:
		return &p->patient_jit;
	case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS:
		return &p->host_threads;
	}
	return NULL;
}

static bool is_in_range(cufftProperty property, long long value)
{
	return property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT ? value == 0 || value == 1
	                                                         : value > 0;
}

static cufftResult set(cufftHandle plan, cufftProperty property, long long value)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	long long *at = find(p, property);
	if (at == NULL || !is_in_range(property, value))
		return cufft_plan_end(p, CUFFT_INVALID_VALUE);
	if (p->is_made)
		return cufft_plan_end(p, CUFFT_INVALID_PLAN);
	*at = value;
	return cufft_plan_end(p, CUFFT_SUCCESS);
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
	const long long inputValueInt)
{
	return set(plan, property, inputValueInt);
}

cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property)
{
	return set(plan, property, property == NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT ? 0 : 1);
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
	long long *returnPtrValue)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	const long long *at = find(p, property);
	if (at == NULL || returnPtrValue == NULL)
		return cufft_plan_end(p, CUFFT_INVALID_VALUE);
	*returnPtrValue = *at;
	return cufft_plan_end(p, CUFFT_SUCCESS);
}
