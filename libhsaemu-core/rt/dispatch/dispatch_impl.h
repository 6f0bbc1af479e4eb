/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One dispatch of a kernel, from its packet to its completion signal. */
#ifndef HSAEMU_RT_DISPATCH_IMPL_H
#define HSAEMU_RT_DISPATCH_IMPL_H

#include <hsa/hsa.h>
#include <stdatomic.h>
#include "hsaemu/kernel_abi.h"
#include "hsaemu/rt.h"

struct rt_claim;
struct rt_guard;
struct rt_queue;
struct rt_worker;

/* the counter of groups needs room for claims beyond the last group */
enum { RT_MAX_GROUPS_LOG2 = 62 };

/* How a dispatch is divided among calls of the kernel's entry. A tile is what one call runs: one
 * work-group or, where the kernel cannot tell them apart, a box of several. By dimension: groups of
 * a whole tile, its work-items, and how many tiles the grid has. */
struct rt_tiles {
	uint32_t groups[3], items[3], count[3];
};

/* Groups of a dispatch that follow each other. Its size keeps the counters of two parts in
 * different lines of the cache. */
struct rt_part {
	_Atomic uint64_t next; /* first group that nobody has claimed, or any number beyond `end` */
	uint64_t end;
	uint64_t unused[6];
};
enum { RT_MAX_PARTS = 8 };

/* One dispatch of a kernel, from launch to completion. It is an element of its queue's array of
 * records. */
struct rt_dispatch {
	struct hsaemu_dispatch abi; /* first: the kernel sees it */
	hsa_kernel_dispatch_packet_t packet;
	struct rt_queue *queue;
	unsigned sharers; /* so many workers it is divided among */
	/* of a device that runs the dispatch as a whole, and what it calls the dispatch; NULL: the
	 * workers run it */
	const struct rt_device_ops *device;
	void *device_dispatch;
	hsaemu_kernel_entry *entry;      /* runs a whole group; without fibers */
	hsaemu_fiber_entry *fiber_entry; /* runs `fiber_items` work-items; with fibers */
	/* work-items of a fiber; 0: the kernel runs without fibers */
	uint32_t fiber_items;
	uint32_t stack_kib; /* as in the descriptor */
	struct rt_tiles tiles;
	size_t private_bytes, context_bytes; /* size for a whole tile */
	/* small machine model: segments must lie below 4 GiB */
	bool low;
	uint64_t group_count; /* of tiles: a tile is a group for all that follows */
	uint64_t chunk;       /* dynamic scheduling: groups per claim */
	uint64_t shuffle_key;
	unsigned cus_used; /* static scheduling: so many of the queue's CUs have a share */
	uint64_t start_ns, start_ticks;
	/* dynamic: groups that follow each other, from which workers claim, each from its own part
	 * first, so that repeated dispatches touch the same memory from the same CPU as far as
	 * possible */
	unsigned part_count;
	struct rt_part parts[RT_MAX_PARTS];
	/* idle workers were not called for this dispatch; changes under [L] */
	atomic_bool quiet;
	/* remaining groups are left out, after a fault or because the queue is inactive */
	atomic_bool stopped;
	struct rt_dispatch *next; /* [L] link in the list of active or of free records */
	unsigned running, turns;  /* [L] workers that are working on it; that have begun to */
	unsigned shares_left;     /* [L] static: workers that have not taken their share yet */
	/* [L] static: set of the workers that have taken theirs */
	uint64_t taken[RT_MAX_THREADS / 64];
	/* [L] what workers have claimed and left to later turns; static: by the worker's index. It
	 * stays with the record; NULL: nothing was ever left */
	struct rt_claim *left;
	unsigned left_count; /* [L] dynamic: number of claims in `left` */
	/* [L] of a device (device_turns.c): its place among those that wait for the device, how
	 * often it has given way, and whether it does so now or has done so last */
	uint64_t device_place;
	unsigned pauses;
	bool gives_way, is_paused;
};

/* ---- dispatch.c ----------------------------------------------------------------------------- */

/* Checks the packet and fills the record. On failure it returns false, and `why` has the status,
 * detail and figures of the rule that the packet breaks. */
bool rt_dispatch_prepare(struct rt_dispatch *d, const void *packet, uint64_t packet_id,
	struct rt_guard *g, struct rt_report *why) NODISCARD;
/* Called when all groups have ended. Signals completion and returns the record to its queue. */
void rt_dispatch_finish(struct rt_dispatch *d);
/* Frees what has stayed with a record, when its queue ends. */
void rt_dispatch_release(const struct rt_dispatch *d);
/* Returns false when `s` is neither 0 nor a signal of this runtime; `why` then has the rule. */
bool rt_packet_check_signal(struct rt_queue *q, hsa_signal_t s, const char *rule,
	struct rt_report *why) NODISCARD;

/* ---- tiles.c -------------------------------------------------------------------------------- */

/* Decides which groups run as one, and sets d->tiles and d->group_count. False when there are too
 * many groups. */
bool rt_tiles_count(struct rt_dispatch *d) NODISCARD;
void rt_tiles_choose(struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd);
/* Replaces a tile and work-items in it, whose flat ids there follow each other, by their work-group
 * and the flat ids in that. Work-items in other groups than the first one are left out. */
struct rt_tile_items {
	uint32_t group[3], size[3], first, count;
	uint32_t last_group[3]; /* the group of the last one of all */
};
struct rt_tile_items rt_tile_items(const struct rt_dispatch *d, const struct hsaemu_wg *wg,
	uint32_t first, uint32_t count);

/* ---- packet_lint.c -------------------------------------------------------------------------- */

/* Tells the client of mistakes in the packet of a dispatch that can be launched. */
void rt_packet_lint(const struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd);

/* ---- launch.c ------------------------------------------------------------------------------- */

/* Makes a prepared dispatch known to the workers. */
void rt_dispatch_launch(struct rt_dispatch *d);
/* Called while a quiet dispatch runs, when `done` of its groups took `ticks`. Calls other workers
 * if the rest is worth it. */
void rt_dispatch_ask_for_help(struct rt_dispatch *d, uint64_t ticks, uint64_t done);

#endif
