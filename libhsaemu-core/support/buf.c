/* Growable byte buffer; all multi-byte values are little-endian whatever the host. */
#include <stdio.h>
#include <stdlib.h>
#include "hsaemu/buf.h"

void buf_release(struct buf *b)
{
	free(b->data);
	*b = (struct buf)BUF_INIT;
}

void buf_clear(struct buf *b)
{
	b->len = 0;
}

/* Room for n more bytes; they hold anything. */
static unsigned char *reserve(struct buf *b, size_t n)
{
	if (n > SIZE_MAX - b->len)
		oom();
	b->data = mem_grow(b->data, &b->cap, b->len + n, 1);
	return b->len == 0 ? b->data : b->data + b->len; /* NULL has no offset 0 */
}

void *buf_extend(struct buf *b, size_t n)
{
	unsigned char *p = reserve(b, n);
	if (n != 0)
		memset(p, 0, n);
	b->len += n;
	return p;
}

void buf_append(struct buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	memcpy(reserve(b, n), p, n);
	b->len += n;
}

void buf_str(struct buf *b, struct str s)
{
	buf_append(b, s.p, s.n);
}

void buf_puts(struct buf *b, const char *z)
{
	buf_append(b, z, strlen(z));
}

static void store(unsigned char *p, uint64_t v, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		p[i] = (unsigned char)(v >> (8 * i));
}

static void append_le(struct buf *b, uint64_t v, size_t bytes)
{
	store(reserve(b, bytes), v, bytes);
	b->len += bytes;
}

void buf_u8(struct buf *b, uint8_t v)
{
	append_le(b, v, 1);
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

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	if (n < 0)
		BUG("format '%s' cannot be printed", fmt);
	vsnprintf((char *)reserve(b, (size_t)n + 1), (size_t)n + 1, fmt, again);
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
