/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores an entry, and fails unless it is found. */
#include "hsaemu/cache.h"

int main(void)
{
	struct cache *c = cache_open(NULL);
	struct cache_key_maker m;
	struct cache_key k;
	struct buf product = BUF_INIT, messages = BUF_INIT;
	cache_key_begin(&m, "test");
	cache_key_end(&m, &k);
	cache_store(c, &k, STR("code"), STR(""));
	bool found = cache_find(c, &k, &product, &messages);
	cache_close(c);
	return found ? 0 : 1;
}
