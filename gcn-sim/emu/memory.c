/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores of global and private memory: scalar, and of buffers. Accesses go to the host's
 * addresses as they are. */
#include "buffer_impl.h"

/* Code has addresses as numbers. */
static inline uint8_t *host(uint64_t address)
{
	return (uint8_t *)(uintptr_t)address; /* NOLINT */
}

/* ---- scalar loads ---------------------------------------------------------------------------- */

static uint32_t scalar_offset(const struct gcn_wave *w, const struct gcn_code *in)
{
	return in->offset_is_imm ? in->imm * 4U : gcn_scalar32(w, &in->src[1]) & ~3U;
}

static void note_scalar(struct gcn_wave *w, uint64_t address, unsigned dwords)
{
	w->address[0] = address;
	w->access = (struct gcn_memory_access){
		.kind = GCN_LOAD, .space = GCN_SPACE_SCALAR, .bytes = 4 * dwords, .lanes = 1};
}

static inline const struct gcn_code *scalar_load(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	uint64_t base = gcn_pair(w, in->src[0].reg) & ~UINT64_C(3) & ADDRESS_MASK;

	note_scalar(w, base + scalar_offset(w, in), dwords);
	memcpy(&w->s[in->dst], host(w->address[0]), (size_t)4 * dwords);
	return gcn_next(in);
}

/* Dwords beyond the buffer are 0. */
static const struct gcn_code *scalar_buffer_load(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	struct gcn_resource r = gcn_resource_of(&w->s[in->src[0].reg]);
	uint64_t size = (uint64_t)r.records * (r.stride == 0 ? 1 : r.stride);
	uint64_t off = scalar_offset(w, in), inside = size < off ? 0 : (size - off) / 4;
	size_t bytes = 4 * (inside < dwords ? (size_t)inside : dwords);

	note_scalar(w, (r.base & ~UINT64_C(3)) + off, (unsigned)(bytes / 4));
	if (bytes != 0)
		memcpy(&w->s[in->dst], host(w->address[0]), bytes);
	memset((uint8_t *)&w->s[in->dst] + bytes, 0, (size_t)4 * dwords - bytes);
	return gcn_next(in);
}

#define SCALAR_LOADS(X) \
	X(S_LOAD_DWORD, scalar_load, 1) \
	X(S_LOAD_DWORDX2, scalar_load, 2) \
	X(S_LOAD_DWORDX4, scalar_load, 4) \
	X(S_LOAD_DWORDX8, scalar_load, 8) \
	X(S_LOAD_DWORDX16, scalar_load, 16) \
	X(S_BUFFER_LOAD_DWORD, scalar_buffer_load, 1) \
	X(S_BUFFER_LOAD_DWORDX2, scalar_buffer_load, 2) \
	X(S_BUFFER_LOAD_DWORDX4, scalar_buffer_load, 4) \
	X(S_BUFFER_LOAD_DWORDX8, scalar_buffer_load, 8) \
	X(S_BUFFER_LOAD_DWORDX16, scalar_buffer_load, 16)
#define DEFINE_SCALAR(id, function, dwords) \
	FUNCTION(id) \
	{ \
		return function(w, in, dwords); \
	}
SCALAR_LOADS(DEFINE_SCALAR)

/* ---- dwords of buffers ----------------------------------------------------------------------- */

/* Whether all lanes access dwords that lie side by side. */
static inline bool are_adjacent(const struct gcn_wave *w, uint64_t lanes)
{
	uint64_t first = w->address[0], different = 0;

	if (lanes != UINT64_MAX)
		return false;
	FOR_LANES different |= w->address[i] ^ (first + 4 * (uint64_t)i);
	return different == 0;
}
static inline unsigned dword_step(const struct gcn_wave *w)
{
	return w->access.stride == 0 ? 4 : w->access.stride;
}

