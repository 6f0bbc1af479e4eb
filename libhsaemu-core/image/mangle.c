/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAIL names and ELF names.
 *
 * An HSAIL name is a sigil and [A-Za-z_][A-Za-z0-9_.]* (PRM 4.6), but BRIG may hold any bytes; the
 * others are written $xx. What an HSAIL name must not be mistaken for - a function's `fn.f`, `fw.f`
 * and `fd.f`, a descriptor's `k.kd`, the finalizer's and the C compiler's own symbols - is kept
 * apart by escaping one character, which demangling undoes without knowing why. */
#include "hsaemu/image.h"

static const char *const c_functions[] = {"memcpy", "memmove", "memset", "memcmp", "fma", "fmaf"};

static bool is_plain(unsigned char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.';
}

static bool ends_with_kd(struct str s)
{
	return s.n >= 3 && memcmp(s.p + s.n - 3, ".kd", 3) == 0;
}

static bool is_of_function(struct str s)
{
	return str_starts(s, STR("fn.")) || str_starts(s, STR("fw.")) || str_starts(s, STR("fd."));
}

static bool is_reserved(struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(c_functions); i++)
		if (str_is(name, c_functions[i]))
			return true;
	return str_starts(name, STR("_")) || str_starts(name, STR(".")) || is_of_function(name) ||
	       str_starts(name, STR("hsa_")) || str_starts(name, STR("hsa."));
}

void image_mangle(struct str name, struct buf *out)
{
	if (name.n > 0 && (name.p[0] == '&' || name.p[0] == '%'))
		name = str_skip(name, 1);
	size_t first = is_reserved(name) ? 0 : name.n,
	       dot = ends_with_kd(name) ? name.n - 3 : name.n;
	for (size_t i = 0; i < name.n; i++) {
		unsigned char c = (unsigned char)name.p[i];
		if (is_plain(c) && i != first && i != dot)
			buf_u8(out, c);
		else
			buf_printf(out, "$%02x", c);
	}
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void image_mangle_static(struct str module, struct str hsail_name, struct buf *out)
{
	buf_puts(out, "hsa_static.");
	image_mangle(module, out);
	buf_puts(out, "$.");
	image_mangle(hsail_name, out);
}

void image_demangle(struct str s, struct buf *out)
{
	if (is_of_function(s))
		s = str_skip(s, 3);
	else if (ends_with_kd(s) && s.n > 3)
		s.n -= 3;
	buf_u8(out, '&');
	for (size_t i = 0; i < s.n; i++) {
		bool escape = s.p[i] == '$' && i + 2 < s.n && hex_digit(s.p[i + 1]) >= 0 &&
		              hex_digit(s.p[i + 2]) >= 0;
		if (escape) {
			buf_u8(out, (uint8_t)(hex_digit(s.p[i + 1]) << 4 | hex_digit(s.p[i + 2])));
			i += 2;
		} else {
			buf_u8(out, (uint8_t)s.p[i]);
		}
	}
}
