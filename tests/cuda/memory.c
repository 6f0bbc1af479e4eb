/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory: copies of all shapes against loops of the host's, fills, arrays, pools, and what pointers
 * are. */
#include "cuda_client.h"

static uint32_t seed = 12345;

static unsigned draw(unsigned below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* A place of a random copy, with its bytes as the host can see them. */
struct place {
	CUmemorytype type;
	CUdeviceptr device;
	uint8_t *host, *bytes;
	CUarray array;
	size_t pitch, height, depth;
};
enum { WIDTH = 96, HEIGHT = 24, DEPTH = 8 };

static void make_place(struct place *p, unsigned kind)
{
	memset(p, 0, sizeof *p);
	p->pitch = WIDTH + draw(40);
	p->height = HEIGHT + draw(4);
	p->depth = DEPTH;
	if (kind == 2) {
		const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = WIDTH / 4,
			.Height = HEIGHT,
			.Depth = DEPTH,
			.Format = CU_AD_FORMAT_UNSIGNED_INT8,
			.NumChannels = 4};
		p->type = CU_MEMORYTYPE_ARRAY;
		OK(cuArray3DCreate(&p->array, &d));
		p->pitch = WIDTH;
		p->height = HEIGHT;
	} else if (kind == 1) {
		p->type = CU_MEMORYTYPE_DEVICE;
		OK(cuMemAlloc(&p->device, p->pitch * p->height * p->depth));
	} else {
		p->type = CU_MEMORYTYPE_HOST;
		p->host = malloc(p->pitch * p->height * p->depth);
		EXPECT(p->host != NULL);
	}
	p->bytes = malloc(p->pitch * p->height * p->depth);
	EXPECT(p->bytes != NULL);
	for (size_t i = 0; i < p->pitch * p->height * p->depth; i++)
		p->bytes[i] = (uint8_t)draw(256);
}

static CUDA_MEMCPY3D whole(const struct place *p, void *host, bool to_place)
{
	CUDA_MEMCPY3D c = {.WidthInBytes = p->pitch, .Height = p->height, .Depth = p->depth};
	if (to_place) {
		c.srcMemoryType = CU_MEMORYTYPE_HOST;
		c.srcHost = host;
		c.srcPitch = p->pitch;
		c.srcHeight = p->height;
		c.dstMemoryType = p->type;
		c.dstHost = p->host;
		c.dstDevice = p->device;
		c.dstArray = p->array;
		c.dstPitch = p->pitch;
		c.dstHeight = p->height;
	} else {
		c.dstMemoryType = CU_MEMORYTYPE_HOST;
		c.dstHost = host;
		c.dstPitch = p->pitch;
		c.dstHeight = p->height;
		c.srcMemoryType = p->type;
		c.srcHost = p->host;
		c.srcDevice = p->device;
		c.srcArray = p->array;
		c.srcPitch = p->pitch;
		c.srcHeight = p->height;
	}
	return c;
}

static void free_place(struct place *p)
{
	if (p->array != NULL)
		OK(cuArrayDestroy(p->array));
	if (p->device != 0)
		OK(cuMemFree(p->device));
	free(p->host);
	free(p->bytes);
}

static size_t at(const struct place *p, size_t x, size_t y, size_t z)
{
	return (z * p->height + y) * p->pitch + x;
}

static void check_random_copy(void)
{
	struct place from, to;
	make_place(&from, draw(3));
	make_place(&to, draw(3));
	CUDA_MEMCPY3D c = whole(&from, from.bytes, true);
	OK(cuMemcpy3D(&c));
	c = whole(&to, to.bytes, true);
	OK(cuMemcpy3D(&c));
	size_t width = 1 + draw(WIDTH), height = 1 + draw(HEIGHT), depth = 1 + draw(DEPTH);
	size_t x[2] = {draw(WIDTH - (unsigned)width + 1), draw(WIDTH - (unsigned)width + 1)};
	size_t y[2] = {draw(HEIGHT - (unsigned)height + 1), draw(HEIGHT - (unsigned)height + 1)};
	size_t z[2] = {draw(DEPTH - (unsigned)depth + 1), draw(DEPTH - (unsigned)depth + 1)};
	c = (CUDA_MEMCPY3D){.srcXInBytes = x[0],
		.srcY = y[0],
		.srcZ = z[0],
		.srcMemoryType = from.type,
		.srcHost = from.host,
		.srcDevice = from.device,
		.srcArray = from.array,
		.srcPitch = from.pitch,
		.srcHeight = from.height,
		.dstXInBytes = x[1],
		.dstY = y[1],
		.dstZ = z[1],
		.dstMemoryType = to.type,
		.dstHost = to.host,
		.dstDevice = to.device,
		.dstArray = to.array,
		.dstPitch = to.pitch,
		.dstHeight = to.height,
		.WidthInBytes = width,
		.Height = height,
		.Depth = depth};
	if (draw(2) != 0)
		OK(cuMemcpy3D(&c));
	else
		OK(cuMemcpy3DAsync(&c, NULL));
	for (size_t k = 0; k < depth; k++)
		for (size_t j = 0; j < height; j++)
			memcpy(to.bytes + at(&to, x[1], y[1] + j, z[1] + k),
				from.bytes + at(&from, x[0], y[0] + j, z[0] + k), width);
	size_t bytes = to.pitch * to.height * to.depth;
	uint8_t *got = malloc(bytes);
	EXPECT(got != NULL);
	c = whole(&to, got, false);
	OK(cuMemcpy3D(&c));
	EXPECT(memcmp(got, to.bytes, bytes) == 0);
	free(got);
	free_place(&from);
	free_place(&to);
}

