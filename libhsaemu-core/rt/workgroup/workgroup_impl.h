/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work-groups: which worker runs which group, the memory of a group, and reports of groups that
 * failed. */
#ifndef HSAEMU_RT_WORKGROUP_IMPL_H
#define HSAEMU_RT_WORKGROUP_IMPL_H

#include "hsaemu/kernel_abi.h"
#include "rt/memory/segment_impl.h"

struct rt_dispatch;
struct rt_worker;

/* ---- claim.c -------------------------------------------------------------------------------- */

/* rt_claim_remains() returns true when the worker's share has another group, in the range that it
 * has claimed or in a new one; rt_claim_take() then takes it and sets the group's ids and sizes in
 * *wg. */
bool rt_claim_remains(struct rt_worker *w);
void rt_claim_take(struct rt_worker *w, struct hsaemu_wg *wg);

/* Dynamic scheduling: returns the CU as which the worker runs the next claim: its CUs take
 * turns. */
unsigned rt_claim_cu(struct rt_worker *w);

/* Lets the dispatch have no groups that are not claimed. */
void rt_claims_drop(struct rt_dispatch *d);
/* Called with the lock: makes room for claims that workers leave. False when there is no memory. */
bool rt_claims_make_room(struct rt_dispatch *d) NODISCARD;

/* ---- shuffle.c ------------------------------------------------------------------------------ */

/* Returns the number of the group that is the `index`-th of `count` in the order that the key
 * gives. */
uint64_t rt_shuffle(uint64_t index, uint64_t count, uint64_t key);
uint64_t rt_shuffle_key(uint64_t seed, uint64_t queue_id, uint64_t packet_id);

/* ---- run_groups.c --------------------------------------------------------------------------- */

/* Runs the worker's share of w->dispatch, or until the worker leaves it; faults go to the queue's
 * report. */
void rt_groups_run(struct rt_worker *w);

/* ---- group_memory.c ------------------------------------------------------------------------- */

/* Gets the segments of a work-group of the dispatch and sets their addresses in *wg. False when
 * there is no memory. */
bool rt_group_memory_get(struct rt_memory *m, const struct rt_dispatch *d, struct hsaemu_wg *wg,
	enum rt_fence fence) NODISCARD;
/* Called when work-groups were cut off: it is not known what they have written, so the next use
 * prepares the memory anew. */
void rt_group_memory_distrust(struct rt_memory *m);
void rt_group_memory_release(struct rt_memory *m);

/* ---- group_report.c ------------------------------------------------------------------------- */

/* Both make the worker's dispatch fail and report why. */
void rt_group_report_fault(struct rt_worker *w);
void rt_group_report_no_memory(struct rt_worker *w);
/* Called when work-groups have ended; reports what they have stored beyond their segments. */
void rt_group_check_bounds(struct rt_worker *w, struct rt_memory *m);

#endif
