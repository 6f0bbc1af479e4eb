// Kernels of a library: found, launched in each way, their variables and attributes, and what is wrong.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>
#include <cuda.h>
#define CHECK(call) \
	do { \
		cudaError_t error = (cudaError_t)(call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
			exit(1); \
		} \
	} while (0)

__global__ void own(int *p) { p[threadIdx.x] += 1000; }

static const char *name(cudaError_t error)
{
	cudaGetLastError();
	return cudaGetErrorName(error);
}

int main(int, char **argv)
{
	cudaLibrary_t library, data;
	cudaKernel_t scale, raise, found[2], none, mine;
	unsigned count;
	int *p, *factor, by = 5;
	size_t bytes;
	CUlibrary of;
	CHECK(cudaMallocManaged(&p, 4 * sizeof(int)));
	for (int i = 0; i < 4; i++)
		p[i] = i;
	CHECK(cudaLibraryLoadFromFile(&library, argv[1], NULL, NULL, 0, NULL, NULL, 0));
	CHECK(cudaLibraryGetKernelCount(&count, library));
	CHECK(cudaLibraryEnumerateKernels(found, 2, library));
	CHECK(cudaLibraryGetKernel(&scale, library, "scale"));
	CHECK(cudaLibraryGetKernel(&raise, library, "raise"));
	CHECK(cuKernelGetLibrary(&of, (CUkernel)raise));
	printf("%u %d %d\n", count, (found[0] == scale) + (found[1] == scale), of == (CUlibrary)library);

	void *only[] = {&p}, *both[] = {&p, &by};
	CHECK(cudaLaunchKernel((const void *)scale, 1, 4, only, 0, 0));
	CHECK(cudaDeviceSynchronize());
	printf("%d %d\n", p[1], p[3]);
	CHECK(cudaLibraryGetGlobal((void **)&factor, &bytes, library, "factor"));
	int ten = 10;
	CHECK(cudaMemcpy(factor, &ten, sizeof ten, cudaMemcpyHostToDevice));
	CHECK(cudaKernelSetAttributeForDevice(raise, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000, 0));
	CHECK(cudaLaunchKernel((const void *)raise, 1, 4, both, 60000, 0));
	cudaLaunchConfig_t config = {};
	config.gridDim = 1, config.blockDim = 4;
	CHECK(cudaLaunchKernelEx(&config, scale, p));
	CHECK(cudaDeviceSynchronize());
	printf("%d %d, %zu\n", p[1], p[3], bytes);
	CHECK(cudaGetKernel(&mine, own));
	CHECK(cudaLaunchKernel((const void *)mine, 1, 4, only, 0, 0));
	CHECK(cudaDeviceSynchronize());
	printf("%d\n", p[3]);

	std::ifstream file(argv[1], std::ios::binary);
	std::vector<char> code((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
	code.push_back(0);
	CHECK(cudaLibraryLoadData(&data, code.data(), NULL, NULL, 0, NULL, NULL, 0));
	CHECK(cudaLibraryGetKernel(&none, data, "scale"));
	printf("%d\n", none == scale);
	CHECK(cudaLibraryUnload(data));

	void *f;
	printf("%s %s\n", name(cudaLibraryGetKernel(&none, library, "lower")), name(cudaLibraryUnload(data)));
	printf("%s %s\n", name(cudaLibraryGetUnifiedFunction(&f, library, "scale")),
		name(cudaLibraryGetGlobal((void **)&factor, &bytes, library, "nothing")));
	printf("%s %s\n", name(cudaKernelSetAttributeForDevice(raise, cudaFuncAttributeMaxDynamicSharedMemorySize, 1, 9)),
		name(cudaLibraryLoadFromFile(&data, "nowhere", NULL, NULL, 0, NULL, NULL, 0)));
	CHECK(cudaLibraryUnload(library));
	printf("%s\n", name(cudaLaunchKernel((const void *)scale, 1, 4, only, 0, 0)));
}
