/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LLVM without memory ends as all else does: by oom(), not by abort() after an exception that
 * nobody can catch. Its C API has nothing for that, so the C++ functions are looked up by their
 * names in the Itanium C++ ABI; they are part of the libraries' interfaces. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <string.h>
#include "hsaemu/finalize.h"

typedef void new_handler(void);
typedef void bad_alloc_handler(void *data, const char *reason, bool with_crash_dump);

static void on_bad_alloc(void *data, const char *reason, bool with_crash_dump)
{
	(void)data;
	(void)reason;
	(void)with_crash_dump;
	oom();
}

/* A function of another library as a function pointer; POSIX has it fit into a void pointer. */
static bool find(const char *name, void *function, size_t bytes)
{
	void *found = dlsym(RTLD_DEFAULT, name);
	memcpy(function, &found, bytes);
	return found != NULL;
}

void fin_watch_memory(void)
{
	new_handler *(*set_new_handler)(new_handler *);
	void (*install)(bad_alloc_handler *, void *);
	void (*remove)(void);

	if (find("_ZSt15set_new_handlerPFvvE", &set_new_handler, sizeof set_new_handler))
		set_new_handler(oom);
	if (find("_ZN4llvm30remove_bad_alloc_error_handlerEv", &remove, sizeof remove) &&
		find("_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_", &install,
			sizeof install)) {
		remove(); /* there may be one at a time */
		install(on_bad_alloc, NULL);
	}
}
