/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles, and the settings that calls have from them. Modes of arithmetic are kept and told: the
 * CPU computes in the type that a function says. */
#include <stdlib.h>
#include "blas_impl.h"
#include "hsaemu/handle_set.h"
#include "setting_impl.h"

struct cublasContext {
	struct handle base;
	struct cublas_settings settings; /* guarded by the handle's lock */
};

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
{
	if (handle == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*handle = NULL;
	if (culib_enter("libcublas") != CUDA_SUCCESS || !cublas_load())
		return CUBLAS_STATUS_NOT_INITIALIZED;
	struct cublasContext *c = mem_try_new(1, sizeof *c);
	if (c == NULL)
		return CUBLAS_STATUS_ALLOC_FAILED;
	handle_enter(&c->base, CUBLAS_HANDLE_KIND);
	*handle = c;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
{
	struct cublas_settings s;
	cublasStatus_t status = cublas_enter(handle, &s);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (!handle_take(handle, CUBLAS_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	handle->base.kind = 0;
	free(handle);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublas_enter(cublasHandle_t handle, struct cublas_settings *out)
{
	const struct handle *h = handle_lock(handle, CUBLAS_HANDLE_KIND);
	if (h == NULL)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	*out = handle->settings;
	handle_unlock(h);
	return cublas_status(culib_enter("libcublas"));
}

CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, Stream_v2, cudaStream_t, settings.stream, true)
CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, PointerMode_v2, cublasPointerMode_t,
	settings.pointer_mode, (unsigned)value <= CUBLAS_POINTER_MODE_DEVICE)
CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, AtomicsMode, cublasAtomicsMode_t, settings.atomics_mode,
	(unsigned)value <= CUBLAS_ATOMICS_ALLOWED)
CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, MathMode, cublasMath_t, settings.math_mode,
	((unsigned)value & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION) <=
		CUBLAS_FP32_EMULATED_BF16X9_MATH)
CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, SmCountTarget, int, settings.sm_count, value >= 0)
CUBLAS_SETTING(cublas, CUBLAS_HANDLE_KIND, EmulationStrategy, cublasEmulationStrategy_t,
	settings.emulation, (unsigned)value <= CUBLAS_EMULATION_STRATEGY_EAGER)

/* The CPU's memory is not short: what the client gives is not used. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes)
{
	if (!handle_is_valid(handle, CUBLAS_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	return (uintptr_t)workspace % 256 == 0 && (workspace != NULL || bytes == 0)
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version)
{
	if (!handle_is_valid(handle, CUBLAS_HANDLE_KIND))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (version == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	*version = CUBLAS_VERSION;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
	return cublas_property(type, value);
}

size_t cublasGetCudartVersion(void)
{
	return 12090;
}
