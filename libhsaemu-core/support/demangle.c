/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C++ compiler's own library knows the rules of mangling. It is loaded only when a name needs
 * it, so that no tool starts slower; without it, names are shown as they are. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/demangle.h"
#include "hsaemu/unwind.h"

/* References to earlier parts of a name can double its text again and again, so only some are
 * allowed; the text then has some megabytes at most. */
enum { LONGEST_NAME = 4096, MOST_REFERENCES = 24 };

typedef char *cxa_demangle(const char *mangled, char *output, size_t *length, int *status);

static bool is_harmless(const char *name)
{
	unsigned references = 0;
	for (const char *p = name; *p != '\0'; p++) {
		if (*p != 'S' && *p != 'T')
			continue;
		size_t n = 1 + strspn(p + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		references += p[n] == '_';
	}
	return strlen(name) <= LONGEST_NAME && references <= MOST_REFERENCES;
}

/* Finds the library's function. The library stays loaded, so that asking again is quick. NULL: not
 * installed. */
static cxa_demangle *find_demangler(void)
{
	void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
	void *symbol = library == NULL ? NULL : dlsym(library, "__cxa_demangle");
	cxa_demangle *function = NULL;
	_Static_assert(sizeof function == sizeof symbol, "POSIX: dlsym gives functions, too");
	memcpy(&function, &symbol, sizeof function);
	return function;
}

/* Moves a text of the demangler's into an arena. */
static const char *take_text(struct arena *a, char *text)
{
	struct unwind_guard guard = {.release = free, .arg = text};
	unwind_guard_begin(&guard);
	const char *copy = arena_strndup(a, text, strlen(text));
	unwind_guard_end(&guard);
	free(text);
	return copy;
}

const char *str_demangle(struct arena *a, const char *name)
{
	if (name[0] == '&' || name[0] == '%')
		name++;
	if (strncmp(name, "_Z", 2) != 0 || !is_harmless(name))
		return NULL;
	cxa_demangle *function = find_demangler();
	int status = 0;
	char *text = function == NULL ? NULL : function(name, NULL, NULL, &status);
	return text == NULL ? NULL : take_text(a, text);
}
