/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests the table of a runtime's blocks of memory. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <pthread.h>
#include <sys/mman.h>
#include "fake_kernel.h"

enum { PAGE = 4096 };

static void *allocate(struct rt *rt, size_t bytes)
{
	void *p = NULL;
	EXPECT(rt_allocate(rt, bytes, 3, 77, &p) == HSA_STATUS_SUCCESS);
	return p;
}

static void blocks(struct rt *rt)
{
	struct rt_allocation a;
	void *none = NULL;
	uint8_t *p = allocate(rt, 5000);
	EXPECT((uintptr_t)p % PAGE == 0 && p[0] == 0 && p[4999] == 0);
	memset(p, 1, 5000);
	EXPECT(rt_allocation_find(rt, p + 4999, &a) && a.base == p && a.bytes == 5000);
	EXPECT(a.kind == 3 && a.maker == 77 && a.user == NULL);
	EXPECT(!rt_allocation_find(rt, p + 5000, &a) && !rt_allocation_find(rt, p - 1, &a));
	EXPECT(!rt_allocation_find(rt, NULL, &a) && !rt_allocation_find(rt, (void *)-1, &a));
	EXPECT(rt_allocation_set_user(rt, p, &a) && !rt_allocation_set_user(rt, p + 1, &a));
	EXPECT(rt_allocation_find(rt, p, &a) && a.user == &a);
	EXPECT(rt_allocation_set_maker(rt, p, 4, 78) && !rt_allocation_set_maker(rt, p + 1, 4, 78));
	EXPECT(rt_allocation_find(rt, p, &a) && a.kind == 4 && a.maker == 78);
	EXPECT(rt_deallocate(rt, p + 64) == HSA_STATUS_ERROR_INVALID_ALLOCATION);
	EXPECT(rt_deallocate(rt, NULL) == HSA_STATUS_ERROR_INVALID_ALLOCATION);
	EXPECT(rt_deallocate(rt, p) == HSA_STATUS_SUCCESS);
	EXPECT(rt_deallocate(rt, p) == HSA_STATUS_ERROR_INVALID_ALLOCATION);
	EXPECT(!rt_allocation_find(rt, p, &a));
	EXPECT(rt_allocate(rt, 0, 0, 0, &none) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocate(rt, SIZE_MAX, 0, 0, &none) == HSA_STATUS_ERROR_OUT_OF_RESOURCES);
}

static void own_memory(struct rt *rt)
{
	static uint8_t mine[1000];
	struct rt_allocation a;
	uint8_t *p = allocate(rt, PAGE);
	EXPECT(rt_allocation_add(rt, mine + 100, 300, 9, 8) == HSA_STATUS_SUCCESS);
	EXPECT(rt_allocation_add(rt, mine, 100, 9, 8) == HSA_STATUS_SUCCESS);
	EXPECT(rt_allocation_add(rt, mine + 399, 1, 9, 8) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocation_add(rt, mine, 1000, 9, 8) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocation_add(rt, mine + 400, 0, 9, 8) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocation_add(rt, mine + 400, SIZE_MAX, 9, 8) ==
		HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocation_add(rt, p + 10, 1, 9, 8) == HSA_STATUS_ERROR_INVALID_ARGUMENT);
	EXPECT(rt_allocation_find(rt, mine + 399, &a) && a.base == mine + 100 && a.bytes == 300);
	EXPECT(a.kind == 9 && a.maker == 8 && !rt_allocation_find(rt, mine + 400, &a));
	/* what belongs to whom */
	EXPECT(rt_deallocate(rt, mine) == HSA_STATUS_ERROR_INVALID_ALLOCATION);
	EXPECT(!rt_allocation_remove(rt, p) && !rt_allocation_remove(rt, mine + 101));
	EXPECT(rt_allocation_remove(rt, mine) && !rt_allocation_remove(rt, mine));
	EXPECT(!rt_allocation_find(rt, mine + 99, &a) && rt_allocation_find(rt, mine + 100, &a));
	EXPECT(rt_deallocate(rt, p) == HSA_STATUS_SUCCESS);
}

/* A client may unmap memory and not say so. Then a new block may come to lie there. */
static void unmapped_by_client(struct rt *rt)
{
	enum { BYTES = 64 << 20 };
	uint8_t *p = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct rt_allocation a;
	EXPECT(p != MAP_FAILED);
	for (size_t at = 0; at < BYTES; at += BYTES / 16)
		EXPECT(rt_allocation_add(rt, p + at, BYTES / 16, 1, 1) == HSA_STATUS_SUCCESS);
	EXPECT(munmap(p, BYTES) == 0);
	uint8_t *q = allocate(rt, BYTES);
	EXPECT(rt_allocation_find(rt, q + BYTES - 1, &a) && a.base == q && a.kind == 3);
	EXPECT(rt_deallocate(rt, q) == HSA_STATUS_SUCCESS);
}

