/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For --gc, leaves out the sections that are not needed for anything that the image offers, and the
 * metadata about them. The image offers kernels, variables and functions with program linkage (with
 * --keep only those that the option names), and any other exported symbol. The search starts at
 * their sections and follows relocations. Debug information and unwind tables stay in the image,
 * but their relocations do not make anything needed. */
#include <string.h>
#include "merge_metadata_impl.h"
#include "section_gc_impl.h"
#include "symbol_table_impl.h"
#include "unresolved_impl.h"

struct gc {
	struct ld *ld;
	struct ld_section **stack;
	size_t depth, cap;
	bool *kept; /* for each --keep: whether a symbol has its name */
};

static bool is_passive(const struct ld_section *s)
{
	return (!(s->flags & SHF_ALLOC) && !s->is_segment) || strcmp(s->name, ".eh_frame") == 0;
}

static void mark(struct gc *g, struct ld_section *s)
{
	if (s == NULL || s->needed || is_passive(s))
		return;
	s->needed = true;
	ARRAY_GROW(g->stack, g->depth, g->cap);
	g->stack[g->depth++] = s;
}

/* Returns the variable that an undefined one is unless the loader knows another one. */
static struct ld_symbol *managed_or_same(struct ld *ld, struct ld_symbol *s)
{
	struct ld_symbol *own = ld_managed(ld, s);
	return own != NULL ? own : s;
}

static void follow(struct gc *g)
{
	while (g->depth > 0) {
		const struct ld_section *s = g->stack[--g->depth];
		for (size_t i = 0; i < s->reloc_count; i++) {
			struct ld_symbol *to = s->object->symbols[ELF64_R_SYM(s->relocs[i].r_info)];
			to->needed = true;
			if (to->state == LD_UNDEFINED && to->global)
				to = managed_or_same(g->ld, to);
			mark(g, ld_symbol_section(to));
		}
	}
}

/* ---- roots ---- */

static bool is_offered(struct gc *g, const struct ld_hsail_name *h)
{
	const struct link_options *o = g->ld->options;
	bool any = o->keep_count == 0 && h->is_public;

	for (size_t i = 0; i < o->keep_count; i++)
		if (image_name_fits(str_from(o->keep[i]), h->module, h->name))
			any = g->kept[i] = true;
	return any;
}

static void mark_roots(struct gc *g)
{
	struct ld *ld = g->ld;

	for (size_t i = 0; i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		struct ld_hsail_name *h = ld_hsail_name(ld, s);

		if (s->state != LD_DEFINED)
			continue;
		if (h ? is_offered(g, h)
		      : s->visibility == STV_DEFAULT || s->visibility == STV_PROTECTED)
			mark(g, ld_symbol_section(s));
	}
}

static bool check_names(const struct gc *g)
{
	const struct link_options *o = g->ld->options;

	for (size_t i = 0; i < o->keep_count; i++)
		if (!g->kept[i])
			diag_error(g->ld->diag, (struct diag_place){0},
				"--keep: no kernel, variable or function with program linkage is called "
				"'%s'",
				o->keep[i]);
	return !ld_failed(g->ld);
}

/* ---- what is left out ---- */

static void sweep(struct ld *ld)
{
	for (size_t o = 0; o < ld->object_count; o++)
		for (size_t i = 1; i < ld->objects[o]->section_count; i++) {
			struct ld_section *s = ld->objects[o]->sections[i];
			if (s && !s->discarded && !s->needed && !is_passive(s)) {
				s->discarded = s->collected = true;
				s->kept = NULL;
			}
		}
}

/* Returns whether the section that defines the symbol was left out. Code has one symbol for each
 * version, of which the first is looked up; a variable has one symbol for all versions. */
static bool is_gone(struct ld *ld, const char *symbol)
{
	const char *first = arena_printf(&ld->arena, "%s%s", symbol, ld->versions[0].suffix);
	uint64_t idx;

	if (!str_map_find(&ld->global_idx, str_from(first), &idx) &&
		!str_map_find(&ld->global_idx, str_from(symbol), &idx))
		return false;
	const struct ld_symbol *s = ld->globals[idx];
	return s->state == LD_DEFINED && s->section && s->section->collected;
}

/* Returns whether the image may have to import what is declared. */
static bool is_import(struct ld *ld, const char *symbol)
{
	uint64_t idx;

	return str_map_find(&ld->global_idx, str_from(symbol), &idx) &&
	       ld->globals[idx]->state == LD_UNDEFINED && ld->globals[idx]->needed &&
	       ld_is_importable(ld, ld->globals[idx]);
}

static bool is_kept(struct ld *ld, const struct image_symbol *s)
{
	return s->definition ? !is_gone(ld, s->symbol) : is_import(ld, s->symbol);
}

/* Removes from the metadata whatever was left out of the image, and the declarations of what it
 * does not import, which tell the loader of the image nothing. */
static void trim_metadata(struct ld *ld)
{
	struct image_meta *m = &ld->meta;
	uint32_t kernels = 0, symbols = 0;

	for (uint32_t i = 0; i < m->kernel_count; i++)
		if (!is_gone(ld, m->kernels[i].symbol))
			m->kernels[kernels++] = m->kernels[i];
	m->kernel_count = kernels;
	for (uint32_t i = 0; i < m->symbol_count; i++)
		if (is_kept(ld, &m->symbols[i]))
			m->symbols[symbols++] = m->symbols[i];
	m->symbol_count = symbols;
}

bool ld_collect(struct ld *ld)
{
	struct gc g = {.ld = ld};

	if (!ld->options->gc && ld->options->keep_count == 0)
		return true;
	g.kept = mem_new(ld->options->keep_count + 1, sizeof *g.kept);
	mark_roots(&g);
	follow(&g);
	bool ok = check_names(&g);
	if (ok) {
		sweep(ld);
		trim_metadata(ld);
	}
	mem_free(g.kept);
	mem_free(g.stack);
	return ok;
}
