/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds libraries of the system that compute. They are looked for when the first call needs them: a
 * program that needs none runs without. */
#include <dlfcn.h>
#include <stdio.h>
#include "cuda/library/library.h"

void *culib_load(const char *library, const struct culib_backend *b)
{
	for (const char *const *file = b->files; *file != NULL; file++) {
		void *handle = dlopen(*file, RTLD_NOW | RTLD_LOCAL);
		if (handle != NULL && dlsym(handle, b->symbol) != NULL)
			return handle;
		if (handle != NULL)
			dlclose(handle);
	}
	fprintf(stderr, "%s: needs one of %s, and none is installed (Debian: apt-get install %s)\n",
		library, b->files[0], b->packages);
	return NULL;
}
