/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers and sub-buffers: flags, errors, attributes, data, destructor callbacks. */
#define _GNU_SOURCE /* fork() */
#include <CL/cl_ext.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_memory.h"

enum { BYTES = 1000, ALIGN = 128 };

static unsigned char host[BYTES] __attribute__((aligned(ALIGN)));

/* ---- making ---------------------------------------------------------------------------------- */

static void flags(void)
{
	const cl_mem_flags exclusive[] = {CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
		CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
		CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
		CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
		CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
		CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_READ_WRITE, CL_MEM_SVM_ATOMICS, 1 << 13,
		(cl_mem_flags)1 << 63};
	for (size_t i = 0; i < sizeof exclusive / sizeof exclusive[0]; i++)
		IS(CL_INVALID_VALUE, no_buffer(exclusive[i], BYTES, NULL));
	IS(CL_INVALID_VALUE, no_buffer(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, BYTES, host));
	IS(CL_INVALID_VALUE, no_buffer(CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, BYTES, host));
	IS(CL_INVALID_HOST_PTR, no_buffer(0, BYTES, host));
	IS(CL_INVALID_HOST_PTR, no_buffer(CL_MEM_ALLOC_HOST_PTR, BYTES, host));
	IS(CL_INVALID_HOST_PTR, no_buffer(CL_MEM_USE_HOST_PTR, BYTES, NULL));
	IS(CL_INVALID_HOST_PTR, no_buffer(CL_MEM_COPY_HOST_PTR, BYTES, NULL));
	IS(CL_SUCCESS, no_buffer(CL_MEM_USE_PERSISTENT_MEM_AMD | CL_MEM_READ_ONLY, BYTES, NULL));
	IS(CL_INVALID_HOST_PTR, no_buffer(CL_MEM_USE_PERSISTENT_MEM_AMD, BYTES, host));
}