static void check_large(void)
{
	enum { BYTES = (9 << 20) + 3 };
	CUdeviceptr p;
	uint8_t *in = malloc(BYTES), *out = calloc(BYTES, 1);
	EXPECT(in != NULL && out != NULL);
	for (size_t i = 0; i < BYTES; i++)
		in[i] = (uint8_t)draw(256);
	OK(cuMemAlloc(&p, 2 * BYTES));
	OK(cuMemcpyHtoD(p, in, BYTES));
	OK(cuMemcpyDtoD(p + BYTES, p, BYTES));
	OK(cuMemcpyDtoH(out, p + BYTES, BYTES));
	EXPECT(memcmp(in, out, BYTES) == 0);
	OK(cuMemsetD8(p, 0x5a, BYTES));
	OK(cuMemcpyDtoH(out, p, BYTES));
	for (size_t i = 0; i < BYTES; i++)
		EXPECT(out[i] == 0x5a);
	OK(cuMemFree(p));
	free(in);
	free(out);
}

static void check_fills(void)
{
	uint16_t halves[64 * 8];
	CUdeviceptr p;
	size_t pitch;
	OK(cuMemAllocPitch(&p, &pitch, 100, 8, 4));
	EXPECT(pitch % 512 == 0);
	OK(cuMemsetD8(p, 0, pitch * 8));
	OK(cuMemsetD2D16(p + 4, pitch, 0xbeef, 30, 7));
	const CUDA_MEMCPY2D c = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
		.srcDevice = p,
		.srcPitch = pitch,
		.dstMemoryType = CU_MEMORYTYPE_HOST,
		.dstHost = halves,
		.dstPitch = 128,
		.WidthInBytes = 128,
		.Height = 8};
	OK(cuMemcpy2D(&c));
	for (unsigned y = 0; y < 8; y++)
		for (unsigned x = 0; x < 64; x++)
			EXPECT(halves[64 * y + x] == (y < 7 && x >= 2 && x < 32 ? 0xbeef : 0));
	OK(cuMemFree(p));
}

static void check_pointers(void)
{
	CUdeviceptr p, q, base;
	size_t bytes, total;
	unsigned type, managed;
	void *host;
	int local;
	OK(cuMemAlloc(&p, 1000));
	OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 5));
	EXPECT(type == CU_MEMORYTYPE_DEVICE);
	OK(cuMemGetAddressRange(&base, &bytes, p + 7));
	EXPECT(base == p && bytes == 1000);
	OK(cuMemAllocManaged(&q, 64, CU_MEM_ATTACH_GLOBAL));
	OK(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, q));
	EXPECT(managed == 1);
	OK(cuMemAllocHost(&host, 64));
	OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
		(CUdeviceptr)(uintptr_t)host));
	EXPECT(type == CU_MEMORYTYPE_HOST);
	IS(CUDA_ERROR_INVALID_VALUE, cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
					     (CUdeviceptr)(uintptr_t)&local));
	OK(cuMemHostRegister(&local, sizeof local, 0));
	IS(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(&local, 4, 0));
	OK(cuMemHostGetDevicePointer(&base, &local, 0));
	EXPECT(base == (CUdeviceptr)(uintptr_t)&local);
	OK(cuMemHostUnregister(&local));
	IS(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(&local));
	OK(cuMemGetInfo(&bytes, &total));
	EXPECT(bytes <= total && total != 0);
	IS(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&base, (size_t)1 << 60));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&base, 0));
	OK(cuMemFree(p));
	OK(cuMemFree(q));
	OK(cuMemFreeHost(host));
}

static void check_pools(CUfunction add_f)
{
	CUmemoryPool pool;
	CUdeviceptr p, first = 0;
	cuuint64_t high, used, keep = UINT64_MAX;
	CUstream s;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuDeviceGetDefaultMemPool(&pool, 0));
	for (unsigned i = 0; i < 100; i++) {
		OK(cuMemAllocAsync(&p, 40000, s));
		OK(add(add_f, s, p, 1, 64));
		OK(cuMemFreeAsync(p, s));
	}
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s)); /* twice */
	OK(cuStreamSynchronize(s));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &high));
	EXPECT(used == 0 && high >= 40000);
	OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
	for (unsigned i = 0; i < 3; i++) { /* it is the same memory */
		OK(cuMemAllocAsync(&p, 5000, s));
		EXPECT(i == 0 || p == first);
		first = p;
		OK(cuMemFreeAsync(p, s));
		OK(cuStreamSynchronize(s));
	}
	OK(cuMemPoolTrimTo(pool, 0));
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, &used));
	EXPECT(used == 0);
	OK(cuMemAllocAsync(&p, 64, s)); /* and freed as other memory */
	OK(cuMemFree(p));
	OK(cuStreamDestroy(s));
}

int main(void)
{
	begin();
	CUmodule m = module();
	for (unsigned i = 0; i < 300; i++)
		check_random_copy();
	check_large();
	check_fills();
	check_pointers();
	check_pools(kernel(m, "add"));
	return 0;
}
