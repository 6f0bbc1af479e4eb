/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Settings of handles that are kept and told. */
#ifndef HSAEMU_CUDA_BLAS_SETTING_IMPL_H
#define HSAEMU_CUDA_BLAS_SETTING_IMPL_H

/* Defines what sets and what gets a field of handles; `is_right` says what `value` may be. */
#define CUBLAS_SETTING(prefix, KIND, Name, TYPE, field, is_right) \
	cublasStatus_t prefix##Set##Name(prefix##Handle_t handle, TYPE value) \
	{ \
		struct handle *h = handle_lock(handle, KIND); \
		if (h == NULL) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (is_right) \
			handle->field = value; \
		handle_unlock(h); \
		return is_right ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; \
	} \
	cublasStatus_t prefix##Get##Name(prefix##Handle_t handle, TYPE *value) \
	{ \
		const struct handle *h = handle_lock(handle, KIND); \
		if (h == NULL) \
			return CUBLAS_STATUS_NOT_INITIALIZED; \
		if (value != NULL) \
			*value = handle->field; \
		handle_unlock(h); \
		return value != NULL ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE; \
	}

#endif
