/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What cuFFT refuses, and its settings. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cuda_runtime_api.h>
#include <cufftXt.h>

static int failed;

#define IS(expected, call) is((int)(expected), (int)(call), #call, __LINE__)
static void is(int expected, int got, const char *call, int line)
{
	if (got != expected) {
		printf("line %d: %s gives %d, not %d\n", line, call, got, expected);
		failed = 1;
	}
}

static void sizes(void)
{
	cufftHandle plan = 77;
	size_t bytes = 5;
	IS(CUFFT_INVALID_SIZE, cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_SIZE, cufftPlan1d(&plan, -4, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_SIZE, cufftPlan1d(&plan, 4, CUFFT_C2C, 0));
	IS(CUFFT_INVALID_SIZE, cufftPlan2d(&plan, 4, 0, CUFFT_Z2D));
	IS(CUFFT_INVALID_SIZE, cufftPlan3d(&plan, 4, 4, -1, CUFFT_R2C));
	IS(CUFFT_INVALID_SIZE, cufftPlan3d(&plan, INT32_MAX, INT32_MAX, INT32_MAX, CUFFT_R2C));
	IS(CUFFT_INVALID_TYPE, cufftPlan1d(&plan, 4, (cufftType)0, 1));
	IS(CUFFT_INVALID_TYPE, cufftPlan1d(&plan, 4, (cufftType)0x30, 1));
	IS(CUFFT_INVALID_VALUE, cufftPlan1d(NULL, 4, CUFFT_C2C, 1));
	IS(77, plan);
	int n[] = {4, 4, 4, 4}, none[] = {4, 0, 4};
	IS(CUFFT_INVALID_VALUE, cufftPlanMany(&plan, 0, n, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_VALUE, cufftPlanMany(&plan, 4, n, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_VALUE,
		cufftPlanMany(&plan, 2, NULL, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_VALUE, cufftPlanMany(&plan, 2, n, n, 0, 16, n, 1, 16, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_VALUE, cufftPlanMany(&plan, 2, n, n, 1, 16, n, 1, -16, CUFFT_C2C, 1));
	IS(CUFFT_INVALID_VALUE, cufftPlanMany(&plan, 2, n, none, 1, 16, n, 1, 16, CUFFT_C2C, 1));
	IS(CUFFT_SUCCESS, cufftEstimate1d(1024, CUFFT_C2C, 10, &bytes));
	IS(0, bytes);
	IS(CUFFT_INVALID_SIZE, cufftEstimate2d(1024, 0, CUFFT_C2C, &bytes));
	IS(CUFFT_INVALID_TYPE, cufftEstimate3d(8, 8, 8, (cufftType)1, &bytes));
	IS(CUFFT_INVALID_VALUE,
		cufftEstimateMany(1, n, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1, NULL));
	cufftCreate(&plan);
	long long wide[] = {8};
	IS(CUFFT_INVALID_TYPE, cufftXtMakePlanMany(plan, 1, wide, NULL, 1, 8, CUDA_C_32F, NULL, 1,
				       8, CUDA_C_64F, 1, &bytes, CUDA_C_32F));
	IS(CUFFT_SUCCESS, cufftXtGetSizeMany(plan, 1, wide, NULL, 1, 8, CUDA_R_32F, NULL, 1, 5,
				  CUDA_C_32F, 1, &bytes, CUDA_C_32F));
	cufftDestroy(plan);
}

static void plans(void)
{
	cufftHandle plan;
	size_t bytes = 5;
	float *memory;
	IS(0, cudaMalloc((void **)&memory, 4096));
	cufftComplex *c = (cufftComplex *)(void *)memory;
	IS(CUFFT_INVALID_VALUE, cufftCreate(NULL));
	IS(CUFFT_SUCCESS, cufftCreate(&plan));
	IS(CUFFT_INVALID_PLAN, cufftExecC2C(plan, c, c, CUFFT_FORWARD));
	IS(CUFFT_INVALID_PLAN, cufftGetSize(plan, &bytes));
	IS(CUFFT_SUCCESS, cufftGetSize1d(plan, 8, CUFFT_C2C, 1, &bytes));
	IS(CUFFT_SUCCESS, cufftSetAutoAllocation(plan, 0));
	IS(CUFFT_INVALID_SIZE, cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &bytes));
	IS(CUFFT_SUCCESS, cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes));
	IS(CUFFT_INVALID_PLAN, cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &bytes));
	IS(CUFFT_SUCCESS, cufftGetSize(plan, &bytes));
	IS(0, bytes);
	IS(CUFFT_SUCCESS, cufftSetWorkArea(plan, NULL));
	IS(CUFFT_INVALID_VALUE, cufftExecC2C(plan, c, c, 0));
	IS(CUFFT_INVALID_VALUE, cufftExecC2C(plan, NULL, c, CUFFT_FORWARD));
	IS(CUFFT_INVALID_VALUE, cufftExecC2C(plan, c, NULL, CUFFT_FORWARD));
	IS(CUFFT_INVALID_VALUE, cufftExecC2C(plan, c, (cufftComplex *)16, CUFFT_FORWARD));
	IS(CUFFT_INVALID_VALUE,
		cufftExecC2C(plan, (cufftComplex *)(uintptr_t)0xdead00000000, c, CUFFT_FORWARD));
	IS(CUFFT_INVALID_TYPE, cufftExecR2C(plan, memory, c));
	IS(CUFFT_INVALID_TYPE, cufftExecZ2Z(plan, (void *)c, (void *)c, CUFFT_FORWARD));
	IS(CUFFT_SUCCESS, cufftExecC2C(plan, c, c, CUFFT_INVERSE));
	IS(CUFFT_SUCCESS, cufftDestroy(plan));
	IS(CUFFT_INVALID_PLAN, cufftDestroy(plan));
	IS(CUFFT_INVALID_PLAN, cufftExecC2C(plan, c, c, CUFFT_FORWARD));
	IS(CUFFT_INVALID_PLAN, cufftDestroy(CUFFT_PLAN_NULL));
	IS(CUFFT_INVALID_PLAN, cufftSetStream(123456, 0));
	IS(CUFFT_INVALID_PLAN, cufftGetSize(0, &bytes));
	IS(CUFFT_INVALID_PLAN, cufftMakePlan2d(-5, 8, 8, CUFFT_C2C, &bytes));
	IS(0, cudaFree(memory));
}

static void properties(void)
{
	cufftHandle plan;
	long long value = 9;
	int number = 0;
	IS(CUFFT_SUCCESS, cufftGetVersion(&number));
	IS(CUFFT_VERSION, number);
	IS(CUFFT_SUCCESS, cufftGetProperty(MAJOR_VERSION, &number));
	IS(11, number);
	IS(CUFFT_INVALID_VALUE, cufftGetProperty((libraryPropertyType)3, &number));
	IS(CUFFT_SUCCESS, cufftCreate(&plan));
	IS(CUFFT_SUCCESS,
		cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &value));
	IS(0, value);
	IS(CUFFT_SUCCESS,
		cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1));
	IS(CUFFT_SUCCESS,
		cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &value));
	IS(1, value);
	IS(CUFFT_INVALID_VALUE,
		cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 2));
	IS(CUFFT_INVALID_VALUE, cufftSetPlanPropertyInt64(plan, (cufftProperty)7, 1));
	IS(CUFFT_SUCCESS, cufftResetPlanProperty(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT));
	IS(CUFFT_SUCCESS,
		cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, &value));
	IS(0, value);
	IS(CUFFT_INVALID_VALUE, cufftXtSetWorkAreaPolicy(plan, (cufftXtWorkAreaPolicy)3, NULL));
	IS(CUFFT_SUCCESS, cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, NULL));
	IS(CUFFT_SUCCESS, cufftDestroy(plan));
}

