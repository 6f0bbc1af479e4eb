/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file belongs to the shared libraries, which load the compiling half when it is first needed.
 * The compiling half brings LLVM with it, which costs 18 ms and 48 MB; a program that only loads
 * images never pays for that. */
#define _GNU_SOURCE /* for dladdr() */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "hsaemu/cache.h"
#include "hsaemu/cli.h"
#include "hsaemu/compiler.h"

void hsaemu_half_folder(struct buf *out)
{
	Dl_info info;
	/* dladdr() takes an object pointer, to which ISO C does not convert a function pointer. The
	 * cast through uintptr_t works because POSIX, for dlsym(), gives both the same
	 * representation. */
	void *here = (void *)(uintptr_t)hsaemu_half_folder;
	if (dladdr(here, &info) == 0 || info.dli_fname == NULL)
		return;
	char *real = realpath(info.dli_fname, NULL); /* a program may have found it by a link */
	const char *name = real != NULL ? real : info.dli_fname;
	const char *slash = strrchr(name, '/');
	if (slash != NULL)
		buf_append(out, name, (size_t)(slash + 1 - name));
	free(real);
}

/* It is looked for in the folder hsaemu/ beside the library that this file is part of, beside that
 * library, one folder up, and where it was to be installed. */
static bool find_half(struct buf *path)
{
	static const char name[] = "libhsaemu-fin.so";
	static const char *const places[] = {"hsaemu/", "", "../"};
	struct buf folder = BUF_INIT;
	bool found = false;
	hsaemu_half_folder(&folder);
	for (size_t i = 0; i <= ARRAY_LEN(places) && !found; i++) {
		buf_clear(path);
		if (i < ARRAY_LEN(places))
			buf_printf(path, STR_FMT "%s%s", STR_ARG(buf_slice(&folder)), places[i],
				name);
		else
			buf_printf(path, "%s/%s", HSAEMU_PARTS, name);
		buf_u8(path, 0);
		found = (folder.len != 0 || i == ARRAY_LEN(places)) &&
		        access((const char *)path->data, R_OK) == 0;
	}
	buf_release(&folder);
	return found;
}

/* LLVM's constructors end the process when there is no memory for them, so that much address space
 * must be left for the compiling half. */
static bool has_room(void)
{
	enum { ROOM_BYTES = 224 << 20 };
	void *room =
		mmap(NULL, ROOM_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return room != MAP_FAILED && munmap(room, ROOM_BYTES) == 0;
}

static const struct hsaemu_compiler *open_half(const char *path, struct buf *why)
{
	if (!has_room())
		oom();
	void *half = dlopen(path, RTLD_LOCAL | RTLD_NOW);
	const struct hsaemu_compiler *table =
		half == NULL ? NULL : dlsym(half, HSAEMU_COMPILER_SYMBOL);
	if (table == NULL) {
		buf_printf(why, "the compiling half of the library cannot be loaded: %s",
			dlerror());
		return NULL;
	}
	if (table->version == HSAEMU_COMPILER_VERSION && table->bytes == sizeof *table &&
		strcmp(table->release, hsaemu_version) == 0)
		return table;
	buf_printf(why, "%s is of another release than this library, which is %s", path,
		hsaemu_version);
	return NULL;
}

bool hsaemu_half_identity(struct buf *out)
{
	struct buf path = BUF_INIT;
	bool known = find_half(&path) && cache_identity_of_file((const char *)path.data, out);
	buf_release(&path);
	return known;
}

const struct hsaemu_compiler *hsaemu_half_open(struct buf *why)
{
	struct buf path = BUF_INIT;
	const struct hsaemu_compiler *found = NULL;
	if (find_half(&path))
		found = open_half((const char *)path.data, why);
	else
		buf_puts(why,
			"libhsaemu-fin.so, which compiles, is not installed beside this library; "
			"images of hsa-ld can be loaded without it");
	buf_release(&path);
	return found;
}
