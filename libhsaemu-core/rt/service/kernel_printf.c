/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The printf of kernels. It takes the formats of C 7.23.6.1, without %n, which no language for GPUs
 * has, and the vectors of OpenCL C 6.12.13. Width and precision may be '*'; both are at most
 * MOST_WIDE. If a format has a '%' that begins no conversion, the format is printed literally from
 * there on, because nothing says which value comes next. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hsaemu/base.h"
#include "rt/os/os_impl.h"
#include "rt/service/kernel_printf_impl.h"

enum { MOST_WIDE = 4095, MOST_ELEMENTS = 16 };

/* ---- text ----------------------------------------------------------------------------------- */

void rt_text_release(struct rt_text *t)
{
	free(t->bytes);
	*t = (struct rt_text){0};
}

void rt_text_clear(struct rt_text *t)
{
	t->len = 0;
	t->failed = false;
}

static bool make_room(struct rt_text *t, size_t n)
{
	if (t->capacity - t->len > n || t->failed)
		return !t->failed;
	size_t capacity = 2 * (t->len + n) + 256;
	char *bytes = mem_try_new(capacity, 1);
	t->failed = bytes == NULL;
	if (t->failed)
		return false;
	if (t->len != 0)
		memcpy(bytes, t->bytes, t->len);
	free(t->bytes);
	t->bytes = bytes;
	t->capacity = capacity;
	return true;
}

void rt_text_append(struct rt_text *t, const char *s, size_t n)
{
	if (!make_room(t, n))
		return;
	memcpy(t->bytes + t->len, s, n);
	t->len += n;
}

static void fill(struct rt_text *t, char c, size_t n)
{
	if (!make_room(t, n))
		return;
	memset(t->bytes + t->len, c, n);
	t->len += n;
}

void rt_text_printf(struct rt_text *t, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0 || !make_room(t, (size_t)n + 1))
		return;
	va_start(ap, fmt);
	vsnprintf(t->bytes + t->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	t->len += (size_t)n;
}

static bool is_zero(const char *at, size_t bytes)
{
	while (bytes > 0 && at[bytes - 1] == 0)
		bytes--;
	return bytes == 0;
}

/* Sets *out to the number of elements before the first that is 0, but at most `most`. Kernels may
 * give any number for a string's address, so it returns false when it comes to memory that cannot
 * be read. */
static bool find_length(const char *s, size_t bytes, size_t most, size_t *out)
{
	size_t n = 0;
	const char *page_end = s; /* memory before this address can be read */
	for (; n < most; n++) {
		const char *at = s + n * bytes;
		while (at + bytes > page_end) {
			if (!os_is_readable(page_end))
				return false;
			page_end += OS_PAGE_BYTES - (uintptr_t)page_end % OS_PAGE_BYTES;
		}
		if (is_zero(at, bytes))
			break;
	}
	*out = n;
	return true;
}

static void append_address(struct rt_text *t, const void *at)
{
	rt_text_printf(t, "(bad address 0x%llx)", (unsigned long long)(uintptr_t)at);
}

void rt_text_string(struct rt_text *t, const char *s, size_t most)
{
	size_t n = 0;
	if (s == NULL)
		rt_text_append(t, "(null)", 6);
	else if (find_length(s, 1, most, &n))
		rt_text_append(t, s, n);
	else
		append_address(t, s);
}

/* Encodes a character in UTF-8; a number that is no character becomes U+FFFD. */
static size_t encode(uint32_t c, char out[4])
{
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return encode(0xfffd, out);
	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(first[n] | c);
	return n;
}

/* ---- values --------------------------------------------------------------------------------- */

struct values {
	const uint8_t *bytes;
	uint64_t offset;
	uint32_t word_bytes;
	int32_t taken;
};

static const uint8_t *take(struct values *v, unsigned bytes, unsigned count)
{
	/* a vector of three elements takes the room of four */
	unsigned all = bytes * (count == 3 ? 4 : count);
	v->offset = align_up(v->offset, all);
	const uint8_t *at = v->bytes + v->offset;
	v->offset += all;
	v->taken++;
	return at;
}

/* The address comes from the kernel and may be any number; a bad one faults as it would in the
 * kernel. Sanitizers would report it, so they are off here. */
__attribute__((no_sanitize("undefined"), no_sanitize_address, no_sanitize_thread)) static uint64_t
load(const uint8_t *at, unsigned bytes)
{
	uint64_t v = 0;
	for (unsigned k = 0; k < bytes; k++)
		v |= (uint64_t)at[k] << 8 * k;
	return v;
}

