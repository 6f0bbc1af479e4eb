/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Libraries of C loops (native.h). */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include "native.h"
#include "plan.h"

/* Loaded for good; ends in bench_fail(). */
const struct native_loops *loops_load(const char *path);
/* The loops whose results are taken for right: clang's, or gcc's. `bin` is where our tools are. */
const struct native_loops *loops_reference(const char *bin);

#endif
