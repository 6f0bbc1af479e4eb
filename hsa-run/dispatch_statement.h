/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries out dispatch statements. */
#ifndef HSA_RUN_DISPATCH_STATEMENT_H
#define HSA_RUN_DISPATCH_STATEMENT_H

#include "session.h"

/* Launches the kernel; run_drain() waits for its end. Fails the run and returns false when the
 * dispatch cannot be made. */
bool run_dispatch(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

#endif
