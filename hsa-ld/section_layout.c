/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses a section of the image for each input section, and then all addresses. Input sections of
 * equal name and access are joined in the order of the input. Each class of sections becomes a
 * segment on pages of its own: first the read-only sections with the ELF headers and the loader's
 * tables, then code, then writable sections. The sections that are not loaded come last. */
#include <stdlib.h>
#include "section_layout_impl.h"

static const uint64_t MAX_IMAGE_BYTES = (uint64_t)1 << 40;

enum rank { /* order within a class; sections of equal rank keep the order in which they were met */
	RANK_RELRO = 10,
	RANK_PLAIN = 30,
	RANK_DEBUG = 40,
	RANK_NOBITS = 50, /* has no bytes in the file, so no bytes of its segment may follow it */
	/* data of images may be large and comes last, so that no reference must reach across it */
	RANK_IMAGES = 60,
};

struct ld_out *ld_out_new(struct ld *ld, const char *name, uint32_t type, uint64_t flags,
	enum ld_class class, unsigned rank)
{
	struct ld_out *o = ARENA_NEW(&ld->arena, struct ld_out);

	o->name = name;
	o->type = type;
	o->flags = flags;
	o->align = 1;
	o->class = class;
	o->rank = rank;
	ARRAY_GROW(ld->outs, ld->out_count, ld->out_cap);
	ld->outs[ld->out_count++] = o;
	return o;
}

static bool is_name_or_part(const char *name, const char *family)
{
	size_t n = strlen(family);
	return strncmp(name, family, n) == 0 && (name[n] == 0 || name[n] == '.');
}

/* Returns the name of the image's section that `s` goes into. For example, .text.hot joins .text;
 * each kind of kernel ABI section has a section of its own. */
static const char *family_of(const struct ld_section *s)
{
	static const char *const families[] = {".data.hsa.program", ".data.hsa.agent",
		".bss.hsa.program", ".bss.hsa.agent", ".bss.hsa.group", ".bss.hsa.private",
		".bss.hsa.images", ".rodata.hsa.kd", ".rodata.hsa.agent", ".data.rel.ro", ".text",
		".rodata", ".data", ".bss", ".gcc_except_table", NULL};

	if (s->needs_relro && !(s->flags & SHF_WRITE))
		return ".data.rel.ro";
	for (unsigned i = 0; families[i]; i++)
		if (is_name_or_part(s->name, families[i]))
			return families[i];
	return s->name;
}

static enum ld_class class_of(uint64_t flags)
{
	if (!(flags & SHF_ALLOC))
		return LD_OTHER;
	if (flags & SHF_EXECINSTR)
		return LD_CODE;
	return flags & SHF_WRITE ? LD_DATA : LD_READ;
}

static unsigned rank_of(const char *name, uint32_t type)
{
	if (type == SHT_NOBITS)
		return strcmp(name, ".bss.hsa.images") == 0 ? RANK_IMAGES : RANK_NOBITS;
	if (strcmp(name, ".data.rel.ro") == 0)
		return RANK_RELRO;
	return strncmp(name, ".debug", 6) == 0 ? RANK_DEBUG : RANK_PLAIN;
}

static struct ld_out *out_for(struct ld *ld, struct ld_section *s)
{
	const char *name = family_of(s);
	uint64_t flags = s->flags;

	if (s->needs_relro)
		flags |= SHF_WRITE;
	for (size_t i = 0; i < ld->out_count; i++) {
		struct ld_out *o = ld->outs[i];
		if (!o->synthetic && o->flags == flags && o->type == s->type &&
			strcmp(o->name, name) == 0)
			return o;
	}
	return ld_out_new(ld, name, s->type, flags, class_of(flags), rank_of(name, s->type));
}

static bool assign(struct ld *ld, struct ld_section *s)
{
	struct ld_out *o = out_for(ld, s);

	o->size = align_up(o->size, s->align);
	s->out = o;
	s->out_off = o->size;
	o->size += s->size;
	if (s->align > o->align)
		o->align = s->align;
	ARRAY_GROW(o->parts, o->part_count, o->part_cap);
	o->parts[o->part_count++] = s;
	if (o->size <= MAX_IMAGE_BYTES)
		return true;
	diag_error(ld->diag, diag_at_section(s->object->name, s->name, 0),
		"the image's section '%s' grows beyond 1 TiB", o->name);
	return false;
}