/* More blocks than Linux allows mappings; the order of their addresses is not that of time. */
static void many(struct rt *rt)
{
	enum { COUNT = 80000 };
	static uint8_t *p[COUNT];
	struct rt_allocation a;
	for (size_t i = 0; i < COUNT; i++)
		p[i] = allocate(rt, PAGE);
	for (size_t i = 0; i < COUNT; i += 2)
		EXPECT(rt_deallocate(rt, p[i]) == HSA_STATUS_SUCCESS);
	for (size_t i = 0; i < COUNT; i++) {
		bool found = rt_allocation_find(rt, p[i] + PAGE / 2, &a);
		EXPECT(found == (i % 2 == 1) && (!found || a.base == p[i]));
	}
	/* rt_free() frees the others */
}

/* Places blocks at the ends of their pages, and finds them by addresses nearby. */
static void placed(struct rt *rt)
{
	const struct rt_placement wrong[] = {{0, true, 0}, {48, true, 0}, {2 * PAGE, true, 0}};
	const uintptr_t step = 64 << 10;
	struct rt_allocation a;
	void *p = NULL;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		EXPECT(rt_allocate_placed(rt, 8, &wrong[i], 0, 0, &p) ==
			HSA_STATUS_ERROR_INVALID_ARGUMENT);
	for (size_t align = 1; align <= PAGE; align *= 2) {
		const struct rt_placement place = {align, align != 64, 0};
		const size_t bytes = 9000 + align / 2, end = (bytes + align - 1) / align * align;
		EXPECT(rt_allocate_placed(rt, bytes, &place, 5, align, &p) == HSA_STATUS_SUCCESS);
		const uintptr_t at = (uintptr_t)p;
		EXPECT((at + end) % PAGE == 0);
		memset(p, 1, bytes);
		EXPECT(rt_allocation_find(rt, p, &a) && a.base == p && a.maker == align);
		EXPECT(rt_allocation_find_near(rt, (void *)(at + bytes - 1), &a) && a.base == p);
		EXPECT(rt_allocation_find_near(rt, (void *)(at + bytes), &a) && a.base == p);
		EXPECT(rt_allocation_find_near(rt, (void *)(at - 1), &a) && a.base == p);
		EXPECT(rt_allocation_find_near(rt, (void *)(at + bytes - 1 + step), &a));
		EXPECT(rt_deallocate(rt, p) == HSA_STATUS_SUCCESS);
		EXPECT(!rt_allocation_find_near(rt, p, &a) || a.base != p);
	}
	EXPECT(rt_allocate_placed(rt, SIZE_MAX, &(struct rt_placement){64, true, 0}, 0, 0, &p) ==
		HSA_STATUS_ERROR_OUT_OF_RESOURCES);
	const struct rt_placement roomy = {PAGE, false, 100 * PAGE};
	EXPECT(rt_allocate_placed(rt, 100, &roomy, 5, 1, &p) == HSA_STATUS_SUCCESS);
	memset(p, 1, 100 + roomy.slack);
	EXPECT(rt_allocation_find(rt, p, &a) && a.base == p && a.bytes == 100);
	EXPECT(rt_deallocate(rt, p) == HSA_STATUS_SUCCESS);
	EXPECT(!rt_allocation_find_near(rt, NULL, &a));
	EXPECT(!rt_allocation_find_near(rt, (void *)UINTPTR_MAX, &a));
}

static void *use(void *arg)
{
	struct rt *rt = arg;
	for (size_t i = 0; i < 2000; i++) {
		struct rt_allocation a;
		uint8_t *p = allocate(rt, 100 + i);
		memset(p, 1, 100 + i);
		EXPECT(rt_allocation_find(rt, p + i, &a) && a.base == p && a.bytes == 100 + i);
		EXPECT(rt_deallocate(rt, p) == HSA_STATUS_SUCCESS);
	}
	return NULL;
}

static void threads(struct rt *rt)
{
	pthread_t t[3];
	for (size_t i = 0; i < ARRAY_LEN(t); i++)
		EXPECT(pthread_create(&t[i], NULL, use, rt) == 0);
	for (size_t i = 0; i < ARRAY_LEN(t); i++)
		EXPECT(pthread_join(t[i], NULL) == 0);
}

int main(void)
{
	struct rt *rt = fake_runtime(1, 1, RT_SCHEDULER_STATIC);
	blocks(rt);
	own_memory(rt);
	unmapped_by_client(rt);
	placed(rt);
	threads(rt);
	many(rt);
	rt_free(rt);
	return 0;
}
