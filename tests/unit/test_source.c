/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Line tables and positions. */
#include <criterion/criterion.h>
#include "hsaemu/diag.h"

static void expect(struct source *s, uint32_t off, uint32_t line, uint32_t col)
{
	uint32_t l, c;
	source_position(s, off, &l, &c);
	cr_assert(l == line && c == col, "offset %u is %u:%u, expected %u:%u", off, l, c, line,
		col);
}

Test(source, positions)
{
	static const char text[] = "ab\n\ncd\r\ne";
	struct source s;
	source_borrow(&s, "x", text, sizeof text - 1);
	expect(&s, 0, 1, 1);
	expect(&s, 2, 1, 3);
	expect(&s, 3, 2, 1);
	expect(&s, 4, 3, 1);
	expect(&s, 8, 4, 1);
	expect(&s, 9, 4, 2);
	cr_assert(str_is(source_line(&s, 1), "ab"));
	cr_assert(str_is(source_line(&s, 2), ""));
	cr_assert(str_is(source_line(&s, 3), "cd"));
	cr_assert(str_is(source_line(&s, 4), "e"));
	source_release(&s);
}

Test(source, empty_text)
{
	struct source s;
	source_borrow(&s, "x", "", 0);
	expect(&s, 0, 1, 1);
	cr_assert(source_line(&s, 1).n == 0);
	source_release(&s);
}

Test(source, many_lines)
{
	enum { LINES = 10000 };
	static char text[LINES * 2 + 1];
	struct source s;
	for (size_t i = 0; i < LINES; i++)
		memcpy(text + 2 * i, "x\n", 2);
	source_borrow(&s, "x", text, LINES * 2);
	for (uint32_t i = 0; i < LINES; i++)
		expect(&s, 2 * i, i + 1, 1);
	expect(&s, LINES * 2, LINES + 1, 1);
	source_release(&s);
}

Test(source, missing_file_is_an_io_error)
{
	const struct diag_options options = {.tool = "test"};
	struct diag d;
	struct source s;
	diag_init(&d, &options);
	cr_assert_not(source_load(&s, "/nonexistent/x.hsail", &d));
	cr_assert_eq(diag_exit_status(&d), EXIT_IO);
	source_release(&s);
	diag_release(&d);
}

Test(source, in_an_arena_needs_no_release)
{
	struct arena a;
	arena_init(&a);
	struct source *s = source_in_arena(&a, "x", "ab\ncd", 5);
	expect(s, 3, 2, 1);
	cr_assert(str_is(source_line(s, 2), "cd"));
	arena_release(&a);
}
