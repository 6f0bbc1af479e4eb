// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel goes beyond the end of its memory by as much.
#include <cstdio>

__global__ void fill(int *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = i;
}

int main()
{
	int *p, last = 0;
	cudaMalloc(&p, 4096);
	fill<<<8, 256>>>(p, 2048);
	cudaError_t error = cudaDeviceSynchronize();
	if (error == cudaSuccess)
		cudaMemcpy(&last, p + 1023, 4, cudaMemcpyDeviceToHost);
	std::printf("%d %d\n", (int)error, last);
}
