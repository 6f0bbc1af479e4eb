/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds a library where the dynamic linker will find it (ld.so(8)): in LD_LIBRARY_PATH, in the
 * object's own list of folders, by /etc/ld.so.cache, and in the usual folders. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cache/cache_impl.h"

static bool is_file(const struct buf *path)
{
	struct stat st;
	return stat((const char *)path->data, &st) == 0 && S_ISREG(st.st_mode);
}

static size_t folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* ---- lists of folders ------------------------------------------------------------------------ */

/* Appends a folder, in which $ORIGIN stands for that of the object. */
static void put_folder(struct buf *out, struct str folder, const char *object)
{
	static const char *const words[] = {"$ORIGIN", "${ORIGIN}"};
	size_t n = 0;
	for (size_t i = 0; i < ARRAY_LEN(words) && n == 0; i++)
		if (folder.n >= strlen(words[i]) &&
			memcmp(folder.p, words[i], strlen(words[i])) == 0)
			n = strlen(words[i]);
	if (n != 0) {
		buf_append(out, object, folder_len(object));
		buf_puts(out, ".");
	}
	buf_str(out, str_skip(folder, n));
}

/* Looks for a library in a list of folders, separated by one of `separators`. */
static bool find_in_list(struct str list, const char *separators, const char *object,
	const char *name, struct buf *out)
{
	while (list.n > 0) {
		size_t n = 0;
		while (n < list.n && strchr(separators, list.p[n]) == NULL)
			n++;
		buf_clear(out);
		if (n == 0) /* an empty one is the working folder */
			buf_puts(out, ".");
		put_folder(out, (struct str){list.p, n}, object);
		buf_printf(out, "/%s", name);
		buf_u8(out, 0);
		if (is_file(out))
			return true;
		list = str_skip(list, n < list.n ? n + 1 : n);
	}
	return false;
}

static bool find_in_own_list(const struct cache_elf *e, const char *object, const char *name,
	struct buf *out)
{
	struct buf list = BUF_INIT;
	bool found = (cache_elf_dynamic(e, DT_RUNPATH, 0, &list) ||
			     cache_elf_dynamic(e, DT_RPATH, 0, &list)) &&
	             find_in_list(buf_slice(&list), ":", object, name, out);
	buf_release(&list);
	return found;
}

/* ---- ld.so.cache ----------------------------------------------------------------------------- */

enum {
	HEAD_BYTES = 48,
	ENTRY_BYTES = 24,
	FLAGS_X86_64 = 0x303, /* a library for glibc on x86-64 */
	MOST_CACHE_BYTES = 1 << 24,
};

static bool text_is(struct str file, uint32_t off, const char *text)
{
	size_t n = strlen(text) + 1;
	return off <= file.n && n <= file.n - off && memcmp(file.p + off, text, n) == 0;
}

/* Looks for a library in the bytes of the file: a head with the number of entries, and these, each
 * with flags, the offset of a name and that of a path. */
static bool find_in_entries(struct str file, const char *name, struct buf *out)
{
	static const char magic[20] = "glibc-ld.so.cache1.1";
	if (file.n < HEAD_BYTES || memcmp(file.p, magic, sizeof magic) != 0)
		return false;
	uint64_t count = le32(file.p + sizeof magic);
	if (count > (file.n - HEAD_BYTES) / ENTRY_BYTES)
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *entry = file.p + HEAD_BYTES + i * ENTRY_BYTES;
		uint32_t path = le32(entry + 8);
		if (le32(entry) != FLAGS_X86_64 || !text_is(file, le32(entry + 4), name) ||
			path >= file.n || memchr(file.p + path, '\0', file.n - path) == NULL)
			continue;
		buf_clear(out);
		buf_append(out, file.p + path, strlen(file.p + path) + 1);
		return true;
	}
	return false;
}

static bool find_in_linkers_cache(const char *name, struct buf *out)
{
	struct buf file = BUF_INIT;
	struct stat st;
	bool found = false;
	int fd = cache_open_high(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && st.st_size > 0 && st.st_size < MOST_CACHE_BYTES) {
		size_t bytes = (size_t)st.st_size;
		ssize_t n = read(fd, buf_extend(&file, bytes), bytes);
		found = n == st.st_size && find_in_entries(buf_slice(&file), name, out) &&
		        is_file(out);
	}
	close(fd);
	buf_release(&file);
	return found;
}

bool cache_find_needed(const struct cache_elf *e, const char *path, const char *name,
	struct buf *out)
{
	static const char usual[] =
		"/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/lib64:/usr/lib64:/lib:/usr/lib";
	const char *of_user = secure_getenv("LD_LIBRARY_PATH");
	return (of_user != NULL && find_in_list(str_from(of_user), ":;", path, name, out)) ||
	       find_in_own_list(e, path, name, out) || find_in_linkers_cache(name, out) ||
	       find_in_list(str_from(usual), ":", path, name, out);
}
