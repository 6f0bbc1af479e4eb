/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the signals and queues that kernels get as arguments. */
#ifndef HSA_RUN_SIGNALS_QUEUES_H
#define HSA_RUN_SIGNALS_QUEUES_H

#include "session.h"

/* Both add their object to the session's buffers. They fail the run and return false when they
 * cannot make it. */
bool run_make_signal(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
bool run_make_queue(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
/* Frees the memory or runtime object of a buffer of any kind. */
void run_release_buffer(struct run_buffer *b);

#endif
