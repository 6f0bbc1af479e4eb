/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the ids and sizes of a tile from its number in the grid. */
#ifndef HSAEMU_GROUP_ID_IMPL_H
#define HSAEMU_GROUP_ID_IMPL_H

#include "hsaemu/kernel_abi.h"
#include "rt/dispatch/dispatch_impl.h"

static inline uint32_t rt_group_part_size(uint32_t grid, uint32_t first, uint32_t size)
{
	uint32_t left = grid - first;
	return left < size ? left : size;
}

static inline void rt_group_set_sizes(struct hsaemu_wg *wg, const struct rt_dispatch *d)
{
	const struct hsaemu_dispatch *abi = &d->abi;
	const uint32_t *items = d->tiles.items;
	wg->size_x = rt_group_part_size(abi->grid_x, wg->id_x * abi->wg_x, items[0]);
	wg->size_y = rt_group_part_size(abi->grid_y, wg->id_y * abi->wg_y, items[1]);
	wg->size_z = rt_group_part_size(abi->grid_z, wg->id_z * abi->wg_z, items[2]);
}

static inline void rt_group_set_id(struct hsaemu_wg *wg, const struct rt_dispatch *d, uint64_t tile)
{
	const struct rt_tiles *t = &d->tiles;
	uint64_t row = tile / t->count[0];
	wg->id_x = (uint32_t)(tile % t->count[0]) * t->groups[0];
	wg->id_y = (uint32_t)(row % t->count[1]) * t->groups[1];
	wg->id_z = (uint32_t)(row / t->count[1]) * t->groups[2];
}

static inline void rt_group_next(struct hsaemu_wg *wg, const struct rt_dispatch *d)
{
	const struct hsaemu_dispatch *abi = &d->abi;
	const struct rt_tiles *t = &d->tiles;
	if (abi->groups_x - wg->id_x > t->groups[0]) {
		wg->id_x += t->groups[0];
		return;
	}
	wg->id_x = 0;
	if (abi->groups_y - wg->id_y > t->groups[1]) {
		wg->id_y += t->groups[1];
		return;
	}
	wg->id_y = 0;
	wg->id_z += t->groups[2];
}

#endif
