/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where hsaemu-cc is, for libraries that run it. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <stdlib.h>
#include <unistd.h>
#include "hsaemu/compiler.h"

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

const char *hsaemu_driver_path(struct arena *a)
{
	static const char name[] = "hsaemu-cc";
	static const char *const places[] = {"../bin", "../../bin"}; /* of lib/ and lib/hsaemu/ */
	const char *folder = secure_getenv("HSAEMU_BINDIR");
	struct buf ours = BUF_INIT;
	const char *found = NULL;
	if (folder != NULL)
		return arena_printf(a, "%s/%s", folder, name);
	hsaemu_half_folder(&ours);
	for (size_t i = 0; i < ARRAY_LEN(places) && ours.len != 0 && found == NULL; i++) {
		const char *beside = arena_printf(a, STR_FMT "%s/%s", STR_ARG(buf_slice(&ours)),
			places[i], name);
		found = is_program(beside) ? beside : NULL;
	}
	buf_release(&ours);
	const char *installed = arena_printf(a, "%s/%s", HSAEMU_BIN, name);
	return found != NULL ? found : is_program(installed) ? installed : name;
}
