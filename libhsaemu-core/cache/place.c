/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out from the environment where the cache is and how large it may be. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cache/cache_impl.h"

/* Returns a variable's value; NULL if it is not set, is empty, or if this program has another
 * user's rights. */
static const char *value_of(const char *name)
{
	const char *value = secure_getenv(name);
	return value == NULL || value[0] == '\0' ? NULL : value;
}

/* A relative path is one below the working folder of now, which may be another one later. */
static void add_absolute(struct buf *out, const char *path)
{
	char here[PATH_MAX];
	if (path[0] == '/')
		buf_puts(out, path);
	else if (getcwd(here, sizeof here) != NULL)
		buf_printf(out, "%s/%s", here, path);
}

void cache_place(struct buf *out)
{
	const char *own = value_of("HSAEMU_CACHE_DIR"), *all = value_of("XDG_CACHE_HOME");
	const char *home = value_of("HOME");
	/* The XDG Base Directory Specification has relative paths ignored. */
	if (own != NULL)
		add_absolute(out, own);
	else if (all != NULL && all[0] == '/')
		buf_printf(out, "%s/hsaemu", all);
	else if (home != NULL && home[0] == '/')
		buf_printf(out, "%s/.cache/hsaemu", home);
}

bool cache_read_size(const char *text, uint64_t *bytes)
{
	static const char units[] = "KMG";
	uint64_t n = 0;
	const char *p = text;
	for (; *p >= '0' && *p <= '9'; p++) {
		uint64_t digit = (uint64_t)(*p - '0');
		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = 10 * n + digit;
	}
	const char *unit = *p == '\0' ? NULL : strchr(units, *p);
	unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);
	if (p == text || (*p != '\0' && (unit == NULL || p[1] != '\0')) || n > UINT64_MAX >> shift)
		return false;
	*bytes = n << shift;
	return true;
}
