/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches (CUDA runtime API, "Execution Control"). `kernel<<<...>>>(...)` is a call that keeps the
 * configuration, and a call of the kernel's host function, which takes it and launches. */
#include "registration_impl.h"

enum { MOST_CONFIGURATIONS = 16 }; /* launches in arguments of launches */

struct configuration {
	dim3 grid, block;
	size_t shared_bytes;
	cudaStream_t stream;
};

static _Thread_local struct {
	struct configuration at[MOST_CONFIGURATIONS];
	unsigned count;
} cudart_configurations;

unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, void *stream)
{
	if (cudart_configurations.count == MOST_CONFIGURATIONS)
		return (unsigned)cudart_leave(cudaErrorInvalidConfiguration);
	cudart_configurations.at[cudart_configurations.count++] =
		(struct configuration){gridDim, blockDim, sharedMem, stream};
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem,
	void *stream)
{
	if (cudart_configurations.count == 0)
		return cudart_leave(cudaErrorMissingConfiguration);
	const struct configuration *c = &cudart_configurations.at[--cudart_configurations.count];
	*gridDim = c->grid;
	*blockDim = c->block;
	*sharedMem = c->shared_bytes;
	*(cudaStream_t *)stream = c->stream;
	return cudaSuccess;
}

/* The driver has one error for all wrong arguments; here the configuration has one of its own. */
static cudaError_t launch_error(CUresult error)
{
	return error == CUDA_ERROR_INVALID_VALUE ? cudaErrorInvalidConfiguration
	                                         : (cudaError_t)error;
}

static cudaError_t launch(const void *func, const struct configuration *c, void **args,
	bool is_cooperative)
{
	CUfunction f;
	cudaError_t error = cudart_enter();
	if (error == cudaSuccess)
		error = cudart_function(func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	if (c->shared_bytes > UINT32_MAX)
		return cudart_leave(cudaErrorInvalidValue);
	CUresult r =
		is_cooperative
			? DRIVER(cuLaunchCooperativeKernel)(f, c->grid.x, c->grid.y, c->grid.z,
				  c->block.x, c->block.y, c->block.z, (unsigned)c->shared_bytes,
				  cudart_stream(c->stream), args)
			: DRIVER(cuLaunchKernel)(f, c->grid.x, c->grid.y, c->grid.z, c->block.x,
				  c->block.y, c->block.z, (unsigned)c->shared_bytes,
				  cudart_stream(c->stream), args, NULL);
	return cudart_leave(launch_error(r));
}

cudaError_t CUDARTAPI cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
	size_t sharedMem, cudaStream_t stream)
{
	const struct configuration c = {gridDim, blockDim, sharedMem, stream};
	return launch(func, &c, args, false);
}

cudaError_t CUDARTAPI cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim,
	void **args, size_t sharedMem, cudaStream_t stream)
{
	const struct configuration c = {gridDim, blockDim, sharedMem, stream};
	return launch(func, &c, args, true);
}

cudaError_t CUDARTAPI
cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *launchParamsList,
	unsigned numDevices, unsigned flags)
{
	CUfunction f;
	const struct cudaLaunchParams *p = launchParamsList;
	cudaError_t error = cudart_enter();
	if (p == NULL || p->sharedMem > UINT32_MAX)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = cudart_function(p->func, &f);
	if (error != cudaSuccess)
		return cudart_leave(error);
	CUDA_LAUNCH_PARAMS one = {.function = f,
		.gridDimX = p->gridDim.x,
		.gridDimY = p->gridDim.y,
		.gridDimZ = p->gridDim.z,
		.blockDimX = p->blockDim.x,
		.blockDimY = p->blockDim.y,
		.blockDimZ = p->blockDim.z,
		.sharedMemBytes = (unsigned)p->sharedMem,
		.hStream = p->stream,
		.kernelParams = p->args};
	/* the driver looks at no second one: it refuses several */
	return cudart_result(DRIVER(cuLaunchCooperativeKernelMultiDevice)(&one, numDevices, flags));
}

cudaError_t CUDARTAPI cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
	cudaError_t error = cudart_enter();
	if (error != cudaSuccess)
		return cudart_leave(error);
	return cudart_result(DRIVER(cuLaunchHostFunc)(cudart_stream(stream), fn, userData));
}

/* What can be said of a launch beyond its sizes. */
static cudaError_t read_attributes(const cudaLaunchConfig_t *config, bool *is_cooperative)
{
	for (unsigned i = 0; i < config->numAttrs; i++) {
		const cudaLaunchAttributeValue *v = &config->attrs[i].val;
		if (config->attrs[i].id == cudaLaunchAttributeCooperative)
			*is_cooperative = v->cooperative != 0;
		else if (config->attrs[i].id == cudaLaunchAttributeClusterDimension &&
			 v->clusterDim.x * v->clusterDim.y * v->clusterDim.z != 1)
			return cudaErrorNotSupported;
	}
	return cudaSuccess;
}

cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func,
	void **args)
{
	bool is_cooperative = false;
	if (config == NULL || (config->numAttrs != 0 && config->attrs == NULL))
		return cudart_leave(cudaErrorInvalidConfiguration);
	const struct configuration c = {
		config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream};
	cudaError_t error = read_attributes(config, &is_cooperative);
	return error == cudaSuccess ? launch(func, &c, args, is_cooperative) : cudart_leave(error);
}
