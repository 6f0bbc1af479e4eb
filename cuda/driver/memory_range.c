/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where memory is to be (CUDA driver API, "Memory Management": cuMemAdvise, cuMemPrefetchAsync,
 * cuMemRangeGetAttribute). All memory is one, so advice is checked and told, and has no effect. */
#include <string.h>
#include "advice_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

static CUresult check_range(CUdeviceptr at, size_t count)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (count == 0 ||
		!cu_memory_is_there(c->rt, CU_SIDE_DEVICE, (void *)(uintptr_t)at, count, count, 1))
		return CUDA_ERROR_INVALID_VALUE;
	return CUDA_SUCCESS;
}

/* The host's memory is one, whichever of its parts a program names. */
static CUresult check_place(const CUmemLocation *l)
{
	CUresult error = CUDA_SUCCESS;
	if (l->type == CU_MEM_LOCATION_TYPE_DEVICE)
		cu_device_find(l->id, &error);
	else if ((int)l->type < CU_MEM_LOCATION_TYPE_HOST ||
		 l->type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
		error = CUDA_ERROR_INVALID_VALUE;
	return error;
}

static CUmemLocation place_of(CUdevice device)
{
	return device == CU_DEVICE_CPU ? (CUmemLocation){CU_MEM_LOCATION_TYPE_HOST, 0}
	                               : (CUmemLocation){CU_MEM_LOCATION_TYPE_DEVICE, device};
}

static CUresult change(CUdeviceptr at, size_t count, const struct cu_advice_change *c)
{
	return cu_advice_change((uintptr_t)at, count, c) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice,
	CUmemLocation location)
{
	CUresult error = check_range(devPtr, count);
	if ((int)advice < CU_MEM_ADVISE_SET_READ_MOSTLY || advice > CU_MEM_ADVISE_UNSET_ACCESSED_BY)
		return CUDA_ERROR_INVALID_VALUE;
	bool has_place = advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
	                 advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
	                 advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
	if (error == CUDA_SUCCESS && has_place)
		error = check_place(&location);
	const struct cu_advice_change c = {
		.what = advice >= CU_MEM_ADVISE_SET_ACCESSED_BY          ? CU_ADVISE_ACCESS
	                : advice >= CU_MEM_ADVISE_SET_PREFERRED_LOCATION ? CU_ADVISE_PREFERRED
	                                                                 : CU_ADVISE_READ_MOSTLY,
		.on = (int)advice % 2 != 0, /* each is followed by its contrary */
		.place = location};
	return error == CUDA_SUCCESS ? change(devPtr, count, &c) : error;
}

CUresult CUDAAPI cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
{
	return cuMemAdvise_v2(devPtr, count, advice, place_of(device));
}

CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location,
	unsigned flags, CUstream hStream)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (flags != 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error == CUDA_SUCCESS)
		error = check_range(devPtr, count);
	if (error == CUDA_SUCCESS)
		error = check_place(&location);
	const struct cu_advice_change c = {.what = CU_ADVISE_PREFETCHED, .place = location};
	return error == CUDA_SUCCESS ? change(devPtr, count, &c) : error;
}

CUresult CUDAAPI cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice,
	CUstream hStream)
{
	return cuMemPrefetchAsync_v2(devPtr, count, place_of(dstDevice), 0, hStream);
}

CUresult CUDAAPI cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length,
	unsigned flags)
{
	struct CUstream_st *s;
	CUresult error = cu_stream_get(hStream, &s);
	if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST &&
		flags != CU_MEM_ATTACH_SINGLE)
		return CUDA_ERROR_INVALID_VALUE;
	return error == CUDA_SUCCESS ? check_range(dptr, length == 0 ? 1 : length) : error;
}

/* ---- what was advised ------------------------------------------------------------------------ */

static int32_t device_of(const CUmemLocation *l)
{
	return l->type == CU_MEM_LOCATION_TYPE_DEVICE    ? l->id
	       : l->type == CU_MEM_LOCATION_TYPE_INVALID ? CU_DEVICE_INVALID
	                                                 : CU_DEVICE_CPU;
}

/* Fills the client's numbers with the devices of a set, and the rest with none. */
static void give_devices(uint32_t set, int32_t *out, size_t count)
{
	size_t at = 0;
	for (int32_t i = 0; i < 32 && at < count; i++)
		if ((set >> i & 1) != 0)
			out[at++] = i;
	while (at < count)
		out[at++] = CU_DEVICE_INVALID;
}

static bool give(const struct cu_advice *a, CUmem_range_attribute what, int32_t *out, size_t bytes)
{
	if (bytes == 0 || bytes % sizeof *out != 0 ||
		(bytes != sizeof *out && what != CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY))
		return false;
	switch (what) {
	case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
		*out = a->read_mostly;
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
		*out = device_of(&a->preferred);
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY:
		give_devices(a->accessed_by, out, bytes / sizeof *out);
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
		*out = device_of(&a->prefetched);
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
		*out = (int32_t)a->preferred.type;
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
		*out = a->preferred.id;
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
		*out = (int32_t)a->prefetched.type;
		return true;
	case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
		*out = a->prefetched.id;
		return true;
	}
	return false;
}

CUresult CUDAAPI cuMemRangeGetAttributes(void **data, size_t *dataSizes,
	CUmem_range_attribute *attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count)
{
	struct cu_advice a;
	CUresult error = check_range(devPtr, count);
	if (data == NULL || dataSizes == NULL || attributes == NULL || numAttributes == 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return error;
	cu_advice_get((uintptr_t)devPtr, count, &a);
	for (size_t i = 0; i < numAttributes; i++)
		if (data[i] == NULL || !give(&a, attributes[i], data[i], dataSizes[i]))
			return CUDA_ERROR_INVALID_VALUE;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemRangeGetAttribute(void *data, size_t dataSize,
	CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count)
{
	return cuMemRangeGetAttributes(&data, &dataSize, &attribute, 1, devPtr, count);
}
