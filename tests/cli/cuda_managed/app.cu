/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Variables that host code and kernels share, by their names.
#include <cstdio>

struct pair {
	int a;
	double b;
};
__managed__ int both = 5;
__managed__ int zero;
__device__ __managed__ pair two = {3, 2.5};
static __managed__ float table[4] = {1, 2, 3, 4};
static __managed__ int kernels_only = 77;
__managed__ int *pointer;
__managed__ int host_only = 31;
__device__ int *address_of_both;

__global__ void change(int *out)
{
	both += 2;
	zero = both * 2;
	two.a++;
	two.b *= 2;
	table[threadIdx.x] *= 10;
	*pointer = 9;
	address_of_both = &both;
	*out = *address_of_both + kernels_only;
}
__global__ void read(int *out) { *out = both; }

int main()
{
	printf("%d %d %d %g %g\n", both, zero, two.a, two.b, table[3]);
	int *out, value = 123, got;
	cudaPointerAttributes a;
	void *at;
	size_t bytes;
	both = 10;
	cudaMallocManaged(&out, sizeof *out);
	cudaMallocManaged(&pointer, sizeof *pointer);
	change<<<1, 4>>>(out);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("%d %d %d %g %g %g %d %d\n", both, zero, two.a, two.b, table[0], table[3], *pointer, *out);
	cudaGetSymbolAddress(&at, both);
	cudaGetSymbolSize(&bytes, table);
	cudaPointerGetAttributes(&a, &two.b);
	printf("%d %d %d\n", at == &both, int(bytes), a.type == cudaMemoryTypeManaged && a.hostPointer == &two.b);
	cudaMemcpyToSymbol(both, &value, sizeof value);
	printf("%d\n", both);
	both = 124;
	cudaMemcpyFromSymbol(&got, both, sizeof got);
	printf("%d\n", got);
	cudaMemcpyFromSymbol(&got, host_only, sizeof got);
	cudaGetSymbolAddress(&at, host_only);
	printf("%d %d %d\n", host_only, got, at == &host_only);
	// As a device that has been reset has new variables, these begin again.
	cudaDeviceReset();
	cudaMallocManaged(&out, sizeof *out);
	read<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("%d %d\n", *out, both);
}
