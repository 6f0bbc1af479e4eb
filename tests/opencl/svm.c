/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared virtual memory: allocation, buffers in it, and its commands. */
#include <pthread.h>
#include <stdint.h>
#include "cl_memory.h"

enum { BYTES = 5000 };

static unsigned char system_memory[BYTES] __attribute__((aligned(128)));

/* ---- allocation ------------------------------------------------------------------------------ */

static void wrong_allocations(void)
{
	const cl_svm_mem_flags fine = CL_MEM_SVM_FINE_GRAIN_BUFFER;
	cl_ulong most;
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
	EXPECT(f->clSVMAlloc(NULL, 0, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc((cl_context)(void *)queue, 0, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine | CL_MEM_USE_HOST_PTR, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine | CL_MEM_HOST_NO_ACCESS, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, (cl_svm_mem_flags)1 << 40, 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, 0, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, most + 1, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, SIZE_MAX, 0) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, 1, 3) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, 1, 256) == NULL);
	EXPECT(f->clSVMAlloc(context, fine, 1, 1u << 31) == NULL);
}

static void allocations(void)
{
	static const cl_svm_mem_flags flags[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY,
		CL_MEM_WRITE_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER,
		CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS};
	for (cl_uint i = 0; i < 9; i++) {
		const cl_uint align = i == 8 ? 0 : 1u << i;
		const size_t bytes = (size_t)1 + (size_t)i * 1000;
		unsigned char *p = f->clSVMAlloc(context, flags[i % 5], bytes, align);
		EXPECT(p != NULL && (uintptr_t)p % (align == 0 ? 128 : align) == 0);
		memset(p, 1, bytes);
		f->clSVMFree(context, p);
		f->clSVMFree(context, p); /* does nothing */
	}
	f->clSVMFree(context, NULL);
	f->clSVMFree(context, system_memory);
	f->clSVMFree(NULL, system_memory);
}

static cl_bool uses_svm(cl_mem m)
{
	cl_bool is;
	OK(f->clGetMemObjectInfo(m, CL_MEM_USES_SVM_POINTER, sizeof is, &is, NULL));
	return is;
}

static void buffers(void)
{
	unsigned char *p = f->clSVMAlloc(context, 0, BYTES, 0);
	cl_mem m = buffer(CL_MEM_USE_HOST_PTR, BYTES, p), sub = sub_buffer(m, 0, 128, 10),
	       part = buffer(CL_MEM_USE_HOST_PTR, 100, p + BYTES - 100),
	       copy = buffer(CL_MEM_COPY_HOST_PTR, BYTES, p),
	       others = buffer(CL_MEM_USE_HOST_PTR, BYTES, system_memory);
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(CL_MEM_USE_HOST_PTR, BYTES + 1, p));
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(CL_MEM_USE_HOST_PTR, 101, p + BYTES - 100));
	EXPECT(uses_svm(m) && uses_svm(sub) && uses_svm(part));
	EXPECT(!uses_svm(copy) && !uses_svm(others));
	OK(f->clEnqueueFillBuffer(queue, m, &(char){7}, 1, 0, BYTES, 0, NULL, NULL));
	OK(f->clFinish(queue));
	EXPECT(p[0] == 7 && p[BYTES - 1] == 7);
	release(m), release(sub), release(part), release(copy), release(others);
	p[1] = 8; /* it is still there */
	f->clSVMFree(context, p);
}

/* ---- copies and fills ------------------------------------------------------------------------ */

static cl_int copy(void *to, const void *from, size_t bytes)
{
	return f->clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, bytes, 0, NULL, NULL);
}

static void copies(unsigned char *p)
{
	unsigned char local[100];
	const cl_event failed = user_event(context);
	cl_event e;
	fill_randomly(local, sizeof local);
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueSVMMemcpy(NULL, CL_TRUE, p, local, 1, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, copy(NULL, p, 1));
	IS(CL_INVALID_VALUE, copy(p, NULL, 1));
	IS(CL_MEM_COPY_OVERLAP, copy(p, p, 1));
	IS(CL_MEM_COPY_OVERLAP, copy(p, p + 99, 100));
	IS(CL_MEM_COPY_OVERLAP, copy(p + 99, p, 100));
	IS_WAITING(f->clEnqueueSVMMemcpy(queue, CL_TRUE, p, local, 1, count, list, NULL));
	OK(f->clSetUserEventStatus(failed, -1));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
		f->clEnqueueSVMMemcpy(queue, CL_TRUE, p, local, 1, 1, &failed, NULL));
	OK(f->clReleaseEvent(failed));
	OK(copy(p, p, 0));
	OK(copy(p + 10, local, 100));
	OK(copy(p + 110, p + 10, 100));
	EXPECT(memcmp(p + 110, local, 100) == 0);
	OK(f->clEnqueueSVMMemcpy(queue, CL_FALSE, system_memory, p + 10, 100, 0, NULL, &e));
	await(e, CL_COMMAND_SVM_MEMCPY);
	EXPECT(memcmp(system_memory, local, 100) == 0);
}