static double float_of(const uint8_t *at, unsigned bytes)
{
	double wide;
	float narrow;
	uint64_t all = load(at, bytes);
	uint32_t bits = (uint32_t)all;
	if (bytes == sizeof wide) {
		memcpy(&wide, &all, sizeof wide);
		return wide;
	}
	/* a binary16's exponent is biased by 112 less than a float's; the product corrects
	 * that */
	if (bytes == 2) {
		uint32_t sign = (bits & 0x8000) << 16, rest = (bits & 0x7fff) << 13;
		bool special = (bits & 0x7c00) == 0x7c00;
		bits = special ? sign | rest | 0x7f800000 : rest;
		memcpy(&narrow, &bits, sizeof narrow);
		if (special)
			return narrow;
		wide = (double)narrow * 0x1p112;
		return sign != 0 ? -wide : wide;
	}
	memcpy(&narrow, &bits, sizeof narrow);
	return narrow;
}

/* ---- conversions ---------------------------------------------------------------------------- */

enum size { SIZE_INT, SIZE_CHAR, SIZE_SHORT, SIZE_VECTOR, SIZE_LONG, SIZE_LONG_LONG, SIZE_POINTER };

struct conversion {
	bool left, plus, space, alternate, zeroes;
	int width, precision; /* -1: no precision was given */
	unsigned elements;    /* of a vector; 0: no vector */
	enum size size;
	char letter;
};

static int number(const char **p, struct values *v)
{
	int n = 0;
	if (**p == '*') {
		++*p;
		n = (int)(int32_t)load(take(v, sizeof(int32_t), 1), sizeof(int32_t));
		return n > MOST_WIDE ? MOST_WIDE : n < -MOST_WIDE ? -MOST_WIDE : n;
	}
	for (; **p >= '0' && **p <= '9'; ++*p)
		n = n > MOST_WIDE ? MOST_WIDE : 10 * n + (**p - '0');
	return n > MOST_WIDE ? MOST_WIDE : n;
}

static bool flag(struct conversion *c, char letter)
{
	switch (letter) {
	case '-':
		return c->left = true;
	case '+':
		return c->plus = true;
	case ' ':
		return c->space = true;
	case '#':
		return c->alternate = true;
	case '0':
		return c->zeroes = true;
	}
	return false;
}

static enum size size_of(const char **p)
{
	static const struct {
		const char *text;
		enum size size;
	} sizes[] = {{"hh", SIZE_CHAR}, {"hl", SIZE_VECTOR}, {"h", SIZE_SHORT},
		{"ll", SIZE_LONG_LONG}, {"l", SIZE_LONG}, {"j", SIZE_LONG_LONG},
		{"q", SIZE_LONG_LONG}, {"L", SIZE_LONG_LONG}, {"z", SIZE_POINTER},
		{"t", SIZE_POINTER}, {"w8", SIZE_CHAR}, {"w16", SIZE_SHORT}, {"w32", SIZE_INT},
		{"w64", SIZE_LONG_LONG}, {"wf8", SIZE_CHAR}, {"wf16", SIZE_POINTER},
		{"wf32", SIZE_POINTER}, {"wf64", SIZE_LONG_LONG}};
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		size_t n = strlen(sizes[i].text);
		if (strncmp(*p, sizes[i].text, n) != 0)
			continue;
		*p += n;
		return sizes[i].size;
	}
	return SIZE_INT;
}

static bool vector_size(const char **p, unsigned *elements)
{
	static const unsigned char counts[] = {16, 2, 3, 4, 8};
	unsigned n = 0;
	*elements = 0;
	if (**p != 'v')
		return true;
	for (++*p; **p >= '0' && **p <= '9' && n < MOST_ELEMENTS; ++*p)
		n = 10 * n + (unsigned)(**p - '0');
	*elements = n;
	return n != 0 && memchr(counts, (int)n, sizeof counts) != NULL;
}

/* Returns whether the conversion takes a character or string of wchar_t: %C means %lc, and %S means
 * %ls. */
static bool is_wide(const struct conversion *c)
{
	return c->letter == 'C' || c->letter == 'S' ||
	       (c->size == SIZE_LONG && (c->letter == 'c' || c->letter == 's'));
}

