/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports what went wrong in a kernel. */
#ifndef HSA_RUN_FAILURE_H
#define HSA_RUN_FAILURE_H

#include "session.h"

/* Fails the run with the queue's report about its kernel. Returns false. */
bool run_report(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r) NODISCARD;
/* Is called when the time is up or a signal came. Stops the queue, fails the run with a message
 * that begins with `text`, and says where the work-groups were. `done` is the signal that was
 * waited for. Returns false. */
bool run_stop(struct run_session *s, hsa_queue_t *q, hsa_signal_t done, struct diag_place place,
	const char *text) NODISCARD;

#endif
