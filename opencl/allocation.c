/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The blocks of memory that kernels of OpenCL use, in the runtime's table: so a fault can tell what
 * it is near.
 *
 * A block ends at pages that cannot be touched, which costs it three calls of the system and a page
 * at least. Without guards, small ones come from the C library, which costs little. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/failure.h"
#include "memory_impl.h"
#include "spare_impl.h"

enum { SMALL_BYTES = 64 << 10 };

static const struct {
	const char *what, *function;
} kinds[OCL_ALLOCATION_KINDS] = {
	[OCL_ALLOCATION_BUFFER] = {"a buffer", "clCreateBuffer"},
	[OCL_ALLOCATION_HOST_BUFFER] = {"a buffer in the host's memory", "clCreateBuffer"},
	[OCL_ALLOCATION_IMAGE] = {"an image", "clCreateImage"},
	[OCL_ALLOCATION_HOST_IMAGE] = {"an image in the host's memory", "clCreateImage"},
	[OCL_ALLOCATION_SVM] = {"shared virtual memory", "clSVMAlloc"},
};

/* Counts the calls of the function that makes blocks of this kind, of which it may make two. */
static uint64_t next_number(enum ocl_allocation kind)
{
	static atomic_uint_fast64_t ocl_calls[OCL_ALLOCATION_KINDS];
	if (kind == OCL_ALLOCATION_HOST_BUFFER)
		kind = OCL_ALLOCATION_BUFFER;
	if (kind == OCL_ALLOCATION_HOST_IMAGE)
		kind = OCL_ALLOCATION_IMAGE;
	return atomic_fetch_add(&ocl_calls[kind], 1) + 1;
}

/* The table's `user` is then what the C library returned. NULL also if the table has a note that
 * overlaps the memory, of a client who has freed what an object of his uses. */
static void *allocate_small(struct rt *rt, enum ocl_allocation kind, size_t bytes)
{
	unsigned char *block = mem_try_new(1, bytes + OCL_BASE_ALIGN_BYTES);
	if (block == NULL)
		return NULL;
	void *data = (void *)(uintptr_t)align_up((uintptr_t)block, OCL_BASE_ALIGN_BYTES);
	if (!ocl_allocation_note(rt, kind, data, bytes)) {
		free(block);
		return NULL;
	}
	rt_allocation_set_user(rt, data, block);
	return data;
}

static void *allocate_spare(struct rt *rt, enum ocl_allocation kind, size_t bytes)
{
	void *data = ocl_spare_take(rt, bytes);
	if (data == NULL)
		return NULL;
	memset(data, 0, bytes);
	rt_allocation_set_maker(rt, data, kind, next_number(kind));
	return data;
}

static void *allocate_pages(struct rt *rt, enum ocl_allocation kind, size_t bytes, bool guard)
{
	const struct rt_placement place = {OCL_BASE_ALIGN_BYTES, guard, 0};
	void *data = NULL;
	do {
		if (rt_allocate_placed(rt, bytes, &place, kind, next_number(kind), &data) ==
			HSA_STATUS_SUCCESS)
			return data;
	} while (ocl_spare_free_all());
	return NULL;
}

void *ocl_allocate(struct rt *rt, enum ocl_allocation kind, size_t bytes)
{
	const bool guard = ocl_start()->guard != 0;
	void *data = NULL;
	if (!guard && bytes < SMALL_BYTES)
		data = allocate_small(rt, kind, bytes);
	if (data == NULL)
		data = allocate_spare(rt, kind, bytes);
	return data != NULL ? data : allocate_pages(rt, kind, bytes, guard);
}

/* Shared virtual memory is unmapped, so that a stale pointer in it faults. Other objects have no
 * pointers to them but the library's, which keeps those alive that are used. */
void ocl_deallocate(struct rt *rt, enum ocl_allocation kind, void *data)
{
	struct rt_allocation a;
	if (!rt_allocation_find(rt, data, &a) || a.base != data || a.kind != kind)
		return;
	if (a.user != NULL) {
		if (rt_allocation_remove(rt, data))
			free(a.user);
		return;
	}
	if (kind != OCL_ALLOCATION_SVM && ocl_spare_keep(rt, data, a.bytes))
		return;
	/* of two threads that free shared memory twice, one does it */
	(void)rt_deallocate(rt, data);
}

bool ocl_allocation_note(struct rt *rt, enum ocl_allocation kind, void *data, size_t bytes)
{
	return rt_allocation_add(rt, data, bytes, kind, next_number(kind)) == HSA_STATUS_SUCCESS;
}

bool ocl_allocation_describe(struct rt *rt, const void *address, struct buf *out)
{
	struct rt_allocation a;
	if (!rt_allocation_find_near(rt, address, &a) || a.kind >= OCL_ALLOCATION_KINDS ||
		kinds[a.kind].what == NULL)
		return false;
	rt_address_text(&a, address, out);
	buf_printf(out, "%s of %zu bytes, made by %s() number %ju", kinds[a.kind].what, a.bytes,
		kinds[a.kind].function, (uintmax_t)a.maker);
	return true;
}
