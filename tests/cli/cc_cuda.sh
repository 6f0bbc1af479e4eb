# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C by clang with the suite's own headers: host code beside kernels, C++, mathematics, atomics,
# shuffles, half precision; no header of NVIDIA's.
. "$T/compile.subr"
cat >k.cu <<'C'
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <math_constants.h>
template <class T> struct square { __device__ T operator()(T x) const { return x * x; } };
__constant__ float scale[2] = {2, 3};
extern "C" __global__ void __launch_bounds__(64) k(float *out, double *d, int *n, half *h, float4 *v)
{
	__shared__ float part[64];
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	part[threadIdx.x] = square<float>()(i) * scale[1];
	__syncthreads();
	out[i] = part[threadIdx.x ^ 1] + sinf(CUDART_PI_F / 2) + max(3, 4u) + __fmaf_rn(2, 3, 4) + rsqrtf(4.0f);
	d[i] = pow(2.0, 10.0) + erfinv(erf(0.25)) + normcdf(0.0) + j0(0.0) + norm3d(2.0, 3.0, 6.0);
	atomicAdd(&n[0], __popc(i));
	atomicMax(&n[1], __shfl_down_sync(~0u, (int)i, 1));
	h[i] = __float2half(0.5f) * h[i] + half(1);
	v[i] = make_float4(__clz(1), __byte_perm(1, 2, 0x4), __ffs(8), __funnelshift_l(1, 2, 4));
}
int main()
{
	float *p;
	cudaMalloc(&p, 64 * sizeof *p);
	k<<<dim3(1), 64>>>(p, nullptr, nullptr, nullptr, nullptr);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return cudaFree(p) != cudaSuccess;
}
C
hsaemu-cc k.cu -o k.img
runs k.img <<'R'
buffer out f32[64]
buffer d f64[64]
buffer n s32[2]
buffer h f16[64]: 4
buffer v f32[256]
dispatch &k grid(64) group(64) args(out, d, n, h, v)
check out: each((i ^ 1) * (i ^ 1) * 3 + 15.5) within rel=1e-6
check d: each(1024 + 0.25 + 0.5 + 1 + 7) within rel=1e-15
check n: list(192, 63)
check h: 3
check v: each((i % 4 == 0) * 31 + (i % 4 == 1) * 0x01010102 + (i % 4 == 2) * 4 + (i % 4 == 3) * 32) within rel=1e-7
R
