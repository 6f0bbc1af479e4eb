/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divides a grid into tiles: what one call of the kernel's entry runs.
 *
 * That is one work-group, unless the kernel's descriptor says that its code cannot tell them apart.
 * Then a tile is a box of groups, of which the kernel sees the id of the first and the size of all
 * (docs/kernel-abi.md). Only reports of faults and the like tell groups apart. */
#include <string.h>
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"

bool rt_tiles_count(struct rt_dispatch *d)
{
	const struct hsaemu_dispatch *abi = &d->abi;
	uint64_t plane = (uint64_t)abi->groups_x * abi->groups_y;
	if (abi->groups_z != 0 && plane > ((uint64_t)1 << RT_MAX_GROUPS_LOG2) / abi->groups_z)
		return false;
	d->group_count = plane * abi->groups_z;
	d->tiles = (struct rt_tiles){.groups = {1, 1, 1},
		.items = {abi->wg_x, abi->wg_y, abi->wg_z},
		.count = {abi->groups_x, abi->groups_y, abi->groups_z}};
	return true;
}

/* Whether groups may run as one that lie side by side in that dimension. */
static bool are_alike(const struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd,
	unsigned dim)
{
	unsigned shift = HSAEMU_KD_ALIKE_SIZE + dim * HSAEMU_KD_ALIKE_SIZE_BITS;
	uint32_t size = kd->flags >> shift & ((1u << HSAEMU_KD_ALIKE_SIZE_BITS) - 1);
	return (kd->flags & (uint32_t)HSAEMU_KD_ALIKE_X << dim) != 0 &&
	       (size == 0 || d->tiles.items[dim] == 1u << (size - 1));
}

/* How many work-items a tile should have: as many as the kernel asks for, unless workers would have
 * too few tiles to share them evenly, or their memory would outgrow the caches. One worker that may
 * have to ask others for help keeps some tiles for them. */
static uint64_t wanted_items(const struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	enum { TILES_PER_WORKER = 16, TILES_OF_ONE = 8, CACHED_BYTES = 1 << 15, VECTOR = 2 * 16 };
	uint64_t group = (uint64_t)d->tiles.items[0] * d->tiles.items[1] * d->tiles.items[2];
	uint64_t groups = d->group_count / d->sharers;
	uint64_t share =
		(groups < HSAEMU_MAX_TILE * TILES_PER_WORKER ? groups
							     : HSAEMU_MAX_TILE * TILES_PER_WORKER) *
		group;
	unsigned workers = rt_queue_worker_count(d->queue);
	unsigned tiles = d->sharers > 1           ? TILES_PER_WORKER
	                 : workers > TILES_OF_ONE ? workers
	                                          : TILES_OF_ONE;
	uint64_t own = (uint64_t)kd->private_bytes + kd->context_bytes;
	uint64_t wanted = 1u << (kd->flags >> HSAEMU_KD_TILE & ((1u << HSAEMU_KD_TILE_BITS) - 1));
	if (wanted > HSAEMU_MAX_TILE)
		wanted = HSAEMU_MAX_TILE;
	if (workers > 1 && share > VECTOR)
		share = share / tiles > VECTOR ? share / tiles : VECTOR;
	if (own != 0 && CACHED_BYTES / own < wanted)
		wanted = CACHED_BYTES / own;
	return share < wanted ? share : wanted;
}

/* From how many bytes on that each work-item stores these take half of the last-level cache: what
 * the kernel loads takes the other half, at least. */
static uint32_t stream_bytes(const struct rt_dispatch *d)
{
	const struct hsaemu_dispatch *abi = &d->abi;
	uint64_t items = (uint64_t)abi->grid_x * abi->grid_y;
	uint64_t room = d->queue->rt->cache_bytes / 2;
	if (items == 0 || abi->grid_z == 0)
		return UINT32_MAX;
	items = items < UINT64_MAX / abi->grid_z ? items * abi->grid_z : UINT64_MAX;
	uint64_t least = room / items + (room % items != 0);
	return least < UINT32_MAX ? (uint32_t)least : UINT32_MAX;
}

/* Doubles a tile in a dimension until it has as many work-items as wanted, or all groups, or `most`
 * work-items in that dimension. */
static void widen(struct rt_tiles *t, unsigned dim, uint32_t groups, uint64_t wanted, uint32_t most)
{
	uint64_t items = (uint64_t)t->items[0] * t->items[1] * t->items[2];
	for (; t->groups[dim] < groups && items * 2 <= wanted && t->items[dim] * 2 <= most;
		items *= 2) {
		t->groups[dim] *= 2;
		t->items[dim] *= 2;
	}
	t->count[dim] = groups / t->groups[dim] + (groups % t->groups[dim] != 0);
}

