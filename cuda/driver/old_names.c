/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions by the names that they had before CUDA 4.0, or 11, for programs that look names up
 * themselves. Their arguments are the same. Those whose addresses and sizes had 32 bits are no
 * more. */
#include "context_impl.h"

#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuEventDestroy
#undef cuIpcOpenMemHandle
#undef cuMemHostRegister
#undef cuStreamDestroy

#pragma GCC visibility push(default)
CUresult CUDAAPI cuCtxDestroy(CUcontext ctx);
CUresult CUDAAPI cuCtxPopCurrent(CUcontext *pctx);
CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx);
CUresult CUDAAPI cuEventDestroy(CUevent hEvent);
CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags);
CUresult CUDAAPI cuMemHostRegister(void *p, size_t bytesize, unsigned flags);
CUresult CUDAAPI cuStreamDestroy(CUstream hStream);
#pragma GCC visibility pop

CUresult CUDAAPI cuCtxDestroy(CUcontext ctx)
{
	return cuCtxDestroy_v2(ctx);
}

CUresult CUDAAPI cuCtxPopCurrent(CUcontext *pctx)
{
	return cuCtxPopCurrent_v2(pctx);
}

CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx)
{
	return cuCtxPushCurrent_v2(ctx);
}

CUresult CUDAAPI cuEventDestroy(CUevent hEvent)
{
	return cuEventDestroy_v2(hEvent);
}

CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags)
{
	return cuIpcOpenMemHandle_v2(pdptr, handle, Flags);
}

CUresult CUDAAPI cuMemHostRegister(void *p, size_t bytesize, unsigned flags)
{
	return cuMemHostRegister_v2(p, bytesize, flags);
}

CUresult CUDAAPI cuStreamDestroy(CUstream hStream)
{
	return cuStreamDestroy_v2(hStream);
}