bool ld_assign_sections(struct ld *ld)
{
	for (size_t o = 0; o < ld->object_count; o++)
		for (size_t i = 1; i < ld->objects[o]->section_count; i++) {
			struct ld_section *s = ld->objects[o]->sections[i];
			if (s && !s->discarded && !assign(ld, s))
				return false;
		}
	for (size_t i = 0; i < ld->common_count; i++)
		if (!assign(ld, ld->commons[i]))
			return false;
	/* unwinders stop at an entry of length 0, for which there must be room */
	for (size_t i = 0; i < ld->out_count; i++)
		if (strcmp(ld->outs[i]->name, ".eh_frame") == 0)
			ld->outs[i]->size += 4;
	return true;
}

/* ---- addresses ---- */

static int compare_outs(const void *pa, const void *pb)
{
	const struct ld_out *a = *(struct ld_out *const *)pa, *b = *(struct ld_out *const *)pb;

	if (a->class != b->class)
		return a->class < b->class ? -1 : 1;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return a->idx < b->idx ? -1 : a->idx > b->idx;
}

static void sort_outs(struct ld *ld)
{
	for (size_t i = 0; i < ld->out_count; i++)
		ld->outs[i]->idx = (uint32_t)i;
	qsort(ld->outs, ld->out_count, sizeof *ld->outs, compare_outs);
	for (size_t i = 0; i < ld->out_count; i++)
		ld->outs[i]->idx = (uint32_t)i + 1;
}

static void place(struct ld_out *o, struct ld_segment *seg)
{
	uint64_t off = align_up(seg->mem_bytes, o->align);

	o->addr = seg->addr + off;
	o->off = seg->off + (o->type == SHT_NOBITS ? seg->file_bytes : off);
	seg->mem_bytes = off + o->size;
	if (o->type != SHT_NOBITS)
		seg->file_bytes = seg->mem_bytes;
}

static uint64_t header_bytes(void)
{
	/* the segments are three PT_LOAD, PT_DYNAMIC, PT_NOTE and PT_GNU_STACK */
	return sizeof(Elf64_Ehdr) + 6 * sizeof(Elf64_Phdr);
}

static bool place_class(struct ld *ld, enum ld_class class, uint64_t *addr, uint64_t *off)
{
	static const uint32_t access[LD_OTHER] = {PF_R, PF_R | PF_X, PF_R | PF_W};
	struct ld_segment *seg = &ld->segments[class];

	*seg = (struct ld_segment){access[class], *addr, *off, 0, 0};
	if (class == LD_READ)
		seg->file_bytes = seg->mem_bytes = header_bytes();
	for (size_t i = 0; i < ld->out_count; i++)
		if (ld->outs[i]->class == class)
			place(ld->outs[i], seg);
	if (seg->mem_bytes > MAX_IMAGE_BYTES) {
		diag_error(ld->diag, (struct diag_place){0}, "the image grows beyond 1 TiB");
		return false;
	}
	*addr = align_up(seg->addr + seg->mem_bytes, IMAGE_PAGE);
	*off = align_up(seg->off + seg->file_bytes, IMAGE_PAGE);
	return true;
}

bool ld_layout(struct ld *ld)
{
	uint64_t addr = 0, off = 0;

	sort_outs(ld);
	for (enum ld_class c = LD_READ; c < LD_OTHER; c++)
		if (!place_class(ld, c, &addr, &off))
			return false;
	const struct ld_segment *last = &ld->segments[LD_DATA];
	ld->file_bytes = last->off + last->file_bytes;
	for (size_t i = 0; i < ld->out_count; i++) {
		struct ld_out *o = ld->outs[i];
		if (o->class != LD_OTHER)
			continue;
		o->off = align_up(ld->file_bytes, o->align);
		ld->file_bytes = o->off + (o->type == SHT_NOBITS ? 0 : o->size);
	}
	return true;
}
