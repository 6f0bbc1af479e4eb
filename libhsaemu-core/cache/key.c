/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes keys: a SHA-256 over items, each with its kind and length. */
#include <string.h>
#include <sha2.h>
#include "cache/cache_impl.h"

_Static_assert(sizeof(SHA2_CTX) <= sizeof(struct cache_key_maker), "the state of SHA-256 fits in");
_Static_assert(_Alignof(SHA2_CTX) <= _Alignof(struct cache_key_maker), "and so does its alignment");

enum item { ITEM_KIND, ITEM_BYTES, ITEM_TEXT, ITEM_NO_TEXT, ITEM_NUMBER };

/* The maker's state is copied because its type is not that of libmd. */
static void put(struct cache_key_maker *m, enum item item, const void *bytes, size_t count)
{
	SHA2_CTX c;
	struct buf head = BUF_INIT;
	buf_u8(&head, (uint8_t)item);
	buf_u64(&head, count);
	memcpy(&c, m->state, sizeof c);
	SHA256Update(&c, head.data, head.len);
	if (count != 0)
		SHA256Update(&c, bytes, count);
	memcpy(m->state, &c, sizeof c);
	buf_release(&head);
}

void cache_key_begin(struct cache_key_maker *m, const char *kind)
{
	SHA2_CTX c;
	*m = (struct cache_key_maker){{0}};
	SHA256Init(&c);
	memcpy(m->state, &c, sizeof c);
	put(m, ITEM_KIND, kind, strlen(kind));
}

void cache_key_add_bytes(struct cache_key_maker *m, const void *bytes, size_t count)
{
	put(m, ITEM_BYTES, bytes, count);
}

void cache_key_add_text(struct cache_key_maker *m, const char *text)
{
	put(m, text == NULL ? ITEM_NO_TEXT : ITEM_TEXT, text, text == NULL ? 0 : strlen(text));
}

void cache_key_add_number(struct cache_key_maker *m, uint64_t number)
{
	put(m, ITEM_NUMBER, &number, sizeof number);
}

void cache_key_end(struct cache_key_maker *m, struct cache_key *key)
{
	SHA2_CTX c;
	memcpy(&c, m->state, sizeof c);
	SHA256Final(key->bytes, &c);
}
