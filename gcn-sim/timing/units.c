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

static uint32_t place_of(const struct gcn_tm_waiting *l, const struct gcn_tm_wave *w)
{
	uint32_t n = 0;

	while (n < l->count && l->waves[n] != w)
		n++;
	return n;
}

uint64_t gcn_tm_unit_accepts(struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now)
{
	struct gcn_tm_waiting *l = waiting_of(w->simd->cu, unit);
	uint64_t room = has_room(w->simd->cu, unit, now);
	uint32_t place = place_of(l, w);

	if (place == l->count && (place != 0 || room > now))
		l->waves[l->count++] = w;
	return place == 0 ? room : TM_NEVER;
}

void gcn_tm_unit_accepted(const struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now)
{
	struct gcn_tm_cu *cu = w->simd->cu;
	struct gcn_tm_waiting *l = waiting_of(cu, unit);
	uint32_t n = place_of(l, w);

	if (n != l->count)
		for (l->count--; n < l->count; n++)
			l->waves[n] = l->waves[n + 1];
	if (l->count != 0)
		gcn_tm_simd_wake(l->waves[0]->simd, has_room(cu, unit, now + 1));
}
