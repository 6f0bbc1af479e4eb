/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Byte buffer: little-endian writers, patching, alignment. */
#include <criterion/criterion.h>
#include "hsaemu/buf.h"

Test(buf, writers_are_little_endian)
{
	struct buf b = BUF_INIT;
	buf_u8(&b, 1);
	buf_u16(&b, 0x2345);
	buf_u32(&b, 0x6789abcd);
	buf_u64(&b, 0x0123456789abcdef);
	static const unsigned char want[] = {1, 0x45, 0x23, 0xcd, 0xab, 0x89, 0x67, 0xef, 0xcd,
		0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
	cr_assert(b.len == sizeof want && memcmp(b.data, want, sizeof want) == 0);
	cr_assert(le16(b.data + 1) == 0x2345);
	cr_assert(le32(b.data + 3) == 0x6789abcd);
	cr_assert(le64(b.data + 7) == 0x0123456789abcdef);
	buf_release(&b);
}

Test(buf, alignment_pads_with_zeros)
{
	struct buf b = BUF_INIT;
	buf_align(&b, 16);
	cr_assert(b.len == 0);
	buf_puts(&b, "abc");
	buf_align(&b, 4);
	cr_assert(b.len == 4 && b.data[3] == 0);
	buf_align(&b, 4);
	cr_assert(b.len == 4);
	buf_release(&b);
}

Test(buf, extension_is_zeroed_after_clear)
{
	struct buf b = BUF_INIT;
	memset(buf_extend(&b, 100), 0xff, 100);
	buf_clear(&b);
	unsigned char *p = buf_extend(&b, 100);
	for (size_t i = 0; i < 100; i++)
		cr_assert(p[i] == 0);
	buf_release(&b);
}

Test(buf, patches)
{
	struct buf b = BUF_INIT;
	buf_extend(&b, 12);
	buf_patch_u32(&b, 0, 0xdeadbeef);
	buf_patch_u64(&b, 4, 42);
	cr_assert(le32(b.data) == 0xdeadbeef && le64(b.data + 4) == 42);
	buf_release(&b);
}

Test(buf, patch_past_the_end_is_a_bug, .exit_code = EXIT_BUG)
{
	struct buf b = BUF_INIT;
	buf_extend(&b, 3);
	buf_patch_u32(&b, 0, 1);
}

Test(buf, printing)
{
	struct buf b = BUF_INIT;
	for (int i = 0; i < 1000; i++)
		buf_printf(&b, "%d,", i % 10);
	cr_assert(b.len == 2000 && memcmp(b.data + 1990, "5,6,7,8,9,", 10) == 0);
	cr_assert(buf_slice(&b).n == 2000);
	buf_release(&b);
}

Test(buf, numbers_as_text)
{
	struct buf b = BUF_INIT;
	buf_decimal(&b, 0);
	buf_u8(&b, ' ');
	buf_decimal(&b, 10);
	buf_u8(&b, ' ');
	buf_decimal(&b, UINT64_MAX);
	buf_u8(&b, ' ');
	buf_hex(&b, 0, 1);
	buf_u8(&b, ' ');
	buf_hex(&b, 0xabc, 8);
	buf_u8(&b, ' ');
	buf_hex(&b, UINT64_MAX, 2);
	buf_fill(&b, '.', 3);
	buf_fill(&b, '!', 0);
	cr_assert(str_is(buf_slice(&b),
		"0 10 18446744073709551615 0 00000abc ffffffffffffffff..."));
	buf_release(&b);
}

Test(buf, long_text_is_formatted_whole)
{
	struct buf b = BUF_INIT;
	char text[200];
	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	buf_printf(&b, "%s%d", text, 7);
	cr_assert(b.len == 200 && b.data[198] == 'x' && b.data[199] == '7');
	buf_release(&b);
}