static cl_int fill(void *p, const void *pattern, size_t pattern_bytes, size_t bytes)
{
	return f->clEnqueueSVMMemFill(queue, p, pattern, pattern_bytes, bytes, 0, NULL, NULL);
}

static void fills(unsigned char *p)
{
	unsigned char pattern[256];
	cl_event e;
	fill_randomly(pattern, sizeof pattern);
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueSVMMemFill(NULL, p, pattern, 1, 1, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, fill(NULL, pattern, 1, 1));
	IS(CL_INVALID_VALUE, fill(p, NULL, 1, 1));
	IS(CL_INVALID_VALUE, fill(p, pattern, 0, 0));
	IS(CL_INVALID_VALUE, fill(p, pattern, 3, 3));
	IS(CL_INVALID_VALUE, fill(p, pattern, 256, 256));
	IS(CL_INVALID_VALUE, fill(p, pattern, 8, 12));
	IS(CL_INVALID_VALUE, fill(p + 4, pattern, 8, 8));
	IS_WAITING(f->clEnqueueSVMMemFill(queue, p, pattern, 1, 1, count, list, NULL));
	for (size_t n = 1; n <= 128; n *= 2) {
		OK(f->clEnqueueSVMMemFill(queue, p, pattern, n, 3 * n, 0, NULL, &e));
		await(e, CL_COMMAND_SVM_MEMFILL);
		for (size_t i = 0; i < 3; i++)
			EXPECT(memcmp(p + i * n, pattern, n) == 0);
	}
	OK(fill(system_memory + 8, pattern, 8, 4992));
	OK(f->clFinish(queue));
	EXPECT(memcmp(system_memory + BYTES - 8, pattern, 8) == 0);
}

/* ---- maps and migrations --------------------------------------------------------------------- */

static cl_int map(cl_map_flags flags, void *p, size_t bytes)
{
	return f->clEnqueueSVMMap(queue, CL_TRUE, flags, p, bytes, 0, NULL, NULL);
}

static void maps(unsigned char *p)
{
	const cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
	cl_event e;
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueSVMMap(NULL, CL_TRUE, CL_MAP_READ, p, 1, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, map(CL_MAP_READ, NULL, 1));
	IS(CL_INVALID_VALUE, map(CL_MAP_READ, p, 0));
	IS(CL_INVALID_VALUE, map(8, p, 1));
	IS(CL_INVALID_VALUE, map(invalidate | CL_MAP_READ, p, 1));
	IS_WAITING(f->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, p, 1, count, list, NULL));
	OK(map(CL_MAP_READ | CL_MAP_WRITE, p, BYTES));
	OK(map(invalidate, p, BYTES));
	OK(f->clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, p, 1, 0, NULL, &e));
	await(e, CL_COMMAND_SVM_MAP);
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueSVMUnmap(NULL, p, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueSVMUnmap(queue, NULL, 0, NULL, NULL));
	IS_WAITING(f->clEnqueueSVMUnmap(queue, p, count, list, NULL));
	OK(f->clEnqueueSVMUnmap(queue, p, 0, NULL, &e));
	await(e, CL_COMMAND_SVM_UNMAP);
}

static cl_int migrate(cl_uint count, const void **list, const size_t *sizes,
	cl_mem_migration_flags flags)
{
	return f->clEnqueueSVMMigrateMem(queue, count, list, sizes, flags, 0, NULL, NULL);
}

