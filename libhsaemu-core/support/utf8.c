/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* UTF-8 as RFC 3629 has it. */
#include "diag_impl.h"

bool diag_utf8_is_tail(unsigned char c)
{
	return (c & 0xc0) == 0x80;
}

size_t diag_utf8_len(const char *p, size_t n)
{
	const unsigned char *u = (const unsigned char *)p;
	size_t want = u[0] < 0x80 ? 1 : u[0] < 0xc2 ? 0 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
	if (want == 0 || want > n || u[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < want; i++)
		if (!diag_utf8_is_tail(u[i]))
			return 0;
	if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f) ||
		(u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f))
		return 0;
	return want;
}
