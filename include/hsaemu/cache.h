/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps finalized code in files, so that the same input is not compiled twice, by this process or
 * by another one. A key is a SHA-256 over everything that the result depends on. What is kept is a
 * product (an object or an image) and the text of the messages that its compilation gave.
 *
 * The cache cannot fail: what cannot be found is compiled, and what cannot be written is kept in
 * the memory of this process. All functions may be called from any thread, and take NULL for a
 * cache that is off. */
#ifndef HSAEMU_CACHE_H
#define HSAEMU_CACHE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* ---- keys ------------------------------------------------------------------------------------ */

struct cache_key {
	uint8_t bytes[32];
};

/* A key that is being made, in the caller's storage. */
struct cache_key_maker {
	uint64_t state[26];
};

/* Each item goes into the key with its kind and its length, so two lists of items that differ give
 * keys that differ. `kind` names what is made, such as "image"; it says which items follow. */
void cache_key_begin(struct cache_key_maker *m, const char *kind);
void cache_key_add_bytes(struct cache_key_maker *m, const void *bytes, size_t count);
void cache_key_add_text(struct cache_key_maker *m, const char *text); /* NULL is not "" */
void cache_key_add_number(struct cache_key_maker *m, uint64_t number);
/* Adds the names of processors, separated by commas, as -mcpu has them. Where one of them is
 * "native", the processor of this machine is added: maker, model and features. */
void cache_key_add_cpu(struct cache_key_maker *m, const char *names);
void cache_key_end(struct cache_key_maker *m, struct cache_key *key);

/* ---- who compiles ---------------------------------------------------------------------------- */

/* Both append the identity of a compiler to `out`: of an ELF file, and of the libLLVM that it needs
 * if it does not contain it. An identity is the build ID, or size, time and inode of a file without
 * one. They return false when it cannot be found out; nothing may be taken from the cache or put
 * into it then.
 *
 * The first one reads the files without loading them, and looks for libLLVM where the dynamic
 * linker looks. The second one describes the loaded object that has `inside` as an address in it
 * and the libLLVM that is loaded. Who used the first one before loading asks the third one
 * afterwards, whether it is the identity of what was loaded, and stores nothing unless it is. */
bool cache_identity_of_file(const char *path, struct buf *out) NODISCARD;
bool cache_identity_of_loaded(const void *inside, struct buf *out) NODISCARD;
bool cache_identity_is_loaded(const void *inside, const struct buf *identity) NODISCARD;

/* ---- the cache ------------------------------------------------------------------------------- */

struct cache;

struct cache_options {
	const char *folder; /* NULL: the folder that the environment names */
	uint64_t max_bytes; /* 0: the size that the environment names */
};

/* Opens the cache; options may be NULL. Returns NULL if HSAEMU_CACHE is 0, or without memory. The
 * folder is made by the first store. It must belong to this user, and no other user may be able to
 * write to it; else entries stay in memory. A program that runs with another user's rights (setuid)
 * does not look at the environment and has entries in memory only. Call this outside of
 * unwind_run(), if that is used, because a cache outlives a compilation. */
struct cache *cache_open(const struct cache_options *options) NODISCARD;
void cache_close(struct cache *c);
/* Appends the product and the messages of an entry. Returns false, with both as they were, if there
 * is no such entry. An entry that is damaged is deleted. */
bool cache_find(struct cache *c, const struct cache_key *key, struct buf *product,
	struct buf *messages) NODISCARD;
void cache_store(struct cache *c, const struct cache_key *key, struct str product,
	struct str messages);

/* Reads a size like "256M" (K, M, G: powers of 1024). Returns false if the text is none. */
bool cache_read_size(const char *text, uint64_t *bytes) NODISCARD;

HSAEMU_END_DECLS

#endif
