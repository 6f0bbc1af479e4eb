/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides which worker runs which group as which CU.
 *
 * CU c belongs to worker c mod workers and runs one group at a time; a queue's dispatches run on
 * its CUs only. With the static scheduler, each of these runs one contiguous share of the groups,
 * in order, so a repeated dispatch touches the same memory from the same thread. With the dynamic
 * one, each worker claims chunks of groups from a counter, from that of its own part of the groups
 * first, and takes turns between its CUs. The shuffling one does so with chunks of one group, whose
 * number it permutes. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/group_id_impl.h"
#include "rt/workgroup/workgroup_impl.h"

static bool claim_static(struct rt_worker *w)
{
	const struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = &w->claim;
	uint64_t share = d->group_count / d->cus_used, longer = d->group_count % d->cus_used;
	uint64_t cu = rt_queue_first_cu(d->queue, w->index) + c->cus++ * w->rt->worker_count;
	uint64_t part = cu - d->queue->first_cu;
	if (part >= d->cus_used)
		return false;
	c->cu = (unsigned)cu;
	c->next = part * share + (part < longer ? part : longer);
	c->end = c->next + share + (part < longer);
	return true;
}

unsigned rt_claim_cu(struct rt_worker *w)
{
	const struct rt_queue *q = w->dispatch->queue;
	unsigned cu = w->cu;
	if (cu < q->first_cu || cu - q->first_cu >= q->cu_count)
		cu = rt_queue_first_cu(q, w->index);
	w->cu = cu + w->rt->worker_count;
	return cu;
}

static bool claim_from(const struct rt_dispatch *d, struct rt_part *p, struct rt_claim *c)
{
	/* relaxed: a claim orders nothing; the data that groups read was published at the launch.
	 * What is beyond the end is only read, so the counter does not overflow. */
	if (atomic_load_explicit(&p->next, memory_order_relaxed) >= p->end)
		return false;
	c->next = atomic_fetch_add_explicit(&p->next, d->chunk, memory_order_relaxed);
	c->end = c->next < p->end && d->chunk < p->end - c->next ? c->next + d->chunk : p->end;
	return c->next < p->end;
}

static bool claim_dynamic(struct rt_worker *w)
{
	struct rt_dispatch *d = w->dispatch;
	struct rt_claim *c = &w->claim;
	unsigned own = rt_queue_rank(d->queue, w->index) % d->part_count, i = 0;
	while (i < d->part_count && !claim_from(d,
					    &d->parts[i == 0     ? own
						      : i <= own ? i - 1
								 : i],
					    c))
		i++;
	if (i == d->part_count) {
		c->next = c->end = 0;
		return false;
	}
	if (w->rt->scheduler == RT_SCHEDULER_SHUFFLE) {
		/* a claim is of one group */
		c->next = rt_shuffle(c->next, d->group_count, d->shuffle_key);
		c->end = c->next + 1;
	}
	c->cu = rt_claim_cu(w);
	return true;
}

void rt_claims_drop(struct rt_dispatch *d)
{
	/* relaxed: it orders nothing */
	for (unsigned i = 0; i < d->part_count; i++)
		atomic_store_explicit(&d->parts[i].next, d->parts[i].end, memory_order_relaxed);
}

bool rt_claims_make_room(struct rt_dispatch *d)
{
	if (d->left == NULL)
		d->left = os_map(RT_CLAIMS(d->queue->rt) * sizeof *d->left);
	return d->left != NULL;
}

bool rt_claim_remains(struct rt_worker *w)
{
	if (w->claim.next < w->claim.end)
		return true;
	return rt_is_static(w->rt) ? claim_static(w) : claim_dynamic(w);
}

void rt_claim_take(struct rt_worker *w, struct hsaemu_wg *wg)
{
	const struct rt_dispatch *d = w->dispatch;
	wg->cu = w->claim.cu;
	rt_group_set_id(wg, d, w->claim.next++);
	rt_group_set_sizes(wg, d);
}
