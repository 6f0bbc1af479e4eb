/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares a buffer with the elements that it should hold. */
#ifndef HSA_RUN_COMPARE_H
#define HSA_RUN_COMPARE_H

#include "session.h"

/* Reports a difference as a failed check of the run. Returns false only when the comparison cannot
 * be made, so that later statements still run after a failed check. */
bool run_check(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

#endif
