/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads, writes, copies, fills, maps and migrations of buffers: errors, data, order. */
#include <stdint.h>
#include <time.h>
#include "cl_memory.h"

enum { BYTES = 10000 };

static unsigned char model[BYTES], host[BYTES];
static cl_mem m, sub, foreign, read_only, write_only, no_access;

static void open_buffers(void)
{
	cl_int error;
	fill_randomly(model, BYTES);
	m = buffer(CL_MEM_COPY_HOST_PTR, BYTES, model);
	sub = sub_buffer(m, 0, 1024, 2000);
	foreign = f->clCreateBuffer(other_context, 0, BYTES, NULL, &error);
	OK(error);
	read_only = buffer(CL_MEM_HOST_READ_ONLY, BYTES, NULL);
	write_only = buffer(CL_MEM_HOST_WRITE_ONLY, BYTES, NULL);
	no_access = buffer(CL_MEM_HOST_NO_ACCESS, BYTES, NULL);
}

static void close_buffers(void)
{
	release(m), release(sub), release(foreign);
	release(read_only), release(write_only), release(no_access);
}

/* ---- reads and writes ------------------------------------------------------------------------ */

static cl_int read_at(cl_mem b, size_t offset, size_t bytes)
{
	return f->clEnqueueReadBuffer(queue, b, CL_TRUE, offset, bytes, host, 0, NULL, NULL);
}

static cl_int write_at(cl_mem b, size_t offset, size_t bytes)
{
	return f->clEnqueueWriteBuffer(queue, b, CL_TRUE, offset, bytes, host, 0, NULL, NULL);
}

static void wrong_reads(void)
{
	const cl_command_queue none = (cl_command_queue)(void *)context;
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueReadBuffer(none, m, CL_TRUE, 0, 1, host, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT,
		f->clEnqueueReadBuffer(other_queue, m, CL_TRUE, 0, 1, host, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, read_at(foreign, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, read_at(NULL, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, read_at((cl_mem)(void *)queue, 0, 1));
	IS(CL_INVALID_VALUE, f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 1, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, read_at(m, 0, BYTES + 1));
	IS(CL_INVALID_VALUE, read_at(m, BYTES, 1));
	IS(CL_INVALID_VALUE, read_at(m, SIZE_MAX, 2));
	IS(CL_INVALID_VALUE, read_at(m, 2, SIZE_MAX));
	IS(CL_INVALID_VALUE, read_at(sub, 1, 2000));
	IS(CL_INVALID_OPERATION, read_at(write_only, 0, 1));
	IS(CL_INVALID_OPERATION, read_at(no_access, 0, 1));
	OK(read_at(read_only, 0, 1));
	OK(read_at(m, BYTES, 0));
	IS_WAITING(f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 1, host, count, list, NULL));
}

static void wrong_writes(void)
{
	const cl_command_queue none = (cl_command_queue)(void *)context;
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueWriteBuffer(none, m, CL_TRUE, 0, 1, host, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, write_at(foreign, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, write_at(NULL, 0, 1));
	IS(CL_INVALID_VALUE, f->clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 1, NULL, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, write_at(m, 1, BYTES));
	IS(CL_INVALID_VALUE, write_at(m, SIZE_MAX, SIZE_MAX));
	IS(CL_INVALID_OPERATION, write_at(read_only, 0, 1));
	IS(CL_INVALID_OPERATION, write_at(no_access, 0, 1));
	OK(write_at(write_only, 0, 1));
	IS_WAITING(f->clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 1, host, count, list, NULL));
}

/* A blocking command that waits for one that has failed says so. */
static void failed_list(void)
{
	const cl_event e = user_event(context);
	OK(f->clSetUserEventStatus(e, -5));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
		f->clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 1, host, 1, &e, NULL));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
		f->clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 1, host, 1, &e, NULL));
	OK(f->clReleaseEvent(e));
}

static void reads_and_writes(void)
{
	cl_event e;
	for (int i = 0; i < 500; i++) {
		const size_t at = next_random(BYTES),
			     bytes = next_random((unsigned)(BYTES - at + 1));
		fill_randomly(host, bytes);
		memcpy(model + at, host, bytes);
		OK(write_at(m, at, bytes));
	}
	OK(f->clEnqueueReadBuffer(queue, m, CL_FALSE, 0, BYTES, host, 0, NULL, &e));
	await(e, CL_COMMAND_READ_BUFFER);
	EXPECT(memcmp(host, model, BYTES) == 0);
	/* the sub-buffer is a part of it */
	OK(read_at(sub, 10, 1990));
	EXPECT(memcmp(host, model + 1034, 1990) == 0);
	memset(host, 9, 5), memset(model + 1024, 9, 5);
	OK(f->clEnqueueWriteBuffer(queue, sub, CL_FALSE, 0, 5, host, 0, NULL, &e));
	await(e, CL_COMMAND_WRITE_BUFFER);
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
}