/* Lanes beyond the buffer load 0. */
static inline void clear_others(struct gcn_wave *w, unsigned reg, unsigned dwords, uint64_t lanes)
{
	for (uint64_t e = gcn_exec_mask(w) & ~lanes; e != 0; e &= e - 1)
		for (unsigned k = 0; k < dwords; k++)
			w->v[reg + k][__builtin_ctzll(e)] = 0;
}

/* One lane's dwords. Two are one access of the host, as other threads may change them together. */
static inline void load_adjacent(struct gcn_wave *w, unsigned reg, unsigned dwords, int lane)
{
	const uint8_t *p = host(w->address[lane]);
	unsigned k = 0;
	uint64_t both;

	for (; k + 2 <= dwords; k += 2) {
		memcpy(&both, p + (size_t)4 * k, sizeof(both));
		w->v[reg + k][lane] = (uint32_t)both;
		w->v[reg + k + 1][lane] = (uint32_t)(both >> 32);
	}
	if (k < dwords)
		memcpy(&w->v[reg + k][lane], p + (size_t)4 * k, 4);
}
static inline void store_adjacent(struct gcn_wave *w, unsigned reg, unsigned dwords, int lane)
{
	uint8_t *p = host(w->address[lane]);
	unsigned k = 0;

	for (; k + 2 <= dwords; k += 2) {
		uint64_t both = w->v[reg + k][lane] | (uint64_t)w->v[reg + k + 1][lane] << 32;
		memcpy(p + (size_t)4 * k, &both, sizeof(both));
	}
	if (k < dwords)
		memcpy(p + (size_t)4 * k, &w->v[reg + k][lane], 4);
}

/* Whether lanes other than those that take part were to access the wavefront's scratch. */
static inline bool is_beyond_scratch(struct gcn_wave *w, const struct gcn_code *in, uint64_t lanes)
{
	uint64_t others = gcn_exec_mask(w) & ~lanes;

	if (others == 0 || w->access.space != GCN_SPACE_SCRATCH ||
		(gcn_pair(w, in->src[1].reg) & ADDRESS_MASK) != w->scratch)
		return false;
	w->lane = (uint8_t)__builtin_ctzll(others);
	return w->scratch != 0;
}

static inline const struct gcn_code *load(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	uint64_t lanes = gcn_buffer_access(w, in, GCN_LOAD, 4 * dwords);
	unsigned step = dword_step(w);

	if (is_beyond_scratch(w, in, lanes))
		return gcn_fail(w, GCN_BAD_SCRATCH);
	if (dwords == 1 && are_adjacent(w, lanes)) {
		memcpy(w->v[in->dst], host(w->address[0]), ALL_LANES_BYTES);
		return gcn_next(in);
	}
	for (uint64_t e = lanes; e != 0; e &= e - 1) {
		int i = __builtin_ctzll(e);
		if (step == 4)
			load_adjacent(w, in->dst, dwords, i);
		for (unsigned k = 0; k < dwords && step != 4; k++)
			memcpy(&w->v[in->dst + k][i], host(w->address[i] + (uint64_t)step * k), 4);
	}
	clear_others(w, in->dst, dwords, lanes);
	return gcn_next(in);
}

static inline const struct gcn_code *store(struct gcn_wave *w, const struct gcn_code *in,
	unsigned dwords)
{
	uint64_t lanes = gcn_buffer_access(w, in, GCN_STORE, 4 * dwords);
	unsigned step = dword_step(w);

	if (is_beyond_scratch(w, in, lanes))
		return gcn_fail(w, GCN_BAD_SCRATCH);
	if (dwords == 1 && are_adjacent(w, lanes)) {
		memcpy(host(w->address[0]), w->v[in->dst], ALL_LANES_BYTES);
		return gcn_next(in);
	}
	for (uint64_t e = lanes; e != 0; e &= e - 1) {
		int i = __builtin_ctzll(e);
		if (step == 4)
			store_adjacent(w, in->dst, dwords, i);
		for (unsigned k = 0; k < dwords && step != 4; k++)
			memcpy(host(w->address[i] + (uint64_t)step * k), &w->v[in->dst + k][i], 4);
	}
	return gcn_next(in);
}

