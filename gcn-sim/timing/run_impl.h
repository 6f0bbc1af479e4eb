/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How a run is led, and its threads share the work of a phase. */
#ifndef HSAEMU_GCN_RUN_IMPL_H
#define HSAEMU_GCN_RUN_IMPL_H

#include "timing_impl.h"

/* LONGEST_WINDOW: a window has no more cycles, unless L2's shortest answer has. SERVED_TOGETHER: so
 * many cycles do not matter to the order in which clusters that have parked are served; it does not
 * depend on latencies, as pages are numbered in that order. */
enum { LONGEST_WINDOW = 2048, SERVED_TOGETHER = 64 };

/* Does the units of a phase, with the threads that help, and returns when all are done. */
void gcn_tm_phase_run(struct gcn_run *r, enum gcn_tm_phase kind, uint32_t units,
	struct gcn_host *h);
/* Helps until the run has ended or pauses. */
void gcn_tm_phase_help(struct gcn_run *r, struct gcn_host *h);
/* Lets those who help return; and lets others help again, when all have returned. */
void gcn_tm_phase_end(struct gcn_run *r);
void gcn_tm_phase_resume(struct gcn_run *r);

#endif
