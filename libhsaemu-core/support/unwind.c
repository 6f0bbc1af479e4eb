/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See unwind.h, and the two ways to give up: back to a scope, or out of the process.
 *
 * Each scope has the set of its blocks, a hash table with linear probing. The table lies beside the
 * blocks, not in them, so that a block that was taken outside of any scope is what malloc()
 * returned. */
#define _GNU_SOURCE /* program_invocation_short_name */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "unwind_impl.h"

struct block_set {
	void **slots;
	size_t count, capacity; /* the capacity is 0 or a power of two */
};

struct scope {
	struct scope *outer;
	struct unwind_guard *guards; /* the latest first */
	struct unwind_report *why;
	enum unwind_end end;
	struct block_set blocks;
	jmp_buf back;
};

static _Thread_local struct scope *innermost;

/* ---- sets of blocks -------------------------------------------------------------------------- */

static size_t home_of(const struct block_set *set, uintptr_t block)
{
	uint64_t h = (uint64_t)block * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(h >> 32) & (set->capacity - 1);
}

static size_t after(const struct block_set *set, size_t slot)
{
	return (slot + 1) & (set->capacity - 1);
}

static void set_add(struct block_set *set, void *block)
{
	size_t slot = home_of(set, (uintptr_t)block);
	while (set->slots[slot] != NULL)
		slot = after(set, slot);
	set->slots[slot] = block;
	set->count++;
}

/* Makes room for `more` blocks; at most half of the slots are used. */
static bool set_grow(struct block_set *set, size_t more)
{
	struct block_set larger = {.capacity = set->capacity < 64 ? 64 : set->capacity};
	while (larger.capacity / 2 < set->count + more)
		larger.capacity *= 2;
	if (larger.capacity == set->capacity)
		return true;
	larger.slots = calloc(larger.capacity, sizeof *larger.slots);
	if (larger.slots == NULL)
		return false;
	for (size_t i = 0; i < set->capacity; i++)
		if (set->slots[i] != NULL)
			set_add(&larger, set->slots[i]);
	free(set->slots);
	*set = larger;
	return true;
}

/* Moves up those behind an empty slot that would not be found any more. */
static void close_gap(struct block_set *set, size_t gap)
{
	for (size_t at = after(set, gap); set->slots[at] != NULL; at = after(set, at)) {
		size_t distance =
			(at - home_of(set, (uintptr_t)set->slots[at])) & (set->capacity - 1);
		if (distance < ((at - gap) & (set->capacity - 1)))
			continue;
		set->slots[gap] = set->slots[at];
		set->slots[at] = NULL;
		gap = at;
	}
}

static bool set_remove(struct block_set *set, uintptr_t block)
{
	if (set->capacity == 0)
		return false;
	size_t slot = home_of(set, block);
	while (set->slots[slot] != NULL && (uintptr_t)set->slots[slot] != block)
		slot = after(set, slot);
	if (set->slots[slot] == NULL)
		return false;
	set->slots[slot] = NULL;
	set->count--;
	close_gap(set, slot);
	return true;
}

static void set_free_blocks(struct block_set *set)
{
	for (size_t i = 0; i < set->capacity; i++)
		free(set->slots[i]);
	free(set->slots);
	*set = (struct block_set){0};
}

/* ---- what the allocators tell ---------------------------------------------------------------- */

void unwind_make_room(void)
{
	if (innermost != NULL && !set_grow(&innermost->blocks, 1))
		oom();
}

void unwind_took(void *block)
{
	if (innermost != NULL)
		set_add(&innermost->blocks, block);
}

/* The scope that a block was taken in, which has forgotten it now; NULL if there is none. */
static struct scope *scope_that_loses(uintptr_t block)
{
	struct scope *s = innermost;
	while (s != NULL && !set_remove(&s->blocks, block))
		s = s->outer;
	return s;
}

