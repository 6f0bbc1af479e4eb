/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks that were released and are kept for the next object of the same size: many programs make
 * and release temporary buffers in a loop, and new pages cost twenty times what a copy of their
 * bytes does. */
#include <string.h>
#include "memory_impl.h"
#include "spare_impl.h"

enum { SPARES = 64, SPARE_BYTES = 128 << 20, LARGEST_SPARE = 32 << 20 };

struct spare {
	struct rt *rt;
	void *data;
	size_t bytes;
};

/* The oldest one comes first. */
static struct ocl_spares {
	pthread_mutex_t lock;
	struct spare all[SPARES];
	size_t count, bytes;
} ocl_spares = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Called with the lock. */
static struct spare take_out(struct ocl_spares *s, size_t i)
{
	const struct spare found = s->all[i];
	s->count--;
	s->bytes -= found.bytes;
	memmove(&s->all[i], &s->all[i + 1], (s->count - i) * sizeof s->all[0]);
	return found;
}

/* Called with the lock. */
static void free_oldest(struct ocl_spares *s)
{
	const struct spare oldest = take_out(s, 0);
	if (rt_deallocate(oldest.rt, oldest.data) != HSA_STATUS_SUCCESS)
		BUG("a spare block is not in the table");
}

bool ocl_spare_keep(struct rt *rt, void *data, size_t bytes)
{
	struct ocl_spares *s = &ocl_spares;
	if (bytes > LARGEST_SPARE)
		return false;
	rt_allocation_set_maker(rt, data, OCL_ALLOCATION_SPARE, 0);
	pthread_mutex_lock(&s->lock);
	while (s->count == SPARES || s->bytes + bytes > SPARE_BYTES)
		free_oldest(s);
	s->all[s->count++] = (struct spare){rt, data, bytes};
	s->bytes += bytes;
	pthread_mutex_unlock(&s->lock);
	return true;
}

bool ocl_spare_free_all(void)
{
	struct ocl_spares *s = &ocl_spares;
	pthread_mutex_lock(&s->lock);
	bool any = s->count != 0;
	while (s->count != 0)
		free_oldest(s);
	pthread_mutex_unlock(&s->lock);
	return any;
}

void *ocl_spare_take(struct rt *rt, size_t bytes)
{
	struct ocl_spares *s = &ocl_spares;
	void *data = NULL;
	pthread_mutex_lock(&s->lock);
	for (size_t i = s->count; i-- > 0 && data == NULL;)
		if (s->all[i].bytes == bytes && s->all[i].rt == rt)
			data = take_out(s, i).data;
	pthread_mutex_unlock(&s->lock);
	return data;
}
