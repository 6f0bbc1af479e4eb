/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MessagePack codec, <https://github.com/msgpack/msgpack/blob/master/spec.md>. Numbers are
 * big-endian behind a type byte; small values are in the type byte itself. */
#include "msgpack_impl.h"

enum {
	MP_FIXMAP = 0x80,
	MP_FIXARRAY = 0x90,
	MP_FIXSTR = 0xa0,
	MP_NIL = 0xc0,
	MP_FALSE = 0xc2,
	MP_TRUE = 0xc3,
	MP_BIN8 = 0xc4,
	MP_EXT8 = 0xc7,
	MP_FLOAT32 = 0xca,
	MP_FLOAT64 = 0xcb,
	MP_UINT8 = 0xcc,
	MP_INT8 = 0xd0,
	MP_FIXEXT1 = 0xd4,
	MP_STR8 = 0xd9,
	MP_ARRAY16 = 0xdc,
	MP_MAP16 = 0xde,
	MP_NEGATIVE = 0xe0,
};

/* ---- writing ---- */

static void write_be(struct buf *b, uint8_t type, unsigned bytes, uint64_t v)
{
	buf_u8(b, type);
	while (bytes-- > 0)
		buf_u8(b, (uint8_t)(v >> (8 * bytes)));
}

static void write_count(struct buf *b, uint8_t fix, uint32_t fix_max, uint8_t type16, uint32_t n)
{
	if (n <= fix_max)
		buf_u8(b, (uint8_t)(fix | n));
	else if (n <= UINT16_MAX)
		write_be(b, type16, 2, n);
	else
		write_be(b, type16 + 1, 4, n);
}

void msgpack_write_map(struct buf *b, uint32_t pairs)
{
	write_count(b, MP_FIXMAP, 15, MP_MAP16, pairs);
}

void msgpack_write_array(struct buf *b, uint32_t elements)
{
	write_count(b, MP_FIXARRAY, 15, MP_ARRAY16, elements);
}

void msgpack_write_str(struct buf *b, struct str s)
{
	if (s.n > UINT32_MAX)
		oom();
	if (s.n > 31 && s.n <= UINT8_MAX)
		write_be(b, MP_STR8, 1, s.n);
	else
		write_count(b, MP_FIXSTR, 31, MP_STR8 + 1, (uint32_t)s.n);
	buf_str(b, s);
}

void msgpack_write_uint(struct buf *b, uint64_t v)
{
	if (v < 0x80)
		buf_u8(b, (uint8_t)v);
	else if (v <= UINT8_MAX)
		write_be(b, MP_UINT8, 1, v);
	else if (v <= UINT16_MAX)
		write_be(b, MP_UINT8 + 1, 2, v);
	else if (v <= UINT32_MAX)
		write_be(b, MP_UINT8 + 2, 4, v);
	else
		write_be(b, MP_UINT8 + 3, 8, v);
}

void msgpack_write_bool(struct buf *b, bool v)
{
	buf_u8(b, v ? MP_TRUE : MP_FALSE);
}

/* ---- reading ---- */

bool msgpack_fail(struct msgpack_reader *r, const uint8_t *at, const char *fmt, ...)
{
	if (!r->failed) {
		struct buf text = BUF_INIT;
		va_list ap;
		va_start(ap, fmt);
		buf_vprintf(&text, fmt, ap);
		va_end(ap);
		diag_error(r->diag,
			diag_at_section(r->file, "metadata note", (uint64_t)(at - r->start)),
			STR_FMT, STR_ARG(buf_slice(&text)));
		buf_release(&text);
	}
	r->failed = true;
	return false;
}

static size_t left(const struct msgpack_reader *r)
{
	return (size_t)(r->end - r->p);
}

/* Reads the type byte; -1 when there is none. */
static int read_type(struct msgpack_reader *r)
{
	if (r->failed)
		return -1;
	if (left(r) == 0) {
		msgpack_fail(r, r->p, "truncated: a value is missing");
		return -1;
	}
	return *r->p++;
}

static bool read_be(struct msgpack_reader *r, unsigned bytes, uint64_t *v)
{
	if (left(r) < bytes)
		return msgpack_fail(r, r->p, "truncated: a number of %u bytes is cut off", bytes);
	*v = 0;
	for (unsigned i = 0; i < bytes; i++)
		*v = *v << 8 | *r->p++;
	return true;
}

/* The count of a container whose type byte was read; each element takes at least one byte. */
static bool read_count(struct msgpack_reader *r, uint8_t type, uint8_t fix, uint8_t fix_max,
	uint8_t type16, const char *what, uint32_t *n)
{
	const uint8_t *at = r->p - 1;
	uint64_t v = type & fix_max;

	if (type < fix || type > fix + fix_max) {
		if (type != type16 && type != type16 + 1)
			return msgpack_fail(r, at, "%s expected, not type byte 0x%02x", what, type);
		if (!read_be(r, type == type16 ? 2 : 4, &v))
			return false;
	}
	if (v > left(r))
		return msgpack_fail(r, at, "%s of %llu elements does not fit into the note", what,
			(unsigned long long)v);
	*n = (uint32_t)v;
	return true;
}

bool msgpack_read_map(struct msgpack_reader *r, uint32_t *pairs)
{
	int type = read_type(r);
	return type >= 0 && read_count(r, (uint8_t)type, MP_FIXMAP, 15, MP_MAP16, "a map", pairs);
}

