/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cstdio>
extern __managed__ int count;
__device__ int *address();
__global__ void add(int n)
{
	atomicAdd(&count, n);
	atomicAdd(address(), threadIdx.x == 0);
}
int main()
{
	printf("%d\n", count);
	add<<<1, 32>>>(2);
	cudaDeviceSynchronize();
	printf("%d\n", count);
}
