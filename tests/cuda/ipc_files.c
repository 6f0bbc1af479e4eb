/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory by descriptors of files: that of cuMemCreate() in another process, and files that were not
 * made by CUDA. */
#define _GNU_SOURCE /* memfd_create() */
#include <fcntl.h>
#include <sys/mman.h>
#include "two_processes.h"

enum { GRANULE = 2 << 20, FILE_BYTES = 5 * 4096 + 100 };

static const CUmemAllocationHandleType by_file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
static const CUmemAccessDesc access_all = {
	{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};

/* ---- memory apart from its addresses --------------------------------------------------------- */

static CUdeviceptr map(CUmemGenericAllocationHandle memory)
{
	CUdeviceptr p;
	OK(cuMemAddressReserve(&p, 2 * GRANULE, 0, 0, 0));
	OK(cuMemMap(p, 2 * GRANULE, 0, memory, 0));
	OK(cuMemRelease(memory));
	OK(cuMemSetAccess(p, 2 * GRANULE, &access_all, 1));
	return p;
}

static void unmap(CUdeviceptr p)
{
	OK(cuMemUnmap(p, 2 * GRANULE));
	OK(cuMemAddressFree(p, 2 * GRANULE));
}

static int import(int parent)
{
	CUmemGenericAllocationHandle memory;
	OK(cuInit(0));
	int file = take_over(parent); /* needs no context */
	OK(cuMemImportFromShareableHandle(&memory, (void *)(intptr_t)file, by_file));
	close(file);
	begin();
	CUfunction f = kernel(module(), "add");
	CUdeviceptr p = map(memory);
	EXPECT(number_at(p, 0) == 4 && number_at(p, GRANULE / 2 - 1) == 4);
	OK(add(f, NULL, p, 30, 64));
	OK(cuCtxSynchronize());
	meet(parent);
	unmap(p);
	return 0;
}

static CUresult create(CUmemGenericAllocationHandle *memory, CUmemAllocationHandleType types)
{
	const CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = types,
		.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
	return cuMemCreate(memory, 2 * GRANULE, &prop, 0);
}

static void check_memory(void)
{
	CUmemGenericAllocationHandle memory, plain, none;
	int file, other_file;
	struct peer other = start("import");
	OK(create(&memory, by_file));
	OK(create(&plain, CU_MEM_HANDLE_TYPE_NONE));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemExportToShareableHandle(&file, plain, by_file, 0));
	OK(cuMemRelease(plain));
	OK(cuMemExportToShareableHandle(&file, memory, by_file, 0));
	CUdeviceptr p = map(memory);
	OK(cuMemsetD32(p, 4, GRANULE / 2));
	OK(cuCtxSynchronize());
	hand_over(other.socket, file);
	close(file);
	meet(other.socket);
	EXPECT(number_at(p, 63) == 34 && number_at(p, 64) == 4);
	unmap(p);
	end(other);
	/* one that could shrink under who has mapped it */
	other_file = memfd_create("other", MFD_CLOEXEC);
	EXPECT(other_file >= 0 && ftruncate(other_file, 2 * GRANULE) == 0);
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemImportFromShareableHandle(&none, (void *)(intptr_t)other_file, by_file));
	close(other_file);
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemImportFromShareableHandle(&none, (void *)(intptr_t)-1, by_file));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemImportFromShareableHandle(&none, (void *)(intptr_t)other.socket, by_file));
}

/* ---- files of others ------------------------------------------------------------------------- */

static CUresult import_file(CUexternalMemory *out, int file, unsigned long long bytes)
{
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC d = {
		.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD, .size = bytes};
	d.handle.fd = file;
	return cuImportExternalMemory(out, &d);
}

static CUresult buffer(CUdeviceptr *p, CUexternalMemory m, unsigned long long offset,
	unsigned long long bytes)
{
	const CUDA_EXTERNAL_MEMORY_BUFFER_DESC d = {.offset = offset, .size = bytes};
	return cuExternalMemoryGetMappedBuffer(p, m, &d);
}

static void check_external(CUfunction f)
{
	CUexternalMemory m;
	CUipcMemHandle h;
	CUdeviceptr p, q, base;
	size_t bytes;
	int file = memfd_create("external", MFD_CLOEXEC);
	EXPECT(file >= 0 && ftruncate(file, FILE_BYTES) == 0);
	unsigned *at = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	EXPECT(at != MAP_FAILED);
	for (unsigned i = 0; i < FILE_BYTES / 4; i++)
		at[i] = i;
	IS(CUDA_ERROR_INVALID_VALUE, import_file(&m, file, FILE_BYTES + 1));
	OK(import_file(&m, file, FILE_BYTES));
	IS(CUDA_ERROR_INVALID_VALUE, buffer(&p, m, 0, FILE_BYTES + 1));
	IS(CUDA_ERROR_INVALID_VALUE, buffer(&p, m, FILE_BYTES, 1));
	IS(CUDA_ERROR_INVALID_VALUE, buffer(&p, m, UINT64_MAX, 2));
	IS(CUDA_ERROR_INVALID_VALUE, buffer(&p, m, 0, 0));
	OK(buffer(&p, m, 0, FILE_BYTES));
	OK(buffer(&q, m, 4096 + 256, 4096)); /* not on a page, and inside of the other one */
	OK(cuMemGetAddressRange(&base, &bytes, q + 5));
	EXPECT(base == q && bytes == 4096 && q % 4096 == 256);
	EXPECT(number_at(p, 1088) == 1088 && number_at(q, 0) == 1088);
	OK(add(f, NULL, q, 5000, 64));
	OK(cuCtxSynchronize());
	EXPECT(at[1088] == 6088 && at[1088 + 63] == 6151 && at[1088 + 64] == 1152);
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, q));
	OK(cuDestroyExternalMemory(m));
	IS(CUDA_ERROR_INVALID_HANDLE, cuDestroyExternalMemory(m));
	IS(CUDA_ERROR_INVALID_HANDLE, buffer(&p, m, 0, 4));
	EXPECT(fcntl(file, F_GETFD) == -1); /* it was the driver's */
	EXPECT(number_at(q, 0) == 6088);
	OK(cuMemFree(q));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(q));
	OK(cuMemFree(p));
	munmap(at, FILE_BYTES);
}

static void check_refused(void)
{
	CUexternalMemory m;
	int ends[2], read_only = open("/proc/self/exe", O_RDONLY);
	EXPECT(pipe(ends) == 0 && read_only >= 0);
	IS(CUDA_ERROR_INVALID_VALUE, import_file(&m, ends[0], 4096));
	IS(CUDA_ERROR_INVALID_VALUE, import_file(&m, read_only, 4096));
	IS(CUDA_ERROR_INVALID_VALUE, import_file(&m, -1, 4096));
	IS(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&m, NULL));
	CUDA_EXTERNAL_MEMORY_HANDLE_DESC d = {.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP};
	IS(CUDA_ERROR_NOT_SUPPORTED, cuImportExternalMemory(&m, &d));
	d.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
	IS(CUDA_ERROR_NOT_SUPPORTED, cuImportExternalMemory(&m, &d));
	d.type = (CUexternalMemoryHandleType)77;
	IS(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&m, &d));
	close(ends[0]);
	close(ends[1]);
	close(read_only);
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return import(atoi(argv[2]));
	begin();
	CUfunction f = kernel(module(), "add");
	check_memory();
	check_external(f);
	check_refused();
	return 0;
}
