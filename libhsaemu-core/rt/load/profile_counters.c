/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counters of code that was made with hsail-fin --profile (hsaemu/profile.h): memory for each CU,
 * and sums.
 *
 * An image has a map and counters for each of its modules. Each CU gets a copy of the range that
 * holds the counters of all modules, laid out as in the image. */
#include <string.h>
#include "rt/load/loader_impl.h"
#include "rt/os/os_impl.h"

enum { LINE = 128 }; /* memory of two CUs is this far apart, so that they share no cache line */

struct module {
	struct hsaemu_profile_map header;
	const uint8_t *functions, *entries, *names;
	uint64_t counters, control; /* as addresses of the image (vaddr) */
};

struct rt_profile {
	struct rt_image *image;
	struct module *modules;
	size_t module_count;
	uint32_t cus;
	uint64_t first, bytes; /* vaddr and size of the range of all counters */
	uint64_t stride, tlb_stride, tlb_entries;
	uint8_t *memory; /* counters of all CUs, then the TLBs of all CUs */
	size_t memory_bytes;
	struct rt_profile_function *functions;
	size_t function_count;
};

/* ---- maps ----------------------------------------------------------------------------------- */

static bool is_writable(const struct image *im, uint64_t vaddr, uint64_t bytes)
{
	for (uint32_t i = 0; i < im->segment_count; i++) {
		const struct image_segment *s = &im->segments[i];
		if (s->writable && vaddr >= s->vaddr && vaddr - s->vaddr <= s->mem_bytes &&
			bytes <= s->mem_bytes - (vaddr - s->vaddr))
			return true;
	}
	return false;
}

static bool is_map(const struct image_export *e)
{
	return !e->is_function &&
	       strncmp(e->symbol, HSAEMU_PROFILE_MAP, sizeof HSAEMU_PROFILE_MAP - 1) == 0;
}

static struct hsaemu_profile_function function_at(const struct module *m, uint32_t i)
{
	struct hsaemu_profile_function f;
	memcpy(&f, m->functions + (size_t)i * sizeof f, sizeof f);
	return f;
}

static struct hsaemu_profile_entry entry_at(const struct module *m, uint32_t i)
{
	struct hsaemu_profile_entry e;
	memcpy(&e, m->entries + (size_t)i * sizeof e, sizeof e);
	return e;
}

static bool check_tables(const struct module *m)
{
	const struct hsaemu_profile_map *h = &m->header;
	for (uint32_t i = 0; i < h->function_count; i++) {
		struct hsaemu_profile_function f = function_at(m, i);
		if (f.name >= h->name_bytes || f.first_entry > h->entry_count ||
			f.entry_count > h->entry_count - f.first_entry)
			return false;
	}
	for (uint32_t i = 0; i < h->entry_count; i++) {
		struct hsaemu_profile_entry e = entry_at(m, i);
		if (e.counter >= h->counter_count || e.kind >= HSAEMU_PROFILE_KINDS)
			return false;
	}
	return h->name_bytes == 0 || m->names[h->name_bytes - 1] == 0;
}

static bool read_map(const struct rt_image *image, const struct image_export *e, struct module *m)
{
	const uint8_t *p = image->base + e->vaddr;
	struct hsaemu_profile_map *h = &m->header;
	if (e->bytes < sizeof *h)
		return false;
	memcpy(h, p, sizeof *h);
	uint64_t functions = (uint64_t)h->function_count * sizeof(struct hsaemu_profile_function);
	uint64_t entries = (uint64_t)h->entry_count * sizeof(struct hsaemu_profile_entry);
	if (h->magic != HSAEMU_PROFILE_MAGIC ||
		e->bytes - sizeof *h != functions + entries + h->name_bytes)
		return false;
	m->functions = p + sizeof *h;
	m->entries = m->functions + functions;
	m->names = m->entries + entries;
	m->counters = e->vaddr + (uint64_t)h->counters;
	m->control = e->vaddr + (uint64_t)h->control;
	return is_writable(&image->image, m->counters, (uint64_t)h->counter_count * 8) &&
	       is_writable(&image->image, m->control, sizeof(struct hsaemu_profile)) &&
	       m->counters % 8 == 0 && m->control % 8 == 0 && check_tables(m);
}