#define DWORDS(X) \
	X(BUFFER_LOAD_DWORD, load, 1) \
	X(BUFFER_LOAD_DWORDX2, load, 2) \
	X(BUFFER_LOAD_DWORDX3, load, 3) \
	X(BUFFER_LOAD_DWORDX4, load, 4) \
	X(BUFFER_STORE_DWORD, store, 1) \
	X(BUFFER_STORE_DWORDX2, store, 2) \
	X(BUFFER_STORE_DWORDX3, store, 3) \
	X(BUFFER_STORE_DWORDX4, store, 4) \
	X(TBUFFER_LOAD_FORMAT_X, load, 1) \
	X(TBUFFER_LOAD_FORMAT_XY, load, 2) \
	X(TBUFFER_LOAD_FORMAT_XYZ, load, 3) \
	X(TBUFFER_LOAD_FORMAT_XYZW, load, 4) \
	X(TBUFFER_STORE_FORMAT_X, store, 1) \
	X(TBUFFER_STORE_FORMAT_XY, store, 2) \
	X(TBUFFER_STORE_FORMAT_XYZ, store, 3) \
	X(TBUFFER_STORE_FORMAT_XYZW, store, 4)
#define DEFINE_DWORDS(id, function, dwords) \
	FUNCTION(id) \
	{ \
		return function(w, in, dwords); \
	}
DWORDS(DEFINE_DWORDS)

/* ---- parts of dwords ------------------------------------------------------------------------- */

/* X(id, type in memory) */
#define NARROW_LOADS(X) \
	X(BUFFER_LOAD_UBYTE, uint8_t) \
	X(BUFFER_LOAD_SBYTE, int8_t) \
	X(BUFFER_LOAD_USHORT, uint16_t) \
	X(BUFFER_LOAD_SSHORT, int16_t)
#define DEFINE_NARROW_LOAD(id, type) \
	FUNCTION(id) \
	{ \
		uint64_t lanes = gcn_buffer_access(w, in, GCN_LOAD, sizeof(type)); \
		if (is_beyond_scratch(w, in, lanes)) \
			return gcn_fail(w, GCN_BAD_SCRATCH); \
		for (uint64_t e = lanes; e != 0; e &= e - 1) { \
			int i = __builtin_ctzll(e); \
			type t; \
			memcpy(&t, host(w->address[i]), sizeof(t)); \
			w->v[in->dst][i] = (uint32_t)t; \
		} \
		clear_others(w, in->dst, 1, lanes); \
		return gcn_next(in); \
	}
NARROW_LOADS(DEFINE_NARROW_LOAD)

#define NARROW_STORES(X) \
	X(BUFFER_STORE_BYTE, uint8_t) \
	X(BUFFER_STORE_SHORT, uint16_t)
#define DEFINE_NARROW_STORE(id, type) \
	FUNCTION(id) \
	{ \
		uint64_t lanes = gcn_buffer_access(w, in, GCN_STORE, sizeof(type)); \
		if (is_beyond_scratch(w, in, lanes)) \
			return gcn_fail(w, GCN_BAD_SCRATCH); \
		for (uint64_t e = lanes; e != 0; e &= e - 1) { \
			int i = __builtin_ctzll(e); \
			type t = (type)w->v[in->dst][i]; \
			memcpy(host(w->address[i]), &t, sizeof(t)); \
		} \
		return gcn_next(in); \
	}
NARROW_STORES(DEFINE_NARROW_STORE)

#define ROW(id, ...) [GCN_OP_##id] = {exec_##id, 0},

/* clang-format off */
const gcn_functions gcn_memory_functions = {
	SCALAR_LOADS(ROW) DWORDS(ROW) NARROW_LOADS(ROW) NARROW_STORES(ROW)
};
/* clang-format on */
