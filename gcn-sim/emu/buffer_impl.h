/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses of buffer instructions, from the resource (four scalar registers), a vector register
 * or two, a scalar offset and a constant. */
#ifndef HSAEMU_GCN_BUFFER_IMPL_H
#define HSAEMU_GCN_BUFFER_IMPL_H

#include "exec_impl.h"

#define ADDRESS_MASK ((UINT64_C(1) << 48) - 1)

struct gcn_resource {
	uint64_t base;
	uint32_t stride, records, index_stride, element;
	bool swizzled, adds_lane;
};

static inline struct gcn_resource gcn_resource_of(const uint32_t *s)
{
	return (struct gcn_resource){
		.base = (s[0] | (uint64_t)s[1] << 32) & ADDRESS_MASK,
		.stride = s[1] >> 16 & 0x3fff,
		.swizzled = s[1] >> 31 != 0,
		.records = s[2],
		.element = 2U << (s[3] >> 19 & 3),
		.index_stride = 8U << (s[3] >> 21 & 3),
		.adds_lane = (s[3] >> 23 & 1) != 0,
	};
}

/* Returns where an element is, from the base on, and by *stride how far apart its dwords are. */
static inline uint64_t gcn_swizzled(const struct gcn_resource *r, uint64_t index, uint32_t off)
{
	uint64_t row = index / r->index_stride * r->stride + off / r->element * r->element;

	return row * r->index_stride + index % r->index_stride * r->element + off % r->element;
}

/* The whole resource is an address that is added, whatever its upper half holds. */
static inline uint64_t gcn_addresses_64(struct gcn_wave *w, const struct gcn_code *in)
{
	const uint32_t *low = w->v[in->src[0].reg], *high = w->v[in->src[0].reg + 1];
	uint64_t base = gcn_pair(w, in->src[1].reg) + gcn_scalar32(w, &in->src[2]) + in->imm;

	FOR_LANES w->address[i] = (base + (low[i] | (uint64_t)high[i] << 32)) & ADDRESS_MASK;
	return gcn_exec_mask(w);
}

/* Returns the lanes whose `bytes` are in the buffer. */
static inline uint64_t gcn_addresses_in_buffer(struct gcn_wave *w, const struct gcn_code *in,
	unsigned bytes)
{
	struct gcn_resource r = gcn_resource_of(&w->s[in->src[1].reg]);
	bool has_index = (in->flags & GCN_BIT(GCN_FLAG_IDXEN)) != 0,
	     has_off = (in->flags & GCN_BIT(GCN_FLAG_OFFEN)) != 0;
	const uint32_t *index = w->v[in->src[0].reg], *off = index + (has_index ? GCN_LANES : 0);
	uint32_t more = gcn_scalar32(w, &in->src[2]);
	uint64_t lanes = 0;

	for (uint64_t e = gcn_exec_mask(w); e != 0; e &= e - 1) {
		unsigned i = (unsigned)__builtin_ctzll(e);
		uint64_t n = (has_index ? index[i] : 0) + (uint64_t)(r.adds_lane ? i : 0);
		uint64_t o = (uint64_t)(has_off ? off[i] : 0) + in->imm;
		uint64_t at = r.swizzled && o <= UINT32_MAX ? gcn_swizzled(&r, n, (uint32_t)o)
		                                            : n * r.stride + o;
		uint64_t end = r.swizzled ? at + more + bytes : at + bytes;
		bool in_buffer = r.stride != 0 ? n < r.records : end <= r.records;
		w->address[i] = (r.base + more + at) & ADDRESS_MASK;
		lanes |= (uint64_t)(in_buffer && o <= UINT32_MAX) << i;
	}
	w->access.space = r.swizzled && r.adds_lane ? GCN_SPACE_SCRATCH : GCN_SPACE_GLOBAL;
	w->access.stride = r.swizzled ? r.index_stride * r.element : 0;
	return lanes;
}

/* Finds the address of each lane, and notes the access. Returns the lanes that take part. */
static inline uint64_t gcn_buffer_access(struct gcn_wave *w, const struct gcn_code *in,
	enum gcn_access_kind kind, unsigned bytes)
{
	w->access.kind = kind;
	w->access.space = GCN_SPACE_GLOBAL;
	w->access.bytes = bytes;
	w->access.second = 0;
	w->access.stride = 0;
	w->access.lanes = (in->flags & GCN_BIT(GCN_FLAG_ADDR64)) != 0
	                          ? gcn_addresses_64(w, in)
	                          : gcn_addresses_in_buffer(w, in, bytes);
	return w->access.lanes;
}

#endif
