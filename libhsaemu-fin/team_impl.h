/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads that do independent pieces of work together. */
#ifndef HSAEMU_TEAM_IMPL_H
#define HSAEMU_TEAM_IMPL_H

#include <stddef.h>

/* Does `work` for each index below `count`, in this thread and in others as far as there are CPUs
 * and threads can be started. Returns when all is done. The work must be in a scope (unwind.h) of
 * its own, which it may not leave. */
void fin_team_run(void (*work)(void *arg, size_t index), void *arg, size_t count);

#endif
