/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growable byte buffer with little-endian and decimal writers. Growth never fails (oom()).
 * Functions that are called once per token of a large text are inline. */
#ifndef HSAEMU_BUF_H
#define HSAEMU_BUF_H

#include <stdarg.h>
#include "hsaemu/decls.h"
#include "hsaemu/str.h"

HSAEMU_BEGIN_DECLS

struct buf {
	unsigned char *data;
	size_t len, cap;
};
#define BUF_INIT {NULL, 0, 0}

void buf_release(struct buf *b);
void buf_clear(struct buf *b);          /* makes it empty, but keeps the memory */
void buf_grow(struct buf *b, size_t n); /* makes room for n more bytes */
/* Makes room for n more bytes and returns their address. The bytes are undefined, and become part
 * of the contents when the caller raises `len`. */
static inline unsigned char *buf_reserve(struct buf *b, size_t n)
{
	if (n > b->cap - b->len)
		buf_grow(b, n);
	return b->data + b->len;
}
/* appends n zero bytes; the pointer is valid until the next growth */
void *buf_extend(struct buf *b, size_t n);
static inline void buf_append(struct buf *b, const void *p, size_t n)
{
	if (n == 0)
		return;
	memcpy(buf_reserve(b, n), p, n);
	b->len += n;
}
static inline void buf_str(struct buf *b, struct str s)
{
	buf_append(b, s.p, s.n);
}
static inline void buf_puts(struct buf *b, const char *z)
{
	buf_append(b, z, strlen(z));
}
static inline void buf_u8(struct buf *b, uint8_t v)
{
	*buf_reserve(b, 1) = v;
	b->len++;
}
void buf_u16(struct buf *b, uint16_t v);
void buf_u32(struct buf *b, uint32_t v);
void buf_u64(struct buf *b, uint64_t v);
void buf_align(struct buf *b, size_t align); /* pads with zeros to a multiple of `align` */
void buf_patch_u32(struct buf *b, size_t off, uint32_t v);
void buf_patch_u64(struct buf *b, size_t off, uint64_t v);
void buf_decimal(struct buf *b, uint64_t v);
/* in hexadecimal, with at least `digits` digits */
void buf_hex(struct buf *b, uint64_t v, unsigned digits);
void buf_fill(struct buf *b, unsigned char c, size_t n);
void buf_printf(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);
/* Appends a JSON string literal with its quotes; bytes that are not UTF-8 become U+FFFD. */
void buf_json_string(struct buf *b, struct str s);
struct str buf_slice(const struct buf *b); /* valid until the next growth */

/* Unaligned little-endian loads from memory the caller has bounds-checked. */
static inline uint16_t le16(const void *p)
{
	const uint8_t *b = (const uint8_t *)p;
	return (uint16_t)(b[0] | b[1] << 8);
}
static inline uint32_t le32(const void *p)
{
	const uint8_t *b = (const uint8_t *)p;
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}
static inline uint64_t le64(const void *p)
{
	return le32(p) | (uint64_t)le32((const uint8_t *)p + 4) << 32;
}

HSAEMU_END_DECLS

#endif
