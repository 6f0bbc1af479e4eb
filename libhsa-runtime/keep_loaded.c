/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* References of the loader's to the library itself. */
#define _GNU_SOURCE /* dladdr() */
#include <dlfcn.h>
#include <stddef.h>
#include "hsaemu/base.h"
#include "keep_loaded_impl.h"

void *hr_library_hold(void)
{
	static const char here;
	Dl_info info;
	if (dladdr(&here, &info) == 0 || info.dli_fname == NULL)
		return NULL;
	return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

int hr_library_release(void *library)
{
	return library != NULL ? dlclose(library) : 0;
}
