/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the driver: it is the libcuda.so.1 that lies beside the library that asks, or that a
 * program into which that is linked finds by its run path, or else the one that was made together
 * with this file. A program that hsaemu-nvcc has not linked has no path. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
#include "cuda/library/open_driver.h"
#include "hsaemu/base.h"

void *cuda_open_driver(const char *library)
{
	static const char *const places[] = {HSAEMU_CUDA_INSTALLED, HSAEMU_CUDA_BUILT};
	char why[512];
	void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (driver != NULL)
		return driver;
	snprintf(why, sizeof why, "%s", dlerror()); /* the next dlopen() may free the text */
	for (size_t i = 0; i < ARRAY_LEN(places) && driver == NULL; i++)
		if (access(places[i], R_OK) == 0)
			driver = dlopen(places[i], RTLD_NOW | RTLD_LOCAL);
	if (driver == NULL)
		fprintf(stderr, "%s: %s\n", library, why);
	return driver;
}
