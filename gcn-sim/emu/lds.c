/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and writes of LDS, and the exchange of data between lanes that does without it. */
#include "lds_impl.h"

/* ---- one address ----------------------------------------------------------------------------- */

static inline void read_dwords(struct gcn_wave *w, unsigned reg, unsigned dwords, int32_t off)
{
	for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) {
		int i = __builtin_ctzll(e);
		const uint8_t *p = w->lds + ((int64_t)w->address[i] + off);
		for (unsigned k = 0; k < dwords; k++)
			memcpy(&w->v[reg + k][i], p + (size_t)4 * k, 4);
	}
}
/* All lanes read the same. */
static inline void read_once(struct gcn_wave *w, unsigned reg, unsigned dwords, int64_t at)
{
	for (unsigned k = 0; k < dwords; k++) {
		struct gcn_lanes r;
		uint32_t value;
		memcpy(&value, w->lds + at + (size_t)4 * k, 4);
		FOR_LANES r.v[i] = value;
		gcn_put(w, reg + k, &r);
	}
}
static inline const struct gcn_code *read_one(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	const struct gcn_lds_access a = {GCN_LOAD, 4 * dwords, in->imm, 0};
	struct gcn_lds_range range;

	if (!gcn_lds_begin(w, in, &a, &range))
		return NULL;
	if (range.low == range.high)
		read_once(w, in->dst, dwords, (int64_t)range.low + in->imm);
	else
		read_dwords(w, in->dst, dwords, 0);
	return gcn_next(in);
}

static inline void write_dwords(struct gcn_wave *w, unsigned reg, unsigned dwords, int32_t off)
{
	for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) {
		int i = __builtin_ctzll(e);
		uint8_t *p = w->lds + ((int64_t)w->address[i] + off);
		for (unsigned k = 0; k < dwords; k++)
			memcpy(p + (size_t)4 * k, &w->v[reg + k][i], 4);
	}
}
static inline const struct gcn_code *write_one(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	const struct gcn_lds_access a = {GCN_STORE, 4 * dwords, in->imm, 0};
	struct gcn_lds_range range;

	if (!gcn_lds_begin(w, in, &a, &range))
		return NULL;
	write_dwords(w, in->src[1].reg, dwords, 0);
	return gcn_next(in);
}

/* X(id, type in memory) */
#define NARROW_READS(X) \
	X(DS_READ_I8, int8_t) \
	X(DS_READ_U8, uint8_t) \
	X(DS_READ_I16, int16_t) \
	X(DS_READ_U16, uint16_t)
#define DEFINE_NARROW_READ(id, type) \
	FUNCTION(id) \
	{ \
		const struct gcn_lds_access a = {GCN_LOAD, sizeof(type), in->imm, 0}; \
		struct gcn_lds_range range; \
\
		if (!gcn_lds_begin(w, in, &a, &range)) \
			return NULL; \
		for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) { \
			int i = __builtin_ctzll(e); \
			type t; \
			memcpy(&t, w->lds + w->address[i], sizeof(t)); \
			w->v[in->dst][i] = (uint32_t)t; \
		} \
		return gcn_next(in); \
	}
NARROW_READS(DEFINE_NARROW_READ)

#define NARROW_WRITES(X) \
	X(DS_WRITE_B8, uint8_t) \
	X(DS_WRITE_B16, uint16_t)
#define DEFINE_NARROW_WRITE(id, type) \
	FUNCTION(id) \
	{ \
		const struct gcn_lds_access a = {GCN_STORE, sizeof(type), in->imm, 0}; \
		struct gcn_lds_range range; \
\
		if (!gcn_lds_begin(w, in, &a, &range)) \
			return NULL; \
		for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) { \
			int i = __builtin_ctzll(e); \
			type t = (type)w->v[in->src[1].reg][i]; \
			memcpy(w->lds + w->address[i], &t, sizeof(t)); \
		} \
		return gcn_next(in); \
	}
NARROW_WRITES(DEFINE_NARROW_WRITE)

/* ---- two addresses --------------------------------------------------------------------------- */

