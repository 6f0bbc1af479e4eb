/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loaded program: its kernels, and the check of all that a kernel may execute. */
#include <elf.h>
#include "functions_impl.h"

enum { RSRC1_VGPRS = 63, RSRC1_SGPRS = 15 };
/* where the descriptor has the offset of the code: `entry_off` of gcn_descriptor.def */
enum {
#define GCN_DESCRIPTOR_FIELD(id, type, off, text) PLACE_##id = (off),
#include "hsaemu/gcn_descriptor.def"
};

static uint64_t address_of(const struct gcn_program *p, const struct elf_section *s, uint64_t off)
{
	return p->section_addresses[s - p->object->elf.sections] + off;
}

static void set_entry(const struct gcn_program *p, const struct gcn_kernel *k, struct gcn_entry *e)
{
	*e = (struct gcn_entry){.kernel = k};
	e->vgprs = ((k->descriptor.rsrc1 & RSRC1_VGPRS) + 1) * 4;
	e->sgprs = ((k->descriptor.rsrc1 >> 6 & RSRC1_SGPRS) + 1) * 8;
	if (e->sgprs > GCN_CODE_SGPRS)
		e->sgprs = GCN_CODE_SGPRS;
	if (p->section_addresses[k->descriptor_section - p->object->elf.sections] == 0)
		return;
	e->descriptor = address_of(p, k->descriptor_section, k->descriptor_off);
	const uint8_t *descriptor = (const uint8_t *)(uintptr_t)e->descriptor;
	e->code = gcn_program_dword(p, e->descriptor + le64(descriptor + PLACE_entry_off));
}

bool gcn_program_load(struct gcn_program *p, const struct gcn_object *o,
	struct gcn_resolver *resolver, struct diag *d)
{
	*p = (struct gcn_program){.object = o};
	arena_init(&p->arena);
	if (!gcn_program_place_sections(p, d) || !gcn_program_relocate(p, resolver, d) ||
		!gcn_program_take_lines(p, d)) {
		gcn_program_release(p);
		return false;
	}
	p->entry_count = o->kernel_count;
	p->entries = ARENA_ARRAY(&p->arena, struct gcn_entry, o->kernel_count);
	for (uint32_t n = 0; n < o->kernel_count; n++)
		set_entry(p, &o->kernels[n], &p->entries[n]);
	gcn_program_decode(p);
	return true;
}

void gcn_program_of_code(struct gcn_program *p, const void *code, size_t bytes)
{
	static const struct gcn_object none = {.elf = {.file = "code"}};

	*p = (struct gcn_program){.object = &none, .bytes = bytes};
	arena_init(&p->arena);
	p->block = p->memory = mem_new(bytes, 1);
	memcpy(p->memory, code, bytes);
	p->regions = ARENA_NEW(&p->arena, struct gcn_region);
	p->region_count = 1;
	p->regions[0].address = (uint64_t)(uintptr_t)p->memory;
	p->regions[0].bytes = bytes / 4 * 4;
	p->regions[0].code = ARENA_ARRAY(&p->arena, struct gcn_code, bytes / 4 + 1);
	gcn_program_decode(p);
}

void gcn_program_release(struct gcn_program *p)
{
	mem_free(p->block);
	arena_release(&p->arena);
}

const struct gcn_entry *gcn_program_find(const struct gcn_program *p, const char *name)
{
	for (uint32_t n = 0; n < p->entry_count; n++)
		if (strcmp(p->entries[n].kernel->name, name) == 0)
			return &p->entries[n];
	return NULL;
}

/* ---- the check ------------------------------------------------------------------------------- */

struct check {
	const struct gcn_program *p;
	const struct gcn_entry *entry;
	struct gcn_worklist list;
	bool **seen; /* for each dword of each region */
	struct arena arena;
	struct diag *d;
	bool good;
};

static bool *mark_of(const struct check *c, const struct gcn_code *in)
{
	uint32_t n = 0;

	while (in < c->p->regions[n].code ||
		in > c->p->regions[n].code + c->p->regions[n].bytes / 4)
		n++;
	return &c->seen[n][in - c->p->regions[n].code];
}

static struct diag_place place_of(const struct check *c, const struct gcn_code *in)
{
	const struct elf_view *v = &c->p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++)
		if (c->p->section_addresses[n] != 0 &&
			in->pc - c->p->section_addresses[n] <= v->sections[n].size &&
			(v->sections[n].flags & SHF_EXECINSTR) != 0)
			return diag_at_section(v->file, v->sections[n].name,
				in->pc - c->p->section_addresses[n]);
	return diag_in_file(v->file);
}

static void check_registers(struct check *c, const struct gcn_code *in)
{
	const char *name = c->entry->kernel->name, *text = in->row->text;

	if (in->vgprs > c->entry->vgprs) {
		diag_error(c->d, place_of(c, in),
			"%s of kernel '%s' uses v%u, but its wavefronts have %u vector registers",
			text, name, in->vgprs - 1U, c->entry->vgprs);
		c->good = false;
	}
	if (in->sgprs > c->entry->sgprs) {
		diag_error(c->d, place_of(c, in),
			"%s of kernel '%s' uses s%u, but its wavefronts have %u scalar registers",
			text, name, in->sgprs - 1U, c->entry->sgprs);
		c->good = false;
	}
}

static void check_one(struct check *c, const struct gcn_code *in)
{
	if (in->row == NULL) {
		diag_error(c->d, place_of(c, in), "kernel '%s' runs where there is no instruction",
			c->entry->kernel->name);
		c->good = false;
		return;
	}
	if (in->missing != NULL) {
		diag_unsupported(c->d, place_of(c, in), "%s of kernel '%s': %s is not implemented",
			in->row->text, c->entry->kernel->name, in->missing);
		c->good = false;
	}
	if (in->row->extra == GCN_EXTRA_BRANCH && in->target == NULL) {
		diag_error(c->d, place_of(c, in),
			"%s of kernel '%s' leads to where there is no instruction", in->row->text,
			c->entry->kernel->name);
		c->good = false;
	}
	check_registers(c, in);
}

static void follow(struct check *c, const struct gcn_code *in)
{
	while (!*mark_of(c, in)) {
		*mark_of(c, in) = true;
		check_one(c, in);
		if (in->row == NULL)
			return;
		if (in->target != NULL)
			gcn_worklist_add(&c->list, in->target);
		const struct gcn_code *made = gcn_program_at(c->p, gcn_made_address(in));
		if (made != NULL)
			gcn_worklist_add(&c->list, made);
		if (!gcn_falls_through(in))
			return;
		in = in + in->dwords;
	}
}

bool gcn_program_check(const struct gcn_program *p, const struct gcn_entry *e, struct diag *d)
{
	struct check c = {.p = p, .entry = e, .d = d, .good = true};

	if (e->code == NULL) {
		diag_error(d, diag_in_file(p->object->elf.file),
			"the descriptor of kernel '%s' leads to no code", e->kernel->name);
		return false;
	}
	arena_init(&c.arena);
	c.seen = ARENA_ARRAY(&c.arena, bool *, p->region_count);
	for (uint32_t n = 0; n < p->region_count; n++)
		c.seen[n] = ARENA_ARRAY(&c.arena, bool, p->regions[n].bytes / 4 + 1);
	gcn_worklist_add(&c.list, e->code);
	while (c.list.count > 0)
		follow(&c, c.list.items[--c.list.count]);
	mem_free(c.list.items);
	arena_release(&c.arena);
	return c.good;
}
