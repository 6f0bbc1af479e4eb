/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the wavefronts of a work-group are, for the runtime (struct rt_device_run). */
#ifndef HSAEMU_GCN_PLACES_IMPL_H
#define HSAEMU_GCN_PLACES_IMPL_H

#include "hsaemu/gcn_emu.h"
#include "hsaemu/rt.h"

/* Completes the report on what has ended a run: for the current wavefront, or that of the work-item
 * that has trapped. */
void gcn_group_explain(const struct gcn_group *g, struct rt_report *r);
/* Visits the places of the wavefronts that have not ended. */
void gcn_group_places(const struct gcn_group *g, struct rt_place_visitor *v);
/* Why a run has ended, for rt_device_fail(). */
const char *gcn_outcome_detail(enum gcn_outcome outcome);

#endif