bool msgpack_read_array(struct msgpack_reader *r, uint32_t *elements)
{
	int type = read_type(r);
	return type >= 0 &&
	       read_count(r, (uint8_t)type, MP_FIXARRAY, 15, MP_ARRAY16, "an array", elements);
}

bool msgpack_read_str(struct msgpack_reader *r, struct str *s)
{
	int type = read_type(r);
	uint32_t n;
	uint64_t n8;

	if (type < 0)
		return false;
	const uint8_t *at = r->p - 1;
	if (type == MP_STR8) {
		if (!read_be(r, 1, &n8))
			return false;
		n = (uint32_t)n8;
	} else if (!read_count(r, (uint8_t)type, MP_FIXSTR, 31, MP_STR8 + 1, "a string", &n)) {
		return false;
	}
	if (n > left(r))
		return msgpack_fail(r, at, "a string of %u bytes does not fit into the note", n);
	*s = (struct str){(const char *)r->p, n};
	r->p += n;
	if (n > 0 && memchr(s->p, 0, n))
		return msgpack_fail(r, at, "a string has a NUL byte in it");
	return true;
}

bool msgpack_read_uint(struct msgpack_reader *r, uint64_t *v)
{
	int type = read_type(r);

	if (type < 0)
		return false;
	if (type < 0x80) {
		*v = (uint64_t)type;
		return true;
	}
	if (type < MP_UINT8 || type > MP_UINT8 + 3)
		return msgpack_fail(r, r->p - 1,
			"an unsigned number expected, not type byte 0x%02x", type);
	return read_be(r, 1u << (type - MP_UINT8), v);
}

bool msgpack_read_bool(struct msgpack_reader *r, bool *v)
{
	int type = read_type(r);

	if (type < 0)
		return false;
	if (type != MP_FALSE && type != MP_TRUE)
		return msgpack_fail(r, r->p - 1, "a boolean expected, not type byte 0x%02x", type);
	*v = type == MP_TRUE;
	return true;
}

static bool skip_bytes(struct msgpack_reader *r, uint64_t n)
{
	if (n > left(r))
		return msgpack_fail(r, r->p, "truncated: a value of %llu bytes is cut off",
			(unsigned long long)n);
	r->p += n;
	return true;
}

/* Returns the number of bytes behind a scalar's type byte; for bin, ext and str with a length
 * field, minus the size of that field. */
static int scalar_bytes(uint8_t type)
{
	if (type < MP_FIXMAP || type >= MP_NEGATIVE || type == MP_NIL || type == MP_FALSE ||
		type == MP_TRUE)
		return 0;
	if (type >= MP_FIXSTR && type < MP_NIL)
		return type & 31;
	if (type >= MP_BIN8 && type < MP_EXT8)
		return -(1 << (type - MP_BIN8));
	if (type >= MP_EXT8 && type < MP_FLOAT32)
		return -(1 << (type - MP_EXT8));
	if (type == MP_FLOAT32 || type == MP_FLOAT64)
		return 4 << (type - MP_FLOAT32);
	if (type >= MP_UINT8 && type < MP_INT8)
		return 1 << (type - MP_UINT8);
	if (type >= MP_INT8 && type < MP_FIXEXT1)
		return 1 << (type - MP_INT8);
	if (type >= MP_FIXEXT1 && type < MP_STR8)
		return 1 + (1 << (type - MP_FIXEXT1));
	return -(1 << (type - MP_STR8));
}

/* Values still to be stepped over are counted per level, so that depth is bounded and no call
 * recurses on hostile input. */
bool msgpack_skip(struct msgpack_reader *r)
{
	uint64_t todo[MSGPACK_MAX_DEPTH] = {1};
	unsigned depth = 0;

	for (;;) {
		while (todo[depth] == 0) {
			if (depth == 0)
				return true;
			depth--;
		}
		todo[depth]--;
		int type = read_type(r);
		if (type < 0)
			return false;
		bool is_map =
			(type & 0xf0) == MP_FIXMAP || type == MP_MAP16 || type == MP_MAP16 + 1;
		bool is_array = (type & 0xf0) == MP_FIXARRAY || type == MP_ARRAY16 ||
		                type == MP_ARRAY16 + 1;
		if (is_map || is_array) {
			uint32_t n;
			r->p--;
			if (!(is_map ? msgpack_read_map(r, &n) : msgpack_read_array(r, &n)))
				return false;
			if (++depth == MSGPACK_MAX_DEPTH)
				return msgpack_fail(r, r->p, "nested deeper than %d levels",
					MSGPACK_MAX_DEPTH);
			todo[depth] = is_map ? 2 * (uint64_t)n : n;
			continue;
		}
		if (type == 0xc1)
			return msgpack_fail(r, r->p - 1,
				"type byte 0xc1 is not used by MessagePack");
		int n = scalar_bytes((uint8_t)type);
		uint64_t bytes = (uint64_t)(n < 0 ? 0 : n);
		if (n < 0) {
			bool ext = type >= MP_EXT8 && type < MP_FLOAT32;
			if (!read_be(r, (unsigned)-n, &bytes))
				return false;
			bytes += ext;
		}
		if (!skip_bytes(r, bytes))
			return false;
	}
}
