/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions by the names that they had before CUDA 4.0, 11, or 11.7, for programs that look names
 * up themselves. Their arguments are the same. Those whose addresses and sizes had 32 bits are no
 * more. */
#include "context_impl.h"

#undef cuCtxDestroy
#undef cuCtxPopCurrent
#undef cuCtxPushCurrent
#undef cuEventDestroy
#undef cuIpcOpenMemHandle
#undef cuMemHostRegister
#undef cuStreamBatchMemOp
#undef cuStreamDestroy
#undef cuStreamWaitValue32
#undef cuStreamWaitValue64
#undef cuStreamWriteValue32
#undef cuStreamWriteValue64

#pragma GCC visibility push(default)
CUresult CUDAAPI cuCtxDestroy(CUcontext ctx);
CUresult CUDAAPI cuCtxPopCurrent(CUcontext *pctx);
CUresult CUDAAPI cuCtxPushCurrent(CUcontext ctx);
CUresult CUDAAPI cuEventDestroy(CUevent hEvent);
CUresult CUDAAPI cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned Flags);
CUresult CUDAAPI cuMemHostRegister(void *p, size_t bytesize, unsigned flags);
CUresult CUDAAPI cuStreamDestroy(CUstream hStream);
CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags);
CUresult CUDAAPI cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags);
CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags);
CUresult CUDAAPI cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags);
CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned count,
	CUstreamBatchMemOpParams *paramArray, unsigned flags);
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

CUresult CUDAAPI cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags)
{
	return cuStreamWaitValue32_v2(stream, addr, value, flags);
}

CUresult CUDAAPI cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags)
{
	return cuStreamWaitValue64_v2(stream, addr, value, flags);
}

CUresult CUDAAPI cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value,
	unsigned flags)
{
	return cuStreamWriteValue32_v2(stream, addr, value, flags);
}

CUresult CUDAAPI cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value,
	unsigned flags)
{
	return cuStreamWriteValue64_v2(stream, addr, value, flags);
}

CUresult CUDAAPI cuStreamBatchMemOp(CUstream stream, unsigned count,
	CUstreamBatchMemOpParams *paramArray, unsigned flags)
{
	return cuStreamBatchMemOp_v2(stream, count, paramArray, flags);
}
