/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Libraries of C loops (native.h). */
#ifndef BENCH_LOOPS_H
#define BENCH_LOOPS_H

#include "native.h"
#include "plan.h"

/* Loads a library for the rest of the run; a failure ends in bench_fail(). */
const struct native_loops *loops_load(const char *path);
/* Returns the loops whose results count as right: clang's, or else gcc's. `bin` is the folder of
 * our tools. */
/* Returns gcc's or clang's, with OpenMP for several threads; NULL when neither was built. */
const struct native_loops *loops_any(const char *bin, unsigned threads);
const struct native_loops *loops_reference(const char *bin);

#endif
