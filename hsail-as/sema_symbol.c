/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One table holds the names of all scopes. The newest symbol of a name comes first in its bucket,
 * so an inner scope hides an outer one. Leaving a scope removes the newest symbols from the
 * table. */
#include "sema_symbol_impl.h"

enum { FIRST_BUCKETS = 256 };

void as_symbols_init(struct as_symbols *s)
{
	*s = (struct as_symbols){.bucket_count = FIRST_BUCKETS};
	s->buckets = mem_new(FIRST_BUCKETS, sizeof *s->buckets);
}

void as_symbols_release(struct as_symbols *s)
{
	mem_free(s->buckets);
	mem_free(s->stack);
}

struct as_symbol *as_symbol_find(const struct as_symbols *s, struct str name)
{
	uint64_t hash = str_hash(name.p, name.n);
	struct as_symbol *sym = s->buckets[hash & (s->bucket_count - 1)];
	while (sym != NULL && (sym->hash != hash || !str_eq(sym->name, name)))
		sym = sym->next;
	return sym;
}

static void link_in(struct as_symbols *s, struct as_symbol *sym)
{
	struct as_symbol **bucket = &s->buckets[sym->hash & (s->bucket_count - 1)];
	sym->next = *bucket;
	*bucket = sym;
}

static void grow(struct as_symbols *s)
{
	mem_free(s->buckets);
	s->bucket_count *= 4;
	s->buckets = mem_new(s->bucket_count, sizeof *s->buckets);
	for (size_t i = 0; i < s->count; i++)
		link_in(s, s->stack[i]);
}

void as_symbol_add(struct as_symbols *s, struct as_symbol *sym)
{
	sym->hash = str_hash(sym->name.p, sym->name.n);
	ARRAY_GROW(s->stack, s->count, s->capacity);
	s->stack[s->count++] = sym;
	if (s->count > s->bucket_count)
		grow(s);
	else
		link_in(s, sym);
}

void as_symbols_drop(struct as_symbols *s, size_t count)
{
	while (s->count > count) {
		struct as_symbol *sym = s->stack[--s->count];
		s->buckets[sym->hash & (s->bucket_count - 1)] = sym->next;
	}
}
