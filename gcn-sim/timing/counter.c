/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Wait counters: what a wavefront has begun in memory and LDS, and when it ends. */
#include "timing_impl.h"

static uint64_t *due_of(struct gcn_tm_counter *c, uint32_t n)
{
	return &c->due[(c->first + n) % TM_COUNTER];
}

/* Forgets what has ended and stands first. */
static void forget(struct gcn_tm_counter *c, uint64_t now)
{
	while (c->count > 0 && *due_of(c, 0) <= now) {
		c->first++;
		c->count--;
	}
}

/* Copies when each ends, by the rule of the counter, without those that have ended. */
static uint32_t ends(struct gcn_tm_counter *c, uint64_t now, uint64_t *out)
{
	uint64_t last = 0;
	uint32_t count = 0;

	for (uint32_t n = 0; n < c->count; n++) {
		uint64_t due = *due_of(c, n);
		last = c->ordered ? later(last, due) : due;
		if (last > now)
			out[count++] = last;
	}
	return count;
}

/* Returns the n-th smallest, counted from 0. */
static uint64_t smallest(uint64_t *a, uint32_t count, uint32_t n)
{
	for (uint32_t i = 0; i <= n; i++)
		for (uint32_t k = i + 1; k < count; k++)
			if (a[k] < a[i]) {
				uint64_t t = a[i];
				a[i] = a[k];
				a[k] = t;
			}
	return a[n];
}

uint64_t gcn_tm_counter_below(struct gcn_tm_counter *c, uint32_t left, uint64_t now)
{
	uint64_t due[TM_COUNTER];
	uint32_t count;

	forget(c, now);
	if (c->count <= left)
		return 0;
	count = ends(c, now, due);
	if (count <= left)
		return 0;
	return smallest(due, count, count - left - 1);
}

uint64_t gcn_tm_counter_room(struct gcn_tm_counter *c, uint64_t now)
{
	forget(c, now);
	return c->count < TM_COUNTER - 1 ? 0 : *due_of(c, 0);
}

uint64_t gcn_tm_counter_add(struct gcn_tm_counter *c, uint64_t due)
{
	*due_of(c, c->count) = due;
	return c->first + c->count++;
}

void gcn_tm_counter_set(struct gcn_tm_counter *c, uint64_t number, uint64_t due)
{
	c->due[number % TM_COUNTER] = due;
}