/* The two bytes of the offset count elements, or 64 of them. */
static inline struct gcn_lds_access access_two(const struct gcn_code *in, enum gcn_access_kind kind,
	unsigned bytes, unsigned scale)
{
	uint32_t first = (in->imm & 255) * bytes * scale, second = (in->imm >> 8) * bytes * scale;

	return (struct gcn_lds_access){kind, bytes, first, (int32_t)second - (int32_t)first};
}
static inline const struct gcn_code *read_two(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords, unsigned scale)
{
	const struct gcn_lds_access a = access_two(in, GCN_LOAD, 4 * dwords, scale);
	struct gcn_lds_range range;

	if (!gcn_lds_begin(w, in, &a, &range))
		return NULL;
	if (range.low == range.high) {
		read_once(w, in->dst, dwords, (int64_t)range.low + a.first);
		read_once(w, in->dst + dwords, dwords, (int64_t)range.low + a.first + a.second);
		return gcn_next(in);
	}
	read_dwords(w, in->dst, dwords, 0);
	read_dwords(w, in->dst + dwords, dwords, a.second);
	return gcn_next(in);
}
static inline const struct gcn_code *write_two(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords, unsigned scale)
{
	const struct gcn_lds_access a = access_two(in, GCN_STORE, 4 * dwords, scale);
	struct gcn_lds_range range;

	if (!gcn_lds_begin(w, in, &a, &range))
		return NULL;
	write_dwords(w, in->src[1].reg, dwords, 0);
	write_dwords(w, in->src[2].reg, dwords, a.second);
	return gcn_next(in);
}

#define ACCESSES(X) \
	X(DS_READ_B32, read_one(w, in, 1)) \
	X(DS_READ_B64, read_one(w, in, 2)) \
	X(DS_WRITE_B32, write_one(w, in, 1)) \
	X(DS_WRITE_B64, write_one(w, in, 2)) \
	X(DS_READ2_B32, read_two(w, in, 1, 1)) \
	X(DS_READ2_B64, read_two(w, in, 2, 1)) \
	X(DS_READ2ST64_B32, read_two(w, in, 1, 64)) \
	X(DS_READ2ST64_B64, read_two(w, in, 2, 64)) \
	X(DS_WRITE2_B32, write_two(w, in, 1, 1)) \
	X(DS_WRITE2_B64, write_two(w, in, 2, 1)) \
	X(DS_WRITE2ST64_B32, write_two(w, in, 1, 64)) \
	X(DS_WRITE2ST64_B64, write_two(w, in, 2, 64))
#define DEFINE_ACCESS(id, call) \
	FUNCTION(id) \
	{ \
		return call; \
	}
ACCESSES(DEFINE_ACCESS)

/* ---- exchange -------------------------------------------------------------------------------- */

/* The lane from which a lane has its data: in four lanes by two bits for each, or in 32 lanes by
 * masks. */
static unsigned swizzled_lane(unsigned lane, unsigned pattern)
{
	if ((pattern & 0x8000) != 0)
		return (lane & ~3U) | (pattern >> 2 * (lane & 3) & 3);
	return (lane & 32) |
	       ((((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
}

FUNCTION(DS_SWIZZLE_B32)
{
	uint64_t exec = gcn_exec_mask(w);
	const uint32_t *from = w->v[in->src[0].reg];
	struct gcn_lanes r;

	FOR_LANES
	{
		unsigned n = swizzled_lane(i, in->imm);
		r.v[i] = (exec >> n & 1) != 0 ? from[n] : 0;
	}
	w->access.kind = GCN_NO_ACCESS;
	gcn_put(w, in->dst, &r);
	return gcn_next(in);
}

#define ROW(id, ...) [GCN_OP_##id] = {exec_##id, 0},

/* clang-format off */
const gcn_functions gcn_lds_functions = {
	ACCESSES(ROW) NARROW_READS(ROW) NARROW_WRITES(ROW) ROW(DS_SWIZZLE_B32, )
};
/* clang-format on */
