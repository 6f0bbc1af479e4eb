/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growable byte buffer; all multi-byte values are little-endian whatever the host. */
#include <stdio.h>
#include "hsaemu/buf.h"

void buf_release(struct buf *b)
{
	mem_free(b->data);
	*b = (struct buf)BUF_INIT;
}

void buf_clear(struct buf *b)
{
	b->len = 0;
}

void buf_grow(struct buf *b, size_t n)
{
	if (n > SIZE_MAX - b->len)
		oom();
	b->data = mem_grow_bytes(b->data, &b->cap, b->len + n);
}

void *buf_extend(struct buf *b, size_t n)
{
	if (n == 0)
		return b->data;
	unsigned char *p = buf_reserve(b, n);
	memset(p, 0, n);
	b->len += n;
	return p;
}

static void store(unsigned char *p, uint64_t v, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		p[i] = (unsigned char)(v >> (8 * i));
}

static void append_le(struct buf *b, uint64_t v, size_t bytes)
{
	store(buf_reserve(b, bytes), v, bytes);
	b->len += bytes;
}

void buf_u16(struct buf *b, uint16_t v)
{
	append_le(b, v, 2);
}

void buf_u32(struct buf *b, uint32_t v)
{
	append_le(b, v, 4);
}

void buf_u64(struct buf *b, uint64_t v)
{
	append_le(b, v, 8);
}

void buf_align(struct buf *b, size_t align)
{
	if (!is_pow2(align))
		BUG("buffer alignment %zu", align);
	buf_extend(b, (size_t)align_up(b->len, align) - b->len);
}

static void patch(struct buf *b, size_t off, uint64_t v, size_t bytes)
{
	if (off > b->len || bytes > b->len - off)
		BUG("patch at %zu of %zu bytes", off, b->len);
	store(b->data + off, v, bytes);
}

void buf_patch_u32(struct buf *b, size_t off, uint32_t v)
{
	patch(b, off, v, 4);
}

void buf_patch_u64(struct buf *b, size_t off, uint64_t v)
{
	patch(b, off, v, 8);
}

void buf_decimal(struct buf *b, uint64_t v)
{
	unsigned char digits[20], *end = digits + sizeof digits, *p = end;
	for (; v >= 10; v /= 10)
		*--p = (unsigned char)('0' + v % 10);
	*--p = (unsigned char)('0' + v);
	buf_append(b, p, (size_t)(end - p));
}

void buf_hex(struct buf *b, uint64_t v, unsigned digits)
{
	unsigned char text[16], *end = text + sizeof text, *p = end;
	for (; v != 0 || digits > 0; v >>= 4) {
		*--p = (unsigned char)"0123456789abcdef"[v & 15];
		digits -= digits > 0;
	}
	buf_append(b, p, (size_t)(end - p));
}

void buf_fill(struct buf *b, unsigned char c, size_t n)
{
	if (n == 0)
		return;
	memset(buf_reserve(b, n), c, n);
	b->len += n;
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	enum { USUAL_LENGTH = 64 };
	va_list again;
	va_copy(again, ap);
	size_t room = USUAL_LENGTH;
	int n = vsnprintf((char *)buf_reserve(b, room), room, fmt, ap);
	if (n < 0)
		BUG("format '%s' cannot be printed", fmt);
	if ((size_t)n >= room) {
		room = (size_t)n + 1;
		vsnprintf((char *)buf_reserve(b, room), room, fmt, again);
	}
	b->len += (size_t)n;
	va_end(again);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

struct str buf_slice(const struct buf *b)
{
	return (struct str){(const char *)b->data, b->len};
}
