/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds what compiles OpenCL C, and tells it apart from what compiled it before. */
#define _GNU_SOURCE /* for dladdr() and secure_getenv() */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/cache.h"
#include "hsaemu/opencl_c.h"

enum { MADE_DIGITS = 64 };

/* ---- paths ----------------------------------------------------------------------------------- */

static void put_path(struct buf *path, const char *text)
{
	buf_puts(path, text);
	buf_u8(path, 0);
	path->len--;
}

static const char *environment(const char *name)
{
	const char *text = secure_getenv(name);
	return text != NULL && *text != 0 ? text : NULL;
}

static bool missing(struct buf *why, const char *what, const char *package)
{
	buf_printf(why, "error: OpenCL C needs %s, which is not installed; it is in %s\n", what,
		package);
	return false;
}

static bool is_share(const char *folder, size_t folder_bytes, const char *up, struct buf *path)
{
	char file[PATH_MAX], real[PATH_MAX];
	int n = snprintf(file, sizeof file, "%.*s%sshare/hsaemu/opencl/hsaemu_opencl.h",
		(int)folder_bytes, folder, up);
	if (n < 0 || (size_t)n >= sizeof file || realpath(file, real) == NULL)
		return false;
	*strrchr(real, '/') = 0;
	*strrchr(real, '/') = 0;
	put_path(path, real);
	return true;
}

/* Beside the folder that an object is in, or one or two folders up. */
static bool is_near(const char *object, struct buf *path)
{
	static const char *const ups[] = {"../", "../../", "../../../"};
	const char *slash = strrchr(object, '/');
	for (size_t i = 0; i < ARRAY_LEN(ups) && slash != NULL; i++)
		if (is_share(object, (size_t)(slash + 1 - object), ups[i], path))
			return true;
	return false;
}

/* Where this function is part of the program, its path may be relative to where that began. */
bool clc_find_share(struct buf *path, struct buf *why)
{
	char program[PATH_MAX];
	Dl_info info;
	void *here = (void *)(uintptr_t)clc_find_share;
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	if (dladdr(here, &info) != 0 && info.dli_fname != NULL && info.dli_fname[0] == '/' &&
		is_near(info.dli_fname, path))
		return true;
	program[n > 0 ? n : 0] = 0;
	return is_near(program, path) ||
	       is_share(HSAEMU_PREFIX "/", strlen(HSAEMU_PREFIX "/"), "", path) ||
	       missing(why, "share/hsaemu/opencl/hsaemu_opencl.h", "HSAEmu");
}

/* Looks for a program as execvp() does. */
static bool is_on_path(const char *name, struct buf *path)
{
	const char *at = getenv("PATH");
	while (at != NULL && *at != 0) {
		size_t n = strcspn(at, ":");
		char file[PATH_MAX];
		int len = snprintf(file, sizeof file, "%.*s/%s", (int)n, at, name);
		if (len > 0 && (size_t)len < sizeof file && access(file, X_OK) == 0) {
			put_path(path, file);
			return true;
		}
		at += n + (at[n] == ':');
	}
	return false;
}

/* Finds a program that a variable names, or else one of a name on the path. */
static bool find_program(const char *variable, const char *usual, const char *package,
	struct buf *path, struct buf *why)
{
	const char *name = environment(variable);
	if (name == NULL)
		name = usual;
	if (strchr(name, '/') == NULL)
		return is_on_path(name, path) || missing(why, name, package);
	if (access(name, X_OK) != 0)
		return missing(why, name, package);
	put_path(path, name);
	return true;
}

bool clc_find_clang(struct buf *path, struct buf *why)
{
	return find_program("HSAEMU_CLANG", "clang-19", "the Debian package clang-19", path, why);
}

bool clc_find_translator(struct buf *path, struct buf *why)
{
	return find_program("HSAEMU_LLVM_SPIRV", "llvm-spirv-15",
		"the Debian package llvm-spirv-15", path, why);
}

