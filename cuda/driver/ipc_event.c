/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles of events for other processes (CUDA driver API, cuIpcGetEventHandle()). */
#include "event_impl.h"

CUresult CUDAAPI cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event)
{
	struct CUctx_st *c;
	struct cu_handle h = {.bytes = 0};
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (pHandle == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (!handle_is_valid(event, CU_EVENT) || event->records == NULL ||
		!cu_records_place(event->records, &h.place))
		return CUDA_ERROR_INVALID_HANDLE;
	cu_handle_write(&h, CU_HANDLE_EVENT, pHandle->reserved);
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle)
{
	struct CUctx_st *c;
	struct cu_handle h;
	struct cu_records *r;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (phEvent == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (!cu_handle_read(&h, CU_HANDLE_EVENT, handle.reserved))
		return CUDA_ERROR_INVALID_HANDLE;
	if (cu_place_is_own(&h.place))
		return CUDA_ERROR_INVALID_CONTEXT;
	error = cu_records_open(&h.place, &r);
	return error == CUDA_SUCCESS
	               ? cu_event_new(c, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING, r,
				 phEvent)
	               : error;
}