static bool read_maps(struct rt_profile *p, struct diag *d)
{
	const struct image *im = &p->image->image;
	uint64_t last = 0;
	p->modules = mem_new(im->export_count + 1, sizeof *p->modules);
	p->first = UINT64_MAX;
	for (uint32_t i = 0; i < im->export_count; i++) {
		struct module *m = &p->modules[p->module_count];
		if (!is_map(&im->exports[i]))
			continue;
		if (!read_map(p->image, &im->exports[i], m)) {
			diag_error(d, diag_in_file(im->file), "damaged profile map '%s'",
				im->exports[i].symbol);
			return false;
		}
		uint64_t end = m->counters + (uint64_t)m->header.counter_count * 8;
		p->first = m->counters < p->first ? m->counters : p->first;
		last = end > last ? end : last;
		p->function_count += m->header.function_count;
		p->module_count++;
	}
	if (p->module_count == 0) {
		diag_error(d, diag_in_file(im->file),
			"it has no code that counts: finalize it with hsail-fin --profile");
		return false;
	}
	p->bytes = last - p->first;
	return true;
}

/* ---- start ---------------------------------------------------------------------------------- */

static bool check_options(const struct rt_profile_options *o, const struct image *im,
	struct diag *d)
{
	if (is_pow2(o->page_bytes) && o->page_bytes <= (uint64_t)1 << 40 && o->ways != 0 &&
		o->entries % o->ways == 0 && is_pow2(o->entries / o->ways) &&
		o->entries <= RT_PROFILE_MAX_ENTRIES)
		return true;
	diag_error(d, diag_in_file(im->file),
		"a TLB of %u entries, %u ways and pages of %llu bytes: page size and number of sets must "
		"be powers of two, and there may be %d entries",
		o->entries, o->ways, (unsigned long long)o->page_bytes, RT_PROFILE_MAX_ENTRIES);
	return false;
}

static void fill_control(struct rt_profile *p, const struct rt_profile_options *o)
{
	const struct rt_image *image = p->image;
	struct hsaemu_profile c = {
		.delta = (int64_t)((uintptr_t)p->memory - (uintptr_t)(image->base + p->first)),
		.stride = p->stride,
		.tlbs = (void *)(p->memory + p->stride * p->cus),
		.tlb_stride = p->tlb_stride,
		.page_shift = (uint64_t)__builtin_ctzll(o->page_bytes),
		.set_mask = o->entries / o->ways - 1,
		.ways = o->ways};
	for (size_t i = 0; i < p->module_count; i++)
		memcpy(image->base + p->modules[i].control, &c, sizeof c);
}

static void list_functions(struct rt_profile *p)
{
	struct rt_profile_function *out = p->functions =
		mem_new(p->function_count + 1, sizeof *p->functions);
	for (size_t i = 0; i < p->module_count; i++) {
		const struct module *m = &p->modules[i];
		for (uint32_t k = 0; k < m->header.function_count; k++) {
			struct hsaemu_profile_function f = function_at(m, k);
			*out++ = (struct rt_profile_function){
				(const char *)m->names + f.name, f.is_kernel != 0};
		}
	}
}

static bool allocate(struct rt_profile *p, const struct rt_profile_options *o, struct diag *d)
{
	p->stride = align_up(p->bytes, LINE);
	p->tlb_entries = o->entries;
	p->tlb_stride = align_up(sizeof(struct hsaemu_profile_tlb) +
					 (uint64_t)o->entries * sizeof(struct hsaemu_profile_page),
		LINE);
	p->memory_bytes = (size_t)((p->stride + p->tlb_stride) * p->cus);
	p->memory = rt_memory_alloc(p->memory_bytes);
	if (p->memory == NULL)
		diag_no_memory(d, diag_in_file(p->image->image.file),
			"out of memory: %zu bytes for counters of %u CUs", p->memory_bytes, p->cus);
	return p->memory != NULL;
}

