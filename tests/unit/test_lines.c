/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reader of line tables: one that is right, and the same with sizes that lead out of it. */
#include <criterion/criterion.h>
#include "hsaemu/buf.h"
#include "hsaemu/image.h"

/* Offsets of what the tests make wrong. */
enum { UNIT_BYTES = 0, HEADER_BYTES = 6, LINE_RANGE = 14, OPCODE_BASE = 15, EXTENDED_BYTES = 42 };

static const uint8_t table[] = {
	61, 0, 0, 0, 4, 0, /* bytes, version */
	31, 0, 0, 0, 1, 1, 1, 0xfb, 14,
	13, /* header's bytes, lengths, line base and range, opcodes */
	0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1,      /* operands of standard opcodes */
	0, 'a', '.', 'h', 's', 'a', 'i', 'l', 0, /* no folders; a file */
	0, 0, 0, 0,                              /* its folder, date, size; no more files */
	0, 9, 2, 0, 0x10, 0, 0, 0, 0, 0, 0,      /* address 0x1000 */
	3, 6, 1,                                 /* line 7 */
	2, 8, 3, 2, 1,                           /* 8 bytes on, line 9 */
	2, 8, 0, 1, 1,                           /* 8 bytes on: the end */
};
_Static_assert(sizeof table == 65, "the unit's bytes and these four");

static bool find(const uint8_t *bytes, size_t len, uint64_t at, uint64_t line)
{
	/* by itself, so that sanitizers see what lies beyond */
	uint8_t *copy = mem_new(len + 1, 1);
	struct image_line found = {0};
	memcpy(copy, bytes, len);
	const struct image_lines lines = {{(const char *)copy, len}, {"", 0}};
	bool ok = image_line_find(&lines, at, &found) && found.line == line &&
	          strcmp(found.file, "a.hsail") == 0;
	free(copy);
	return ok;
}

Test(lines, are_found)
{
	cr_assert(find(table, sizeof table, 0x1000, 7));
	cr_assert(find(table, sizeof table, 0x1007, 7));
	cr_assert(find(table, sizeof table, 0x100f, 9));
	cr_assert_not(find(table, sizeof table, 0xfff, 7));
	cr_assert_not(find(table, sizeof table, 0x1010, 9));
}

Test(lines, stay_in_the_table)
{
	static const struct {
		unsigned at, first, last;
	} wrong[] = {{UNIT_BYTES, 62, 255}, {HEADER_BYTES, 0, 30}, {HEADER_BYTES, 56, 255},
		{LINE_RANGE, 0, 0}, {OPCODE_BASE, 0, 9}, {EXTENDED_BYTES, 0, 0},
		{EXTENDED_BYTES, 30, 255}};
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		for (unsigned v = wrong[i].first; v <= wrong[i].last; v++) {
			uint8_t bytes[sizeof table];
			memcpy(bytes, table, sizeof table);
			bytes[wrong[i].at] = (uint8_t)v;
			cr_assert_not(find(bytes, sizeof bytes, 0x1000, 7), "%u: %u", wrong[i].at,
				v);
		}
	}
	for (size_t len = 0; len < sizeof table; len++)
		cr_assert_not(find(table, len, 0x1000, 7));
}
