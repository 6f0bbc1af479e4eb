/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of the library's own. */
#ifndef HSAEMU_OPENCL_THREAD_IMPL_H
#define HSAEMU_OPENCL_THREAD_IMPL_H

#include <pthread.h>
#include <stdbool.h>
#include "hsaemu/base.h"

/* Starts a thread that nobody joins, and on which the client's handlers of signals do not run.
 * Returns false if there can be none. */
bool ocl_thread_start(void *(*run)(void *arg), void *arg) NODISCARD;
/* Makes a condition whose waits end by CLOCK_MONOTONIC. */
bool ocl_condition_init(pthread_cond_t *c) NODISCARD;

#endif
