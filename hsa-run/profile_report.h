/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --profile. */
#ifndef HSA_RUN_PROFILE_REPORT_H
#define HSA_RUN_PROFILE_REPORT_H

#include "results.h"

/* Profiles what runs of `image` from now on, with --profile. False after an error. */
bool run_profile_begin(struct run_session *s, struct rt_image *image) NODISCARD;
/* Adds what was counted so far to the current run; no dispatch is pending. */
void run_profile_collect(struct run_session *s);
/* Collects the counts for the last time, before the image is unmapped. */
void run_profile_end(struct run_session *s);
/* Appends the profile of a run, as a value of JSON or as lines of text. */
void run_profile_json(const struct run_session *s, const struct run_result *r, struct buf *b);
void run_profile_text(const struct run_session *s, const struct run_result *r, struct buf *b);
void run_profile_release(struct run_profile *p);

#endif