static void sizes(void)
{
	cl_ulong most;
	cl_int error;
	cl_device_id d = device();
	OK(f->clGetDeviceInfo(d, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(0, 0, NULL));
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(0, most + 1, NULL));
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(0, SIZE_MAX, NULL));
	IS(CL_INVALID_BUFFER_SIZE, no_buffer(CL_MEM_COPY_HOST_PTR, SIZE_MAX - 4096, host));
	IS(CL_SUCCESS, no_buffer(0, most, NULL));
	IS(CL_SUCCESS, no_buffer(0, 1, NULL));
	EXPECT(f->clCreateBuffer(NULL, 0, 1, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateBuffer((cl_context)(void *)d, 0, 1, NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
	EXPECT(f->clCreateBuffer(context, 0, 0, NULL, NULL) == NULL);
}

/* Returns an attribute that is one value. */
static cl_ulong get(cl_mem m, cl_mem_info what)
{
	cl_ulong value = 0;
	size_t bytes;
	OK(f->clGetMemObjectInfo(m, what, sizeof value, &value, &bytes));
	EXPECT(bytes <= sizeof value && bytes != 0);
	return value;
}

static void attributes(void)
{
	const cl_mem_flags use = CL_MEM_USE_HOST_PTR | CL_MEM_READ_ONLY;
	cl_mem m = buffer(use, BYTES, host);
	size_t bytes;
	EXPECT(get(m, CL_MEM_TYPE) == CL_MEM_OBJECT_BUFFER && get(m, CL_MEM_FLAGS) == use);
	EXPECT(get(m, CL_MEM_SIZE) == BYTES && get(m, CL_MEM_HOST_PTR) == (uintptr_t)host);
	EXPECT(get(m, CL_MEM_MAP_COUNT) == 0 && get(m, CL_MEM_OFFSET) == 0);
	EXPECT(get(m, CL_MEM_CONTEXT) == (uintptr_t)context);
	EXPECT(get(m, CL_MEM_ASSOCIATED_MEMOBJECT) == 0);
	EXPECT(get(m, CL_MEM_USES_SVM_POINTER) == CL_FALSE);
	OK(f->clGetMemObjectInfo(m, CL_MEM_PROPERTIES, 0, NULL, &bytes));
	EXPECT(bytes == 0);
	OK(f->clRetainMemObject(m));
	EXPECT(get(m, CL_MEM_REFERENCE_COUNT) == 2);
	OK(f->clReleaseMemObject(m));
	EXPECT(get(m, CL_MEM_REFERENCE_COUNT) == 1);
	IS(CL_INVALID_VALUE, f->clGetMemObjectInfo(m, CL_MEM_SIZE, 4, &bytes, NULL));
	IS(CL_INVALID_VALUE, f->clGetMemObjectInfo(m, CL_IMAGE_WIDTH, 8, &bytes, NULL));
	release(m);
	IS(CL_INVALID_MEM_OBJECT, f->clGetMemObjectInfo(m, CL_MEM_SIZE, 8, &bytes, NULL));
	IS(CL_INVALID_MEM_OBJECT, f->clRetainMemObject(m));
	IS(CL_INVALID_MEM_OBJECT, f->clReleaseMemObject(m));
	IS(CL_INVALID_MEM_OBJECT, f->clReleaseMemObject((cl_mem)(void *)context));
	m = buffer(CL_MEM_HOST_NO_ACCESS, BYTES, NULL);
	EXPECT(get(m, CL_MEM_FLAGS) == (CL_MEM_HOST_NO_ACCESS | CL_MEM_READ_WRITE));
	EXPECT(get(m, CL_MEM_HOST_PTR) == 0);
	release(m);
}

static void properties(void)
{
	const cl_mem_properties none[] = {0}, wrong[] = {4711, 1, 0};
	cl_mem_properties got[2] = {1, 1};
	cl_int error;
	size_t bytes;
	cl_mem m = f->clCreateBufferWithProperties(context, none, 0, BYTES, NULL, &error);
	OK(error);
	OK(f->clGetMemObjectInfo(m, CL_MEM_PROPERTIES, sizeof got, got, &bytes));
	EXPECT(bytes == sizeof got[0] && got[0] == 0);
	release(m);
	m = f->clCreateBufferWithProperties(context, NULL, 0, BYTES, NULL, &error);
	OK(error);
	OK(f->clGetMemObjectInfo(m, CL_MEM_PROPERTIES, 0, NULL, &bytes));
	EXPECT(bytes == 0);
	release(m);
	EXPECT(f->clCreateBufferWithProperties(context, wrong, 0, BYTES, NULL, &error) == NULL);
	IS(CL_INVALID_PROPERTY, error);
}

/* ---- data ------------------------------------------------------------------------------------ */

static unsigned char *mapped(cl_mem m, size_t bytes)
{
	cl_int error;
	unsigned char *p = f->clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL,
		NULL, &error);
	OK(error);
	return p;
}

static void data(void)
{
	fill_randomly(host, BYTES);
	cl_mem used = buffer(CL_MEM_USE_HOST_PTR, BYTES, host),
	       copied = buffer(CL_MEM_COPY_HOST_PTR, BYTES, host),
	       both = buffer(CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, BYTES, host),
	       fresh = buffer(0, BYTES, NULL);
	const unsigned char *p = mapped(copied, BYTES), *q = mapped(fresh, BYTES);
	EXPECT(mapped(used, BYTES) == host && p != host && memcmp(p, host, BYTES) == 0);
	EXPECT(memcmp(mapped(both, BYTES), host, BYTES) == 0);
	EXPECT((uintptr_t)p % ALIGN == 0 && (uintptr_t)q % ALIGN == 0);
	for (size_t i = 0; i < BYTES; i++)
		EXPECT(q[i] == 0);
	OK(f->clFinish(queue));
	release(used), release(copied), release(both), release(fresh);
}

/* Returns whether a child process survives that reads `at` bytes behind the data. */
static int may_read(const unsigned char *end, size_t at)
{
	int status;
	pid_t child = fork();
	if (child == 0) {
		signal(SIGSEGV, SIG_DFL);
		_exit(*(const volatile unsigned char *)(end + at) != 0 && at == SIZE_MAX);
	}
	EXPECT(waitpid(child, &status, 0) == child);
	return WIFEXITED(status);
}

/* Data end at most ALIGN - 1 bytes before what cannot be touched, but not if that is switched off,
 * and not if there are very many. */
static void guards(int expected)
{
	for (size_t bytes = 1; bytes <= 100000; bytes = bytes * 7 + 1) {
		cl_mem m = buffer(0, bytes, NULL);
		const unsigned char *end = mapped(m, bytes) + bytes;
		EXPECT(may_read(end, -bytes % ALIGN) == !expected);
		OK(f->clFinish(queue));
		release(m);
	}
}

/* A client may free memory that a buffer uses. Then new buffers may come to lie there. */
static void freed_by_client(void)
{
	enum { COUNT = 100 };
	cl_mem stale[COUNT], fresh[COUNT];
	void *p[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		p[i] = malloc(BYTES);
		stale[i] = buffer(CL_MEM_USE_HOST_PTR, BYTES, p[i]);
	}
	for (size_t i = 0; i < COUNT; i++)
		free(p[i]);
	for (size_t i = 0; i < COUNT; i++)
		fresh[i] = buffer(0, BYTES, NULL);
	for (size_t i = 0; i < COUNT; i++)
		release(stale[i]), release(fresh[i]);
}

/* A buffer may lie where one was that was released, and has nothing of it. */
static void reuse(void)
{
	for (int i = 0; i < 300; i++) {
		const size_t bytes = 1 + (size_t)(i % 7) * 200000;
		cl_mem m = buffer(0, bytes, NULL);
		unsigned char *p = mapped(m, bytes);
		EXPECT(p[0] == 0 && memcmp(p, p + 1, bytes - 1) == 0);
		memset(p, 7, bytes);
		OK(f->clFinish(queue));
		release(m);
	}
}

/* Memory of released buffers is no reason to have none for others. */
static void scarce(void)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	enum { COUNT = 4, MIB = 1 << 20 };
	cl_mem all[COUNT];
	struct rlimit before, low;
	unsigned long pages;
	FILE *statm;
	for (size_t i = 0; i < COUNT; i++)
		all[i] = buffer(0, 30 * MIB, NULL);
	for (size_t i = 0; i < COUNT; i++)
		release(all[i]);
	EXPECT(getrlimit(RLIMIT_AS, &before) == 0);
	EXPECT((statm = fopen("/proc/self/statm", "r")) != NULL);
	EXPECT(fscanf(statm, "%lu", &pages) == 1 && fclose(statm) == 0);
	low = before;
	low.rlim_cur = pages * 4096 + 20 * MIB;
	EXPECT(setrlimit(RLIMIT_AS, &low) == 0);
	IS(CL_SUCCESS, no_buffer(0, 100 * MIB, NULL));
	IS(CL_MEM_OBJECT_ALLOCATION_FAILURE, no_buffer(0, 300 * MIB, NULL));
	EXPECT(setrlimit(RLIMIT_AS, &before) == 0);
#endif
}

