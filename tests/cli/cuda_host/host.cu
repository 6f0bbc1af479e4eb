/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cstdio>
__constant__ float table[8];
__device__ int shared_counter = 3;
static double second; // of the host alone
texture<float2, 1> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> image;
surface<void, cudaSurfaceType2D> target;
template <class T> __global__ void k(int a, T b) {}
struct pair { __host__ __device__ float operator()(float x) const { return max(x, rsqrtf(x)); } };
int main()
{
	k<<<3, dim3(1, 5)>>>(7, 2.5);
	cudaLaunchConfig_t c = {};
	c.gridDim = 2;
	cudaLaunchKernelEx(&c, k<double>, 'a', 3);
	int one = 1;
	double half = 0.5;
	void *arguments[] = {&one, &half};
	cudaLaunchKernel(k<double>, 4, 4, arguments);
	cudaMemcpyToSymbol(table, &half, 8, 16);
	size_t n;
	cudaGetSymbolSize(&n, shared_counter);
	printf("size %zu\n", n);
	line.filterMode = cudaFilterModeLinear;
	cudaBindTexture(0, line, &half);
	cudaBindTexture(0, image, &half, cudaCreateChannelDesc<uchar4>(), 64);
	struct here *p;
	cudaMalloc(&p, 4096);
	int grid, block;
	cudaOccupancyMaxPotentialBlockSize(&grid, &block, k<double>);
	printf("%p %d %d\n", (void *)p, grid, block);
	cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, k<double>, [](int size) { return 20 * size; }, 500);
	printf("%d %d\n", grid, block);
	second = 4;
	printf("%g %g %g %.6f %.6f %d\n", pair()(0.25f), second, sinpi(1.5), normcdf(1.0), erfinv(0.5), min(3, 2));
	return 0;
}