bool rt_profile_start(struct rt_image *image, uint32_t cus, const struct rt_profile_options *o,
	struct rt_profile **out, struct diag *d)
{
	struct rt_profile *p = mem_new(1, sizeof *p);
	p->image = image;
	p->cus = cus;
	if (!check_options(o, &image->image, d) || !read_maps(p, d) || !allocate(p, o, d)) {
		rt_profile_free(p);
		return false;
	}
	fill_control(p, o);
	list_functions(p);
	rt_profile_reset(p);
	*out = p;
	return true;
}

void rt_profile_free(struct rt_profile *p)
{
	if (p == NULL)
		return;
	if (p->memory != NULL)
		rt_memory_free(p->memory, p->memory_bytes);
	mem_free(p->modules);
	mem_free(p->functions);
	mem_free(p);
}

static struct hsaemu_profile_tlb *tlb_of(const struct rt_profile *p, uint32_t cu)
{
	return (void *)(p->memory + p->stride * p->cus + p->tlb_stride * cu);
}

void rt_profile_reset(struct rt_profile *p)
{
	memset(p->memory, 0, (size_t)(p->stride * p->cus));
	for (uint32_t cu = 0; cu < p->cus; cu++) {
		struct hsaemu_profile_tlb *t = tlb_of(p, cu);
		t->misses = t->flat_accesses = 0;
		t->now = 0;
		for (uint64_t i = 0; i < p->tlb_entries; i++)
			t->entries[i] = (struct hsaemu_profile_page){.page = UINT64_MAX};
	}
}

/* ---- sums ----------------------------------------------------------------------------------- */

static void add_function(const struct rt_profile *p, const struct module *m, uint32_t function,
	uint32_t cu, struct rt_profile_counts *out)
{
	struct hsaemu_profile_function f = function_at(m, function);
	const uint8_t *counters = p->memory + p->stride * cu + (m->counters - p->first);
	for (uint32_t i = 0; i < f.entry_count; i++) {
		struct hsaemu_profile_entry e = entry_at(m, f.first_entry + i);
		uint64_t n;
		memcpy(&n, counters + (size_t)e.counter * 8, sizeof n);
		out->count[e.kind] += n * e.count;
		out->bytes[e.kind] += n * e.bytes;
	}
}

static void finish(struct rt_profile_counts *c)
{
	for (unsigned k = 0; k < HSAEMU_PROFILE_CLASSES; k++)
		c->instructions += c->count[k];
	c->tlb_accesses +=
		c->count[HSAEMU_PROFILE_GLOBAL_LOAD] + c->count[HSAEMU_PROFILE_GLOBAL_STORE] +
		c->count[HSAEMU_PROFILE_GLOBAL_ATOMIC] + c->count[HSAEMU_PROFILE_READONLY_LOAD];
}

void rt_profile_read_cu(const struct rt_profile *p, uint32_t cu, struct rt_profile_counts *out)
{
	*out = (struct rt_profile_counts){0};
	for (size_t i = 0; i < p->module_count; i++)
		for (uint32_t f = 0; f < p->modules[i].header.function_count; f++)
			add_function(p, &p->modules[i], f, cu, out);
	out->tlb_accesses = tlb_of(p, cu)->flat_accesses;
	out->tlb_misses = tlb_of(p, cu)->misses;
	finish(out);
}

size_t rt_profile_function_count(const struct rt_profile *p)
{
	return p->function_count;
}

const struct rt_profile_function *rt_profile_function(const struct rt_profile *p, size_t index)
{
	return &p->functions[index];
}

void rt_profile_read_function(const struct rt_profile *p, size_t index,
	struct rt_profile_counts *out)
{
	const struct module *m = p->modules;
	*out = (struct rt_profile_counts){0};
	for (; index >= m->header.function_count; m++)
		index -= m->header.function_count;
	for (uint32_t cu = 0; cu < p->cus; cu++)
		add_function(p, m, (uint32_t)index, cu, out);
	finish(out);
}
