/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Linux's pages, futexes, clocks and CPU counts for the runtime, so that only the folder rt/os has
 * calls that POSIX does not name (os_impl.h). */
#define _GNU_SOURCE /* syscall(), MAP_ANONYMOUS, madvise(), sched_getaffinity(),
                       pthread_getattr_np(), dladdr() */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "rt/os/os_impl.h"

static size_t page_round(size_t bytes)
{
	return (size_t)align_up(bytes, OS_PAGE_BYTES);
}

static void *map_at(uintptr_t at, size_t bytes, int prot, int flags)
{
	void *p = mmap((void *)at, bytes, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags,
		-1, 0);
	return p == MAP_FAILED ? NULL : p;
}

/* Maps pages below 4 GiB. MAP_32BIT searches one GiB only, so when that is full, other addresses
 * are tried one by one. */
static void *map_low(size_t bytes, int prot)
{
	const uintptr_t first = 16 << 20, step = 16 << 20, end = (uintptr_t)1 << 32;
	if (bytes > end - first)
		return NULL;
	void *p = map_at(0, bytes, prot, MAP_32BIT);
	for (uintptr_t at = first; p == NULL && at <= end - bytes; at += step)
		p = map_at(at, bytes, prot, MAP_FIXED_NOREPLACE);
	return p;
}

void *os_map(size_t bytes)
{
	return bytes > SIZE_MAX / 2 ? NULL
	                            : map_at(0, page_round(bytes), PROT_READ | PROT_WRITE, 0);
}

void *os_map_low(size_t bytes)
{
	return bytes > SIZE_MAX / 2 ? NULL : map_low(page_round(bytes), PROT_READ | PROT_WRITE);
}

void os_unmap(void *base, size_t bytes)
{
	if (base != NULL && munmap(base, page_round(bytes)) != 0)
		BUG("munmap of a block that is not mapped");
}

void *os_map_guarded(size_t bytes, bool low)
{
	if (bytes > SIZE_MAX / 2)
		return NULL;
	size_t inner = page_round(bytes), whole = inner + 2 * OS_PAGE_BYTES;
	uint8_t *p = low ? map_low(whole, PROT_NONE) : map_at(0, whole, PROT_NONE, 0);
	if (p == NULL)
		return NULL;
	if (inner != 0 && mprotect(p + OS_PAGE_BYTES, inner, PROT_READ | PROT_WRITE) != 0) {
		os_unmap(p, whole);
		return NULL;
	}
	return p + OS_PAGE_BYTES;
}

void os_unmap_guarded(void *base, size_t bytes)
{
	if (base != NULL)
		os_unmap((uint8_t *)base - OS_PAGE_BYTES, page_round(bytes) + 2 * OS_PAGE_BYTES);
}