bool clc_find_libclc(struct buf *path, struct buf *why)
{
	const char *const places[] = {environment("HSAEMU_LIBCLC"),
		"/usr/lib/clc/nvptx64--nvidiacl.bc", "/usr/share/clc/nvptx64--nvidiacl.bc",
		"/usr/lib/llvm-19/share/clc/nvptx64--nvidiacl.bc"};
	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		if (places[i] == NULL || access(places[i], R_OK) != 0)
			continue;
		put_path(path, places[i]);
		return true;
	}
	return missing(why, "libclc's nvptx64--nvidiacl.bc", "the Debian package libclc-19");
}

/* ---- identities ------------------------------------------------------------------------------ */

static bool put_program(const char *program, struct buf *out)
{
	char real[PATH_MAX];
	return cache_identity_of_file(realpath(program, real) != NULL ? real : program, out);
}

static void put_file(const char *path, struct buf *out)
{
	struct stat st;
	bool found = stat(path, &st) == 0;
	buf_u64(out, found ? (uint64_t)st.st_size : UINT64_MAX);
	buf_u64(out, found ? (uint64_t)st.st_mtim.tv_sec : 0);
	buf_u64(out, found ? (uint64_t)st.st_mtim.tv_nsec : 0);
}

/* What is made at installation depends on the others. */
static void put_own_files(const char *share, struct buf *out)
{
	static const char *const names[] = {"samplers.ll", "hsaemu_math.h", "hsaemu_float.h",
		"hsaemu_gamma.h", "hsaemu_remainder.h", "opencl/hsaemu_opencl.h",
		"opencl/hsaemu_opencl2.h", "opencl/hsaemu_half.h", "opencl/library.bc",
		"opencl/extensions", "opencl/made"};
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char path[PATH_MAX];
		snprintf(path, sizeof path, "%s/%s", share, names[i]);
		put_file(path, out);
	}
}

bool clc_identity(const char *share, struct buf *out, struct buf *why)
{
	struct buf folder = BUF_INIT, clang = BUF_INIT, libclc = BUF_INIT;
	bool ok = (share != NULL || clc_find_share(&folder, why)) && clc_find_clang(&clang, why) &&
	          clc_find_libclc(&libclc, why);
	if (ok && !put_program((const char *)clang.data, out))
		put_file((const char *)clang.data, out); /* a script */
	if (ok) {
		put_file((const char *)libclc.data, out);
		put_own_files(share != NULL ? share : (const char *)folder.data, out);
	}
	buf_release(&folder);
	buf_release(&clang);
	buf_release(&libclc);
	return ok;
}

bool clc_translator_identity(struct buf *out, struct buf *why)
{
	struct buf path = BUF_INIT;
	bool ok = clc_find_translator(&path, why);
	if (ok && !put_program((const char *)path.data, out))
		put_file((const char *)path.data, out); /* a script */
	buf_release(&path);
	return ok;
}

/* ---- what was made by clang ------------------------------------------------------------------ */

static bool read_made(const char *share, char *text)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/opencl/made", share);
	FILE *f = fopen(path, "re");
	bool ok = f != NULL && fread(text, 1, MADE_DIGITS, f) == MADE_DIGITS;
	if (f != NULL)
		fclose(f);
	text[MADE_DIGITS] = 0;
	return ok;
}

void clc_stamp(const char *clang, struct buf *out)
{
	struct buf identity = BUF_INIT;
	struct cache_key_maker m;
	struct cache_key key;
	if (!put_program(clang, &identity))
		put_file(clang, &identity);
	cache_key_begin(&m, "what clang makes");
	cache_key_add_bytes(&m, identity.data, identity.len);
	cache_key_end(&m, &key);
	for (size_t i = 0; i < sizeof key.bytes; i++)
		buf_hex(out, key.bytes[i], 2);
	buf_release(&identity);
}

bool clc_is_made_by(const char *share, const char *clang)
{
	char made[MADE_DIGITS + 1];
	struct buf now = BUF_INIT;
	bool is = false;
	if (read_made(share, made)) {
		clc_stamp(clang, &now);
		is = str_is(buf_slice(&now), made);
	}
	buf_release(&now);
	return is;
}
