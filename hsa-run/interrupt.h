/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ctrl-C while kernels run. */
#ifndef HSA_RUN_INTERRUPT_H
#define HSA_RUN_INTERRUPT_H

#include "session.h"

/* SIGINT, SIGTERM and SIGHUP inactivate the queue from now on; not nested. */
void run_interrupt_watch(hsa_queue_t *q);
void run_interrupt_unwatch(void);
/* The signal that came while a queue was watched; 0: none. */
int run_interrupted(void);

#endif
