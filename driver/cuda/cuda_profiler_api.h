/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The runtime's functions that a profiler listens to. */
#ifndef HSAEMU_CUDA_PROFILER_API_H
#define HSAEMU_CUDA_PROFILER_API_H
#define __CUDA_PROFILER_API_H__

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
#ifdef __cplusplus
}
#endif

#endif
