/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver's functions, and the context of a call. */
#include <pthread.h>
#include "cuda/library/library.h"
#include "cuda/library/open_driver.h"
#include "cuda/library/symbols.h"

struct culib_driver culib_driver;

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_loaded;
static CUcontext primary;

static const struct cuda_symbol functions[] = {
#define TEXT(name) #name
#define CULIB_DRIVER(name) {TEXT(name), offsetof(struct culib_driver, name)},
#include "cuda/library/driver_functions.def"
};

static CUresult load(const char *library)
{
	if (is_loaded)
		return CUDA_SUCCESS;
	void *driver = cuda_open_driver(library);
	if (driver == NULL || !cuda_bind_symbols(library, "libcuda.so.1", driver, "", functions,
				      ARRAY_LEN(functions), &culib_driver))
		return CUDA_ERROR_NOT_INITIALIZED;
	CUresult error = DRIVER(cuInit)(0);
	is_loaded = error == CUDA_SUCCESS;
	return error;
}

/* A context that was reset is still the thread's current one. */
static bool is_alive(CUcontext c)
{
	unsigned long long id;
	return c != NULL && DRIVER(cuCtxGetId)(c, &id) == CUDA_SUCCESS;
}

static CUresult use_primary(void)
{
	CUresult error = CUDA_SUCCESS;
	if (!is_alive(primary))
		error = DRIVER(cuDevicePrimaryCtxRetain)(&primary, 0);
	return error == CUDA_SUCCESS ? DRIVER(cuCtxSetCurrent)(primary) : error;
}

CUresult culib_enter(const char *library)
{
	CUcontext c = NULL;
	pthread_mutex_lock(&load_lock);
	CUresult error = load(library);
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuCtxGetCurrent)(&c);
	if (error == CUDA_SUCCESS && !is_alive(c))
		error = use_primary();
	pthread_mutex_unlock(&load_lock);
	return error;
}
