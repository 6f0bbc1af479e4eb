/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the driver's functions by their names (CUDA driver API, "Driver Entry Point Access"). A name
 * means that form of a function which a program would call that has headers of the version that it
 * tells. */
#define _GNU_SOURCE /* dladdr() */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "context_impl.h"
#include "hsaemu/base.h"

static pthread_once_t self_once = PTHREAD_ONCE_INIT;
static void *self;

/* The library is loaded, maybe for its caller alone, so it is asked for by its own path. */
static void open_self(void)
{
	Dl_info info;
	if (dladdr((const void *)(uintptr_t)cuInit, &info) != 0)
		self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
}

enum { FORMS = 4 };

/* Returns how many forms of the function a program of this version may mean, and whether only the
 * last of them has the parameters that it means. */
static unsigned forms_of(const char *name, int version, bool *is_exact)
{
	static const struct {
		const char *name;
		int versions[FORMS];
	} changed[] = {
#define CHANGED(function, ...) {#function, {__VA_ARGS__}},
#include "versions.def"
	};
	*is_exact = false;
	for (size_t i = 0; i < ARRAY_LEN(changed); i++) {
		if (strcmp(changed[i].name, name) != 0)
			continue;
		unsigned count = 0;
		while (count < FORMS && changed[i].versions[count] != 0 &&
			changed[i].versions[count] <= version)
			count++;
		*is_exact = true;
		return count;
	}
	return FORMS;
}

static void *find_form(const char *name, unsigned form, const char *own)
{
	static const char *const suffixes[FORMS] = {"", "_v2", "_v3", "_v4"};
	char text[128];
	int n = snprintf(text, sizeof text, "%s%s%s", name, suffixes[form], own);
	return n >= 0 && (size_t)n < sizeof text ? dlsym(self, text) : NULL;
}

static void *find(const char *name, int version, const char *own)
{
	bool is_exact;
	unsigned count = forms_of(name, version, &is_exact);
	for (unsigned form = count; form-- > 0;) {
		void *address = find_form(name, form, own);
		if (address != NULL || is_exact)
			return address;
	}
	return NULL;
}

/* Returns the function that the name means; CUDA 12 has a new name for one. */
static void *find_any(const char *symbol, int version, bool own)
{
	const char *name = strcmp(symbol, "cuGraphInstantiate") == 0 && version >= 12000
	                           ? "cuGraphInstantiateWithFlags"
	                           : symbol;
	void *address = NULL;
	if (own)
		address = find(name, version, "_ptsz");
	if (own && address == NULL)
		address = find(name, version, "_ptds");
	return address != NULL ? address : find(name, version, "");
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
	CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
	if (symbol == NULL || pfn == NULL ||
		(flags & ~(own | CU_GET_PROC_ADDRESS_LEGACY_STREAM)) != 0)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_once(&self_once, open_self);
	*pfn = NULL;
	if (self != NULL && strncmp(symbol, "cu", 2) == 0) {
		*pfn = find_any(symbol, cudaVersion, (flags & own) != 0);
		if (*pfn == NULL && find_any(symbol, INT_MAX, false) != NULL)
			status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
	}
	if (*pfn == NULL && status == CU_GET_PROC_ADDRESS_SUCCESS)
		status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	if (symbolStatus != NULL)
		*symbolStatus = status;
	return *pfn != NULL || symbolStatus != NULL ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* Of CUDA 11.3. */
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
	return cuGetProcAddress_v2(symbol, pfn, cudaVersion, flags, NULL);
}