/* Memory in descriptors. The spectrum of one that is 1 at its beginning is 1. */
static void descriptors(void)
{
	cufftHandle plan;
	cudaLibXtDesc *one, *two;
	cufftComplex host[64] = {{1, 0}}, back[64];
	int device = 0, wrong = 7, both[] = {0, 1};
	size_t bytes;
	IS(CUFFT_SUCCESS, cufftCreate(&plan));
	IS(CUFFT_INVALID_PLAN, cufftXtMalloc(plan, &one, CUFFT_XT_FORMAT_INPLACE));
	IS(CUFFT_INVALID_VALUE, cufftXtSetGPUs(plan, 0, &device));
	IS(CUFFT_INVALID_DEVICE, cufftXtSetGPUs(plan, 1, &wrong));
	IS(CUFFT_NOT_IMPLEMENTED, cufftXtSetGPUs(plan, 2, both));
	IS(CUFFT_SUCCESS, cufftXtSetGPUs(plan, 1, &device));
	IS(CUFFT_SUCCESS, cufftMakePlan2d(plan, 8, 8, CUFFT_C2C, &bytes));
	IS(CUFFT_INVALID_PLAN, cufftXtSetGPUs(plan, 1, &device));
	IS(CUFFT_INVALID_VALUE, cufftXtMalloc(plan, NULL, CUFFT_XT_FORMAT_INPLACE));
	IS(CUFFT_INVALID_VALUE, cufftXtMalloc(plan, &one, CUFFT_FORMAT_UNDEFINED));
	IS(CUFFT_SUCCESS, cufftXtMalloc(plan, &one, CUFFT_XT_FORMAT_INPLACE));
	IS(CUFFT_SUCCESS, cufftXtMalloc(plan, &two, CUFFT_XT_FORMAT_INPLACE));
	IS(1, one->descriptor->nGPUs);
	IS(0, one->descriptor->GPUs[0]);
	IS(sizeof host, one->descriptor->size[0]);
	IS(LIB_FORMAT_CUFFT, one->library);
	IS(CUFFT_SUCCESS, cufftXtMemcpy(plan, one, host, CUFFT_COPY_HOST_TO_DEVICE));
	IS(CUFFT_SUCCESS, cufftXtExecDescriptorC2C(plan, one, one, CUFFT_FORWARD));
	IS(CUFFT_SUCCESS, cufftXtMemcpy(plan, two, one, CUFFT_COPY_DEVICE_TO_DEVICE));
	IS(CUFFT_SUCCESS, cufftXtMemcpy(plan, back, two, CUFFT_COPY_DEVICE_TO_HOST));
	for (int i = 0; i < 64; i++)
		IS(1, back[i].x == 1 && back[i].y == 0);
	IS(CUFFT_SUCCESS, cufftXtExecDescriptor(plan, two, one, CUFFT_INVERSE));
	IS(CUFFT_SUCCESS, cufftXtMemcpy(plan, back, one, CUFFT_COPY_DEVICE_TO_HOST));
	IS(64, back[0].x);
	IS(0, back[1].x);
	IS(CUFFT_INVALID_TYPE, cufftXtExecDescriptorR2C(plan, one, two));
	IS(CUFFT_INVALID_VALUE,
		cufftXtExecDescriptorC2C(plan, (cudaLibXtDesc *)(void *)host, one, CUFFT_FORWARD));
	IS(CUFFT_INVALID_VALUE, cufftXtMemcpy(plan, host, one, CUFFT_COPY_HOST_TO_DEVICE));
	IS(CUFFT_INVALID_VALUE, cufftXtMemcpy(plan, one, host, CUFFT_COPY_UNDEFINED));
	IS(CUFFT_INVALID_VALUE, cufftXtMemcpy(plan, one, (void *)16, CUFFT_COPY_HOST_TO_DEVICE));
	IS(CUFFT_SUCCESS, cufftXtFree(one));
	IS(CUFFT_INVALID_VALUE, cufftXtFree(one));
	IS(CUFFT_INVALID_VALUE, cufftXtFree((cudaLibXtDesc *)8));
	IS(CUFFT_INVALID_VALUE, cufftXtFree(NULL));
	IS(CUFFT_SUCCESS, cufftXtFree(two));
	IS(CUFFT_NOT_IMPLEMENTED, cufftXtSetCallback(plan, NULL, CUFFT_CB_LD_COMPLEX, NULL));
	IS(CUFFT_SUCCESS, cufftDestroy(plan));
}

