/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of MessagePack that metadata notes use.
 *
 * Writing picks the shortest form of each value, so equal metadata is equal bytes. Reading takes
 * every form of the kinds asked for, never past the end; the first problem is reported and all
 * later calls fail. */
#ifndef HSAEMU_MSGPACK_IMPL_H
#define HSAEMU_MSGPACK_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/diag.h"

void msgpack_write_map(struct buf *b, uint32_t pairs);
void msgpack_write_array(struct buf *b, uint32_t elements);
void msgpack_write_str(struct buf *b, struct str s);
void msgpack_write_uint(struct buf *b, uint64_t v);
void msgpack_write_bool(struct buf *b, bool v);

enum { MSGPACK_MAX_DEPTH = 16 };

struct msgpack_reader {
	const uint8_t *start, *p, *end;
	const char *file;
	struct diag *diag;
	bool failed;
};

/* Reports at the byte `at` and makes every later call fail; returns false. */
bool msgpack_fail(struct msgpack_reader *r, const uint8_t *at, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
/* A map's pair count and an array's element count are at most the bytes that are left. */
bool msgpack_read_map(struct msgpack_reader *r, uint32_t *pairs) NODISCARD;
bool msgpack_read_array(struct msgpack_reader *r, uint32_t *elements) NODISCARD;
/* Points into the bytes; a NUL inside is refused. */
bool msgpack_read_str(struct msgpack_reader *r, struct str *s) NODISCARD;
bool msgpack_read_uint(struct msgpack_reader *r, uint64_t *v) NODISCARD;
bool msgpack_read_bool(struct msgpack_reader *r, bool *v) NODISCARD;
/* Steps over one value of any kind. */
bool msgpack_skip(struct msgpack_reader *r) NODISCARD;

#endif
