/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waits for the work that kernels put into queues. */
#ifndef HSA_RUN_QUEUE_WORK_H
#define HSA_RUN_QUEUE_WORK_H

#include "session.h"

/* Waits until all packets that kernels put into queues have ended; service queues are left out,
 * because no packet processor looks at them. Errors are reported at `place`,
 * which is that of the last dispatch. Returns false after an error. */
bool run_settle_queues(struct run_session *s, struct diag_place place) NODISCARD;

#endif
