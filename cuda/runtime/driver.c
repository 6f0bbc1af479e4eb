/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads the driver when the process makes its first call. */
#include "cuda/library/open_driver.h"
#include "cuda/library/symbols.h"
#include "runtime_impl.h"

struct cudart_driver cudart_driver;

static cudaError_t load_error;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

static const struct cuda_symbol functions[] = {
#define TEXT(name) #name
#define CUDART_DRIVER(name) {TEXT(name), offsetof(struct cudart_driver, name)},
#include "driver_functions.def"
};

static void load(void)
{
	void *library = cuda_open_driver("libcudart");
	load_error = cudaErrorInsufficientDriver;
	if (library != NULL && cuda_bind_symbols("libcudart", "libcuda.so.1", library, "",
				       functions, ARRAY_LEN(functions), &cudart_driver))
		load_error = (cudaError_t)DRIVER(cuInit)(0);
}

cudaError_t cudart_driver_is_there(void)
{
	pthread_once(&load_once, load);
	return load_error;
}
