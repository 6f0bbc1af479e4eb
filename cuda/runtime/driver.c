/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the driver when the process makes its first call: it is the libcuda.so.1 that lies beside
 * this library, or that a program into which the runtime is linked finds by its run path, or else
 * the one that was made together with this file. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
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

/* Says why, if there is none. A program that hsaemu-nvcc has not linked has no path. */
static void *open_driver(void)
{
	static const char *const places[] = {HSAEMU_CUDA_INSTALLED, HSAEMU_CUDA_BUILT};
	char why[512];
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (library != NULL)
		return library;
	snprintf(why, sizeof why, "%s", dlerror()); /* the next dlopen() may free the text */
	for (size_t i = 0; i < ARRAY_LEN(places) && library == NULL; i++)
		if (access(places[i], R_OK) == 0)
			library = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		fprintf(stderr, "libcudart: %s\n", why);
	return library;
}

static void load(void)
{
	void *library = open_driver();
	load_error = cudaErrorInsufficientDriver;
	if (library != NULL && bind(library))
		load_error = (cudaError_t)DRIVER(cuInit)(0);
}

cudaError_t cudart_driver_is_there(void)
{
	pthread_once(&load_once, load);
	return load_error;
}