/* Returns whether the process has a limit on address space, which wide fences would use up. */
static bool is_space_limited(void)
{
	struct rlimit limit;
	return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

/* a prime number of places, so that equal distances are no multiples of it */
enum { STAGGERS = 61, STAGGER_BYTES = STAGGERS * (2 << 20) };

static bool fence_pages(struct os_fenced *f, size_t bytes, size_t fence, bool low)
{
	const size_t huge = 2 << 20;
	size_t inner = page_round(bytes), whole = inner + 2 * fence;
	if (whole < inner)
		return false;
	uint8_t *p = low ? map_low(whole, PROT_NONE) : map_at(0, whole, PROT_NONE, 0);
	if (p == NULL)
		return false;
	uint8_t *pages = p + fence;
	/* The pages begin where large pages do, if the fence before them is wide enough to give up
	 * the difference. Processors of the Zen family find lines by the low 28 bits of their
	 * address, so two streams at a distance of 2^28 push each other out of the first cache
	 * (saxpy of 256 MiB: 28 ms instead of 17). Wide fences make such distances, so blocks begin
	 * at different multiples of large pages. */
	if (inner >= huge && fence > STAGGER_BYTES + huge)
		pages -= (uintptr_t)pages % huge + ((uintptr_t)p >> 28) % STAGGERS * huge;
	if (inner != 0 && mprotect(pages, inner, PROT_READ | PROT_WRITE) != 0) {
		os_unmap(p, whole);
		return false;
	}
	*f = (struct os_fenced){pages, inner, (size_t)(pages - p), p, whole};
	return true;
}

bool os_fence(struct os_fenced *f, size_t bytes, size_t fence, bool low)
{
	if (bytes > SIZE_MAX / 2)
		return false;
	if (!low && fence > OS_LEAST_FENCE && !is_space_limited() &&
		fence_pages(f, bytes, fence, false))
		return true;
	return fence_pages(f, bytes, OS_LEAST_FENCE, low);
}

void os_unfence(struct os_fenced *f)
{
	os_unmap(f->whole, f->whole_bytes);
	*f = (struct os_fenced){0};
}

bool os_protect(void *base, size_t bytes, enum os_access access)
{
	static const int prot[] = {
		PROT_READ, PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC, PROT_NONE};
	return mprotect(base, page_round(bytes), prot[access]) == 0;
}

bool os_is_readable(const void *at)
{
	uint8_t byte;
	struct iovec to = {&byte, 1}, from = {(void *)(uintptr_t)at, 1};

	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1 || errno != EFAULT;
}

/* As Linux writes it: "32768K". */
static uint64_t cache_of(const char *path)
{
	char text[32];
	unsigned long kib = 0;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	text[n > 0 ? n : 0] = 0;
	kib = strtoul(text, NULL, 10);
	return (uint64_t)kib << 10;
}

uint64_t os_cache_bytes(void)
{
	enum { USUAL = 32 << 20 };
	uint64_t bytes = cache_of("/sys/devices/system/cpu/cpu0/cache/index3/size");
	if (bytes == 0)
		bytes = cache_of("/sys/devices/system/cpu/cpu0/cache/index2/size");
	return bytes != 0 ? bytes : USUAL;
}

void os_advise_huge(void *base, size_t bytes)
{
	/* A kernel without large pages refuses this, and the memory serves as well without them. */
	int unused = madvise(base, page_round(bytes), MADV_HUGEPAGE);
	(void)unused;
}

struct timespec os_timespec(uint64_t ns)
{
	return (struct timespec){
		.tv_sec = (time_t)(ns / 1000000000u),
		.tv_nsec = (long)(ns % 1000000000u),
	};
}

void os_futex_wait(atomic_uint *word, unsigned expected, uint64_t deadline_ns)
{
	struct timespec t = os_timespec(deadline_ns);
	/* The BITSET form takes an absolute CLOCK_MONOTONIC deadline. Every outcome (woken,
	 * changed, interrupted, timed out) sends the caller back to look at its condition. */
	syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected,
		deadline_ns == UINT64_MAX ? NULL : &t, NULL, FUTEX_BITSET_MATCH_ANY);
}

void os_futex_wake_all(atomic_uint *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT32_MAX, NULL, NULL, 0);
}

uint64_t os_clock_ns(void)
{
	struct timespec t;
	if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
		BUG("no monotonic clock");
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t os_thread_cpu_ns(unsigned thread_id)
{
	enum { PER_THREAD_AND_SCHED = 4 | 2 }; /* Linux: CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED */
	struct timespec t;
	if (clock_gettime((clockid_t)(~thread_id << 3 | PER_THREAD_AND_SCHED), &t) != 0)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

unsigned os_cpu_count(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (unsigned)CPU_COUNT(&set);
	/* the machine has more CPUs than a cpu_set_t can name, so the number of CPUs online is
	 * used */
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}

void os_pin_code(const void *address)
{
	Dl_info info;
	/* the handle is dropped: RTLD_NODELETE is what counts */
	if (dladdr(address, &info) != 0)
		(void)dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

void os_yield(void)
{
	sched_yield();
}

void os_sleep_ns(uint64_t ns)
{
	struct timespec t = {.tv_nsec = (long)(ns < 999999999 ? ns : 999999999)};
	nanosleep(&t, NULL);
}

bool os_stack_bounds(uintptr_t *low, uintptr_t *high)
{
	pthread_attr_t attr;
	void *base = NULL;
	size_t bytes = 0;
	if (pthread_getattr_np(pthread_self(), &attr) != 0)
		return false;
	bool known = pthread_attr_getstack(&attr, &base, &bytes) == 0;
	pthread_attr_destroy(&attr);
	*low = (uintptr_t)base;
	*high = *low + bytes;
	return known;
}

bool os_cond_init(pthread_cond_t *cond)
{
	pthread_condattr_t attr;
	if (pthread_condattr_init(&attr) != 0)
		return false;
	bool done = pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0 &&
	            pthread_cond_init(cond, &attr) == 0;
	pthread_condattr_destroy(&attr);
	return done;
}
