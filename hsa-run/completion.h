/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The end of dispatches. */
#ifndef HSA_RUN_COMPLETION_H
#define HSA_RUN_COMPLETION_H

#include "session.h"

/* Waits for all pending dispatches. */
bool run_drain(struct run_session *s) NODISCARD;

#endif
