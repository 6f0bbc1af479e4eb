/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a device reports on its dispatches, and where to. */
#ifndef HSAEMU_GCN_REPORTS_IMPL_H
#define HSAEMU_GCN_REPORTS_IMPL_H

#include "hsaemu/gcn_device.h"
#include "hsaemu/gcn_report.h"

struct gcn_reports;

/* NULL: there is no memory. */
struct gcn_reports *gcn_reports_new(const struct gcn_device_options *options,
	const struct gcn_model *m);
/* Writes what was not written yet. False after a diagnostic. Does nothing for NULL. */
bool gcn_reports_write(struct gcn_reports *r, struct diag *d) NODISCARD;
/* Does the same, with messages to standard error, and ends. */
void gcn_reports_free(struct gcn_reports *r);
/* Ends without writing anything. */
void gcn_reports_drop(struct gcn_reports *r);
/* Whether runs are to keep what traces need. */
bool gcn_reports_traces(const struct gcn_reports *r);
/* Returns the number of the next dispatch. */
uint64_t gcn_reports_number(struct gcn_reports *r);
void gcn_reports_add(struct gcn_reports *r, const struct gcn_timed_run *run);
/* See gcn_device_take_totals(). */
void gcn_reports_take_totals(struct gcn_reports *r, struct gcn_totals *sum);
/* Says which wavefronts of a run that cannot end wait for what. */
void gcn_reports_waits(struct gcn_reports *r, const struct gcn_run *run);

#endif
