/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches (CUDA driver API, "Execution Control"). All that a GPU refuses is refused here, before
 * anything is in the stream, so that a context does not fail by a wrong launch. */
#include <stdio.h>
#include <string.h>
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/image.h"
#include "module_impl.h"
#include "stream_impl.h"

static CUresult check_sizes(const struct cu_launch *l)
{
	const uint64_t most_grid[3] = {INT32_MAX, UINT16_MAX, UINT16_MAX};
	const uint32_t most_block[3] = {CU_MAX_GROUP_ITEMS, CU_MAX_GROUP_ITEMS, CU_MAX_GROUP_DEPTH};
	uint64_t items = 1;
	for (int i = 0; i < 3; i++) {
		if (l->grid[i] == 0 || l->grid[i] > most_grid[i] || l->block[i] == 0 ||
			l->block[i] > most_block[i])
			return CUDA_ERROR_INVALID_VALUE;
		items *= l->block[i];
	}
	if (items > CU_MAX_GROUP_ITEMS)
		return CUDA_ERROR_INVALID_VALUE;
	/* a packet has 32 bits for the number of work-items (HSA PRM 2.9.6) */
	for (int i = 0; i < 3; i++)
		if ((uint64_t)l->grid[i] * l->block[i] > UINT32_MAX)
			return CUDA_ERROR_NOT_SUPPORTED;
	const struct hsaemu_kernel_descriptor *kd = l->function->kd;
	if (kd->max_flat_wg != 0 && items > kd->max_flat_wg)
		return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
	if (kd->required_wg_x != 0 &&
		(l->block[0] != kd->required_wg_x || l->block[1] != kd->required_wg_y ||
			l->block[2] != kd->required_wg_z))
		return CUDA_ERROR_INVALID_VALUE;
	return CUDA_SUCCESS;
}

static CUresult check_shared(const struct cu_launch *l)
{
	unsigned raised = atomic_load(&l->function->max_dynamic_shared);
	uint32_t fixed = l->function->kd->group_bytes;
	if (l->shared_bytes > CU_SHARED_OPTIN_BYTES || fixed > CU_SHARED_OPTIN_BYTES)
		return CUDA_ERROR_INVALID_VALUE;
	if (fixed + l->shared_bytes <= CU_SHARED_BYTES)
		return CUDA_SUCCESS;
	return l->shared_bytes <= raised ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static CUresult take_parameters(const struct CUfunc_st *f, void *const *parameters,
	uint8_t *kernarg)
{
	const struct image_kernel *k = f->meta;
	if (k->arg_count != 0 && parameters == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	for (uint32_t i = 0; i < k->arg_count; i++) {
		if (parameters[i] == NULL)
			return CUDA_ERROR_INVALID_VALUE;
		memcpy(kernarg + k->args[i].offset, parameters[i], k->args[i].bytes);
	}
	return CUDA_SUCCESS;
}

/* All arguments in one block, laid out as a kernarg segment is. */
static CUresult take_extra(const struct CUfunc_st *f, void *const *extra, uint8_t *kernarg)
{
	const void *from = NULL;
	const size_t *bytes = NULL;
	for (; extra[0] != CU_LAUNCH_PARAM_END; extra += 2) {
		if (extra[0] == CU_LAUNCH_PARAM_BUFFER_POINTER)
			from = extra[1];
		else if (extra[0] == CU_LAUNCH_PARAM_BUFFER_SIZE)
			bytes = extra[1];
		else
			return CUDA_ERROR_INVALID_VALUE;
	}
	if (from == NULL || bytes == NULL || *bytes > CU_KERNARG_BYTES ||
		*bytes < f->meta->kernarg_bytes)
		return CUDA_ERROR_INVALID_VALUE;
	memcpy(kernarg, from, f->meta->kernarg_bytes);
	return CUDA_SUCCESS;
}

/* ---- launches -------------------------------------------------------------------------------- */

/* All blocks of a cooperative launch have to be there at once. */
static CUresult check_cooperative(const struct cu_launch *l)
{
	int blocks = 0;
	uint64_t wanted = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2];
	int items = (int)(l->block[0] * l->block[1] * l->block[2]);
	CUresult error = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, l->function, items,
		l->shared_bytes);
	if (error == CUDA_SUCCESS && wanted > (uint64_t)blocks * cu_compute_units())
		error = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
	return error;
}

struct cu_given {
	void **parameters, **extra;
	bool is_cooperative;
};

static CUresult use_references(struct CUmod_st *m)
{
	const struct cu_reference_calls *calls = atomic_load(&m->reference_calls);
	return calls == NULL ? CUDA_SUCCESS : calls->use(m);
}

