/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits for dispatches to end. */
#ifndef HSA_RUN_COMPLETION_H
#define HSA_RUN_COMPLETION_H

#include "session.h"

/* Waits for all pending dispatches and for the work that they put into queues. Returns false when
 * one failed, did not end in time, or was interrupted. */
bool run_drain(struct run_session *s) NODISCARD;

#endif
