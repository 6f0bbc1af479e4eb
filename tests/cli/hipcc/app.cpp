/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// HIP's names for the language, memory, devices, wavefronts, vectors and small numbers.
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call) \
	do { \
		hipError_t e_ = (call); \
		if (e_ != hipSuccess) { \
			printf("%d: %s: %s\n", __LINE__, #call, hipGetErrorString(e_)); \
			exit(1); \
		} \
	} while (0)

__constant__ float factors[4];

template <typename T, int N> __global__ void scale(T *p, T by)
{
	HIP_DYNAMIC_SHARED(float, added);
	int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
	added[threadIdx.x] = N;
	__syncthreads();
	p[i] = p[i] * by + T(added[threadIdx.x]);
}

__global__ void wavefronts(int *o, float4 *v)
{
	int sum = threadIdx.x;
	for (int d = warpSize / 2; d != 0; d /= 2)
		sum += __shfl_down(sum, d);
	hip_bfloat16 b(1.5f);
	__half h = __float2half(2.0f);
	unsafeAtomicAdd((float *)&o[4], 1.0f);
	if (threadIdx.x != 0)
		return;
	o[0] = sum;
	o[1] = __popcll(__ballot(1));
	o[2] = __any(threadIdx.x == 0) + __all(threadIdx.x == 0);
	o[3] = int(float(b * b) * 100 + float(h));
	*v += 1.0f;
	*v = -(2.0f * *v) - make_float4(0, 1, 0, 0);
}

__global__ void constant(float *o) { o[threadIdx.x] = factors[threadIdx.x]; }

static void check_device()
{
	hipDeviceProp_t prop;
	int count, lanes;
	CHECK(hipGetDeviceCount(&count));
	CHECK(hipGetDeviceProperties(&prop, 0));
	CHECK(hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0));
	printf("%d %d %d '%s' %d\n", count > 0, lanes, prop.warpSize, prop.gcnArchName, prop.maxThreadsPerBlock);
	printf("%d %s\n", hipSetDevice(99), hipGetErrorName(hipGetLastError()));
	hipDevice_t device;
	CHECK(hipInit(0));
	CHECK(hipDeviceGet(&device, 0));
}

int main()
{
	float *p, host[64], four[4] = {1, 2, 3, 4};
	int *o;
	float4 *v;
	hipEvent_t begin, end;
	float ms;
	check_device();
	CHECK(hipMalloc(&p, sizeof host));
	CHECK(hipHostMalloc(&o, 8 * sizeof *o));
	CHECK(hipMallocManaged(&v, sizeof *v));
	for (int i = 0; i < 64; i++)
		host[i] = i;
	CHECK(hipEventCreate(&begin));
	CHECK(hipEventCreate(&end));
	CHECK(hipEventRecord(begin));
	CHECK(hipMemcpy(p, host, sizeof host, hipMemcpyHostToDevice));
	hipLaunchKernelGGL(HIP_KERNEL_NAME(scale<float, 3>), dim3(2), dim3(32), 32 * sizeof(float), 0, p, 2.0f);
	CHECK(hipGetLastError());
	CHECK(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost));
	CHECK(hipEventRecord(end));
	CHECK(hipEventSynchronize(end));
	CHECK(hipEventElapsedTime(&ms, begin, end));
	printf("%g %d\n", host[63], ms >= 0);
	*v = make_float4(1, 2, 3, 4);
	o[4] = 0;
	wavefronts<<<1, 32>>>(o, v);
	CHECK(hipDeviceSynchronize());
	printf("%d %d %d %d %g %g %g\n", o[0], o[1], o[2], o[3], *(float *)&o[4], v->y, v->w);
	CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factors), four, sizeof four));
	constant<<<1, 4>>>(p);
	CHECK(hipMemcpyWithStream(host, p, sizeof four, hipMemcpyDeviceToHost, 0));
	hipFloatComplex z = hipCmulf(make_hipFloatComplex(1, 2), make_hipFloatComplex(3, 4));
	printf("%g %g %g\n", host[3], z.x, z.y);
	CHECK(hipHostFree(o));
	CHECK(hipFree(p));
	CHECK(hipFree(v));
}
