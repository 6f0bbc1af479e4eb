/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Line tables of code objects. In objects, addresses in them are left to relocations. */
#include <elf.h>
#include "hsaemu/gcn.h"

/* Where the objects of tables are: where each section of a relocatable one begins. */
struct place {
	const struct elf_view *v;
	const uint64_t *sections;
};

static bool apply(const struct place *p, const uint8_t *rela, uint8_t *bytes, uint64_t len)
{
	const struct elf_view *v = p->v;
	const struct elf_symbol *s;
	uint64_t off = le64(rela + offsetof(Elf64_Rela, r_offset));
	uint64_t info = le64(rela + offsetof(Elf64_Rela, r_info));
	uint64_t value = le64(rela + offsetof(Elf64_Rela, r_addend));
	uint32_t type = (uint32_t)ELF64_R_TYPE(info);
	unsigned size = type == GCN_R_ABS64 ? 8 : 4;

	if (ELF64_R_SYM(info) >= v->symbol_count || (type != GCN_R_ABS64 && type != GCN_R_ABS32) ||
		off > len || size > len - off)
		return false;
	s = &v->symbols[ELF64_R_SYM(info)];
	value += s->value + (s->section < v->section_count ? p->sections[s->section] : 0);
	for (unsigned n = 0; n < size; n++)
		bytes[off + n] = (uint8_t)(value >> 8 * n);
	return true;
}

static bool relocate(const struct place *p, const struct elf_section *table, uint8_t *bytes,
	uint64_t len, struct diag *d)
{
	for (uint64_t at = 0; table->size - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
		if (apply(p, table->bytes + at, bytes, len))
			continue;
		diag_error(d, diag_at_section(p->v->file, table->name, at),
			"a relocation that line tables do not have");
		return false;
	}
	return true;
}

bool gcn_object_lines(const struct gcn_object *o, const uint64_t *sections, struct arena *a,
	struct str *tables, struct diag *d)
{
	const struct place place = {&o->elf, sections};
	const struct elf_view *v = &o->elf;
	const struct elf_section *lines = elf_section_find(v, ".debug_line");

	*tables = STR("");
	if (lines == NULL || lines->bytes == NULL || (lines->flags & SHF_COMPRESSED) != 0)
		return true;
	uint8_t *copy = arena_alloc(a, lines->size, 1);
	memcpy(copy, lines->bytes, lines->size);
	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		if (v->type == ET_REL && s->type == SHT_RELA && s->info == lines->index &&
			!relocate(&place, s, copy, lines->size, d))
			return false;
	}
	*tables = (struct str){(const char *)copy, lines->size};
	return true;
}
