/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads the driver when the process makes its first call. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "cuda/library/open_driver.h"
#include "runtime_impl.h"

struct cudart_driver cudart_driver;

static cudaError_t load_error;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

static const struct {
	const char *name;
	size_t offset;
} functions[] = {
#define TEXT(name) #name
#define CUDART_DRIVER(name) {TEXT(name), offsetof(struct cudart_driver, name)},
#include "driver_functions.def"
};

static bool bind(void *library)
{
	for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
		void *address = dlsym(library, functions[i].name);
		if (address == NULL) {
			fprintf(stderr, "libcudart: libcuda.so.1 has no %s()\n", functions[i].name);
			return false;
		}
		memcpy((uint8_t *)&cudart_driver + functions[i].offset, &address, sizeof address);
	}
	return true;
}

static void load(void)
{
	void *library = cuda_open_driver("libcudart");
	load_error = cudaErrorInsufficientDriver;
	if (library != NULL && bind(library))
		load_error = (cudaError_t)DRIVER(cuInit)(0);
}

cudaError_t cudart_driver_is_there(void)
{
	pthread_once(&load_once, load);
	return load_error;
}