/* ---- copies ---------------------------------------------------------------------------------- */

static cl_int copy(cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t bytes)
{
	return f->clEnqueueCopyBuffer(queue, from, to, from_at, to_at, bytes, 0, NULL, NULL);
}

static void wrong_copies(void)
{
	cl_mem other = sub_buffer(m, 0, 1024 + 1920, 100);
	IS(CL_INVALID_COMMAND_QUEUE,
		f->clEnqueueCopyBuffer(NULL, m, read_only, 0, 0, 1, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, copy(m, foreign, 0, 0, 1));
	IS(CL_INVALID_CONTEXT, copy(foreign, m, 0, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, copy(m, NULL, 0, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, copy(NULL, m, 0, 0, 1));
	IS(CL_INVALID_VALUE, copy(m, read_only, 1, 0, BYTES));
	IS(CL_INVALID_VALUE, copy(m, read_only, 0, 1, BYTES));
	IS(CL_INVALID_VALUE, copy(m, read_only, SIZE_MAX, 0, 2));
	IS(CL_INVALID_VALUE, copy(m, read_only, 0, SIZE_MAX, 2));
	IS(CL_MEM_COPY_OVERLAP, copy(m, m, 0, 99, 100));
	IS(CL_MEM_COPY_OVERLAP, copy(m, m, 99, 0, 100));
	IS(CL_MEM_COPY_OVERLAP, copy(m, m, 5, 5, 1));
	IS(CL_MEM_COPY_OVERLAP, copy(sub, m, 0, 1023, 2));
	IS(CL_MEM_COPY_OVERLAP, copy(sub, other, 1919, 0, 2));
	IS(CL_MEM_COPY_OVERLAP, copy(other, sub, 0, 1921, 79));
	OK(copy(other, sub, 0, 0, 100));
	memmove(model + 1024, model + 1024 + 1920, 100);
	IS_WAITING(f->clEnqueueCopyBuffer(queue, m, read_only, 0, 0, 1, count, list, NULL));
	release(other);
}

/* How the host may use the objects does not matter to a copy. */
static void copies(void)
{
	cl_event e;
	OK(copy(m, m, 0, 100, 100));
	memmove(model + 100, model, 100);
	OK(copy(m, m, 300, 200, 100));
	memmove(model + 200, model + 300, 100);
	OK(copy(m, m, 7, 7, 0));
	OK(copy(m, no_access, 0, 0, BYTES));
	OK(copy(no_access, write_only, 10, 20, 5000));
	OK(f->clEnqueueCopyBuffer(queue, write_only, read_only, 20, 30, 5000, 0, NULL, &e));
	await(e, CL_COMMAND_COPY_BUFFER);
	OK(read_at(read_only, 30, 5000));
	EXPECT(memcmp(host, model + 10, 5000) == 0);
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
}

/* ---- fills ----------------------------------------------------------------------------------- */

static cl_int fill(cl_mem b, const void *pattern, size_t pattern_bytes, size_t offset, size_t bytes)
{
	return f->clEnqueueFillBuffer(queue, b, pattern, pattern_bytes, offset, bytes, 0, NULL,
		NULL);
}

static void wrong_fills(void)
{
	static const size_t wrong[] = {0, 3, 5, 12, 24, 127, 129, 256, (size_t)1 << 63};
	const unsigned char p[256] = {0};
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueFillBuffer(NULL, m, p, 1, 0, 1, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, fill(foreign, p, 1, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, fill(NULL, p, 1, 0, 1));
	IS(CL_INVALID_VALUE, fill(m, NULL, 1, 0, 1));
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		IS(CL_INVALID_VALUE, fill(m, p, wrong[i], 0, 0));
	IS(CL_INVALID_VALUE, fill(m, p, 4, 2, 4));
	IS(CL_INVALID_VALUE, fill(m, p, 4, 4, 2));
	IS(CL_INVALID_VALUE, fill(m, p, 16, BYTES, 16));
	IS(CL_INVALID_VALUE, fill(m, p, 16, 16, SIZE_MAX - 15));
	IS_WAITING(f->clEnqueueFillBuffer(queue, m, p, 1, 0, 1, count, list, NULL));
}

/* The pattern is the client's again when the call returns. */
static void fills(void)
{
	unsigned char p[128];
	const cl_event gate = user_event(context);
	cl_event e;
	for (int i = 0; i < 400; i++) {
		const size_t n = (size_t)1 << next_random(8),
			     at = next_random((unsigned)(BYTES / n)),
			     many = next_random((unsigned)(BYTES / n - at + 1));
		fill_randomly(p, n);
		if (next_random(4) == 0)
			memset(p, i, n);
		OK(fill(m, p, n, at * n, many * n));
		for (size_t k = 0; k < many; k++)
			memcpy(model + (at + k) * n, p, n);
	}
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
	fill_randomly(p, 16);
	OK(fill(m, p, 16, 0, BYTES));
	for (size_t i = 0; i < BYTES; i++)
		model[i] = p[i % 16];
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
	p[0] = 1;
	OK(f->clEnqueueFillBuffer(queue, sub, p, 1, 0, 2000, 1, &gate, &e));
	p[0] = 2;
	memset(model + 1024, 1, 2000);
	OK(f->clSetUserEventStatus(gate, CL_COMPLETE));
	await(e, CL_COMMAND_FILL_BUFFER);
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
	OK(fill(no_access, p, 1, 0, BYTES));
	OK(f->clReleaseEvent(gate));
}

/* ---- maps ------------------------------------------------------------------------------------ */

static unsigned char *map(cl_mem b, cl_map_flags flags, size_t offset, size_t bytes,
	cl_int expected)
{
	cl_int error = 1;
	unsigned char *p = f->clEnqueueMapBuffer(queue, b, CL_TRUE, flags, offset, bytes, 0, NULL,
		NULL, &error);
	IS(expected, error);
	EXPECT((p == NULL) == (error != CL_SUCCESS));
	return p;
}

static cl_int unmap(cl_mem b, void *p)
{
	return f->clEnqueueUnmapMemObject(queue, b, p, 0, NULL, NULL);
}

static cl_uint map_count(cl_mem b)
{
	cl_uint count;
	OK(f->clGetMemObjectInfo(b, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
	return count;
}

/* Returns the error of a map with a wait list. */
static cl_int map_after(cl_uint count, const cl_event *list)
{
	cl_int error = 1;
	EXPECT(f->clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 0, 1, count, list, NULL,
		       &error) == NULL);
	return error;
}

static void wrong_maps(void)
{
	const cl_map_flags invalidate = CL_MAP_WRITE_INVALIDATE_REGION;
	cl_int error = 1;
	EXPECT(f->clEnqueueMapBuffer(NULL, m, 1, CL_MAP_READ, 0, 1, 0, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_COMMAND_QUEUE, error);
	map(foreign, CL_MAP_READ, 0, 1, CL_INVALID_CONTEXT);
	map(NULL, CL_MAP_READ, 0, 1, CL_INVALID_MEM_OBJECT);
	map(m, CL_MAP_READ, 0, 0, CL_INVALID_VALUE);
	map(m, CL_MAP_READ, 1, BYTES, CL_INVALID_VALUE);
	map(m, CL_MAP_READ, SIZE_MAX, 2, CL_INVALID_VALUE);
	map(m, 8, 0, 1, CL_INVALID_VALUE);
	map(m, invalidate | CL_MAP_READ, 0, 1, CL_INVALID_VALUE);
	map(m, invalidate | CL_MAP_WRITE, 0, 1, CL_INVALID_VALUE);
	map(read_only, CL_MAP_WRITE, 0, 1, CL_INVALID_OPERATION);
	map(read_only, invalidate, 0, 1, CL_INVALID_OPERATION);
	map(write_only, CL_MAP_READ, 0, 1, CL_INVALID_OPERATION);
	map(write_only, CL_MAP_READ | CL_MAP_WRITE, 0, 1, CL_INVALID_OPERATION);
	map(no_access, CL_MAP_READ, 0, 1, CL_INVALID_OPERATION);
	map(no_access, CL_MAP_WRITE, 0, 1, CL_INVALID_OPERATION);
	IS_WAITING(map_after(count, list));
	const cl_event failed = user_event(context);
	OK(f->clSetUserEventStatus(failed, -1));
	IS(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, map_after(1, &failed));
	OK(f->clReleaseEvent(failed));
	EXPECT(map_count(m) == 0);
}

static void wrong_unmaps(void)
{
	unsigned char *p = map(m, CL_MAP_READ, 0, 10, CL_SUCCESS);
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueUnmapMemObject(NULL, m, p, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, f->clEnqueueUnmapMemObject(other_queue, m, p, 0, NULL, NULL));
	IS(CL_INVALID_MEM_OBJECT, unmap(NULL, p));
	IS(CL_INVALID_VALUE, unmap(m, NULL));
	IS(CL_INVALID_VALUE, unmap(m, p + 1));
	IS(CL_INVALID_VALUE, unmap(read_only, p));
	IS_WAITING(f->clEnqueueUnmapMemObject(queue, m, p, count, list, NULL));
	EXPECT(map_count(m) == 1);
	OK(unmap(m, p));
	EXPECT(map_count(m) == 0);
	IS(CL_INVALID_VALUE, unmap(m, p));
}

static void maps(void)
{
	cl_event e;
	cl_int error;
	unsigned char *all = map(m, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, CL_SUCCESS),
		      *again = map(m, CL_MAP_READ, 0, 1, CL_SUCCESS),
		      *part = map(m, CL_MAP_WRITE_INVALIDATE_REGION, 500, 10, CL_SUCCESS),
		      *of_sub = map(sub, 0, 1, 5, CL_SUCCESS);
	EXPECT(all == again && part == all + 500 && of_sub == all + 1025);
	EXPECT(map_count(m) == 3 && map_count(sub) == 1);
	EXPECT(memcmp(all, model, BYTES) == 0);
	part[0] = model[500] = 77;
	IS(CL_INVALID_VALUE, unmap(m, of_sub));
	OK(unmap(sub, of_sub));
	OK(unmap(m, all));
	OK(unmap(m, part));
	OK(f->clEnqueueUnmapMemObject(queue, m, again, 0, NULL, &e));
	await(e, CL_COMMAND_UNMAP_MEM_OBJECT);
	EXPECT(map_count(m) == 0 && map_count(sub) == 0);
	all = f->clEnqueueMapBuffer(queue, m, CL_FALSE, CL_MAP_READ, 0, 9, 0, NULL, &e, &error);
	OK(error);
	await(e, CL_COMMAND_MAP_BUFFER);
	EXPECT(all[7] == model[7]);
	OK(unmap(m, all));
	OK(read_at(m, 0, BYTES));
	EXPECT(memcmp(host, model, BYTES) == 0);
}

/* It takes no longer than that of a byte, which nothing but a copy would change. */
static void large_map(void)
{
	enum { TIMES = 1000 };
	struct timespec from, to;
	cl_mem large = buffer(0, (size_t)1 << 30, NULL);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (int i = 0; i < TIMES; i++)
		OK(unmap(large, map(large, CL_MAP_WRITE, 0, (size_t)1 << 30, CL_SUCCESS)));
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	double us =
		((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) /
		1e3 / TIMES;
	printf("map and unmap of 1 GiB: %.2f us\n", us);
	EXPECT(us < 1000);
	OK(f->clFinish(queue));
	release(large);
}

/* ---- migrations ------------------------------------------------------------------------------ */

static cl_int migrate(cl_uint count, const cl_mem *list, cl_mem_migration_flags flags)
{
	return f->clEnqueueMigrateMemObjects(queue, count, list, flags, 0, NULL, NULL);
}

static void migrations(void)
{
	const cl_mem all[] = {m, sub, no_access}, wrong[] = {m, NULL}, others[] = {m, foreign};
	cl_event e;
	IS(CL_INVALID_COMMAND_QUEUE, f->clEnqueueMigrateMemObjects(NULL, 3, all, 0, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, migrate(2, others, 0));
	IS(CL_INVALID_MEM_OBJECT, migrate(2, wrong, 0));
	IS(CL_INVALID_VALUE, migrate(0, all, 0));
	IS(CL_INVALID_VALUE, migrate(3, NULL, 0));
	IS(CL_INVALID_VALUE, migrate(3, all, 4));
	IS_WAITING(f->clEnqueueMigrateMemObjects(queue, 3, all, 0, count, list, NULL));
	OK(migrate(3, all, CL_MIGRATE_MEM_OBJECT_HOST));
	OK(f->clEnqueueMigrateMemObjects(queue, 1, all, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0,
		NULL, &e));
	await(e, CL_COMMAND_MIGRATE_MEM_OBJECTS);
	OK(read_at(m, 0, BYTES));
}

int main(void)
{
	memory_open();
	open_buffers();
	wrong_reads();
	wrong_writes();
	failed_list();
	reads_and_writes();
	wrong_copies();
	copies();
	wrong_fills();
	fills();
	wrong_maps();
	wrong_unmaps();
	maps();
	large_map();
	migrations();
	close_buffers();
	memory_close();
	return 0;
}
