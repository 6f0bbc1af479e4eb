/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A library of its own, which hsa-run has loaded into programs that look for AMD's driver before
 * they use the HSA runtime: rocminfo asks lsmod for the module, and opens the device. It needs
 * neither here, so that both are said to be there. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#define PUBLIC __attribute__((visibility("default")))

static const char *device(const char *path)
{
	return strcmp(path, "/dev/kfd") == 0 ? "/dev/null" : path;
}

/* The mode is read only where open() has one. */
#define MODE_OF(mode, flags) \
	mode_t mode = 0; \
	if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
		va_list args; \
		va_start(args, flags); \
		mode = va_arg(args, mode_t); \
		va_end(args); \
	}

PUBLIC int open(const char *path, int flags, ...)
{
	MODE_OF(mode, flags)
	int (*next)(const char *, int, ...);
	*(void **)&next = dlsym(RTLD_NEXT, "open");
	return next(device(path), flags, mode);
}

PUBLIC int open64(const char *path, int flags, ...)
{
	MODE_OF(mode, flags)
	int (*next)(const char *, int, ...);
	*(void **)&next = dlsym(RTLD_NEXT, "open64");
	return next(device(path), flags, mode);
}

PUBLIC FILE *popen(const char *command, const char *type)
{
	FILE *(*next)(const char *, const char *);
	*(void **)&next = dlsym(RTLD_NEXT, "popen");
	return next(strcmp(command, "lsmod | grep amdgpu") == 0 ? "echo amdgpu" : command, type);
}
