/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records of an event, in a page. A record has a slot until it has ended and the slot's next number
 * comes; so a slot with another number means that the record has ended. */
#define _GNU_SOURCE /* syscall() */
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "records_impl.h"

enum { SLOTS = 127, MAGIC = 0x45637067, LOOK_MS = 20, MOST_LOOKS = 50 };

struct slot {
	_Atomic uint64_t number, ended; /* numbers of records; equal: it has ended */
	_Atomic uint64_t started;       /* with pid: whose it is */
	_Atomic int32_t pid;
};

struct page {
	uint32_t magic;
	_Atomic uint32_t changes;    /* records that have ended, for futexes */
	_Atomic uint64_t next, last; /* numbers: taken, and to be waited for */
	struct slot slots[SLOTS];
};
HSAEMU_STATIC_ASSERT(sizeof(struct page) <= CU_PAGE_BYTES, "it is one page");

struct cu_records {
	atomic_uint uses;
	int file; /* of the process that has made them; -1: opened */
	struct page *page;
};

/* ---- the page -------------------------------------------------------------------------------- */

static struct cu_records *map(int file)
{
	struct cu_records *r = mem_try_new(1, sizeof *r);
	if (r != NULL)
		r->page = cu_shared_map(CU_PAGE_BYTES, file);
	if (r == NULL || r->page == NULL) {
		free(r);
		return NULL;
	}
	atomic_init(&r->uses, 1);
	r->file = -1;
	return r;
}

struct cu_records *cu_records_new(void)
{
	int file = cu_shared_file(CU_PAGE_BYTES);
	struct cu_records *r = file >= 0 ? map(file) : NULL;
	if (r == NULL) {
		if (file >= 0)
			close(file);
		return NULL;
	}
	r->file = file;
	r->page->magic = MAGIC;
	return r;
}

CUresult cu_records_open(const struct cu_place *p, struct cu_records **out)
{
	int file;
	if (p->bytes != CU_PAGE_BYTES)
		return CUDA_ERROR_INVALID_HANDLE;
	CUresult error = cu_place_open(p, &file);
	if (error != CUDA_SUCCESS)
		return error;
	*out = map(file);
	close(file);
	if (*out == NULL)
		return CUDA_ERROR_MAP_FAILED;
	if ((*out)->page->magic == MAGIC)
		return CUDA_SUCCESS;
	cu_records_drop(*out);
	return CUDA_ERROR_INVALID_HANDLE;
}

bool cu_records_place(const struct cu_records *r, struct cu_place *out)
{
	return r->file >= 0 && cu_place_of(r->file, out);
}

void cu_records_use(struct cu_records *r)
{
	/* relaxed: whoever calls this has a use already */
	atomic_fetch_add_explicit(&r->uses, 1, memory_order_relaxed);
}

void cu_records_drop(struct cu_records *r)
{
	if (r == NULL || atomic_fetch_sub(&r->uses, 1) != 1)
		return;
	munmap(r->page, CU_PAGE_BYTES);
	if (r->file >= 0)
		close(r->file);
	free(r);
}

/* ---- waiting --------------------------------------------------------------------------------- */

uint32_t cu_records_changes(const struct cu_records *r)
{
	return atomic_load(&r->page->changes);
}

void cu_records_sleep(struct cu_records *r, uint32_t changes)
{
	const struct timespec time = {.tv_nsec = LOOK_MS * 1000000l};
	syscall(SYS_futex, &r->page->changes, FUTEX_WAIT, changes, &time, NULL, 0);
}

void cu_records_change(struct cu_records *r)
{
	atomic_fetch_add(&r->page->changes, 1);
	syscall(SYS_futex, &r->page->changes, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

uint64_t cu_records_last(const struct cu_records *r)
{
	return atomic_load(&r->page->last);
}

static bool is_told(const struct slot *s, uint64_t number)
{
	return atomic_load(&s->number) != number || atomic_load(&s->ended) == number;
}

/* The number is entered behind whose it is, so it is looked at first. */
bool cu_record_has_ended(const struct cu_records *r, uint64_t number)
{
	const struct slot *s = &r->page->slots[number % SLOTS];
	if (is_told(s, number))
		return true;
	const struct cu_process maker = {atomic_load(&s->started), atomic_load(&s->pid)};
	return !cu_process_lives(&maker);
}

void cu_record_wait(struct cu_records *r, uint64_t number)
{
	const struct slot *s = &r->page->slots[number % SLOTS];
	for (;;) {
		uint32_t changes = cu_records_changes(r);
		if (is_told(s, number))
			return;
		cu_records_sleep(r, changes);
		if (cu_records_changes(r) == changes && cu_record_has_ended(r, number))
			return;
	}
}

/* ---- recording ------------------------------------------------------------------------------- */

/* Waits until the slot's record before has ended. One that was never entered, because its process
 * has ended just then, is waited for a second. */
static void await_slot(struct cu_records *r, const struct slot *s, uint64_t number)
{
	if (number <= SLOTS)
		return;
	for (int looks = 0; atomic_load(&s->number) != number - SLOTS && looks < MOST_LOOKS;
		looks++)
		cu_records_sleep(r, cu_records_changes(r));
	cu_record_wait(r, number - SLOTS);
}

uint64_t cu_record_begin(struct cu_records *r)
{
	struct page *p = r->page;
	const struct cu_process self = cu_process_self();
	uint64_t number = atomic_fetch_add(&p->next, 1) + 1;
	struct slot *s = &p->slots[number % SLOTS];
	await_slot(r, s, number);
	atomic_store(&s->pid, self.pid);
	atomic_store(&s->started, self.started);
	atomic_store(&s->number, number);
	/* the record of a later number may be entered before this one */
	for (uint64_t last = atomic_load(&p->last); last < number;)
		if (atomic_compare_exchange_weak(&p->last, &last, number))
			break;
	return number;
}

void cu_record_end(struct cu_records *r, uint64_t number)
{
	atomic_store(&r->page->slots[number % SLOTS].ended, number);
	cu_records_change(r);
}
