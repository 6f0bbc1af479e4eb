/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One dispatch of a kernel, from its packet to its completion signal. */
#ifndef HSAEMU_RT_DISPATCH_IMPL_H
#define HSAEMU_RT_DISPATCH_IMPL_H

#include <hsa/hsa.h>
#include <stdatomic.h>
#include "hsaemu/kernel_abi.h"
#include "hsaemu/rt.h"

struct rt_guard;
struct rt_queue;
struct rt_worker;

/* One dispatch of a kernel, from launch to completion. It lies in its queue's array of records. */
struct rt_dispatch {
	struct hsaemu_dispatch abi; /* first: what the kernel sees */
	hsa_kernel_dispatch_packet_t packet;
	struct rt_queue *queue;
	hsaemu_kernel_entry *entry;          /* of a whole group, or */
	hsaemu_fiber_entry *fiber_entry;     /* of `fiber_items` of it */
	uint32_t fiber_items;                /* 0: without fibers */
	uint32_t stack_kib;                  /* of the descriptor */
	size_t private_bytes, context_bytes; /* of a whole work-group */
	bool low;                            /* small machine model: segments lie below 4 GiB */
	uint64_t group_count;
	uint64_t chunk; /* dynamic: groups per claim */
	unsigned cus_used;
	uint64_t start_ns, start_ticks;
	_Atomic uint64_t next_group; /* dynamic */
	atomic_bool quiet;           /* idle workers were not called; changes under [L] */
	atomic_bool stopped;         /* groups were left out: a fault, or the queue is inactive */
	struct rt_dispatch *next;    /* [L] in the active or the free list */
	unsigned running;            /* [L] workers inside */
	unsigned shares_left;        /* [L] static: workers whose share is not taken */
	uint64_t taken[RT_MAX_THREADS / 64]; /* [L] static: workers that took theirs */
};

/* ---- dispatch.c ----------------------------------------------------------------------------- */

/* Checks the packet and fills the record; on failure `why` has status, detail and figures of the
 * rule that it broke. */
bool rt_dispatch_prepare(struct rt_dispatch *d, const void *packet, uint64_t packet_id,
	struct rt_guard *g, struct rt_report *why) NODISCARD;
/* Called when all groups have ended. Signals completion and gives the record back. */
void rt_dispatch_finish(struct rt_dispatch *d);
/* False when a handle in a packet is neither 0 nor a signal; `why` then has the rule. */
bool rt_packet_check_signal(struct rt_queue *q, hsa_signal_t s, const char *rule,
	struct rt_report *why) NODISCARD;

/* ---- launch.c ------------------------------------------------------------------------------- */

/* Makes a prepared dispatch known to the workers. */
void rt_dispatch_launch(struct rt_dispatch *d);
/* Called for a quiet dispatch of which `done` groups took so long. Calls other workers if the rest
 * is worth it. */
void rt_dispatch_ask_for_help(struct rt_dispatch *d, uint64_t ticks, uint64_t done);

#endif
