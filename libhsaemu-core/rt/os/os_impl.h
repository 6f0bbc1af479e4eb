/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the runtime needs of Linux beyond POSIX: futexes, guarded mappings, CPU counts. */
#ifndef HSAEMU_OS_IMPL_H
#define HSAEMU_OS_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <x86intrin.h>
#include "hsaemu/base.h"

enum { OS_PAGE_BYTES = 4096 };

/* A mapping of pages between two stretches of address space that cannot be touched. */
struct os_fenced {
	uint8_t *pages; /* NULL: nothing is mapped */
	size_t bytes;   /* size of the pages */
	size_t fence;   /* size of the fence on each side, at least */
	uint8_t *whole;
	size_t whole_bytes;
};
/* The size of the fence that every mapping has, even below 4 GiB and where address space is
 * limited. */
enum { OS_LEAST_FENCE = 64 << 10 };
#define OS_WIDE_FENCE ((size_t)4 << 30)

/* Maps zeroed pages and returns their address, or NULL when there is no memory. `bytes` is rounded
 * up to whole pages. */
void *os_map(size_t bytes) NODISCARD;
/* Does what os_map() does, but below 4 GiB, where kernels of the small machine model have their
 * addresses. */
void *os_map_low(size_t bytes) NODISCARD;
/* Does what os_map() does, or os_map_low() if `low`, between two pages that cannot be touched.
 * os_unmap_guarded() frees the mapping. */
void *os_map_guarded(size_t bytes, bool low) NODISCARD;
void os_unmap(void *base, size_t bytes);
void os_unmap_guarded(void *base, size_t bytes);

/* Maps zeroed pages between fences; `bytes` is rounded up to pages and may be 0. The fences have
 * `fence` bytes, or OS_LEAST_FENCE where address space is limited. False when there is no memory.
 * os_unfence() frees the mapping. */
bool os_fence(struct os_fenced *f, size_t bytes, size_t fence, bool low) NODISCARD;
void os_unfence(struct os_fenced *f);

enum os_access { OS_READ, OS_READ_WRITE, OS_READ_EXECUTE, OS_NONE };
bool os_protect(void *base, size_t bytes, enum os_access access) NODISCARD;
/* Returns whether the byte at `at` can be read, without causing a fault. Returns true where the
 * system cannot tell. */
bool os_is_readable(const void *at);
/* Returns the size of the last-level cache, or a usual one. */
uint64_t os_cache_bytes(void);
/* Advises the system to back a large block with large pages, which is only a hint. */
void os_advise_huge(void *base, size_t bytes);

/* Sleeps while *word == expected, until deadline_ns (a time of os_clock_ns(); UINT64_MAX: no
 * deadline). It may return early for any reason, so callers check their condition in a loop. */
void os_futex_wait(atomic_uint *word, unsigned expected, uint64_t deadline_ns);
void os_futex_wake_all(atomic_uint *word);

uint64_t os_clock_ns(void); /* nanoseconds of CLOCK_MONOTONIC */
struct timespec os_timespec(uint64_t ns);
/* Returns how long a thread of this process, named by its os_thread_id(), has had a CPU; 0 if there
 * is no such thread. */
uint64_t os_thread_cpu_ns(unsigned thread_id);
/* Initialises the condition variable so that its timeouts are times of os_clock_ns(). */
bool os_cond_init(pthread_cond_t *cond) NODISCARD;
unsigned os_cpu_count(void); /* number of CPUs that this process may run on, at least 1 */

/* Reads the processor's time-stamp counter, which goes up by some billions a second. It is for
 * callers that need only a rough duration. */
static inline uint64_t os_ticks(void)
{
	return __rdtsc();
}

/* Makes the library or program that has `address` stay in memory until the process ends. */
void os_pin_code(const void *address);

void os_yield(void);           /* lets other threads have the CPU */
void os_sleep_ns(uint64_t ns); /* sleeps for at most a second, perhaps for less than `ns` */

/* Sets *low and *high to the bounds of the calling thread's stack, which takes a while. False when
 * the system does not tell them. */
bool os_stack_bounds(uintptr_t *low, uintptr_t *high) NODISCARD;

#endif
