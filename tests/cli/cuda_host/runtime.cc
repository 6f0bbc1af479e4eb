/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// A runtime that says what it is called for.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <cuda_runtime_api.h>

static std::map<const void *, std::string> &names()
{
	static std::map<const void *, std::string> n;
	return n;
}
static const char *name(const void *p) { return names().count(p) != 0 ? names()[p].c_str() : "?"; }
static dim3 grid, block;

extern "C" {
void **__cudaRegisterFatBinary(void *) { return nullptr; }
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **, const char *f, char *, const char *n, int, void *, void *, void *, void *, void *)
{
	names()[f] = n;
	return 0;
}
void __cudaRegisterVar(void **, char *v, char *, const char *n, int, size_t bytes, int constant, int)
{
	names()[v] = n;
	printf("variable %s: %zu bytes%s\n", n, bytes, constant ? ", constant" : "");
}
void __cudaRegisterTexture(void **, const textureReference *t, const void **, const char *n, int d, int norm, int)
{
	names()[t] = n;
	printf("texture %s: %d, %d, %d bits of kind %d\n", n, d, norm, t->channelDesc.x, t->channelDesc.f);
}
void __cudaRegisterSurface(void **, const surfaceReference *, const void **, const char *n, int d, int)
{
	printf("surface %s: %d\n", n, d);
}
unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t, CUstream_st *)
{
	grid = g, block = b;
	return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *g, dim3 *b, size_t *s, void *)
{
	*g = grid, *b = block, *s = 0;
	return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **a, size_t, cudaStream_t)
{
	printf("%s<<<%u, %u>>>(%d, %g)\n", name(f), g.x, b.y, *(int *)a[0], *(double *)a[1]);
	return cudaSuccess;
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f, void **a)
{
	return cudaLaunchKernel(f, c->gridDim, c->blockDim, a, 0, 0);
}
cudaError_t cudaMemcpyToSymbol(const void *s, const void *, size_t n, size_t o, cudaMemcpyKind k)
{
	printf("to %s: %zu at %zu, %d\n", name(s), n, o, k);
	return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(size_t *n, const void *s)
{
	*n = strlen(name(s));
	return cudaSuccess;
}
cudaError_t cudaBindTexture(size_t *, const textureReference *t, const void *, const cudaChannelFormatDesc *d, size_t n)
{
	printf("bind %s: %d bits, %zu\n", name(t), d->x, n);
	return cudaSuccess;
}
cudaError_t cudaMalloc(void **p, size_t n)
{
	*p = (void *)n;
	return cudaSuccess;
}
cudaError_t cudaGetDevice(int *d)
{
	*d = 0;
	return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr a, int)
{
	*v = a == cudaDevAttrMaxThreadsPerMultiProcessor ? 1536 : a == cudaDevAttrMultiProcessorCount ? 8 : 32;
	return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *f, const void *)
{
	f->maxThreadsPerBlock = 1024;
	return cudaSuccess;
}
// Blocks have 1000 bytes of shared memory for each 64 threads, or what they ask for, of 24000.
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *, int size, size_t shared, unsigned)
{
	size_t bytes = shared != 0 ? shared : (size_t)(size + 63) / 64 * 1000;
	*n = 1536 / size < (int)(24000 / bytes) ? 1536 / size : (int)(24000 / bytes);
	return cudaSuccess;
}
}
