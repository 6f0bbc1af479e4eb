/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Atomic operations on global memory. They are the host's, as other work-groups may run in other
 * threads; what the host has not is a loop of comparisons. Their order is relaxed: code has
 * fences of its own. */
#include "atomic_impl.h"
#include "buffer_impl.h"

static inline uint64_t read_data(const struct gcn_wave *w, unsigned reg, unsigned lane,
	unsigned bytes)
{
	return bytes == 4 ? w->v[reg][lane] : w->v[reg][lane] | (uint64_t)w->v[reg + 1][lane] << 32;
}
static inline void write_data(struct gcn_wave *w, unsigned reg, unsigned lane, unsigned bytes,
	uint64_t value)
{
	w->v[reg][lane] = (uint32_t)value;
	if (bytes == 8)
		w->v[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* Finds the addresses. False, with the outcome, when one is not aligned; *lanes are those that
 * access. */
static bool begin(struct gcn_wave *w, const struct gcn_code *in, unsigned bytes, uint64_t *lanes)
{
	*lanes = gcn_buffer_access(w, in, GCN_ATOMIC, bytes);
	for (uint64_t e = *lanes; e != 0; e &= e - 1) {
		unsigned i = (unsigned)__builtin_ctzll(e);
		if ((w->address[i] & (bytes - 1)) != 0) {
			w->lane = (uint8_t)i;
			gcn_fail(w, GCN_MISALIGNED);
			return false;
		}
	}
	return true;
}

/* The old values of lanes beyond the buffer are 0. */
static void end(struct gcn_wave *w, const struct gcn_code *in, unsigned bytes, uint64_t lanes)
{
	if ((in->flags & GCN_BIT(GCN_FLAG_GLC)) == 0)
		return;
	for (uint64_t e = gcn_exec_mask(w) & ~lanes; e != 0; e &= e - 1)
		write_data(w, in->dst, (unsigned)__builtin_ctzll(e), bytes, 0);
}

/* X(name, operation), for both sizes */
#define ATOMICS(X) \
	X(SWAP, swapped) \
	X(ADD, sum) \
	X(SUB, difference) \
	X(SMIN, signed_min) \
	X(UMIN, unsigned_min) \
	X(SMAX, signed_max) \
	X(UMAX, unsigned_max) \
	X(AND, conjunction) \
	X(OR, disjunction) \
	X(XOR, exclusive) \
	X(INC, incremented) \
	X(DEC, decremented)
#define FLOAT_ATOMICS(X) \
	X(FMIN, float_min) \
	X(FMAX, float_max)

#define DEFINE_ATOMIC_OF(id, type, suffix, operation) \
	FUNCTION(id) \
	{ \
		bool wants_old = (in->flags & GCN_BIT(GCN_FLAG_GLC)) != 0; \
		uint64_t lanes; \
\
		if (!begin(w, in, sizeof(type), &lanes)) \
			return NULL; \
		for (uint64_t e = lanes; e != 0; e &= e - 1) { \
			unsigned i = (unsigned)__builtin_ctzll(e); \
			type *p = (type *)(uintptr_t)w->address[i]; \
			type data = (type)read_data(w, in->dst, i, sizeof(type)); \
			type old = __atomic_load_n(p, __ATOMIC_RELAXED); \
			while (!__atomic_compare_exchange_n(p, &old, \
				operation##_##suffix(old, data), false, __ATOMIC_RELAXED, \
				__ATOMIC_RELAXED)) \
				; \
			if (wants_old) \
				write_data(w, in->dst, i, sizeof(type), old); \
		} \
		end(w, in, sizeof(type), lanes); \
		return gcn_next(in); \
	}
#define DEFINE_ATOMIC(name, operation) \
	DEFINE_ATOMIC_OF(BUFFER_ATOMIC_##name, uint32_t, u32, operation) \
	DEFINE_ATOMIC_OF(BUFFER_ATOMIC_##name##_X2, uint64_t, u64, operation)
ATOMICS(DEFINE_ATOMIC)
FLOAT_ATOMICS(DEFINE_ATOMIC)

/* Data are the new value and, behind it, the one to compare with; `equal` compares. */
#define DEFINE_EXCHANGE_OF(id, type, equal) \
	FUNCTION(id) \
	{ \
		bool wants_old = (in->flags & GCN_BIT(GCN_FLAG_GLC)) != 0; \
		const unsigned dwords = sizeof(type) / 4; \
		uint64_t lanes; \
\
		if (!begin(w, in, sizeof(type), &lanes)) \
			return NULL; \
		for (uint64_t e = lanes; e != 0; e &= e - 1) { \
			unsigned i = (unsigned)__builtin_ctzll(e); \
			type *p = (type *)(uintptr_t)w->address[i]; \
			type data = (type)read_data(w, in->dst, i, sizeof(type)); \
			type expected = (type)read_data(w, in->dst + dwords, i, sizeof(type)); \
			type old = __atomic_load_n(p, __ATOMIC_RELAXED); \
			while (equal(old, expected) && \
				!__atomic_compare_exchange_n(p, &old, data, false, \
					__ATOMIC_RELAXED, __ATOMIC_RELAXED)) \
				; \
			if (wants_old) \
				write_data(w, in->dst, i, sizeof(type), old); \
		} \
		end(w, in, sizeof(type), lanes); \
		return gcn_next(in); \
	}
#define SAME(a, b) ((a) == (b))
DEFINE_EXCHANGE_OF(BUFFER_ATOMIC_CMPSWAP, uint32_t, SAME)
DEFINE_EXCHANGE_OF(BUFFER_ATOMIC_CMPSWAP_X2, uint64_t, SAME)
DEFINE_EXCHANGE_OF(BUFFER_ATOMIC_FCMPSWAP, uint32_t, float_equal_u32)
DEFINE_EXCHANGE_OF(BUFFER_ATOMIC_FCMPSWAP_X2, uint64_t, float_equal_u64)

#define BOTH(name, control) \
	[GCN_OP_BUFFER_ATOMIC_##name] = {exec_BUFFER_ATOMIC_##name, control}, \
	[GCN_OP_BUFFER_ATOMIC_##name##_X2] = {exec_BUFFER_ATOMIC_##name##_X2, control},
#define ROW(name, operation) BOTH(name, 0)
#define FLOAT_ROW(name, operation) BOTH(name, GCN_CONTROL_EXACT)

/* clang-format off */
const gcn_functions gcn_atomic_functions = {
	ATOMICS(ROW) FLOAT_ATOMICS(FLOAT_ROW) ROW(CMPSWAP, ) FLOAT_ROW(FCMPSWAP, )
};
/* clang-format on */
