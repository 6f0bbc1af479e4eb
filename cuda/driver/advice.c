/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Advice on pages: a list of ranges in the order of addresses, which do not overlap. Pages in none
 * of them have no advice. */
#include <stdlib.h>
#include "advice_impl.h"
#include "hsaemu/base.h"

enum { PAGE_BYTES = 4096 };

struct range {
	struct range *next;
	uintptr_t first, end;
	struct cu_advice advice;
};

static pthread_mutex_t advice_lock = PTHREAD_MUTEX_INITIALIZER;
static struct range *all_advice; /* guarded by it */

static uintptr_t page_of(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE_BYTES - 1);
}

static uintptr_t end_of(uintptr_t at, size_t bytes)
{
	return (uintptr_t)align_up(at + bytes, PAGE_BYTES);
}

/* Makes a range behind a link. */
static struct range *insert(struct range **link, uintptr_t first, uintptr_t end,
	const struct cu_advice *a)
{
	struct range *r = mem_try_new(1, sizeof *r);
	if (r == NULL)
		return NULL;
	*r = (struct range){*link, first, end, *a};
	*link = r;
	return r;
}

/* Has a range that goes over an address end there, and another one begin. */
static bool split(uintptr_t at)
{
	struct range *r = all_advice;
	while (r != NULL && !(r->first < at && at < r->end))
		r = r->next;
	if (r == NULL)
		return true;
	if (insert(&r->next, at, r->end, &r->advice) == NULL)
		return false;
	r->end = at;
	return true;
}

/* Fills what is in no range with such of no advice. */
static bool fill(uintptr_t first, uintptr_t end)
{
	const struct cu_advice none = {.read_mostly = false};
	struct range **link = &all_advice;
	for (uintptr_t at = first; at < end;) {
		while (*link != NULL && (*link)->end <= at)
			link = &(*link)->next;
		uintptr_t to = *link != NULL && (*link)->first < end ? (*link)->first : end;
		if (at < to && insert(link, at, to, &none) == NULL)
			return false;
		at = (*link)->end;
	}
	return true;
}

static void apply(struct cu_advice *a, const struct cu_advice_change *c)
{
	const CUmemLocation none = {CU_MEM_LOCATION_TYPE_INVALID, 0};
	uint32_t bit = 1u << ((unsigned)c->place.id % 32);
	switch (c->what) {
	case CU_ADVISE_READ_MOSTLY:
		a->read_mostly = c->on;
		break;
	case CU_ADVISE_PREFERRED:
		a->preferred = c->on ? c->place : none;
		break;
	case CU_ADVISE_ACCESS:
		if (c->place.type != CU_MEM_LOCATION_TYPE_DEVICE) /* the host has it anyway */
			break;
		a->accessed_by = c->on ? a->accessed_by | bit : a->accessed_by & ~bit;
		break;
	case CU_ADVISE_PREFETCHED:
		a->prefetched = c->place;
		break;
	}
}

bool cu_advice_change(uintptr_t at, size_t bytes, const struct cu_advice_change *c)
{
	uintptr_t first = page_of(at), end = end_of(at, bytes);
	pthread_mutex_lock(&advice_lock);
	bool ready = split(first) && split(end) && fill(first, end);
	for (struct range *r = all_advice; ready && r != NULL; r = r->next)
		if (r->first < end && first < r->end)
			apply(&r->advice, c);
	pthread_mutex_unlock(&advice_lock);
	return ready;
}

static void keep_common(CUmemLocation *of, const CUmemLocation *with)
{
	if (of->type != with->type || of->id != with->id)
		*of = (CUmemLocation){CU_MEM_LOCATION_TYPE_INVALID, 0};
}

void cu_advice_get(uintptr_t at, size_t bytes, struct cu_advice *out)
{
	uintptr_t first = page_of(at), end = end_of(at, bytes), next = first;
	bool is_first = true;
	pthread_mutex_lock(&advice_lock);
	for (const struct range *r = all_advice; r != NULL && next < end; r = r->next) {
		if (r->end <= next)
			continue;
		if (r->first > next) /* pages without advice */
			break;
		if (is_first)
			*out = r->advice;
		is_first = false;
		keep_common(&out->preferred, &r->advice.preferred);
		keep_common(&out->prefetched, &r->advice.prefetched);
		out->accessed_by &= r->advice.accessed_by;
		out->read_mostly &= r->advice.read_mostly;
		next = r->end;
	}
	pthread_mutex_unlock(&advice_lock);
	if (next < end)
		*out = (struct cu_advice){.read_mostly = false};
}

void cu_advice_forget(uintptr_t at, size_t bytes)
{
	uintptr_t first = page_of(at), end = end_of(at, bytes);
	pthread_mutex_lock(&advice_lock);
	for (struct range **link = &all_advice; *link != NULL;) {
		struct range *r = *link;
		if (r->end <= first || end <= r->first) {
			link = &r->next;
			continue;
		}
		*link = r->next;
		free(r);
	}
	pthread_mutex_unlock(&advice_lock);
}
