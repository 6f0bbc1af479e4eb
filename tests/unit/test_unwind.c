/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scopes that oom() and BUG() return to. That nothing leaks is LSan's to say. */
#include <criterion/criterion.h>
#include "hsaemu/arena.h"
#include "hsaemu/buf.h"
#include "hsaemu/unwind.h"

struct work {
	char *kept;
	struct buf before;
	int released;
	enum unwind_end inner;
	struct unwind_report why;
};

static void keep(void *arg)
{
	struct work *w = arg;
	w->kept = mem_new(100, 1);
	mem_free(mem_new(1, 1));
	buf_puts(&w->before, "more than the few bytes that were there before, so that it moves");
}

Test(unwind, done)
{
	struct work w = {.before = BUF_INIT};
	buf_u8(&w.before, 'x');
	cr_assert_eq(unwind_run(keep, &w, &w.why), UNWIND_DONE);
	w.kept[99] = 1;
	cr_assert(w.before.len > 50 && w.before.data[1] == 'm');
	mem_free(w.kept);
	buf_release(&w.before);
	cr_assert(!unwind_is_on());
}

static void starve(void *arg)
{
	struct work *w = arg;
	struct arena a;
	arena_init(&a);
	for (size_t i = 0; i < 1000; i++) {
		struct buf b = BUF_INIT;
		buf_fill(&b, 'x', i);
		char *text = arena_printf(&a, "%s %zu", "text", i);
		cr_assert_eq(text[0], 't');
		if (i % 3 == 0)
			buf_release(&b);
	}
	buf_fill(&w->before, 'y', 10000);
	oom();
}

Test(unwind, no_memory)
{
	struct work w = {.before = BUF_INIT};
	buf_u8(&w.before, 'x');
	cr_assert_eq(unwind_run(starve, &w, &w.why), UNWIND_NO_MEMORY);
	/* it was there before, so it is still there, also where it was moved to */
	cr_assert(w.before.len == 10001 && w.before.data[10000] == 'y');
	buf_release(&w.before);
}

static void release(void *arg)
{
	struct work *w = arg;
	w->released++;
}

static void give_up(void *arg)
{
	struct work *w = arg;
	struct unwind_guard outer = {.release = release, .arg = w};
	struct unwind_guard ended = {.release = release, .arg = w};
	unwind_guard_begin(&outer);
	unwind_guard_begin(&ended);
	unwind_guard_end(&ended);
	BUG("%d is not %d", 1, 2);
}

static void nest(void *arg)
{
	struct work *w = arg;
	struct unwind_guard library = {.release = release, .arg = w, .is_of_library = true};
	w->kept = mem_new(10, 1);
	w->inner = unwind_run(give_up, w, &w->why);
	w->kept[9] = 1;
	unwind_guard_begin(&library);
	unwind_from_library(UNWIND_NO_MEMORY, NULL);
}

Test(unwind, nested)
{
	struct work w = {.released = 0};
	struct unwind_report why;
	cr_assert_eq(unwind_run(nest, &w, &why), UNWIND_NO_MEMORY);
	cr_assert_eq(w.inner, UNWIND_BUG);
	cr_assert_eq(w.released, 1, "%d guards", w.released);
	cr_assert_not_null(strstr(w.why.text, "test_unwind.c:"));
	cr_assert_not_null(strstr(w.why.text, ": internal error: 1 is not 2"));
}

static void pass_on(void *arg)
{
	struct work *w = arg;
	enum unwind_end end = unwind_run(give_up, w, &w->why);
	unwind_again(end, &w->why);
}

Test(unwind, again)
{
	struct work w = {.released = 0};
	struct unwind_report why;
	cr_assert_eq(unwind_run(pass_on, &w, &why), UNWIND_BUG);
	cr_assert_str_eq(why.text, w.why.text);
}

static void inner_keeps(void *arg)
{
	struct work *w = arg;
	cr_assert_eq(unwind_run(keep, w, &w->why), UNWIND_DONE);
	oom(); /* what the inner scope has kept is the outer one's */
}

Test(unwind, inherited)
{
	struct work w = {.before = BUF_INIT};
	cr_assert_eq(unwind_run(inner_keeps, &w, &w.why), UNWIND_NO_MEMORY);
}

enum { BLOCKS = 5000 };

/* Blocks that come and go in another order than they came. */
static void shuffle(void *arg)
{
	static void *blocks[BLOCKS];
	struct work *w = arg;
	size_t at = 0;
	for (size_t i = 0; i < BLOCKS * 5; i++) {
		at = (at * 1103515245 + 12345) % BLOCKS;
		if (i % 7 == 0)
			blocks[at] = mem_resize(blocks[at], 1 + i % 5000);
		else {
			mem_free(blocks[at]);
			blocks[at] = i % 3 == 0 ? NULL : mem_new(i % 100, 1);
		}
	}
	w->released = 1;
	oom();
}

Test(unwind, many)
{
	struct work w = {.released = 0};
	cr_assert_eq(unwind_run(shuffle, &w, &w.why), UNWIND_NO_MEMORY);
	cr_assert_eq(w.released, 1);
}