void unwind_moved(uintptr_t from, void *to)
{
	struct scope *s = scope_that_loses(from);
	if (s != NULL)
		set_add(&s->blocks, to);
}

void unwind_gave(const void *block)
{
	(void)scope_that_loses((uintptr_t)block);
}

/* ---- scopes ---------------------------------------------------------------------------------- */

bool unwind_is_on(void)
{
	return innermost != NULL;
}

void unwind_guard_begin(struct unwind_guard *g)
{
	if (innermost == NULL)
		return;
	g->below = innermost->guards;
	innermost->guards = g;
}

void unwind_guard_end(struct unwind_guard *g)
{
	if (innermost != NULL)
		innermost->guards = g->below;
}

/* Guards are in stack frames that are still there. Each is taken off before it is run, so that one
 * that comes back here itself does not run again. */
static NORETURN void leave(enum unwind_end end, bool from_library)
{
	struct scope *s = innermost;
	s->end = end;
	while (s->guards != NULL) {
		struct unwind_guard *g = s->guards;
		s->guards = g->below;
		if (!from_library || !g->is_of_library)
			g->release(g->arg);
	}
	longjmp(s->back, 1);
}

static NORETURN void die_of_bug(const char *file, int line, const char *fmt, va_list ap)
	PRINTF_LIKE(3, 0);
static NORETURN void die_of_bug(const char *file, int line, const char *fmt, va_list ap)
{
	fflush(stdout);
	fprintf(stderr, "%s:%d: internal error: ", file, line);
	vfprintf(stderr, fmt, ap);
	fputs("\nThis is a mistake in HSAemu, please report it with the input that shows it.\n",
		stderr);
	_Exit(EXIT_BUG);
}

void bug_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	if (innermost == NULL)
		die_of_bug(file, line, fmt, ap);
	char *text = innermost->why->text;
	size_t room = sizeof innermost->why->text;
	int n = snprintf(text, room, "%s:%d: internal error: ", file, line);
	if (n > 0 && (size_t)n < room)
		vsnprintf(text + n, room - (size_t)n, fmt, ap);
	leave(UNWIND_BUG, false);
}

void oom(void)
{
	if (innermost != NULL)
		leave(UNWIND_NO_MEMORY, false);
	fprintf(stderr, "%s: error: out of memory\n", program_invocation_short_name);
	_Exit(EXIT_BUG);
}

void unwind_from_library(enum unwind_end end, const char *text)
{
	if (text != NULL)
		snprintf(innermost->why->text, sizeof innermost->why->text, "%s", text);
	leave(end, true);
}

void unwind_again(enum unwind_end end, const struct unwind_report *why)
{
	if (innermost == NULL) {
		if (end == UNWIND_BUG)
			BUG("%s", why->text);
		oom();
	}
	*innermost->why = *why;
	leave(end, false);
}

static bool come_to_end(struct scope *s, void (*work)(void *arg), void *arg)
{
	if (setjmp(s->back) != 0)
		return false;
	work(arg);
	return true;
}

/* Hands the blocks of work that is done to the scope around it. */
static bool hand_over(struct scope *s)
{
	if (s->outer == NULL)
		return true;
	if (!set_grow(&s->outer->blocks, s->blocks.count))
		return false;
	for (size_t i = 0; i < s->blocks.capacity; i++)
		if (s->blocks.slots[i] != NULL)
			set_add(&s->outer->blocks, s->blocks.slots[i]);
	return true;
}

enum unwind_end unwind_run(void (*work)(void *arg), void *arg, struct unwind_report *why)
{
	struct scope s = {.outer = innermost, .why = why, .end = UNWIND_DONE};
	innermost = &s;
	bool done = come_to_end(&s, work, arg);
	innermost = s.outer;
	if (done && !hand_over(&s))
		s.end = UNWIND_NO_MEMORY;
	if (s.end != UNWIND_DONE)
		set_free_blocks(&s.blocks);
	free(s.blocks.slots);
	return s.end;
}