void rt_tiles_choose(struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	const uint32_t groups[] = {d->abi.groups_x, d->abi.groups_y, d->abi.groups_z};
	struct rt_tiles *t = &d->tiles;
	d->abi.stream_bytes = stream_bytes(d);
	if ((kd->flags & HSAEMU_KD_ALIKE_ALL) == 0 || d->device != NULL || d->fiber_items != 0 ||
		d->group_count == 0 || d->queue->rt->scheduler == RT_SCHEDULER_SHUFFLE)
		return;
	uint64_t wanted = wanted_items(d, kd);
	bool along_y = (kd->flags & HSAEMU_KD_TILE_ALONG_Y) != 0;
	const unsigned order[] = {along_y, !along_y, 2};
	const bool alike[] = {are_alike(d, kd, 0), are_alike(d, kd, 1), are_alike(d, kd, 2)};
	if (along_y && alike[0])
		widen(t, 0, groups[0], wanted, 2u * kd->shape); /* two vectors in a row */
	for (unsigned k = 0; k < 3; k++) {
		unsigned dim = order[k];
		if (!alike[dim])
			continue;
		widen(t, dim, groups[dim], wanted, UINT32_MAX);
		if (t->count[dim] != 1)
			break;
	}
	d->group_count = (uint64_t)t->count[0] * t->count[1] * t->count[2];
}

/* ---- work-items of a tile ------------------------------------------------------------------- */

/* A work-item of a tile, in its group: the group's ids and the flat id in that. */
struct item {
	uint32_t group[3], size[3], flat;
};

static struct item item_of(const struct rt_dispatch *d, const struct hsaemu_wg *wg, uint32_t flat)
{
	const uint32_t size[] = {wg->size_x, wg->size_y, wg->size_z};
	const uint32_t first[] = {wg->id_x, wg->id_y, wg->id_z};
	const uint32_t whole[] = {d->abi.wg_x, d->abi.wg_y, d->abi.wg_z};
	const uint32_t grid[] = {d->abi.grid_x, d->abi.grid_y, d->abi.grid_z};
	struct item r;
	uint32_t id[3];
	for (unsigned k = 0; k < 3; k++) {
		id[k] = k < 2 ? flat % size[k] : flat;
		flat /= size[k];
		r.group[k] = first[k] + id[k] / whole[k];
		id[k] %= whole[k];
		uint32_t left = grid[k] - r.group[k] * whole[k];
		r.size[k] = left < whole[k] ? left : whole[k];
	}
	r.flat = id[0] + r.size[0] * (id[1] + r.size[1] * id[2]);
	return r;
}

static bool is_one_group(const struct rt_dispatch *d)
{
	const uint32_t *n = d->tiles.groups;
	return n[0] == 1 && n[1] == 1 && n[2] == 1;
}

/* Makes a result of a group that begins where the tile begins. */
static struct rt_tile_items of_first_group(const struct hsaemu_wg *wg, const uint32_t size[3])
{
	struct rt_tile_items r = {.group = {wg->id_x, wg->id_y, wg->id_z},
		.size = {size[0], size[1], size[2]},
		.last_group = {wg->id_x, wg->id_y, wg->id_z}};
	return r;
}

struct rt_tile_items rt_tile_items(const struct rt_dispatch *d, const struct hsaemu_wg *wg,
	uint32_t first, uint32_t count)
{
	uint64_t all = (uint64_t)wg->size_x * wg->size_y * wg->size_z;
	if (is_one_group(d)) {
		struct rt_tile_items r =
			of_first_group(wg, (uint32_t[]){wg->size_x, wg->size_y, wg->size_z});
		r.first = first;
		r.count = count;
		return r;
	}
	if (count == 0 || first >= all)
		return of_first_group(wg, item_of(d, wg, 0).size);
	struct item item = item_of(d, wg, first), last = item;
	struct rt_tile_items r = {.first = item.flat, .count = 1};
	memcpy(r.group, item.group, sizeof r.group);
	memcpy(r.size, item.size, sizeof r.size);
	for (uint32_t k = 1; k < count && first + k < all; k++) {
		last = item_of(d, wg, first + k);
		if (memcmp(last.group, item.group, sizeof last.group) == 0)
			r.count = last.flat + 1 - r.first;
	}
	memcpy(r.last_group, last.group, sizeof r.last_group);
	return r;
}
