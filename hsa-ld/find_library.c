/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Searches for archives. */
#include <stdlib.h>
#include <unistd.h>
#include "find_library_impl.h"

#ifndef HSAEMU_PREFIX
#define HSAEMU_PREFIX "/usr/local"
#endif

enum { PATH_BYTES = 4096 };

/* Sets `path` to DIR/lib<name>.a with a NUL at the end, and returns whether that file can be
 * read. */
static bool try_dir(struct str dir, const char *name, struct buf *path)
{
	buf_clear(path);
	buf_printf(path, STR_FMT "/lib%s.a", STR_ARG(dir), name);
	buf_u8(path, 0);
	return access((const char *)path->data, R_OK) == 0;
}

/* Returns the folder of the running program, or an empty string when the system does not tell. */
static struct str program_dir(char *bytes, size_t len)
{
	ssize_t n = readlink("/proc/self/exe", bytes, len);

	while (n > 0 && bytes[n - 1] != '/')
		n--;
	return (struct str){bytes, n > 0 ? (size_t)n - 1 : 0};
}

static bool find_installed(const char *name, struct buf *path)
{
	static const char *const beside[] = {"/../lib/hsaemu", "/../lib"};
	const char *env = getenv("HSAEMU_LIBDIR");
	char bytes[PATH_BYTES];
	struct str dir = program_dir(bytes, sizeof bytes);
	struct buf candidate = BUF_INIT;
	bool found = env && *env && try_dir(str_from(env), name, path);

	for (size_t i = 0; i < ARRAY_LEN(beside) && !found && dir.n > 0; i++) {
		buf_clear(&candidate);
		buf_str(&candidate, dir);
		buf_puts(&candidate, beside[i]);
		found = try_dir(buf_slice(&candidate), name, path);
	}
	buf_release(&candidate);
	return found || try_dir(STR(HSAEMU_PREFIX "/lib/hsaemu"), name, path);
}

bool libs_find(const char *name, const struct cli_strings *dirs, struct buf *path)
{
	for (size_t i = 0; i < dirs->count; i++)
		if (try_dir(str_from(dirs->items[i]), name, path))
			return true;
	return find_installed(name, path);
}

bool libs_find_helpers(struct buf *path)
{
	return find_installed("hsahelpers", path);
}
