// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Textures of linear memory, far longer than images are: by reference and as objects, of one component and of four.
#include <cstdio>

texture<float4, 1, cudaReadModeElementType> fours;
texture<unsigned, 1, cudaReadModeElementType> ones;

__global__ void fill(unsigned *p, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = i;
}

__global__ void compare(unsigned *wrong, int n, cudaTextureObject_t object)
{
	int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
	for (int i = first; i < n; i += stride)
		if (tex1Dfetch(ones, i) != i || tex1Dfetch<unsigned>(object, n - 1 - i) != n - 1 - i)
			atomicAdd(wrong, 1);
	for (int i = first; i < n / 4; i += stride)
		if (__float_as_uint(tex1Dfetch(fours, i).z) != 4 * i + 2)
			atomicAdd(wrong, 1);
}

int main()
{
	const int n = 3 << 20;
	unsigned *p, *wrong;
	cudaTextureObject_t object;
	cudaResourceDesc what = {};
	cudaTextureDesc how = {};
	cudaMalloc(&p, n * sizeof *p);
	cudaMallocManaged(&wrong, sizeof *wrong);
	*wrong = 0;
	fill<<<64, 256>>>(p, n);
	what.resType = cudaResourceTypeLinear;
	what.res.linear.devPtr = p;
	what.res.linear.desc = cudaCreateChannelDesc<unsigned>();
	what.res.linear.sizeInBytes = n * sizeof *p;
	how.readMode = cudaReadModeElementType;
	int error = cudaCreateTextureObject(&object, &what, &how, NULL);
	printf("%d %d %d", error, cudaBindTexture(NULL, ones, p, n * sizeof *p), cudaBindTexture(NULL, fours, p, n * sizeof *p));
	compare<<<64, 256>>>(wrong, n, object);
	error = cudaDeviceSynchronize();
	printf(" %d, %u wrong\n", error, *wrong);
	what.res.linear.sizeInBytes = (sizeof *p << 27) + sizeof *p; // more than the device says
	cudaTextureObject_t none;
	return cudaCreateTextureObject(&none, &what, &how, NULL) != cudaErrorInvalidValue;
}