/* Halves at the ends of their range: what is beyond is infinite, what is below normal stays. */
static void halves(void)
{
	static const uint16_t pairs[][2][2] = {{{0x7bff, 0x7bff}, {0x7c00, 0}},
		{{0x7bff, 0x4b80}, {0x7bff, 0x7bff}}, {{0x0001, 0x8001}, {0, 0x0002}},
		{{0xfc00, 0}, {0xfc00, 0xfc00}}};
	cufftHandle plan;
	long long two = 2;
	size_t bytes;
	uint16_t *memory;
	IS(0, cudaMalloc((void **)&memory, 64));
	IS(CUFFT_SUCCESS, cufftCreate(&plan));
	IS(CUFFT_SUCCESS, cufftXtMakePlanMany(plan, 1, &two, NULL, 1, 2, CUDA_C_16F, NULL, 1, 2,
				  CUDA_C_16F, 1, &bytes, CUDA_C_16F));
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		const uint16_t in[4] = {pairs[i][0][0], 0, pairs[i][0][1], 0};
		uint16_t out[4];
		IS(0, cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice));
		IS(CUFFT_SUCCESS, cufftXtExec(plan, memory, memory, CUFFT_FORWARD));
		IS(0, cudaMemcpy(out, memory, sizeof out, cudaMemcpyDeviceToHost));
		IS(pairs[i][1][0], out[0]);
		IS(pairs[i][1][1], out[2]);
	}
	IS(CUFFT_SUCCESS, cufftDestroy(plan));
	IS(0, cudaFree(memory));
}

int main(void)
{
	halves();
	sizes();
	plans();
	properties();
	descriptors();
	return failed;
}
