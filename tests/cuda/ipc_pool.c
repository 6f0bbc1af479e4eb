/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pools of another process: descriptors, pieces of memory, what was freed, and what is no pool. */
#include "two_processes.h"

enum { NUMBERS = 5000 };

static const CUmemAllocationHandleType by_file = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
static CUfunction add_f;

static void start_up(void)
{
	begin();
	add_f = kernel(module(), "add");
}

static CUresult make_pool(CUmemoryPool *pool, CUmemAllocationHandleType types)
{
	const CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
		.handleTypes = types,
		.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
	return cuMemPoolCreate(pool, &props);
}

static CUdeviceptr pooled(CUmemoryPool pool, unsigned value)
{
	CUdeviceptr p;
	OK(cuMemAllocFromPoolAsync(&p, 4 * NUMBERS, pool, NULL));
	OK(cuMemsetD32Async(p, value, NUMBERS, NULL));
	OK(cuCtxSynchronize());
	return p;
}

/* ---- the other process ----------------------------------------------------------------------- */

static void check_wrong(CUmemoryPool pool, const CUmemPoolPtrExportData *data)
{
	CUdeviceptr p;
	CUmemPoolPtrExportData none = {{0}};
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &none));
	for (size_t i = 0; i < sizeof data->reserved; i++) {
		CUmemPoolPtrExportData wrong = *data;
		wrong.reserved[i] ^= 0x10;
		IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &wrong));
	}
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(NULL, pool, data ? &none : NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemAllocFromPoolAsync(&p, 64, pool, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, pool));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&none, 0));
}

static uint64_t used_bytes(CUmemoryPool pool)
{
	uint64_t used;
	OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
	return used;
}

static int import(int parent)
{
	CUmemoryPool pool, other_pool, none;
	CUmemPoolPtrExportData first, second, again;
	CUdeviceptr p, q;
	int file;
	start_up();
	int files[2] = {take_over(parent), take_over(parent)};
	hear(parent, &first, sizeof first);
	hear(parent, &second, sizeof second);
	OK(cuMemPoolImportFromShareableHandle(&pool, (void *)(intptr_t)files[0], by_file, 0));
	OK(cuMemPoolImportFromShareableHandle(&other_pool, (void *)(intptr_t)files[1], by_file, 0));
	close(files[0]);
	close(files[1]);
	check_wrong(pool, &first);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, other_pool, &first));
	OK(cuMemPoolImportPointer(&p, pool, &first));
	OK(cuMemPoolImportPointer(&q, pool, &second));
	EXPECT(used_bytes(pool) >= 8 * NUMBERS);
	EXPECT(number_at(p, 0) == 1 && number_at(p, NUMBERS - 1) == 1);
	EXPECT(number_at(q, 0) == 2 && number_at(q, NUMBERS - 1) == 2);
	OK(add(add_f, NULL, p, 10, 64));
	OK(add(add_f, NULL, q, 20, 64));
	OK(cuCtxSynchronize());
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&again, p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&file, pool, by_file, 0));
	OK(cuMemFreeAsync(p, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, NULL));
	OK(cuCtxSynchronize());
	OK(cuMemFree(q));
	EXPECT(used_bytes(pool) == 0);
	meet(parent); /* frees the first, and has another one of the same place */
	meet(parent);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &first));
	hear(parent, &again, sizeof again);
	OK(cuMemPoolImportPointer(&p, pool, &again));
	EXPECT(number_at(p, NUMBERS - 1) == 3);
	OK(cuMemPoolDestroy(pool)); /* what is of it stays */
	EXPECT(number_at(p, NUMBERS - 1) == 3);
	OK(cuMemFreeAsync(p, NULL));
	OK(cuMemPoolDestroy(other_pool));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportFromShareableHandle(&none, NULL, by_file, 0));
	meet(parent);
	return 0;
}

/* ---- this one -------------------------------------------------------------------------------- */

static void check_import(void)
{
	struct peer other = start("import");
	CUmemoryPool pool, other_pool, found;
	CUmemPoolPtrExportData data;
	unsigned long long types;
	int file;
	OK(make_pool(&pool, by_file));
	OK(make_pool(&other_pool, by_file));
	CUdeviceptr p = pooled(pool, 1), q = pooled(pool, 2), r;
	OK(cuPointerGetAttribute(&types, CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, p));
	OK(cuPointerGetAttribute(&found, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p));
	EXPECT(types == (unsigned long long)by_file && found == pool);
	OK(cuMemPoolExportToShareableHandle(&file, pool, by_file, 0));
	hand_over(other.socket, file);
	close(file);
	OK(cuMemPoolExportToShareableHandle(&file, other_pool, by_file, 0));
	hand_over(other.socket, file);
	close(file);
	OK(cuMemPoolExportPointer(&data, p));
	tell(other.socket, &data, sizeof data);
	OK(cuMemPoolExportPointer(&data, q));
	tell(other.socket, &data, sizeof data);
	meet(other.socket);
	EXPECT(number_at(p, 63) == 11 && number_at(q, 63) == 22 && number_at(q, 64) == 2);
	OK(cuMemFreeAsync(p, NULL));
	r = pooled(pool, 3);
	meet(other.socket);
	OK(cuMemPoolExportPointer(&data, r));
	tell(other.socket, &data, sizeof data);
	meet(other.socket);
	end(other);
	OK(cuMemFree(r));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&data, r));
	OK(cuMemPoolDestroy(pool));
	OK(cuMemFree(q)); /* after its pool */
	OK(cuMemPoolDestroy(other_pool));
}

static void check_refused(void)
{
	CUmemoryPool pool, plain, none;
	CUmemPoolPtrExportData data;
	int file, types, ends[2];
	IS(CUDA_ERROR_NOT_SUPPORTED, make_pool(&pool, CU_MEM_HANDLE_TYPE_WIN32));
	OK(make_pool(&plain, CU_MEM_HANDLE_TYPE_NONE));
	OK(make_pool(&pool, by_file));
	CUdeviceptr p = pooled(plain, 1), q = numbers(1), r = pooled(pool, 1);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&file, plain, by_file, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&file, pool, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(NULL, pool, by_file, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportToShareableHandle(&file, pool, by_file, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&data, p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&data, q));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&data, r + 4));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(NULL, r));
	EXPECT(pipe(ends) == 0);
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemPoolImportFromShareableHandle(&none, (void *)(intptr_t)ends[0], by_file, 0));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuMemPoolImportFromShareableHandle(&none, (void *)(intptr_t)-1, by_file, 0));
	OK(cuDeviceGetAttribute(&types, CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, 0));
	EXPECT(types == (int)by_file);
	OK(cuMemFreeAsync(p, NULL));
	OK(cuMemFree(q));
	OK(cuMemFreeAsync(r, NULL));
	OK(cuMemPoolDestroy(plain));
	OK(cuMemPoolDestroy(pool));
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return import(atoi(argv[2]));
	start_up();
	check_import();
	check_refused();
	return 0;
}
