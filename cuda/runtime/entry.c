/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver's functions for programs that call them (CUDA runtime API, "Driver Entry Point
 * Access"). */
#include "runtime_impl.h"

#undef cudaGetDriverEntryPoint
#undef cudaGetDriverEntryPointByVersion

static cudaError_t find(const char *symbol, void **function, int version, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *result)
{
	CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	cudaError_t error = cudart_driver_is_there();
	if (symbol == NULL || function == NULL)
		return cudart_leave(cudaErrorInvalidValue);
	if (error == cudaSuccess)
		error = (cudaError_t)DRIVER(cuGetProcAddress_v2)(symbol, function, version, flags,
			&found);
	if (result != NULL)
		*result = (enum cudaDriverEntryPointQueryResult)found;
	else if (error == cudaSuccess && found != CU_GET_PROC_ADDRESS_SUCCESS)
		error = cudaErrorSymbolNotFound;
	return cudart_leave(error);
}

cudaError_t CUDARTAPI cudaGetDriverEntryPoint(const char *symbol, void **funcPtr,
	unsigned long long flags, enum cudaDriverEntryPointQueryResult *driverStatus)
{
	return find(symbol, funcPtr, CUDART_VERSION, flags, driverStatus);
}

cudaError_t CUDARTAPI cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
	unsigned cudaVersion, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *driverStatus)
{
	return find(symbol, funcPtr, (int)cudaVersion, flags, driverStatus);
}
