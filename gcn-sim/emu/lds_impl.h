/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accesses of LDS, which belongs to the thread that runs the work-group. Its bound is M0 or the
 * work-group's size, whichever is less; what goes beyond is an error of the kernel. */
#ifndef HSAEMU_GCN_LDS_IMPL_H
#define HSAEMU_GCN_LDS_IMPL_H

#include "exec_impl.h"

/* The lanes' addresses, without the offset. */
struct gcn_lds_range {
	uint32_t low, high;
};

static inline struct gcn_lds_range gcn_lds_range(struct gcn_wave *w, const uint32_t *address)
{
	const uint32_t *m = gcn_mask(w, gcn_exec_mask(w));
	struct gcn_lds_range r = {UINT32_MAX, 0};

	FOR_LANES
	{
		uint32_t low = address[i] | ~m[i], high = address[i] & m[i];
		r.low = low < r.low ? low : r.low;
		r.high = high > r.high ? high : r.high;
	}
	return r;
}

/* Fails by the first lane that goes beyond the bound. */
static const struct gcn_code *gcn_lds_fail(struct gcn_wave *w, const uint32_t *address,
	uint64_t end, uint64_t bound)
{
	for (uint64_t e = gcn_exec_mask(w); e != 0; e &= e - 1) {
		w->lane = (uint8_t)__builtin_ctzll(e);
		if (address[w->lane] + end > bound)
			break;
	}
	return gcn_fail(w, GCN_BAD_LDS);
}

/* An access of `bytes` at the address plus `first` and, if `second` is not 0, as much further
 * on. */
struct gcn_lds_access {
	enum gcn_access_kind kind;
	uint32_t bytes, first;
	int32_t second;
};

/* Notes an access and checks it. False, with the outcome, when a lane goes beyond the bound. */
static inline bool gcn_lds_begin(struct gcn_wave *w, const struct gcn_code *in,
	const struct gcn_lds_access *a, struct gcn_lds_range *range)
{
	const uint32_t *address = w->v[in->src[0].reg];
	uint64_t m0 = w->s[GCN_CODE_M0], bound = m0 < w->lds_bytes ? m0 : w->lds_bytes;
	uint64_t end = (uint64_t)a->first + a->bytes + (uint64_t)(a->second > 0 ? a->second : 0);

	w->access = (struct gcn_memory_access){.kind = a->kind,
		.space = GCN_SPACE_LDS,
		.bytes = a->bytes,
		.lanes = gcn_exec_mask(w),
		.second = a->second};
	FOR_LANES w->address[i] = (uint64_t)address[i] + a->first;
	*range = gcn_lds_range(w, address);
	if (w->access.lanes == 0 || range->high + end <= bound)
		return true;
	gcn_lds_fail(w, address, end, bound);
	return false;
}

#endif
