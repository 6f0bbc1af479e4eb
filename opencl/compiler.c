/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether OpenCL C can be compiled: by clang, which HSAEMU_CLANG names, as in hsaemu-cc. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "platform_impl.h"

/* Looks for a program as execvp() does. */
static bool is_on_path(const char *program)
{
	const char *path = getenv("PATH");
	if (strchr(program, '/') != NULL)
		return access(program, X_OK) == 0;
	while (path != NULL && *path != '\0') {
		char file[PATH_MAX];
		size_t n = strcspn(path, ":");
		int len = snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
		if (len > 0 && (size_t)len < sizeof file && access(file, X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

bool ocl_has_compiler(void)
{
	const char *clang = getenv("HSAEMU_CLANG");
	return is_on_path(clang != NULL ? clang : "clang-19");
}
