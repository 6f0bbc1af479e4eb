/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes of an entry's file: a magic number with the version of this format, the key, the
 * lengths of product and messages, these two, and a SHA-256 over all of that. */
#include <string.h>
#include <sha2.h>
#include "cache/cache_impl.h"

enum { /* offsets in the head */
	PRODUCT_LENGTH = CACHE_HEAD_BYTES - 16,
	MESSAGES_LENGTH = CACHE_HEAD_BYTES - 8,
};

static const char magic[8] = {'H', 'S', 'A', 'e', 'm', 'u', 'C', '1'};

struct cache_name cache_name_of(const struct cache_key *key)
{
	static const char digits[] = "0123456789abcdef";
	struct cache_name name;
	for (size_t i = 0; i < sizeof key->bytes; i++) {
		name.text[2 * i] = digits[key->bytes[i] >> 4];
		name.text[2 * i + 1] = digits[key->bytes[i] & 0xf];
	}
	name.text[CACHE_NAME_CHARS] = '\0';
	return name;
}

static void update(SHA2_CTX *c, const void *bytes, size_t count)
{
	if (count != 0)
		SHA256Update(c, bytes, count);
}

void cache_entry_frame(const struct cache_entry *e, uint8_t *head, uint8_t *digest)
{
	uint64_t lengths[] = {e->product.n, e->messages.n};
	SHA2_CTX c;
	memcpy(head, magic, sizeof magic);
	memcpy(head + sizeof magic, e->key->bytes, sizeof e->key->bytes);
	memcpy(head + sizeof magic + sizeof e->key->bytes, lengths, sizeof lengths);
	SHA256Init(&c);
	update(&c, head, CACHE_HEAD_BYTES);
	update(&c, e->product.p, e->product.n);
	update(&c, e->messages.p, e->messages.n);
	SHA256Final(digest, &c);
}

bool cache_entry_has_size(const uint8_t *head, uint64_t file_bytes)
{
	enum { AROUND = CACHE_HEAD_BYTES + CACHE_DIGEST_BYTES };
	uint64_t product = le64(head + PRODUCT_LENGTH), messages = le64(head + MESSAGES_LENGTH);
	return file_bytes >= AROUND && product <= file_bytes - AROUND &&
	       messages == file_bytes - AROUND - product;
}

bool cache_entry_parse(struct cache_entry *e, struct str file)
{
	uint8_t head[CACHE_HEAD_BYTES], digest[CACHE_DIGEST_BYTES];
	const uint8_t *p = (const uint8_t *)file.p;
	if (file.n < CACHE_HEAD_BYTES || !cache_entry_has_size(p, file.n))
		return false;
	e->product = (struct str){file.p + CACHE_HEAD_BYTES, le64(p + PRODUCT_LENGTH)};
	e->messages = (struct str){e->product.p + e->product.n, le64(p + MESSAGES_LENGTH)};
	cache_entry_frame(e, head, digest);
	return memcmp(p, head, sizeof head) == 0 &&
	       memcmp(p + file.n - sizeof digest, digest, sizeof digest) == 0;
}
