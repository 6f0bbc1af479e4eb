/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of the cache share. */
#ifndef HSAEMU_CACHE_IMPL_H
#define HSAEMU_CACHE_IMPL_H

#include <elf.h>
#include "hsaemu/cache.h"

/* ---- entries, entry.c ----------------------------------------------------------------------- */

/* Name of an entry's file: the key in hexadecimal. */
enum { CACHE_NAME_CHARS = 64 };
struct cache_name {
	char text[CACHE_NAME_CHARS + 1];
};
struct cache_name cache_name_of(const struct cache_key *key);

/* An entry as it is found or stored; the bytes are borrowed. */
struct cache_entry {
	const struct cache_key *key;
	struct str product, messages;
};
enum { CACHE_HEAD_BYTES = 8 + 32 + 8 + 8, CACHE_DIGEST_BYTES = 32 };
/* Makes the parts of a file that are before and behind product and messages. */
void cache_entry_frame(const struct cache_entry *e, uint8_t *head, uint8_t *digest);
/* Returns whether a file with this head has as many bytes as the head says. */
bool cache_entry_has_size(const uint8_t *head, uint64_t file_bytes) NODISCARD;
/* Finds product and messages in a file's bytes. Returns false unless each byte is as it was written
 * for the key in `e`. */
bool cache_entry_parse(struct cache_entry *e, struct str file) NODISCARD;

/* ---- folders and files, place.c, folder.c --------------------------------------------------- */

/* Appends the path of the folder that the environment names; nothing if it names none. */
void cache_place(struct buf *out);
/* Opens the folder, and makes it if `make` is true. Returns -1 if it is not there or cannot be
 * trusted. */
int cache_folder_open(const char *path, bool make) NODISCARD;
/* Reads the file of an entry. Returns false without a file that can be trusted. */
bool cache_file_read(int folder, const char *name, struct buf *out) NODISCARD;
bool cache_file_write(int folder, const struct cache_entry *e) NODISCARD;
/* openat(), but the descriptor is none of the standard streams', which may be closed. */
int cache_open_high(int folder, const char *name, int flags) NODISCARD;

/* ---- size, evict.c -------------------------------------------------------------------------- */

/* Notes that a file of so many bytes was added. When the folder has become too large, deletes those
 * that were not used for the longest time. */
void cache_folder_grew(int folder, uint64_t bytes, uint64_t max_bytes);

/* ---- entries of this process, memory.c ------------------------------------------------------ */

struct cache_memory;
struct cache_memory *cache_memory_new(void) NODISCARD; /* NULL: no memory */
void cache_memory_free(struct cache_memory *m);
bool cache_memory_find(struct cache_memory *m, const struct cache_key *key, struct buf *product,
	struct buf *messages) NODISCARD;
void cache_memory_store(struct cache_memory *m, const struct cache_entry *e);

/* ---- ELF files and loaded objects, elf_object.c, needed.c ----------------------------------- */

/* An ELF object, in a file or in this process. */
struct cache_elf {
	const Elf64_Phdr *segments;
	size_t count;
	int fd;        /* the file; -1: the object is loaded */
	uint64_t base; /* where it is loaded */
};
/* Reads bytes that the file has for an address. Returns false if it has none. */
bool cache_elf_read(const struct cache_elf *e, uint64_t address, void *to, size_t count) NODISCARD;
/* Appends the build ID. Returns false if there is none. */
bool cache_elf_build_id(const struct cache_elf *e, struct buf *out) NODISCARD;
/* Appends a text of the dynamic section without its NUL: that of the n-th entry of this tag.
 * Returns false if there is none. */
bool cache_elf_dynamic(const struct cache_elf *e, int64_t tag, size_t n, struct buf *out) NODISCARD;

/* Appends the NUL-terminated path at which the dynamic linker will find the library `name` for the
 * object `e`, which is the file `path`. Returns false if that is not known. */
bool cache_find_needed(const struct cache_elf *e, const char *path, const char *name,
	struct buf *out) NODISCARD;

#endif
