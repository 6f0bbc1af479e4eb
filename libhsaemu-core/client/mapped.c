/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* for the size of pages in bytes beyond POSIX.1 */
#include <sys/mman.h>
#include <unistd.h>
#include "hsaemu/mapped.h"

bool mem_is_mapped(const void *at, uint64_t count)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t begin = (uintptr_t)at & ~(page - 1), end;
	if (__builtin_add_overflow((uintptr_t)at, count, &end))
		return false;
	/* msync() says whether the pages are there, and does nothing else here. */
	return msync((void *)begin, end - begin, MS_ASYNC) == 0;
}
