/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's asynchronous copies, and the fill. */
#include "amd_impl.h"

hsa_status_t hsa_amd_memory_async_copy(void *dst, hsa_agent_t dst_agent, const void *src,
	hsa_agent_t src_agent, size_t size, uint32_t num_dep_signals,
	const hsa_signal_t *dep_signals, hsa_signal_t completion_signal)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (dst == NULL || src == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (hr_agent_find(s, dst_agent) == NULL || hr_agent_find(s, src_agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (completion_signal.handle == 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status =
		hr_amd_check_signals(s, num_dep_signals, dep_signals, completion_signal);
	if (status != HSA_STATUS_SUCCESS || size == 0)
		return status;
	const struct hr_amd_copy copy = {
		.to = dst, .from = src, .bytes = size, .lines = 1, .slices = 1};
	return hr_amd_copy_after(s, &copy, num_dep_signals, dep_signals, completion_signal);
}

/* Addresses and pitches are multiples of 4, and lines lie within the pitch. */
static bool is_legal(const hsa_pitched_ptr_t *p, const hsa_dim3_t *offset, const hsa_dim3_t *range)
{
	if (p->base == NULL || ((uintptr_t)p->base | p->pitch | p->slice) % 4 != 0)
		return false;
	bool lines = range->y > 1 || offset->y != 0 || range->z > 1 || offset->z != 0;
	return !lines || p->pitch == 0 || (uint64_t)offset->x + range->x <= p->pitch;
}

static uint8_t *place(const hsa_pitched_ptr_t *p, const hsa_dim3_t *offset)
{
	return (uint8_t *)p->base + offset->z * p->slice + offset->y * p->pitch + offset->x;
}

hsa_status_t hsa_amd_memory_async_copy_rect(const hsa_pitched_ptr_t *dst,
	const hsa_dim3_t *dst_offset, const hsa_pitched_ptr_t *src, const hsa_dim3_t *src_offset,
	const hsa_dim3_t *range, hsa_agent_t copy_agent, hsa_amd_copy_direction_t dir,
	uint32_t num_dep_signals, const hsa_signal_t *dep_signals, hsa_signal_t completion_signal)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (dst == NULL || dst_offset == NULL || src == NULL || src_offset == NULL ||
		range == NULL || (unsigned)dir > hsaDeviceToDevice)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	const struct hr_agent *a = hr_agent_find(s, copy_agent);
	if (a == NULL || a->index != HR_AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (completion_signal.handle == 0 || !is_legal(dst, dst_offset, range) ||
		!is_legal(src, src_offset, range))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status =
		hr_amd_check_signals(s, num_dep_signals, dep_signals, completion_signal);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	const struct hr_amd_copy copy = {
		.to = place(dst, dst_offset),
		.from = place(src, src_offset),
		.to_pitch = dst->pitch,
		.to_slice = dst->slice,
		.from_pitch = src->pitch,
		.from_slice = src->slice,
		.bytes = range->x,
		.lines = range->y,
		.slices = range->z,
	};
	return hr_amd_copy_after(s, &copy, num_dep_signals, dep_signals, completion_signal);
}

hsa_status_t hsa_amd_memory_fill(void *ptr, uint32_t value, size_t count)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL || (uintptr_t)ptr % sizeof value != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (count == 0)
		return HSA_STATUS_SUCCESS;
	if (!rt_allocation_find(s->rt, ptr, &block))
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	size_t room = block.bytes - (size_t)((uint8_t *)ptr - (uint8_t *)block.base);
	if (count > room / sizeof value)
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	uint32_t *words = ptr;
	for (size_t i = 0; i < count; i++)
		words[i] = value;
	return HSA_STATUS_SUCCESS;
}

/* All agents access all memory where it is, so that only the signals are left of a migration. */
__attribute__((visibility("default"))) hsa_status_t hsa_amd_svm_prefetch_async(void *ptr,
	size_t size, hsa_agent_t agent, uint32_t num_dep_signals, const hsa_signal_t *dep_signals,
	hsa_signal_t completion_signal)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL || size == 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	hsa_status_t status =
		hr_amd_check_signals(s, num_dep_signals, dep_signals, completion_signal);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	const struct hr_amd_copy none = {.bytes = 0};
	return hr_amd_copy_after(s, &none, num_dep_signals, dep_signals, completion_signal);
}
