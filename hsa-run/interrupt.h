/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles Ctrl-C while kernels run. */
#ifndef HSA_RUN_INTERRUPT_H
#define HSA_RUN_INTERRUPT_H

#include "session.h"

/* Makes SIGINT, SIGTERM and SIGHUP inactivate the queue until run_interrupt_unwatch(). Calls cannot
 * be nested. */
void run_interrupt_watch(hsa_queue_t *q);
void run_interrupt_unwatch(void);
/* Returns the signal that came while a queue was watched; 0 when none came. */
int run_interrupted(void);

#endif
