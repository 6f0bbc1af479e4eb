/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime asks of Linux and POSIX does not name: futexes, guarded maps, CPU counts. */
#ifndef HSAEMU_OS_IMPL_H
#define HSAEMU_OS_IMPL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <x86intrin.h>
#include "hsaemu/base.h"

enum { OS_PAGE_BYTES = 4096 };

/* Pages between two stretches of address space that cannot be touched. */
struct os_fenced {
	uint8_t *pages; /* NULL: nothing is mapped */
	size_t bytes;   /* of them */
	size_t fence;   /* bytes on each side, at least */
	uint8_t *whole;
	size_t whole_bytes;
};
/* The fence that every mapping has, also below 4 GiB and where address space is limited. */
enum { OS_LEAST_FENCE = 64 << 10 };
#define OS_WIDE_FENCE ((size_t)4 << 30)

/* Maps zeroed pages; NULL when there are none. `bytes` is rounded up to pages. */
void *os_map(size_t bytes) NODISCARD;
/* Does the same below 4 GiB, for the small machine model. */
void *os_map_low(size_t bytes) NODISCARD;
/* Does what os_map() does, or os_map_low() if `low`, between two pages that cannot be touched;
 * os_unmap_guarded() frees it. */
void *os_map_guarded(size_t bytes, bool low) NODISCARD;
void os_unmap(void *base, size_t bytes);
void os_unmap_guarded(void *base, size_t bytes);

/* Maps zeroed pages between fences; `bytes` is rounded up and may be 0. The fences have `fence`
 * bytes, or OS_LEAST_FENCE where address space is dear. False when there are no pages. */
bool os_fence(struct os_fenced *f, size_t bytes, size_t fence, bool low) NODISCARD;
void os_unfence(struct os_fenced *f);

enum os_access { OS_READ, OS_READ_WRITE, OS_READ_EXECUTE, OS_NONE };
bool os_protect(void *base, size_t bytes, enum os_access access) NODISCARD;
/* Whether the byte there can be read, found without a fault; true where the system does not say. */
bool os_is_readable(const void *at);
/* Advises the system to use large pages for large blocks. */
void os_advise_huge(void *base, size_t bytes);

/* Sleeps while *word == expected, until deadline_ns (os_clock_ns; UINT64_MAX: none). Returns early
 * for any reason: callers loop. */
void os_futex_wait(atomic_uint *word, unsigned expected, uint64_t deadline_ns);
void os_futex_wake_all(atomic_uint *word);

uint64_t os_clock_ns(void); /* CLOCK_MONOTONIC */
struct timespec os_timespec(uint64_t ns);
unsigned os_cpu_count(void); /* CPUs this process may run on, at least 1 */

/* Reads the processor's counter, which goes up by some billions a second. It serves where a rough
 * duration is enough. */
static inline uint64_t os_ticks(void)
{
	return __rdtsc();
}

void os_yield(void);           /* the CPU, to another thread */
void os_sleep_ns(uint64_t ns); /* at most a second, perhaps less */

/* Finds the addresses of the calling thread's stack, which takes a while. */
bool os_stack_bounds(uintptr_t *low, uintptr_t *high) NODISCARD;

#endif
