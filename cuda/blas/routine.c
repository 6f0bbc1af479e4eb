/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which library of the system has BLAS, and its routines: those of Fortran, which all have. */
#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>
#include "blas_impl.h"

static void *backend;
static pthread_once_t backend_once = PTHREAD_ONCE_INIT;

static void load(void)
{
	static const char *const files[] = {
		"libopenblas.so.0", "libblis.so.4", "libblas.so.3", NULL};
	const struct culib_backend b = {files, "zher2k_", "libopenblas0"};
	backend = culib_load("libcublas", &b);
}

bool cublas_load(void)
{
	pthread_once(&backend_once, load);
	return backend != NULL;
}

union cublas_routine cublas_find(const char *name)
{
	char symbol[16];
	size_t n = strlen(name);
	if (n + 2 > sizeof symbol)
		BUG("no routine of BLAS has a name as '%s'", name);
	for (size_t i = 0; i < n; i++)
		symbol[i] = (char)tolower((unsigned char)name[i]);
	memcpy(symbol + n, "_", 2);
	return (union cublas_routine){.address = dlsym(backend, symbol)};
}
