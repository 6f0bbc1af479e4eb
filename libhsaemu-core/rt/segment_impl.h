/* Group and private segments: one block of each per worker, kept between dispatches. */
#ifndef HSAEMU_SEGMENT_IMPL_H
#define HSAEMU_SEGMENT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/base.h"

/* Owned by one worker thread. The block lies between guard pages. */
struct rt_segment {
	uint8_t *pages;
	size_t page_bytes;
	bool low; /* below 4 GiB */
};

/* Start of a 256-aligned segment of `bytes`, whose end is as close to the guard page as alignment
 * allows. Contents are undefined. NULL when memory ended; the old block is gone then, too. `low`:
 * it has to lie below 4 GiB. */
uint8_t *rt_segment_get(struct rt_segment *s, size_t bytes, bool low) NODISCARD;
void rt_segment_release(struct rt_segment *s);

#endif
