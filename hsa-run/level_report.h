/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares what a run did as HSAIL and as code of a GPU (--deep with --profile). */
#ifndef HSA_RUN_LEVEL_REPORT_H
#define HSA_RUN_LEVEL_REPORT_H

#include "results.h"

/* Append both counts side by side: as lines of text, and as a member of a JSON object, with a comma
 * before it. They append nothing when the run was not on both. */
void run_levels_text(const struct run_result *r, struct buf *b);
void run_levels_json(const struct run_result *r, struct buf *b);

#endif