static void very_many(void)
{
	enum { COUNT = 70000 };
	static cl_mem all[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		all[i] = buffer(0, 1 + i % 3000, NULL);
		if (i % 1000 == 0)
			*mapped(all[i], 1) = 1;
	}
	OK(f->clFinish(queue));
	for (size_t i = 0; i < COUNT; i++)
		release(all[i]);
}

/* ---- sub-buffers ----------------------------------------------------------------------------- */

static cl_int no_sub(cl_mem parent, cl_mem_flags flags, size_t origin, size_t bytes)
{
	const cl_buffer_region region = {origin, bytes};
	cl_int error = 1;
	cl_mem m =
		f->clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	EXPECT((m == NULL) == (error != CL_SUCCESS));
	if (m != NULL)
		release(m);
	return error;
}

static void wrong_subs(void)
{
	const cl_buffer_region region = {0, BYTES};
	cl_int error;
	cl_mem m = buffer(0, BYTES, NULL), sub = sub_buffer(m, 0, 0, BYTES);
	IS(CL_INVALID_MEM_OBJECT, no_sub(NULL, 0, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, no_sub((cl_mem)(void *)queue, 0, 0, 1));
	IS(CL_INVALID_MEM_OBJECT, no_sub(sub, 0, 0, 1));
	EXPECT(f->clCreateSubBuffer(m, 0, 0, &region, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(f->clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	IS(CL_INVALID_VALUE, no_sub(m, 0, 0, BYTES + 1));
	IS(CL_INVALID_VALUE, no_sub(m, 0, ALIGN, BYTES - ALIGN + 1));
	IS(CL_INVALID_VALUE, no_sub(m, 0, SIZE_MAX, 2));
	IS(CL_INVALID_VALUE, no_sub(m, 0, ALIGN, SIZE_MAX));
	IS(CL_INVALID_BUFFER_SIZE, no_sub(m, 0, ALIGN, 0));
	IS(CL_MISALIGNED_SUB_BUFFER_OFFSET, no_sub(m, 0, 64, 1));
	IS(CL_INVALID_VALUE, no_sub(m, CL_MEM_ALLOC_HOST_PTR, 0, 1));
	IS(CL_INVALID_VALUE, no_sub(m, CL_MEM_USE_HOST_PTR, 0, 1));
	IS(CL_INVALID_VALUE, no_sub(m, CL_MEM_COPY_HOST_PTR, 0, 1));
	IS(CL_INVALID_VALUE, no_sub(m, CL_MEM_USE_PERSISTENT_MEM_AMD, 0, 1));
	IS(CL_INVALID_VALUE, no_sub(m, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 1));
	release(sub), release(m);
}

static const cl_mem_flags kernel_flags[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY,
	CL_MEM_WRITE_ONLY},
			  host_flags[] = {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY,
				  CL_MEM_HOST_NO_ACCESS};

/* Makes a sub-buffer by the indices of its parent's and its own flags, and compares its flags. */
static void inherit(size_t pk, size_t ph, size_t k, size_t h)
{
	cl_mem m = buffer(kernel_flags[pk] | host_flags[ph] | CL_MEM_ALLOC_HOST_PTR, BYTES, NULL);
	const int kernel_fits = k == 0 || pk < 2 || k == pk;
	const int host_fits = h == 0 || h == 3 || ph == 0 || h == ph;
	const cl_mem_flags asked = kernel_flags[k] | host_flags[h];
	if (kernel_fits && host_fits) {
		cl_mem sub = sub_buffer(m, asked, 0, 1);
		EXPECT(get(sub, CL_MEM_FLAGS) ==
			(kernel_flags[k != 0    ? k
				      : pk != 0 ? pk
						: 1] |
				host_flags[h != 0 ? h : ph] | CL_MEM_ALLOC_HOST_PTR));
		release(sub);
	} else {
		IS(CL_INVALID_VALUE, no_sub(m, asked, 0, 1));
	}
	release(m);
}

static void inheritance(void)
{
	for (size_t i = 0; i < 256; i++)
		inherit(i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6);
}

static void sub_attributes(void)
{
	cl_mem m = buffer(CL_MEM_USE_HOST_PTR, BYTES, host), sub = sub_buffer(m, 0, 256, 100);
	EXPECT(get(sub, CL_MEM_SIZE) == 100 && get(sub, CL_MEM_OFFSET) == 256);
	EXPECT(get(sub, CL_MEM_ASSOCIATED_MEMOBJECT) == (uintptr_t)m);
	EXPECT(get(sub, CL_MEM_HOST_PTR) == (uintptr_t)host + 256);
	EXPECT(get(sub, CL_MEM_CONTEXT) == (uintptr_t)context);
	EXPECT(mapped(sub, 100) == host + 256);
	/* it has the data although the client has released the parent */
	release(m);
	EXPECT(get(sub, CL_MEM_SIZE) == 100 && mapped(sub, 1) == host + 256);
	OK(f->clFinish(queue));
	release(sub);
}

/* ---- destructor callbacks -------------------------------------------------------------------- */

static char order[8];
static pthread_mutex_t order_lock = PTHREAD_MUTEX_INITIALIZER;
static char names[][2] = {"a", "b", "c", "p"};

static void CL_CALLBACK note(cl_mem m, void *name)
{
	IS(CL_INVALID_MEM_OBJECT, f->clReleaseMemObject(m));
	pthread_mutex_lock(&order_lock);
	strncat(order, name, sizeof order - strlen(order) - 1);
	pthread_mutex_unlock(&order_lock);
}

static int is_order(const char *expected)
{
	pthread_mutex_lock(&order_lock);
	int is = strcmp(order, expected) == 0;
	pthread_mutex_unlock(&order_lock);
	return is;
}

/* They are called last first, when the last command that uses the data has ended, and a parent's
 * when its sub-buffer has gone. */
static void ends(void)
{
	const cl_event gate = user_event(context);
	unsigned char byte = 1;
	cl_event copied;
	cl_mem m = buffer(CL_MEM_USE_HOST_PTR, BYTES, host), sub = sub_buffer(m, 0, 0, 100);
	IS(CL_INVALID_MEM_OBJECT, f->clSetMemObjectDestructorCallback(NULL, note, names[0]));
	IS(CL_INVALID_VALUE, f->clSetMemObjectDestructorCallback(m, NULL, names[0]));
	for (size_t i = 0; i < 3; i++)
		OK(f->clSetMemObjectDestructorCallback(sub, note, names[i]));
	OK(f->clSetMemObjectDestructorCallback(m, note, names[3]));
	OK(f->clEnqueueWriteBuffer(queue, sub, CL_FALSE, 7, 1, &byte, 1, &gate, &copied));
	release(m);
	release(sub);
	OK(f->clFlush(queue));
	EXPECT(is_order("") && host[7] != 1);
	OK(f->clSetUserEventStatus(gate, CL_COMPLETE));
	await(copied, CL_COMMAND_WRITE_BUFFER);
	OK(f->clFinish(queue));
	for (int i = 0; i < 1000 && !is_order("cbap"); i++)
		usleep(1000);
	EXPECT(is_order("cbap") && host[7] == 1);
	OK(f->clReleaseEvent(gate));
}

int main(int argc, char **argv)
{
	(void)argc;
	memory_open();
	if (getenv("HSAEMU_GUARD") != NULL) {
		guards(0);
		freed_by_client();
		memory_close();
		return 0;
	}
	flags();
	sizes();
	attributes();
	properties();
	data();
	wrong_subs();
	inheritance();
	sub_attributes();
	host[7] = 0;
	ends();
	guards(1);
	freed_by_client();
	reuse();
	scarce();
	very_many();
	memory_close();
	fflush(stdout);
	setenv("HSAEMU_GUARD", "0", 1);
	execv(argv[0], argv);
	return 1;
}
