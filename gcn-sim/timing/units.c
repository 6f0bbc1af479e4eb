/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When LDS and vector memory accept instructions of the SIMDs that share them.
 *
 * Wavefronts that a unit does not accept stand in line: it accepts them in the order in which they
 * came. Without that, the SIMD whose turn is next when the unit has room would be the first. */
#include "timing_impl.h"

static struct gcn_tm_waiting *waiting_of(struct gcn_tm_cu *cu, enum gcn_unit unit)
{
	return unit == GCN_UNIT_LDS ? &cu->lds_waiting : &cu->vmem_waiting;
}

/* Returns when the unit has room. */
static uint64_t has_room(const struct gcn_tm_cu *cu, enum gcn_unit unit, uint64_t now)
{
	const uint64_t *p = cu->cluster->run->p;
	uint64_t free = unit == GCN_UNIT_LDS ? cu->lds_free : cu->port.free;
	uint64_t queue = p[unit == GCN_UNIT_LDS ? GCN_P_lds_queue : GCN_P_vmem_queue];

	return free <= now + queue ? now : free - queue;
}

static struct gcn_tm_wave **place(struct gcn_tm_waiting *l, uint32_t n)
{
	return &l->waves[(l->first + n) % ARRAY_LEN(l->waves)];
}

uint64_t gcn_tm_unit_accepts(struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now)
{
	struct gcn_tm_waiting *l = waiting_of(w->simd->cu, unit);
	uint64_t room = has_room(w->simd->cu, unit, now);

	if (!w->is_in_line && (l->count != 0 || room > now)) {
		*place(l, l->count++) = w;
		w->is_in_line = true;
	}
	return !w->is_in_line || *place(l, 0) == w ? room : TM_NEVER;
}

void gcn_tm_unit_accepted(struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	struct gcn_tm_waiting *l = waiting_of(cu, unit);

	if (w->is_in_line) {
		w->is_in_line = false;
		l->first++;
		l->count--;
	}
	if (l->count != 0)
		gcn_tm_simd_wake((*place(l, 0))->simd, has_room(cu, unit, now + 1));
}
