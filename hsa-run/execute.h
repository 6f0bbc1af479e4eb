/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Works through the statements. */
#ifndef HSA_RUN_EXECUTE_H
#define HSA_RUN_EXECUTE_H

#include "session.h"

/* Works through all statements `repeat` times and prints the results. Returns the exit status. */
int run_execute(struct run_session *s, const struct run_stmt *first);

#endif
