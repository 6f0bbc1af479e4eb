/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports on runs of the timing model: text to read, JSON, and events for a viewer of traces. */
#ifndef HSAEMU_GCN_REPORT_H
#define HSAEMU_GCN_REPORT_H

#include "hsaemu/decls.h"
#include "hsaemu/gcn_timing.h"

HSAEMU_BEGIN_DECLS

/* A run to report on; all belongs to the caller. */
struct gcn_timed_run {
	const char *kernel;
	uint64_t number; /* of the dispatch: 1, 2... */
	const struct gcn_model *model;
	const struct gcn_dispatch *dispatch;
	const struct gcn_figures *figures;
};

/* Appends the figures of one dispatch, without those of the model. */
void gcn_report_text(const struct gcn_timed_run *r, struct buf *out);
/* Appends a JSON object with the figures of one dispatch. */
void gcn_report_json(const struct gcn_timed_run *r, struct buf *out);
/* Appends a JSON object with a model's parameters. */
void gcn_report_model_json(const struct gcn_model *m, struct buf *out);
/* Appends parameters, several on a line; those that differ from the model's own are marked. */
void gcn_report_model_text(const struct gcn_model *m, struct buf *out);
/* Appends events of Chrome's trace format, with a comma behind each: the stays of wavefronts on
 * SIMDs, and the traffic of L2 and memory, from cycle `at` on. The run was made with `traces`. */
void gcn_report_trace(const struct gcn_timed_run *r, uint64_t at, struct buf *out);

/* A line of the source, or where lines are not known an instruction of the code. */
struct gcn_hot_line {
	const char *file; /* NULL: not known */
	uint64_t line;
	uint64_t pc; /* of the first instruction */
	struct gcn_code_figures figures;
};
/* Finds the lines on which wavefronts spent the most cycles, those with the most first. Returns how
 * many there are, at most `max`. */
size_t gcn_hot_lines(const struct gcn_timed_run *r, struct gcn_hot_line *out, size_t max);

HSAEMU_END_DECLS

#endif
