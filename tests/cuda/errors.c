/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a context is after a kernel has failed, and what is refused before it runs. */
#include "cuda_client.h"

static void expect_sticky(CUresult error)
{
	CUdeviceptr p;
	CUstream s;
	IS(error, cuMemAlloc(&p, 4));
	IS(error, cuStreamCreate(&s, 0));
	IS(error, cuCtxSynchronize());
	IS(error, cuStreamSynchronize(NULL));
	OK(cuDevicePrimaryCtxReset(0));
}

static void check_sticky(const char *name, CUdeviceptr argument, CUresult error)
{
	CUstream s;
	begin();
	CUmodule m = module();
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(launch_with(kernel(m, name), s, argument));
	IS(error, cuStreamSynchronize(s));
	expect_sticky(error);
}

/* A failure in one of several streams is found by who asks the context. */
static void check_other_stream(void)
{
	CUstream s[4];
	CUresult error = CUDA_SUCCESS;
	begin();
	CUmodule m = module();
	CUfunction fault = kernel(m, "fault"), add_f = kernel(m, "add");
	CUdeviceptr p = numbers(64);
	for (int i = 0; i < 4; i++)
		OK(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
	for (unsigned i = 0; i < 400 && error == CUDA_SUCCESS; i++)
		error = i == 200 ? launch_with(fault, s[2], 16) : add(add_f, s[i % 4], p, 1, 64);
	EXPECT(error == CUDA_SUCCESS || error == CUDA_ERROR_ILLEGAL_ADDRESS);
	IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
	expect_sticky(CUDA_ERROR_ILLEGAL_ADDRESS);
}

static CUresult launch(CUfunction f, unsigned grid, unsigned block, unsigned shared, void **args)
{
	return cuLaunchKernel(f, grid, 1, 1, block, 1, 1, shared, NULL, args, NULL);
}

static void check_refused(void)
{
	CUfunction other;
	int value;
	begin();
	CUmodule m = module();
	CUfunction f = kernel(m, "shared");
	CUdeviceptr p = numbers(1), q = 0;
	void *args[] = {&p}, *none[] = {NULL};
	size_t small = 4, exact = 8;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &small,
		CU_LAUNCH_PARAM_END};
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 0, 1, 0, args));
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 0, 0, args));
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 2048, 0, args));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 65536, 1, 1, 1, 1, 0, NULL, args, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 65, 0, NULL, args, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 64, 32, 1, 0, NULL, args, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 1, 2 << 20, args));
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 1, 48 << 10, args)); /* it has some itself */
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 1, 0, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, launch(f, 1, 1, 0, none));
	IS(CUDA_ERROR_INVALID_HANDLE, launch(NULL, 1, 1, 0, args));
	IS(CUDA_ERROR_INVALID_HANDLE, launch((CUfunction)(void *)&p, 1, 1, 0, args));
	IS(CUDA_ERROR_INVALID_VALUE, cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
	extra[3] = &exact;
	OK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
	OK(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 96 << 10));
	OK(launch(f, 1, 1, 96 << 10, args));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 20));
	OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f));
	EXPECT(value == 1024);
	IS(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
		cuLaunchCooperativeKernel(f, 1 << 20, 1, 1, 64, 1, 1, 0, NULL, args));
	OK(cuCtxSynchronize());
	IS(CUDA_ERROR_NOT_FOUND, cuModuleGetFunction(&other, m, "none"));
	IS(CUDA_ERROR_INVALID_VALUE, cuModuleGetFunction(&other, m, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&q, 16, 8));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&q, p, 1 << 20));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, (void *)16, 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p + 2, 0, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p + 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost((void *)(uintptr_t)p));
	OK(cuMemFree(p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemsetD32(p, 0, 1));
	OK(cuCtxSynchronize()); /* none of this is sticky */
	OK(cuModuleUnload(m));
	IS(CUDA_ERROR_INVALID_HANDLE, cuModuleUnload(m));
	IS(CUDA_ERROR_INVALID_HANDLE, launch(f, 1, 1, 0, args));
}

static void check_contexts(void)
{
	CUcontext a, b, c;
	CUdevice d;
	CUdeviceptr p;
	OK(cuCtxCreate(&a, 0, 0));
	OK(cuCtxGetCurrent(&c));
	EXPECT(c == a);
	OK(cuMemAlloc(&p, 4));
	OK(cuCtxCreate(&b, CU_CTX_SCHED_SPIN, 0));
	OK(cuCtxPopCurrent(&c));
	EXPECT(c == b);
	OK(cuCtxGetDevice(&d));
	EXPECT(d == 0);
	OK(cuCtxDestroy(b));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(b));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxPushCurrent(b));
	OK(cuCtxDestroy(a));
	IS(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&a, 0, 7));
	IS(CUDA_ERROR_INVALID_VALUE, cuCtxCreate(&a, 3, 0));
}

int main(void)
{
	CUdeviceptr p;
	const char *text;
	IS(CUDA_ERROR_NOT_INITIALIZED, cuMemAlloc(&p, 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuInit(1));
	OK(cuInit(0));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&p, 4));
	check_sticky("fault", 8, CUDA_ERROR_ILLEGAL_ADDRESS);
	check_sticky("trap", 0, CUDA_ERROR_LAUNCH_FAILED);
	check_other_stream();
	check_refused();
	check_contexts();
	OK(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
	EXPECT(strcmp(text, "an illegal memory access was encountered") == 0);
	OK(cuGetErrorName(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
	EXPECT(strcmp(text, "CUDA_ERROR_ILLEGAL_ADDRESS") == 0);
	IS(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)12345, &text));
	return 0;
}