static void migrations(unsigned char *p)
{
	const void *places[] = {p, p + 100}, *elsewhere[] = {p, system_memory};
	const size_t sizes[] = {BYTES, BYTES - 100}, whole[] = {0, 0}, more[] = {1, BYTES - 99},
		     huge[] = {SIZE_MAX, 1};
	cl_event e;
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueSVMMigrateMem(NULL, 2, places, sizes, 0, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, migrate(0, places, sizes, 0));
	IS(CL_INVALID_VALUE, migrate(2, NULL, sizes, 0));
	IS(CL_INVALID_VALUE, migrate(2, places, sizes, 8));
	IS(CL_INVALID_VALUE, migrate(2, places, more, 0));
	IS(CL_INVALID_VALUE, migrate(2, places, huge, 0));
	IS(CL_INVALID_VALUE, migrate(2, elsewhere, sizes, 0));
	IS_WAITING(f->clEnqueueSVMMigrateMem(queue, 2, places, sizes, 0, count, list, NULL));
	OK(migrate(2, places, NULL, CL_MIGRATE_MEM_OBJECT_HOST));
	OK(migrate(2, places, whole, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
	OK(f->clEnqueueSVMMigrateMem(queue, 2, places, sizes, 0, 0, NULL, &e));
	await(e, CL_COMMAND_SVM_MIGRATE_MEM);
}

/* ---- freeing --------------------------------------------------------------------------------- */

struct freed {
	cl_uint count;
	void *pointers[2];
};

static void CL_CALLBACK free_all(cl_command_queue q, cl_uint count, void *pointers[], void *data)
{
	struct freed *got = data;
	EXPECT(q == queue && count <= 2);
	got->count += count;
	for (cl_uint i = 0; i < count; i++)
		got->pointers[i] = pointers[i];
	if (count != 0)
		f->clSVMFree(context, pointers[0]);
}

static void frees(void)
{
	void *p = f->clSVMAlloc(context, 0, BYTES, 0), *q = f->clSVMAlloc(context, 0, BYTES, 0);
	void *both[] = {p, q}, *mixed[] = {f->clSVMAlloc(context, 0, BYTES, 0), system_memory};
	void *const first = mixed[0];
	const cl_event gate = user_event(context);
	struct freed got = {0};
	cl_event e;
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueSVMFree(NULL, 2, both, NULL, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueSVMFree(queue, 0, both, NULL, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, f->clEnqueueSVMFree(queue, 2, NULL, NULL, NULL, 0, NULL, NULL));
	IS_WAITING(f->clEnqueueSVMFree(queue, 2, both, NULL, NULL, count, list, NULL));
	OK(f->clEnqueueSVMFree(queue, 2, both, NULL, NULL, 1, &gate, &e));
	memset(both, 0, sizeof both);
	memset(p, 1, BYTES), memset(q, 1, BYTES); /* not yet */
	OK(f->clSetUserEventStatus(gate, CL_COMPLETE));
	await(e, CL_COMMAND_SVM_FREE);
	IS(CL_INVALID_VALUE, migrate(1, (const void *[]){p}, &(size_t){1}, 0)); /* it has gone */
	OK(f->clEnqueueSVMFree(queue, 2, mixed, free_all, &got, 0, NULL, NULL));
	memset(mixed, 0, sizeof mixed);
	OK(f->clEnqueueSVMFree(queue, 0, NULL, free_all, &got, 0, NULL, &e));
	await(e, CL_COMMAND_SVM_FREE);
	EXPECT(got.count == 2 && got.pointers[0] == first && got.pointers[1] == system_memory);
	OK(f->clReleaseEvent(gate));
}

static void *make_many(void *unused)
{
	enum { COUNT = 200 };
	unsigned char *all[COUNT];
	for (int round = 0; round < 5; round++) {
		for (size_t i = 0; i < COUNT; i++) {
			all[i] = f->clSVMAlloc(context, 0, i * 37 + 1, 0);
			memset(all[i], 1, i * 37 + 1);
		}
		for (size_t i = 0; i < COUNT; i++)
			f->clSVMFree(context, all[i]);
	}
	return unused;
}

static void threads(void)
{
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		EXPECT(pthread_create(&t[i], NULL, make_many, NULL) == 0);
	for (int i = 0; i < 4; i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
}

int main(void)
{
	memory_open();
	unsigned char *p = f->clSVMAlloc(context, 0, BYTES, 0);
	wrong_allocations();
	allocations();
	buffers();
	copies(p);
	fills(p);
	maps(p);
	migrations(p);
	frees();
	threads();
	f->clSVMFree(context, p);
	memory_close();
	return 0;
}
