/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the ids and sizes of a work-group from its number in the grid. */
#ifndef HSAEMU_GROUP_ID_IMPL_H
#define HSAEMU_GROUP_ID_IMPL_H

#include "hsaemu/kernel_abi.h"

static inline uint32_t rt_group_part_size(uint32_t grid, uint32_t wg, uint32_t id)
{
	uint32_t left = grid - id * wg;
	return left < wg ? left : wg;
}

static inline void rt_group_set_sizes(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d)
{
	wg->size_x = rt_group_part_size(d->grid_x, d->wg_x, wg->id_x);
	wg->size_y = rt_group_part_size(d->grid_y, d->wg_y, wg->id_y);
	wg->size_z = rt_group_part_size(d->grid_z, d->wg_z, wg->id_z);
}

static inline void rt_group_set_id(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d,
	uint64_t group)
{
	uint64_t row = group / d->groups_x;
	wg->id_x = (uint32_t)(group % d->groups_x);
	wg->id_y = (uint32_t)(row % d->groups_y);
	wg->id_z = (uint32_t)(row / d->groups_y);
}

static inline void rt_group_next(struct hsaemu_wg *wg, const struct hsaemu_dispatch *d)
{
	if (++wg->id_x < d->groups_x)
		return;
	wg->id_x = 0;
	if (++wg->id_y < d->groups_y)
		return;
	wg->id_y = 0;
	wg->id_z++;
}

#endif
