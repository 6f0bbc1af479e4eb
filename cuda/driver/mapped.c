/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* mincore() */
#include <sys/mman.h>
#include "hsaemu/base.h"
#include "memory_impl.h"

bool cu_is_mapped(uintptr_t at, size_t bytes)
{
	enum { PAGE = 4096, PAGES = 4096 };
	unsigned char resident[PAGES]; /* which is not what is asked for */
	uintptr_t end = (uintptr_t)align_up(at + bytes, PAGE);
	for (at -= at % PAGE; at < end; at += (size_t)PAGES * PAGE) {
		size_t part = end - at < (size_t)PAGES * PAGE ? end - at : (size_t)PAGES * PAGE;
		if (mincore((void *)at, part, resident) != 0)
			return false;
	}
	return true;
}
