/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the driver's functions by their names (CUDA driver API, "Driver Entry Point Access"). A name
 * means the function that a program with current headers would call. */
#define _GNU_SOURCE /* dladdr() */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "context_impl.h"

static pthread_once_t self_once = PTHREAD_ONCE_INIT;
static void *self;

/* The library is loaded, maybe for its caller alone, so it is asked for by its own path. */
static void open_self(void)
{
	Dl_info info;
	if (dladdr((const void *)(uintptr_t)cuInit, &info) != 0)
		self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
}

static void *find(const char *name, const char *own)
{
	static const char *const versions[] = {"_v3", "_v2", ""};
	char text[128];
	for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
		int n = snprintf(text, sizeof text, "%s%s%s", name, versions[i], own);
		if (n < 0 || (size_t)n >= sizeof text)
			return NULL;
		void *address = dlsym(self, text);
		if (address != NULL)
			return address;
	}
	return NULL;
}

#undef cuGetProcAddress
#undef cuGetProcAddress_v2
#pragma GCC visibility push(default)
CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
	CUdriverProcAddressQueryResult *symbolStatus);
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags);
#pragma GCC visibility pop

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
	CUdriverProcAddressQueryResult *symbolStatus)
{
	const cuuint64_t own = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	(void)cudaVersion;
	if (symbol == NULL || pfn == NULL ||
		(flags & ~(own | CU_GET_PROC_ADDRESS_LEGACY_STREAM)) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_once(&self_once, open_self);
	*pfn = NULL;
	if (self != NULL && strncmp(symbol, "cu", 2) == 0) {
		if ((flags & own) != 0)
			*pfn = find(symbol, "_ptsz");
		if (*pfn == NULL && (flags & own) != 0)
			*pfn = find(symbol, "_ptds");
		if (*pfn == NULL)
			*pfn = find(symbol, "");
	}
	if (symbolStatus != NULL)
		*symbolStatus = *pfn != NULL ? CU_GET_PROC_ADDRESS_SUCCESS
		                             : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	return *pfn != NULL || symbolStatus != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* Of CUDA 11.3. */
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
	return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, NULL);
}
