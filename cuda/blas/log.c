/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS's log: who listens is kept and told, and nothing is written. */
#include <stdatomic.h>
#include "blas_impl.h"

static _Atomic(cublasLogCallback) listener;

cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
	const char *logFileName)
{
	(void)logIsOn, (void)logToStdOut, (void)logToStdErr, (void)logFileName;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback)
{
	atomic_store(&listener, userCallback);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback)
{
	if (userCallback == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*userCallback = atomic_load(&listener);
	return CUBLAS_STATUS_SUCCESS;
}
