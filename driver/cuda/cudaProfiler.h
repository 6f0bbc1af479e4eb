/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver's functions that a profiler listens to. */
#ifndef HSAEMU_CUDAPROFILER_H
#define HSAEMU_CUDAPROFILER_H

#include "cuda.h"

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR, CU_OUT_CSV } CUoutput_mode;

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuProfilerInitialize(const char *, const char *, CUoutput_mode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
