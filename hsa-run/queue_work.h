/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels have put into queues. */
#ifndef HSA_RUN_QUEUE_WORK_H
#define HSA_RUN_QUEUE_WORK_H

#include "session.h"

/* Waits for what kernels have put into queues; `place` is that of the last dispatch. */
bool run_settle_queues(struct run_session *s, struct diag_place place) NODISCARD;

#endif
