/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a profiler of GPUs listens to (CUDA driver API, "Profiler Control"). None listens here. */
#pragma GCC visibility push(default)
#include <cudaProfiler.h>
#pragma GCC visibility pop
#include "context_impl.h"

/* Deprecated: no driver takes a configuration any more. */
CUresult CUDAAPI cuProfilerInitialize(const char *configFile, const char *outputFile,
	CUoutput_mode outputMode)
{
	(void)configFile;
	(void)outputFile;
	(void)outputMode;
	return CUDA_ERROR_NOT_SUPPORTED;
}

static CUresult switch_profiler(void)
{
	struct CUctx_st *c;
	return cu_current(&c);
}

CUresult CUDAAPI cuProfilerStart(void)
{
	return switch_profiler();
}

CUresult CUDAAPI cuProfilerStop(void)
{
	return switch_profiler();
}
