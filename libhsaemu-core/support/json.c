/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* JSON string literals (RFC 8259). */
#include "diag_impl.h"

void buf_json_string(struct buf *out, struct str s)
{
	buf_u8(out, '"');
	for (size_t i = 0; i < s.n;) {
		size_t n = diag_utf8_len(s.p + i, s.n - i);
		unsigned char c = (unsigned char)s.p[i];
		if (n == 0)
			buf_puts(out, "\\ufffd");
		else if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c < 0x20 || c == 0x7f)
			buf_printf(out, "\\u%04x", c);
		else
			buf_append(out, s.p + i, n);
		i += n == 0 ? 1 : n;
	}
	buf_u8(out, '"');
}
