/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory in descriptors, on the one device that a plan has (cuFFT, "Multiple GPU Data
 * Organization"). Any number may come as a descriptor's address. */
#include <stdlib.h>
#include "exec.h"
#include "hsaemu/handle_set.h"
#include "refuse.h"

enum { XT_MEMORY }; /* the kind of handles */

struct xt_memory {
	struct handle handle;
	cudaLibXtDesc client; /* what the client has */
	cudaXtDesc devices;
};

static struct xt_memory *find(const void *descriptor)
{
	struct xt_memory *m =
		(struct xt_memory *)((uintptr_t)descriptor - offsetof(struct xt_memory, client));
	return handle_is_valid(m, XT_MEMORY) ? m : NULL;
}

static cufftResult set_device(const struct cufft_plan *p, int count, const int *which)
{
	int devices = 0;
	if (p->is_made)
		return CUFFT_INVALID_PLAN;
	if (count < 1 || which == NULL)
		return CUFFT_INVALID_VALUE;
	if (count > 1)
		return cufft_refuse("cufftXtSetGPUs() with several devices");
	if (culib_enter(CUFFT_NAME) != CUDA_SUCCESS ||
		DRIVER(cuDeviceGetCount)(&devices) != CUDA_SUCCESS)
		return CUFFT_SETUP_FAILED;
	return which[0] < 0 || which[0] >= devices ? CUFFT_INVALID_DEVICE : CUFFT_SUCCESS;
}

cufftResult cufftXtSetGPUs(cufftHandle plan, int nGPUs, int *whichGPUs)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	return p == NULL ? CUFFT_INVALID_PLAN : cufft_plan_end(p, set_device(p, nGPUs, whichGPUs));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t bytes_of(const struct fft_shape *s, cufftXtSubFormat format)
{
	struct fft_side in, out;
	cufft_sides(s, format != CUFFT_XT_FORMAT_INPUT && format != CUFFT_XT_FORMAT_OUTPUT, &in,
		&out);
	size_t input = cufft_side_bytes(s, &in), output = cufft_side_bytes(s, &out);
	if (format == CUFFT_XT_FORMAT_INPUT)
		return input;
	return format == CUFFT_XT_FORMAT_OUTPUT || output > input ? output : input;
}

static cufftResult allocate(const struct fft_shape *s, cufftXtSubFormat format, struct xt_memory *m)
{
	CUdeviceptr at;
	int device = 0;
	size_t bytes = bytes_of(s, format);
	CUresult error = DRIVER(cuCtxGetDevice)(&device);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuMemAlloc)(&at, bytes);
	if (error != CUDA_SUCCESS)
		return CUFFT_ALLOC_FAILED;
	m->devices = (cudaXtDesc){.version = CUDART_VERSION + CUDA_XT_DESCRIPTOR_VERSION,
		.nGPUs = 1,
		.GPUs = {device},
		.data = {(void *)(uintptr_t)at},
		.size = {bytes}};
	m->client = (cudaLibXtDesc){.version = m->devices.version,
		.descriptor = &m->devices,
		.library = LIB_FORMAT_CUFFT,
		.subFormat = (int)format};
	return CUFFT_SUCCESS;
}

static cufftResult new_memory(const struct cufft_plan *p, cufftXtSubFormat format,
	cudaLibXtDesc **descriptor)
{
	if (!p->is_made)
		return CUFFT_INVALID_PLAN;
	struct xt_memory *m = mem_try_new(1, sizeof *m);
	if (m == NULL)
		return CUFFT_ALLOC_FAILED;
	cufftResult error = allocate(&p->shape, format, m);
	if (error != CUFFT_SUCCESS) {
		free(m);
		return error;
	}
	handle_enter(&m->handle, XT_MEMORY);
	*descriptor = &m->client;
	return CUFFT_SUCCESS;
}

cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	cufftResult error = CUFFT_SETUP_FAILED;
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	if (descriptor == NULL || (unsigned)format >= CUFFT_FORMAT_UNDEFINED)
		error = CUFFT_INVALID_VALUE;
	else if (format >= CUFFT_XT_FORMAT_DISTRIBUTED_INPUT)
		error = cufft_refuse("cufftXtMalloc() of memory that processes share");
	else if (culib_enter(CUFFT_NAME) == CUDA_SUCCESS)
		error = new_memory(p, format, descriptor);
	return cufft_plan_end(p, error);
}

cufftResult cufftXtFree(cudaLibXtDesc *descriptor)
{
	struct xt_memory *m = find(descriptor);
	if (m == NULL || !handle_take(m, XT_MEMORY))
		return CUFFT_INVALID_VALUE;
	CUresult error = culib_enter(CUFFT_NAME);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuMemFree)((CUdeviceptr)(uintptr_t)m->devices.data[0]);
	free(m);
	return cufft_error(error);
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* An end of a copy: memory of a descriptor's, or the host's, which has as many bytes. */
struct xt_end {
	bool is_device;
	void *at;
	size_t bytes;
};

static bool find_end(struct xt_end *e, void *pointer, bool is_device)
{
	*e = (struct xt_end){is_device, pointer, SIZE_MAX};
	if (!is_device)
		return pointer != NULL;
	const struct xt_memory *m = find(pointer);
	if (m != NULL) {
		e->at = m->devices.data[0];
		e->bytes = m->devices.size[0];
	}
	return m != NULL;
}

static cufftResult copy(cudaStream_t stream, const struct xt_end *to, const struct xt_end *from)
{
	size_t bytes = to->bytes < from->bytes ? to->bytes : from->bytes;
	if (to->is_device && from->is_device && to->bytes != from->bytes)
		return CUFFT_INVALID_VALUE;
	if (!culib_is_memory(to->at, bytes) || !culib_is_memory(from->at, bytes))
		return CUFFT_INVALID_VALUE;
	CUresult error = culib_enter(CUFFT_NAME);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuMemcpyAsync)((CUdeviceptr)(uintptr_t)to->at,
			(CUdeviceptr)(uintptr_t)from->at, bytes, stream);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuStreamSynchronize)(stream);
	return cufft_error(error);
}

cufftResult cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer,
	cufftXtCopyType type)
{
	struct xt_end to, from;
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	cudaStream_t stream = p->stream;
	cufft_plan_end(p, CUFFT_SUCCESS);
	if ((unsigned)type >= CUFFT_COPY_UNDEFINED ||
		!find_end(&to, dstPointer, type != CUFFT_COPY_DEVICE_TO_HOST) ||
		!find_end(&from, srcPointer, type != CUFFT_COPY_HOST_TO_DEVICE))
		return CUFFT_INVALID_VALUE;
	return copy(stream, &to, &from);
}

/* ---- executing ------------------------------------------------------------------------------- */

static cufftResult execute(cufftHandle plan, unsigned type, const cudaLibXtDesc *input,
	const cudaLibXtDesc *output, int direction)
{
	const struct xt_memory *in = find(input), *out = find(output);
	if (in == NULL || out == NULL)
		return CUFFT_INVALID_VALUE;
	return cufft_execute(plan, type, in->devices.data[0], out->devices.data[0], direction);
}

#define BOTH_WAYS(suffix, type) \
	cufftResult cufftXtExecDescriptor##suffix(cufftHandle plan, cudaLibXtDesc *input, \
		cudaLibXtDesc *output, int direction) \
	{ \
		return execute(plan, type, input, output, direction); \
	}
#define ONE_WAY(suffix, type) \
	cufftResult cufftXtExecDescriptor##suffix(cufftHandle plan, cudaLibXtDesc *input, \
		cudaLibXtDesc *output) \
	{ \
		return execute(plan, type, input, output, 0); \
	}
BOTH_WAYS(, 0)
BOTH_WAYS(C2C, CUFFT_C2C)
ONE_WAY(R2C, CUFFT_R2C)
ONE_WAY(C2R, CUFFT_C2R)
BOTH_WAYS(Z2Z, CUFFT_Z2Z)
ONE_WAY(D2Z, CUFFT_D2Z)
ONE_WAY(Z2D, CUFFT_Z2D)
