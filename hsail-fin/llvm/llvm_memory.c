/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* When LLVM has no memory, the program ends as it does elsewhere: by oom(), not by abort() after an
 * exception that nobody can catch. LLVM's C API cannot ask for this, so the C++ functions are
 * looked up by their names in the Itanium C++ ABI; they are part of the libraries' interfaces. */
#define _GNU_SOURCE /* for RTLD_DEFAULT */
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

/* Stores the address of a function of another library in a function pointer; POSIX has it fit into
 * a void pointer. False when there is no such function. */
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
		remove(); /* only one handler may be installed at a time */
		install(on_bad_alloc, NULL);
	}
}
