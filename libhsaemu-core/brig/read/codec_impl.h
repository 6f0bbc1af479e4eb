/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* brig_load_NAME(bytes, struct) and brig_store_NAME(bytes, struct) for every record with fields,
 * generated from records.def. `bytes` is a whole record, of any alignment. */
#ifndef HSAEMU_BRIG_CODEC_IMPL_H
#define HSAEMU_BRIG_CODEC_IMPL_H

#include "brig/read/read_impl.h"

static inline void brig_put16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}
static inline void brig_put32(uint8_t *p, uint32_t v)
{
	brig_put16(p, (uint16_t)v);
	brig_put16(p + 2, (uint16_t)(v >> 16));
}
static inline void brig_put64(uint8_t *p, uint64_t v)
{
	brig_put32(p, (uint32_t)v);
	brig_put32(p + 4, (uint32_t)(v >> 32));
}

#define BRIG_LOAD_uint8_t(p) (*(p))
#define BRIG_LOAD_uint16_t(p) le16(p)
#define BRIG_LOAD_uint32_t(p) le32(p)
#define BRIG_LOAD_uint64_t(p) le64(p)
#define BRIG_STORE_uint8_t(p, v) (*(p) = (v))
#define BRIG_STORE_uint16_t(p, v) brig_put16((p), (v))
#define BRIG_STORE_uint32_t(p, v) brig_put32((p), (v))
#define BRIG_STORE_uint64_t(p, v) brig_put64((p), (v))

#define RECORD(kind, name, bytes) \
	static inline void brig_load_##name(const uint8_t *p, struct brig_##name *r) \
	{
#define RECORD_EMPTY(kind, name, bytes)
#define FIELD(ctype, name, off, role) r->name = BRIG_LOAD_##ctype(p + (off));
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind) }
#include "hsaemu/records.def"

#define RECORD(kind, name, bytes) \
	static inline void brig_store_##name(uint8_t *p, const struct brig_##name *r) \
	{
#define RECORD_EMPTY(kind, name, bytes)
#define FIELD(ctype, name, off, role) BRIG_STORE_##ctype(p + (off), r->name);
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind) }
#include "hsaemu/records.def"

/* Sizes of the published records: BRIG_BYTES_directive_kernel. */
enum {
#define RECORD(kind, name, bytes) BRIG_BYTES_##name = (bytes),
#define FIELD(ctype, name, off, role)
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind)
#include "hsaemu/records.def"
};

#endif
