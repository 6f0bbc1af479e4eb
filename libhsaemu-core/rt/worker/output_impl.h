/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the work-items of a group print, held back until it is in their order. */
#ifndef HSAEMU_RT_OUTPUT_IMPL_H
#define HSAEMU_RT_OUTPUT_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include "rt/service/kernel_printf_impl.h"

struct rt;
struct rt_worker;

/* What one call of printf has printed. */
struct rt_piece {
	size_t at, bytes; /* in the text */
	uint32_t item;
};

/* Between which waits of which group a text was printed: whoever waits lets others go first. */
struct rt_stretch {
	uint32_t group[3], phase;
	uint64_t waits;
};

/* A worker's output. The lock guards all but `holds`; it is also held while text is printed, so
 * that nothing comes before it. */
struct rt_output {
	pthread_mutex_t lock;
	atomic_bool holds; /* there are pieces */
	struct rt_text text, ordered;
	struct rt_piece *pieces;
	size_t count, capacity;
	size_t settled; /* pieces before this one have their place */
	struct rt_stretch stretch;
	uint64_t since_ns; /* when the first one came */
};

void rt_output_init(struct rt_output *o);
void rt_output_release(struct rt_output *o);
/* Takes w->text, which a work-item of the group has printed. */
void rt_output_put(struct rt_worker *w, const struct hsaemu_wg *wg, uint32_t item);
/* Prints what the worker holds. */
void rt_output_flush_held(struct rt_worker *w);
static inline void rt_output_flush(struct rt_worker *w, struct rt_output *o)
{
	/* relaxed: the worker sets it itself */
	if (atomic_load_explicit(&o->holds, memory_order_relaxed))
		rt_output_flush_held(w);
}

#endif
