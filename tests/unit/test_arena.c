/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arena: alignment, zeroed memory, growth over block borders, formatted strings. */
#include <criterion/criterion.h>
#include "hsaemu/arena.h"

static struct arena a;

static void setup(void)
{
	arena_init(&a);
}

static void teardown(void)
{
	arena_release(&a);
}

TestSuite(arena, .init = setup, .fini = teardown);

Test(arena, aligns_every_power_of_two)
{
	for (size_t align = 1; align <= 64; align *= 2) {
		(void)!arena_alloc(&a, 1, 1);
		uintptr_t p = (uintptr_t)arena_alloc(&a, 3, align);
		cr_assert(p % align == 0, "alignment %zu", align);
	}
}

Test(arena, blocks_are_zeroed_and_do_not_overlap)
{
	unsigned char *blocks[2000];
	for (size_t i = 0; i < ARRAY_LEN(blocks); i++) {
		size_t n = 1 + i % 97;
		blocks[i] = arena_alloc(&a, n, 8);
		for (size_t k = 0; k < n; k++)
			cr_assert(blocks[i][k] == 0);
		memset(blocks[i], (int)(i & 0xff), n);
	}
	for (size_t i = 0; i < ARRAY_LEN(blocks); i++)
		for (size_t k = 0; k < 1 + i % 97; k++)
			cr_assert(blocks[i][k] == (i & 0xff));
}

Test(arena, large_requests_keep_the_current_block)
{
	char *before = arena_alloc(&a, 8, 1);
	char *large = arena_alloc(&a, 10 << 20, 64);
	char *after = arena_alloc(&a, 8, 1);
	large[(10 << 20) - 1] = 1;
	cr_assert(after == before + 8);
}

Test(arena, strings)
{
	cr_assert_str_eq(arena_strndup(&a, "kernel", 4), "kern");
	cr_assert_str_eq(arena_strndup(&a, NULL, 0), "");
	cr_assert_str_eq(arena_printf(&a, "%s:%d", "x", 42), "x:42");
}

Test(arena, typed_macros)
{
	uint64_t *one = ARENA_NEW(&a, uint64_t);
	uint16_t *many = ARENA_ARRAY(&a, uint16_t, 100);
	cr_assert(*one == 0 && many[99] == 0);
	cr_assert((uintptr_t)one % _Alignof(uint64_t) == 0);
}

Test(arena, empty_requests)
{
	cr_assert_not_null(arena_alloc(&a, 0, 1));
	cr_assert_not_null(arena_alloc_array(&a, 0, 8, 8));
}
