/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver's interface: kernels in PTX, from a file that is compiled when it is loaded. */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000, BLOCK = 128 };

static void check(CUresult error, const char *what)
{
	const char *text = "?";
	if (error == CUDA_SUCCESS)
		return;
	cuGetErrorString(error, &text);
	fprintf(stderr, "%s: %s\n", what, text);
	exit(1);
}
#define CHECK(call) check(call, #call)

/* y = a x + y, for each of n elements; the kernel is that of ../ptx/saxpy.cu. */
static int run(CUfunction saxpy)
{
	float x[COUNT], y[COUNT], a = 2;
	CUdeviceptr on_device[2];
	int n = COUNT, wrong = 0;
	void *arguments[] = {&n, &a, &on_device[0], &on_device[1]};
	for (int i = 0; i < COUNT; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	CHECK(cuMemAlloc(&on_device[0], sizeof x));
	CHECK(cuMemAlloc(&on_device[1], sizeof y));
	CHECK(cuMemcpyHtoD(on_device[0], x, sizeof x));
	CHECK(cuMemcpyHtoD(on_device[1], y, sizeof y));
	CHECK(cuLaunchKernel(saxpy, (COUNT + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1, 1, 0, NULL,
		arguments, NULL));
	CHECK(cuMemcpyDtoH(y, on_device[1], sizeof y));
	CHECK(cuMemFree(on_device[0]));
	CHECK(cuMemFree(on_device[1]));
	for (int i = 0; i < COUNT; i++)
		wrong += y[i] != 2 * x[i] + 1;
	printf("%d elements, %d differ\n", COUNT, wrong);
	return wrong != 0;
}

int main(int count, char **words)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	CUfunction saxpy;
	char name[100];
	CHECK(cuInit(0));
	CHECK(cuDeviceGet(&device, 0));
	CHECK(cuDeviceGetName(name, sizeof name, device));
	fprintf(stderr, "%s\n", name);
	CHECK(cuCtxCreate(&context, 0, device));
	CHECK(cuModuleLoad(&module, count > 1 ? words[1] : "saxpy.ptx"));
	CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));
	int status = run(saxpy);
	CHECK(cuModuleUnload(module));
	CHECK(cuCtxDestroy(context));
	return status;
}