/* Reads a conversion; *p is behind its '%'. False when it is none. */
static bool read_conversion(const char **p, struct values *v, struct conversion *c)
{
	*c = (struct conversion){.precision = -1};
	while (flag(c, **p))
		++*p;
	c->width = number(p, v);
	if (c->width < 0) {
		c->left = true;
		c->width = -c->width;
	}
	if (**p == '.') {
		++*p;
		c->precision = number(p, v);
		if (c->precision < 0)
			c->precision = -1;
	}
	if (!vector_size(p, &c->elements))
		return false;
	c->size = size_of(p);
	c->letter = **p;
	if (c->letter == 0 || strchr("diouxXbBcCsSpeEfFgGaA", c->letter) == NULL)
		return false;
	++*p;
	return c->elements == 0 || strchr("cCsSp", c->letter) == NULL;
}

/* Returns how many bytes a value has in memory. Small types are promoted, except in vectors. */
static unsigned bytes_of(const struct conversion *c, const struct values *v, bool is_float)
{
	bool is_vector = c->elements != 0;
	if (c->letter == 'p' || c->letter == 's' || c->letter == 'S')
		return v->word_bytes;
	if (c->letter == 'c' || c->letter == 'C')
		return sizeof(int32_t);
	if (is_float && !is_vector)
		return sizeof(double);
	switch (c->size) {
	case SIZE_CHAR:
		return is_vector ? 1 : sizeof(int32_t);
	case SIZE_SHORT:
		return is_vector ? 2 : sizeof(int32_t);
	case SIZE_LONG:
		return is_vector ? sizeof(int64_t) : v->word_bytes;
	case SIZE_LONG_LONG:
		return sizeof(int64_t);
	case SIZE_POINTER:
		return v->word_bytes;
	case SIZE_INT:
	case SIZE_VECTOR:
		break;
	}
	return sizeof(int32_t);
}

/* Appends `prefix`, zeroes and the `n` bytes of `s`, padded to the width of the field. */
static void put_field(struct rt_text *t, const struct conversion *c, const char *prefix,
	size_t zeroes, const char *s, size_t n)
{
	size_t used = strlen(prefix) + zeroes + n, width = (size_t)c->width;
	size_t pad = width > used ? width - used : 0;
	if (!c->left)
		fill(t, ' ', pad);
	rt_text_append(t, prefix, strlen(prefix));
	fill(t, '0', zeroes);
	rt_text_append(t, s, n);
	if (c->left)
		fill(t, ' ', pad);
}

static const char *sign_of(const struct conversion *c, bool negative)
{
	return negative ? "-" : c->plus ? "+" : c->space ? " " : "";
}

static void put_digits(struct rt_text *t, const struct conversion *c, const char *prefix,
	uint64_t v, unsigned base)
{
	const char *letters = c->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
	char digits[64];
	size_t n = 0, zeroes = 0, least = c->precision < 0 ? 1 : (size_t)c->precision;
	for (; v != 0; v /= base)
		digits[sizeof digits - ++n] = letters[v % base];
	if (base == 8 && c->alternate && least <= n)
		least = n + 1;
	zeroes = least > n ? least - n : 0;
	if (c->zeroes && !c->left && c->precision < 0 &&
		(size_t)c->width > n + zeroes + strlen(prefix))
		zeroes = (size_t)c->width - n - strlen(prefix);
	put_field(t, c, prefix, zeroes, digits + sizeof digits - n, n);
}

static void put_integer(struct rt_text *t, const struct conversion *c, uint64_t v, unsigned bytes)
{
	/* of a promoted short or char, only the bits of the original type count */
	unsigned bits = c->size == SIZE_CHAR ? 8 : c->size == SIZE_SHORT ? 16 : 8 * bytes;
	uint64_t top = UINT64_C(1) << (bits - 1);
	v &= top | (top - 1);
	if (c->letter == 'd' || c->letter == 'i') {
		bool negative = (v & top) != 0;
		if (negative)
			v = (0 - v) & (top | (top - 1));
		put_digits(t, c, sign_of(c, negative), v, 10);
	} else if (c->letter == 'x' || c->letter == 'X') {
		put_digits(t, c,
			!c->alternate || v == 0 ? ""
			: c->letter == 'x'      ? "0x"
						: "0X",
			v, 16);
	} else if (c->letter == 'b' || c->letter == 'B') {
		put_digits(t, c,
			!c->alternate || v == 0 ? ""
			: c->letter == 'b'      ? "0b"
						: "0B",
			v, 2);
	} else {
		put_digits(t, c, "", v, c->letter == 'o' ? 8 : 10);
	}
}

