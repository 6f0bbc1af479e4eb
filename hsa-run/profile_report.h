/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects and prints the counts of --profile. */
#ifndef HSA_RUN_PROFILE_REPORT_H
#define HSA_RUN_PROFILE_REPORT_H

#include "results.h"

/* Begins to profile the kernels of `image`, if --profile is given. Returns false after an error. */
bool run_profile_begin(struct run_session *s, struct rt_image *image) NODISCARD;
/* Adds the counts so far to the current run's profile, and resets them. No dispatch may be
 * pending. */
void run_profile_collect(struct run_session *s);
/* Collects the counts for the last time. Must be called before the image is unmapped. */
void run_profile_end(struct run_session *s);
/* Append the profile of a run, as a value of JSON and as lines of text. */
void run_profile_json(const struct run_session *s, const struct run_result *r, struct buf *b);
void run_profile_text(const struct run_session *s, const struct run_result *r, struct buf *b);
void run_profile_release(struct run_profile *p);

#endif
