/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Set-associative caches, in which the line that was used least recently gives way; and the numbers
 * of pages. */
#include "timing_impl.h"

bool gcn_tm_cache_init(struct gcn_tm_cache *c, uint64_t bytes, uint64_t ways)
{
	c->way_count = (uint32_t)ways;
	c->sets = (uint32_t)(bytes / TM_LINE / ways);
	c->ways = mem_try_new((size_t)c->sets * c->way_count, sizeof *c->ways);
	return c->ways != NULL;
}

void gcn_tm_cache_release(struct gcn_tm_cache *c)
{
	mem_free(c->ways);
}

struct gcn_tm_way *gcn_tm_cache_find(struct gcn_tm_cache *c, uint64_t set, uint64_t line)
{
	struct gcn_tm_way *w = &c->ways[set % c->sets * c->way_count];

	for (uint32_t n = 0; n < c->way_count; n++)
		if (w[n].tag == line + 1) {
			w[n].used = ++c->uses;
			return &w[n];
		}
	return NULL;
}

struct gcn_tm_way *gcn_tm_cache_replace(struct gcn_tm_cache *c, uint64_t set, uint64_t line,
	struct gcn_tm_way *before)
{
	struct gcn_tm_way *w = &c->ways[set % c->sets * c->way_count], *least = w;

	for (uint32_t n = 1; n < c->way_count; n++)
		if (w[n].used < least->used)
			least = &w[n];
	*before = *least;
	*least = (struct gcn_tm_way){.tag = line + 1, .used = ++c->uses};
	return least;
}

void gcn_tm_cache_clear(struct gcn_tm_cache *c)
{
	memset(c->ways, 0, (size_t)c->sets * c->way_count * sizeof *c->ways);
}

/* ---- pages ----------------------------------------------------------------------------------- */

enum { PAGE_BITS = 12, LINE_BITS = 6, FIRST_PAGES = 4096 };

bool gcn_tm_pages_init(struct gcn_tm_pages *p)
{
	*p = (struct gcn_tm_pages){mem_try_new(FIRST_PAGES, sizeof *p->table), FIRST_PAGES - 1, 0};
	return p->table != NULL;
}

static struct gcn_tm_page *find_page(const struct gcn_tm_pages *p, uint64_t page)
{
	uint64_t at = (page * UINT64_C(0x9e3779b97f4a7c15)) >> 20;

	while (p->table[at & p->mask].page != 0 && p->table[at & p->mask].page != page + 1)
		at++;
	return &p->table[at & p->mask];
}

uint64_t gcn_tm_line_of(const struct gcn_tm_pages *p, uint64_t address)
{
	const struct gcn_tm_page *e = find_page(p, address >> PAGE_BITS);
	uint64_t in_page = (address >> LINE_BITS) & ((1U << (PAGE_BITS - LINE_BITS)) - 1);

	return e->page == 0 ? TM_NEVER : e->number << (PAGE_BITS - LINE_BITS) | in_page;
}

static bool grow(struct gcn_tm_pages *p)
{
	struct gcn_tm_pages bigger = {
		mem_try_new((p->mask + 1) * 2, sizeof *p->table), p->mask * 2 + 1, p->count};

	if (bigger.table == NULL)
		return false;
	for (uint64_t n = 0; n <= p->mask; n++)
		if (p->table[n].page != 0)
			*find_page(&bigger, p->table[n].page - 1) = p->table[n];
	mem_free(p->table);
	*p = bigger;
	return true;
}

bool gcn_tm_touch(struct gcn_tm_pages *p, uint64_t address)
{
	struct gcn_tm_page *e = find_page(p, address >> PAGE_BITS);

	if (e->page != 0)
		return true;
	if (p->count * 2 > p->mask) {
		if (!grow(p))
			return false;
		e = find_page(p, address >> PAGE_BITS);
	}
	*e = (struct gcn_tm_page){(address >> PAGE_BITS) + 1, p->count++};
	return true;
}
