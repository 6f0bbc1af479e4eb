/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects and libraries of OpenCL C: a header of 48 bytes, and bitcode.
 *
 *   0  "HSAEmuCL"   8  version   12  kind and flags   16  SHA-256 of the above and the bitcode */
#include "hsaemu/cache.h"
#include "hsaemu/opencl_c.h"

enum { VERSION_AT = 8, FLAGS_AT = 12, SUM_AT = 16, HEADER_BYTES = 48, VERSION = 1, KIND_BITS = 8 };

static const char magic[] = "HSAEmuCL";

static void sum(const struct clc_object *o, struct cache_key *key)
{
	struct cache_key_maker m;
	cache_key_begin(&m, "object of OpenCL C");
	cache_key_add_number(&m, VERSION);
	cache_key_add_number(&m, o->kind);
	cache_key_add_number(&m, o->flags);
	cache_key_add_bytes(&m, o->bitcode.p, o->bitcode.n);
	cache_key_end(&m, key);
}

struct clc_object clc_object_read(const void *bytes, size_t count)
{
	const struct clc_object none = {.kind = CLC_NONE};
	const char *p = bytes;
	struct cache_key key;
	if (count <= HEADER_BYTES || memcmp(p, magic, VERSION_AT) != 0 ||
		le32(p + VERSION_AT) != VERSION)
		return none;
	uint32_t kind = le32(p + FLAGS_AT) & ((1 << KIND_BITS) - 1);
	if (kind != CLC_OBJECT && kind != CLC_OBJECT_LIBRARY)
		return none;
	struct clc_object o = {.kind = (enum clc_kind)kind,
		.flags = le32(p + FLAGS_AT) >> KIND_BITS,
		.bitcode = {p + HEADER_BYTES, count - HEADER_BYTES}};
	sum(&o, &key);
	return memcmp(key.bytes, p + SUM_AT, sizeof key.bytes) == 0 ? o : none;
}

void clc_object_write(const struct clc_object *o, struct buf *out)
{
	struct cache_key key;
	sum(o, &key);
	buf_append(out, magic, VERSION_AT);
	buf_u32(out, VERSION);
	buf_u32(out, (uint32_t)o->kind | o->flags << KIND_BITS);
	buf_append(out, key.bytes, sizeof key.bytes);
	buf_str(out, o->bitcode);
}