/* Writes the format with which the C library converts a double in the same way. */
static void float_format(const struct conversion *c, char *out)
{
	static const char flags[] = "-+ #0";
	const bool set[] = {c->left, c->plus, c->space, c->alternate, c->zeroes};
	*out++ = '%';
	for (size_t i = 0; i < ARRAY_LEN(set); i++)
		if (set[i])
			*out++ = flags[i];
	memcpy(out, "*.*", 3);
	out[3] = c->letter;
	out[4] = 0;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* float_format() has made the format */
static void put_float(struct rt_text *t, const struct conversion *c, double v)
{
	char format[16];
	float_format(c, format);
	rt_text_printf(t, format, c->width, c->precision, v);
}
#pragma GCC diagnostic pop

/* Pads the text from `from` on to the field's width. It is done afterwards, when the length is
 * known. */
static void pad_from(struct rt_text *t, const struct conversion *c, size_t from)
{
	size_t n = t->len - from, width = (size_t)c->width;
	if (t->failed || n >= width)
		return;
	fill(t, ' ', width - n);
	if (t->failed || c->left)
		return;
	memmove(t->bytes + from + (width - n), t->bytes + from, n);
	memset(t->bytes + from, ' ', width - n);
}

/* Appends a wide string as UTF-8. `most` limits the number of bytes, and no character is cut in
 * two. */
static void put_wide(struct rt_text *t, const char *s, size_t count, size_t most)
{
	for (size_t i = 0, used = 0; i < count; i++) {
		char utf8[4];
		size_t n = encode((uint32_t)load((const uint8_t *)s + i * sizeof(uint32_t),
					  sizeof(uint32_t)),
			utf8);
		used += n;
		if (used > most)
			return;
		rt_text_append(t, utf8, n);
	}
}

static void put_string(struct rt_text *t, const struct conversion *c, const char *s)
{
	size_t most = c->precision < 0 ? SIZE_MAX : (size_t)c->precision, n = 0, from = t->len;
	if (s == NULL)
		rt_text_append(t, "(null)",
			most < 6 ? 0 : 6); /* printed as a whole or not at all */
	else if (!find_length(s, is_wide(c) ? sizeof(uint32_t) : 1, most, &n))
		append_address(t, s);
	else if (is_wide(c))
		put_wide(t, s, n, most);
	else
		rt_text_append(t, s, n);
	pad_from(t, c, from);
}

static void put_character(struct rt_text *t, const struct conversion *c, uint32_t v)
{
	char utf8[4] = {(char)v};
	put_field(t, c, "", 0, utf8, is_wide(c) ? encode(v, utf8) : 1);
}

static void put_scalar(struct rt_text *t, const struct conversion *c, const uint8_t *at,
	unsigned bytes, bool is_float)
{
	if (is_float) {
		put_float(t, c, float_of(at, bytes));
		return;
	}
	uint64_t v = load(at, bytes);
	struct conversion pointer = *c;
	switch (c->letter) {
	case 'c':
	case 'C':
		put_character(t, c, (uint32_t)v);
		return;
	case 's':
	case 'S':
		put_string(t, c, (const char *)(uintptr_t)v);
		return;
	case 'p':
		if (v == 0) {
			put_field(t, c, "", 0, "(nil)", 5);
			return;
		}
		pointer.letter = 'x';
		pointer.precision = -1;
		put_digits(t, &pointer, "0x", v, 16);
		return;
	}
	put_integer(t, c, v, bytes);
}

static void put_conversion(struct rt_text *t, const struct conversion *c, struct values *v)
{
	bool is_float = strchr("eEfFgGaA", c->letter) != NULL;
	unsigned bytes = bytes_of(c, v, is_float), count = c->elements != 0 ? c->elements : 1;
	const uint8_t *at = take(v, bytes, count);
	for (unsigned i = 0; i < count; i++) {
		if (i != 0)
			rt_text_append(t, ",", 1);
		put_scalar(t, c, at + i * bytes, bytes, is_float);
	}
}

int32_t rt_format(struct rt_text *t, const char *format, const uint8_t *args, uint32_t word_bytes,
	const char **wrong)
{
	struct values v = {.bytes = args, .word_bytes = word_bytes};
	const char *p = format;
	size_t n;
	if (!find_length(format, 1, SIZE_MAX, &n)) {
		append_address(t, format);
		return -1;
	}
	while (*p != 0) {
		const char *from = p;
		struct conversion c;
		while (*p != 0 && *p != '%')
			p++;
		rt_text_append(t, from, (size_t)(p - from));
		if (*p == 0)
			break;
		from = p++;
		if (*p == '%') {
			rt_text_append(t, p++, 1);
			continue;
		}
		if (!read_conversion(&p, &v, &c)) {
			rt_text_append(t, from, strlen(from));
			*wrong = from;
			return -1;
		}
		put_conversion(t, &c, &v);
	}
	return v.taken;
}
