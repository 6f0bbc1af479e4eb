/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file belongs to the shared library, which loads the compiling half when it is first needed.
 * The compiling half brings LLVM with it, which costs 18 ms and 48 MB; a program that only loads
 * images never pays for that. */
#define _GNU_SOURCE /* for dladdr() */
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>
#include "face_impl.h"

void face_folder(struct buf *out)
{
	Dl_info info;
	const char *slash = NULL;
	/* dladdr() takes an object pointer, to which ISO C does not convert a function pointer. The
	 * cast through uintptr_t works because POSIX, for dlsym(), gives both the same
	 * representation. */
	void *here = (void *)(uintptr_t)hsaemu_open;
	if (dladdr(here, &info) != 0 && info.dli_fname != NULL)
		slash = strrchr(info.dli_fname, '/');
	if (slash != NULL)
		buf_append(out, info.dli_fname, (size_t)(slash + 1 - info.dli_fname));
}

/* Writes to `path` the NUL-terminated path of libhsaemu-fin.so. It is looked for in the folder
 * hsaemu/ beside this library, beside this library, and where it was to be installed. Returns false
 * when no place has a readable file. */
static bool find_half(struct buf *path)
{
	static const char name[] = "libhsaemu-fin.so";
	static const char *const below[] = {"hsaemu/", ""};
	struct buf folder = BUF_INIT;
	bool found = false;
	face_folder(&folder);
	for (size_t i = 0; i <= ARRAY_LEN(below) && !found; i++) {
		buf_clear(path);
		if (i < ARRAY_LEN(below))
			buf_printf(path, STR_FMT "%s%s", STR_ARG(buf_slice(&folder)), below[i],
				name);
		else
			buf_printf(path, "%s/%s", HSAEMU_PARTS, name);
		buf_u8(path, 0);
		found = (folder.len != 0 || i == ARRAY_LEN(below)) &&
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

static const struct hsaemu_compiler *open_half(const char *path)
{
	if (!has_room()) {
		face_fail(HSAEMU_NO_MEMORY, "out of memory: the compiling half of the library");
		return NULL;
	}
	void *half = dlopen(path, RTLD_LOCAL | RTLD_NOW);
	const struct hsaemu_compiler *table =
		half == NULL ? NULL : dlsym(half, HSAEMU_COMPILER_SYMBOL);
	if (table == NULL) {
		face_fail(HSAEMU_NO_COMPILER,
			"the compiling half of the library cannot be loaded: %s", dlerror());
		return NULL;
	}
	if (table->version == HSAEMU_COMPILER_VERSION && table->bytes == sizeof *table &&
		strcmp(table->release, hsaemu_version_text()) == 0)
		return table;
	face_fail(HSAEMU_NO_COMPILER, "%s is of another release than libhsaemu.so, which is %s",
		path, hsaemu_version_text());
	return NULL;
}

const struct hsaemu_compiler *face_find_compiler(void)
{
	struct buf path = BUF_INIT;
	const struct hsaemu_compiler *found = NULL;
	if (find_half(&path))
		found = open_half((const char *)path.data);
	else
		face_fail(HSAEMU_NO_COMPILER,
			"libhsaemu-fin.so, which compiles, is not installed beside libhsaemu.so; images of "
			"hsa-ld can be loaded without it");
	buf_release(&path);
	return found;
}
