/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares a buffer with the elements that it should hold. */
#ifndef HSA_RUN_COMPARE_H
#define HSA_RUN_COMPARE_H

#include "session.h"

bool run_check(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

#endif
