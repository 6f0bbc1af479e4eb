/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_HELPER_THREAD_IMPL_H
#define HSAEMU_CUDA_HELPER_THREAD_IMPL_H

#include <pthread.h>
#include <stdbool.h>
#include "hsaemu/base.h"

/* Starts a thread that nobody joins and that handles no signals, which are the client's. */
bool cu_thread_start(void *(*run)(void *), void *arg) NODISCARD;

#endif