/* Checks a launch, and writes its arguments. */
static CUresult prepare(struct cu_launch *l, const struct cu_given *given, uint8_t *kernarg)
{
	if (!handle_is_valid(l->function, CU_FUNCTION))
		return CUDA_ERROR_INVALID_HANDLE;
	CUresult error = check_sizes(l);
	if (error == CUDA_SUCCESS)
		error = check_shared(l);
	if (error == CUDA_SUCCESS && given->is_cooperative)
		error = check_cooperative(l);
	if (error == CUDA_SUCCESS)
		error = use_references(l->function->module);
	if (error != CUDA_SUCCESS)
		return error;
	l->kernarg = kernarg;
	if (given->parameters != NULL || given->extra == NULL)
		return take_parameters(l->function, given->parameters, kernarg);
	return take_extra(l->function, given->extra, kernarg);
}

CUresult cu_launch_prepare(const CUDA_KERNEL_NODE_PARAMS *p, uint8_t *kernarg, struct cu_op *out)
{
	*out = (struct cu_op){.kind = CU_OP_LAUNCH,
		.joins = true,
		.launch = {.function = p->func != NULL ? p->func : (CUfunction)(void *)p->kern,
			.grid = {p->gridDimX, p->gridDimY, p->gridDimZ},
			.block = {p->blockDimX, p->blockDimY, p->blockDimZ},
			.shared_bytes = p->sharedMemBytes}};
	return prepare(&out->launch, &(struct cu_given){p->kernelParams, p->extra, false}, kernarg);
}

static CUresult launch(struct cu_launch *l, CUstream stream, const struct cu_given *given)
{
	_Alignas(64) uint8_t kernarg[CU_KERNARG_BYTES];
	struct CUstream_st *s;
	CUresult error = cu_stream_get(stream, &s);
	if (error == CUDA_SUCCESS)
		error = prepare(l, given, kernarg);
	if (error != CUDA_SUCCESS)
		return error;
	const struct cu_op op = {.kind = CU_OP_LAUNCH, .joins = true, .launch = *l};
	return cu_stream_do(s, &op);
}

CUresult CUDAAPI cuLaunchKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
	unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ,
	unsigned sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)
{
	struct cu_launch l = {.function = f,
		.grid = {gridDimX, gridDimY, gridDimZ},
		.block = {blockDimX, blockDimY, blockDimZ},
		.shared_bytes = sharedMemBytes};
	return launch(&l, hStream, &(struct cu_given){kernelParams, extra, false});
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction f, unsigned gridDimX, unsigned gridDimY,
	unsigned gridDimZ, unsigned blockDimX, unsigned blockDimY, unsigned blockDimZ,
	unsigned sharedMemBytes, CUstream hStream, void **kernelParams)
{
	struct cu_launch l = {.function = f,
		.grid = {gridDimX, gridDimY, gridDimZ},
		.block = {blockDimX, blockDimY, blockDimZ},
		.shared_bytes = sharedMemBytes};
	return launch(&l, hStream, &(struct cu_given){kernelParams, NULL, true});
}

/* Grids of several devices cannot wait for each other here, where devices share processors. */
CUresult CUDAAPI cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList,
	unsigned numDevices, unsigned flags)
{
	const unsigned known = CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC |
	                       CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC;
	const CUDA_LAUNCH_PARAMS *p = launchParamsList;
	if (p == NULL || numDevices == 0 || (flags & ~known) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (numDevices > 1) {
		fprintf(stderr, "libcuda: cuLaunchCooperativeKernelMultiDevice() of several "
				"devices is not supported\n");
		return CUDA_ERROR_NOT_SUPPORTED;
	}
	if (p->hStream == NULL || p->hStream == CU_STREAM_LEGACY ||
		p->hStream == CU_STREAM_PER_THREAD)
		return CUDA_ERROR_INVALID_HANDLE;
	return cuLaunchCooperativeKernel(p->function, p->gridDimX, p->gridDimY, p->gridDimZ,
		p->blockDimX, p->blockDimY, p->blockDimZ, p->sharedMemBytes, p->hStream,
		p->kernelParams);
}

static CUresult read_attributes(const CUlaunchConfig *config, struct cu_given *given)
{
	for (unsigned i = 0; i < config->numAttrs; i++) {
		const CUlaunchAttribute *a = &config->attrs[i];
		switch ((int)a->id) {
		case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
			given->is_cooperative = a->value.cooperative != 0;
			break;
		case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
			if (a->value.clusterDim.x * a->value.clusterDim.y * a->value.clusterDim.z !=
				1)
				return CUDA_ERROR_NOT_SUPPORTED;
			break;
		default: /* caches, priorities and ways to synchronise have no effect */
			break;
		}
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams,
	void **extra)
{
	struct cu_given given = {kernelParams, extra, false};
	if (config == NULL || (config->numAttrs != 0 && config->attrs == NULL))
		return CUDA_ERROR_INVALID_VALUE;
	struct cu_launch l = {.function = f,
		.grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
		.block = {config->blockDimX, config->blockDimY, config->blockDimZ},
		.shared_bytes = config->sharedMemBytes};
	CUresult error = read_attributes(config, &given);
	return error == CUDA_SUCCESS ? launch(&l, config->hStream, &given) : error;
}
