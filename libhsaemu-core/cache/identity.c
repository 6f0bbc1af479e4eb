/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells compilers apart: by the build ID of the object that has the compiler, and of the libLLVM
 * that it needs. */
#define _GNU_SOURCE /* for dl_iterate_phdr() */
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cache/cache_impl.h"

enum { MOST_SEGMENTS = 64 };

static const struct str llvm = {"libLLVM", 7};
static const struct str clang = {"libclang-cpp", 12}; /* which clang needs beside it */

/* Appends the identity of one object, which is the file `path` as well. */
static bool put_object(const struct cache_elf *e, const char *path, struct buf *out)
{
	struct buf id = BUF_INIT;
	struct stat st;
	bool found = true;
	if (cache_elf_build_id(e, &id)) {
		buf_u8(out, 'b');
		buf_u64(out, id.len);
		buf_append(out, id.data, id.len);
	} else if ((found = stat(path, &st) == 0)) {
		buf_u8(out, 'f');
		buf_u64(out, (uint64_t)st.st_size);
		buf_u64(out, (uint64_t)st.st_mtim.tv_sec);
		buf_u64(out, (uint64_t)st.st_mtim.tv_nsec);
		buf_u64(out, st.st_ino);
	}
	buf_release(&id);
	return found;
}

/* Sets `name` to the NUL-terminated name of the library with this prefix that an object needs.
 * Returns false if it needs none. */
static bool needs(const struct cache_elf *e, struct str prefix, struct buf *name)
{
	for (size_t n = 0;; n++) {
		buf_clear(name);
		if (!cache_elf_dynamic(e, DT_NEEDED, n, name))
			return false;
		if (str_starts(buf_slice(name), prefix))
			break;
	}
	buf_u8(name, 0);
	return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Opens an ELF file; `segments` has room for MOST_SEGMENTS. Returns false if it is none. */
static bool open_file(struct cache_elf *e, const char *path, Elf64_Phdr *segments)
{
	Elf64_Ehdr h;
	int fd = cache_open_high(AT_FDCWD, path, O_RDONLY);
	*e = (struct cache_elf){.segments = segments, .fd = fd};
	if (fd < 0)
		return false;
	bool good = pread(fd, &h, sizeof h, 0) == (ssize_t)sizeof h &&
	            memcmp(h.e_ident, ELFMAG, SELFMAG) == 0 && h.e_ident[EI_CLASS] == ELFCLASS64 &&
	            h.e_phentsize == sizeof *segments && h.e_phnum <= MOST_SEGMENTS;
	ssize_t bytes = good ? (ssize_t)(h.e_phnum * sizeof *segments) : 0;
	good = good && pread(fd, segments, (size_t)bytes, (off_t)h.e_phoff) == bytes;
	e->count = good ? h.e_phnum : 0;
	if (!good)
		close(fd);
	return good;
}

static bool put_library(const char *path, struct buf *out)
{
	Elf64_Phdr segments[MOST_SEGMENTS];
	struct cache_elf e;
	if (!open_file(&e, path, segments))
		return false;
	bool found = put_object(&e, path, out);
	close(e.fd);
	return found;
}

static bool put_needed(const struct cache_elf *e, const char *path, struct str prefix,
	struct buf *out)
{
	struct buf name = BUF_INIT, library = BUF_INIT;
	bool found = !needs(e, prefix, &name) ||
	             (cache_find_needed(e, path, (const char *)name.data, &library) &&
			     put_library((const char *)library.data, out));
	buf_release(&name);
	buf_release(&library);
	return found;
}

bool cache_identity_of_file(const char *path, struct buf *out)
{
	Elf64_Phdr segments[MOST_SEGMENTS];
	struct cache_elf e;
	if (!open_file(&e, path, segments))
		return false;
	bool found = put_object(&e, path, out) && put_needed(&e, path, llvm, out) &&
	             put_needed(&e, path, clang, out);
	close(e.fd);
	return found;
}

/* ---- loaded objects -------------------------------------------------------------------------- */

struct search {
	const void *inside; /* either an address in the object */
	const char *name;   /* or its name without folders */
	bool found;
	struct cache_elf object;
	const char *path;
};

static bool is_wanted(const struct search *s, const struct dl_phdr_info *i)
{
	const char *slash = strrchr(i->dlpi_name, '/');
	if (s->inside == NULL)
		return strcmp(slash == NULL ? i->dlpi_name : slash + 1, s->name) == 0;
	for (size_t k = 0; k < i->dlpi_phnum; k++) {
		const Elf64_Phdr *p = &i->dlpi_phdr[k];
		uint64_t at = (uintptr_t)s->inside - i->dlpi_addr - p->p_vaddr;
		if (p->p_type == PT_LOAD && at < p->p_memsz)
			return true;
	}
	return false;
}

/* The dynamic linker holds a lock meanwhile, so all that takes memory comes later. What is noted
 * stays as long as the object is loaded. */
static int note_object(struct dl_phdr_info *i, size_t size, void *arg)
{
	struct search *s = arg;
	(void)size;
	if (!is_wanted(s, i))
		return 0;
	s->found = true;
	s->object = (struct cache_elf){i->dlpi_phdr, i->dlpi_phnum, -1, i->dlpi_addr};
	/* The program has no name here. */
	s->path = i->dlpi_name[0] == '\0' ? "/proc/self/exe" : i->dlpi_name;
	return 1;
}

static bool put_loaded(struct search *s, struct buf *out)
{
	dl_iterate_phdr(note_object, s);
	return s->found && put_object(&s->object, s->path, out);
}

bool cache_identity_of_loaded(const void *inside, struct buf *out)
{
	struct search self = {.inside = inside}, library = {.inside = NULL};
	struct buf name = BUF_INIT;
	bool good = put_loaded(&self, out);
	if (good && needs(&self.object, llvm, &name)) {
		library.name = (const char *)name.data;
		good = put_loaded(&library, out);
	}
	buf_release(&name);
	return good;
}

bool cache_identity_is_loaded(const void *inside, const struct buf *identity)
{
	struct buf loaded = BUF_INIT;
	bool is = cache_identity_of_loaded(inside, &loaded) &&
	          str_eq(buf_slice(&loaded), buf_slice(identity));
	buf_release(&loaded);
	return is;
}
