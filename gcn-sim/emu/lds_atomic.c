/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomic operations on LDS. The work-group's thread is alone with it, and the lanes come one
 * after the other. */
#include "atomic_impl.h"
#include "lds_impl.h"

static inline uint64_t read_data(const struct gcn_wave *w, unsigned reg, unsigned lane,
	size_t bytes)
{
	return bytes == 4 ? w->v[reg][lane] : w->v[reg][lane] | (uint64_t)w->v[reg + 1][lane] << 32;
}
static inline void write_old(struct gcn_wave *w, unsigned reg, unsigned lane, size_t bytes,
	uint64_t value)
{
	w->v[reg][lane] = (uint32_t)value;
	if (bytes == 8)
		w->v[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* X(name, names of the types, operation) */
#define INTEGER_ATOMICS(X) \
	X(ADD, U, sum) \
	X(SUB, U, difference) \
	X(RSUB, U, reverse_difference) \
	X(INC, U, incremented) \
	X(DEC, U, decremented) \
	X(MIN, I, signed_min) \
	X(MAX, I, signed_max) \
	X(MIN, U, unsigned_min) \
	X(MAX, U, unsigned_max) \
	X(AND, B, conjunction) \
	X(OR, B, disjunction) \
	X(XOR, B, exclusive)
#define FLOAT_ATOMICS(X) \
	X(MIN, F, float_min) \
	X(MAX, F, float_max)

/* One lane after the other: `result` of old, data and more, the second operand. */
#define DEFINE_LDS_ATOMIC(id, type, returns, result) \
	FUNCTION(id) \
	{ \
		const struct gcn_lds_access a = {GCN_ATOMIC, sizeof(type), in->imm, 0}; \
		struct gcn_lds_range range; \
\
		if (!gcn_lds_begin(w, in, &a, &range)) \
			return NULL; \
		for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) { \
			unsigned i = (unsigned)__builtin_ctzll(e); \
			type data = (type)read_data(w, in->src[1].reg, i, sizeof(type)); \
			type more = (type)read_data(w, in->src[2].reg, i, sizeof(type)); \
			type old, new_; \
			memcpy(&old, w->lds + w->address[i], sizeof(old)); \
			(void)more, (void)data; \
			new_ = (result); \
			memcpy(w->lds + w->address[i], &new_, sizeof(new_)); \
			if (returns) \
				write_old(w, in->dst, i, sizeof(type), old); \
		} \
		return gcn_next(in); \
	}
#define DEFINE_FOUR(name, t, operation) \
	DEFINE_LDS_ATOMIC(DS_##name##_##t##32, uint32_t, false, operation##_u32(old, data)) \
	DEFINE_LDS_ATOMIC(DS_##name##_RTN_##t##32, uint32_t, true, operation##_u32(old, data)) \
	DEFINE_LDS_ATOMIC(DS_##name##_##t##64, uint64_t, false, operation##_u64(old, data)) \
	DEFINE_LDS_ATOMIC(DS_##name##_RTN_##t##64, uint64_t, true, operation##_u64(old, data))
INTEGER_ATOMICS(DEFINE_FOUR)
FLOAT_ATOMICS(DEFINE_FOUR)

/* data is what to compare with, or the mask; more is the new value */
#define MASKED ((old & ~data) | more)
#define IF_SAME (old == data ? more : old)
DEFINE_LDS_ATOMIC(DS_MSKOR_B32, uint32_t, false, MASKED)
DEFINE_LDS_ATOMIC(DS_MSKOR_RTN_B32, uint32_t, true, MASKED)
DEFINE_LDS_ATOMIC(DS_MSKOR_B64, uint64_t, false, MASKED)
DEFINE_LDS_ATOMIC(DS_MSKOR_RTN_B64, uint64_t, true, MASKED)
DEFINE_LDS_ATOMIC(DS_CMPST_B32, uint32_t, false, IF_SAME)
DEFINE_LDS_ATOMIC(DS_CMPST_RTN_B32, uint32_t, true, IF_SAME)
DEFINE_LDS_ATOMIC(DS_CMPST_B64, uint64_t, false, IF_SAME)
DEFINE_LDS_ATOMIC(DS_CMPST_RTN_B64, uint64_t, true, IF_SAME)
DEFINE_LDS_ATOMIC(DS_CMPST_F32, uint32_t, false, float_equal_u32(old, data) ? more : old)
DEFINE_LDS_ATOMIC(DS_CMPST_RTN_F32, uint32_t, true, float_equal_u32(old, data) ? more : old)
DEFINE_LDS_ATOMIC(DS_CMPST_F64, uint64_t, false, float_equal_u64(old, data) ? more : old)
DEFINE_LDS_ATOMIC(DS_CMPST_RTN_F64, uint64_t, true, float_equal_u64(old, data) ? more : old)
DEFINE_LDS_ATOMIC(DS_WRXCHG_RTN_B32, uint32_t, true, data)
DEFINE_LDS_ATOMIC(DS_WRXCHG_RTN_B64, uint64_t, true, data)

/* Two exchanges: of a lane's data at one address, then of more at the other. */
static inline const struct gcn_code *exchange_two(struct gcn_wave *w, const struct gcn_code *in,
	unsigned bytes, unsigned scale)
{
	uint32_t first = (in->imm & 255) * bytes * scale, second = (in->imm >> 8) * bytes * scale;
	const struct gcn_lds_access a = {
		GCN_ATOMIC, bytes, first, (int32_t)second - (int32_t)first};
	struct gcn_lds_range range;

	if (!gcn_lds_begin(w, in, &a, &range))
		return NULL;
	for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) {
		unsigned i = (unsigned)__builtin_ctzll(e);
		uint64_t data[2] = {read_data(w, in->src[1].reg, i, bytes),
			read_data(w, in->src[2].reg, i, bytes)};
		for (unsigned n = 0; n < 2; n++) {
			uint8_t *p = w->lds + ((int64_t)w->address[i] + (n == 0 ? 0 : a.second));
			uint64_t old = 0;
			memcpy(&old, p, bytes);
			memcpy(p, &data[n], bytes);
			write_old(w, in->dst + n * bytes / 4, i, bytes, old);
		}
	}
	return gcn_next(in);
}

#define DEFINE_EXCHANGE(id, bytes, scale) \
	FUNCTION(id) \
	{ \
		return exchange_two(w, in, bytes, scale); \
	}
DEFINE_EXCHANGE(DS_WRXCHG2_RTN_B32, 4, 1)
DEFINE_EXCHANGE(DS_WRXCHG2_RTN_B64, 8, 1)
DEFINE_EXCHANGE(DS_WRXCHG2ST64_RTN_B32, 4, 64)
DEFINE_EXCHANGE(DS_WRXCHG2ST64_RTN_B64, 8, 64)

#define SINGLE(id, control) [GCN_OP_##id] = {exec_##id, control},
#define FOUR(name, t, control) \
	SINGLE(DS_##name##_##t##32, control) \
	SINGLE(DS_##name##_RTN_##t##32, control) \
	SINGLE(DS_##name##_##t##64, control) \
	SINGLE(DS_##name##_RTN_##t##64, control)
#define ROW(name, t, operation) FOUR(name, t, 0)
#define FLOAT_ROW(name, t, operation) FOUR(name, t, GCN_CONTROL_EXACT)

/* clang-format off */
const gcn_functions gcn_lds_atomic_functions = {
	INTEGER_ATOMICS(ROW) FLOAT_ATOMICS(FLOAT_ROW)
	FOUR(MSKOR, B, 0) FOUR(CMPST, B, 0) FOUR(CMPST, F, GCN_CONTROL_EXACT)
	SINGLE(DS_WRXCHG_RTN_B32, 0) SINGLE(DS_WRXCHG_RTN_B64, 0)
	SINGLE(DS_WRXCHG2_RTN_B32, 0) SINGLE(DS_WRXCHG2_RTN_B64, 0)
	SINGLE(DS_WRXCHG2ST64_RTN_B32, 0) SINGLE(DS_WRXCHG2ST64_RTN_B64, 0)
};
/* clang-format on */
