/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the symbols: local ones by object, global ones by name. Names are resolved as in any ELF
 * linker (gABI 4.19). */
#include <gelf.h>
#include "merge_metadata_impl.h"
#include "module_linkage_impl.h"
#include "symbol_table_impl.h"

struct ld_symbol *ld_global(struct ld *ld, struct ld_object *o, const char *name)
{
	uint64_t idx;

	if (str_map_find(&ld->global_idx, str_from(name), &idx))
		return ld->globals[idx];
	struct ld_symbol *s = ARENA_NEW(&ld->arena, struct ld_symbol);
	s->name = name;
	s->object = o;
	s->global = true;
	s->weak = true; /* until there is a strong reference or definition */
	str_map_put(&ld->global_idx, str_from(name), ld->global_count);
	ARRAY_GROW(ld->globals, ld->global_count, ld->global_cap);
	ld->globals[ld->global_count++] = s;
	return s;
}

static struct diag_place place_of(const struct ld_object *o, const struct ld_section *section,
	uint64_t value)
{
	return section ? diag_at_section(o->name, section->name, value) : diag_in_file(o->name);
}

static void report_duplicate(struct ld *ld, const struct ld_symbol *s, struct ld_object *o,
	const struct ld_section *section, uint64_t value)
{
	struct ld_hsail_name *h = ld_hsail_name(ld, s);

	/* a kernel and its descriptor are one entity, which is reported once */
	if (h && h->duplicate_in == o)
		return;
	if (h)
		h->duplicate_in = o;
	diag_error(ld->diag, place_of(o, section, value), "%s is defined more than once",
		ld_describe(ld, s));
	diag_note(ld->diag, place_of(s->object, s->section, s->value),
		"previous definition is here");
}

static void define_common(struct ld_symbol *s, struct ld_object *o, const GElf_Sym *sym)
{
	if (s->state == LD_DEFINED && !s->weak)
		return;
	if (s->state != LD_COMMON) {
		s->size = 0;
		s->value = 1;
	}
	s->state = LD_COMMON;
	s->weak = false;
	s->object = o;
	s->section = NULL;
	s->type = STT_OBJECT;
	if (sym->st_size > s->size)
		s->size = sym->st_size;
	if (sym->st_value > s->value)
		s->value = sym->st_value; /* for a common symbol, the alignment */
}

static void define(struct ld *ld, struct ld_symbol *s, struct ld_object *o,
	struct ld_section *section, const GElf_Sym *sym)
{
	bool weak = GELF_ST_BIND(sym->st_info) == STB_WEAK;

	if (s->state == LD_DEFINED && !s->weak && !weak)
		report_duplicate(ld, s, o, section, sym->st_value);
	if (s->state != LD_UNDEFINED && (!s->weak || weak))
		return;
	s->state = LD_DEFINED;
	s->weak = weak;
	s->object = o;
	s->section = section;
	s->value = sym->st_value;
	s->size = sym->st_size;
	s->type = GELF_ST_TYPE(sym->st_info);
}

static void restrict_visibility(struct ld_symbol *s, uint8_t visibility)
{
	if (visibility != STV_DEFAULT &&
		(s->visibility == STV_DEFAULT || visibility < s->visibility))
		s->visibility = visibility;
}

/* Returns the section of a symbol. Returns NULL for undefined, absolute and common symbols, and for
 * symbols in sections that are not linked. */
static struct ld_section *section_of(const struct ld_object *o, const GElf_Sym *sym)
{
	return sym->st_shndx < SHN_LORESERVE && sym->st_shndx < o->section_count
	               ? o->sections[sym->st_shndx]
	               : NULL;
}

static const char *why_refused(const struct ld_object *o, const GElf_Sym *sym)
{
	uint8_t type = GELF_ST_TYPE(sym->st_info), bind = GELF_ST_BIND(sym->st_info);
	const struct ld_section *section = section_of(o, sym);

	if (type == STT_TLS)
		return "thread-local variables cannot be used in kernels";
	if (type == STT_GNU_IFUNC)
		return "indirect functions (STT_GNU_IFUNC) cannot be used in kernels";
	if (type > STT_COMMON)
		return "symbol of an unknown type";
	if (bind > STB_WEAK)
		return "symbol of an unknown binding";
	if (sym->st_shndx >= SHN_LORESERVE && sym->st_shndx != SHN_ABS &&
		sym->st_shndx != SHN_COMMON)
		return "symbol in a reserved section";
	if (sym->st_shndx < SHN_LORESERVE && sym->st_shndx >= o->section_count)
		return "symbol in a section that does not exist";
	if (section && sym->st_value > section->size)
		return "symbol outside its section";
	if (sym->st_shndx == SHN_COMMON &&
		(!is_pow2(sym->st_value) || sym->st_value > IMAGE_PAGE || sym->st_size >> 40))
		return "common symbol of wrong alignment or size";
	return NULL;
}

static struct ld_symbol *add_local(struct ld *ld, struct ld_object *o, const char *name,
	const GElf_Sym *sym)
{
	struct ld_symbol *s = ARENA_NEW(&ld->arena, struct ld_symbol);

	s->name = name;
	s->object = o;
	s->section = section_of(o, sym);
	s->state = s->section || sym->st_shndx == SHN_ABS ? LD_DEFINED : LD_UNDEFINED;
	s->type = GELF_ST_TYPE(sym->st_info);
	s->value = sym->st_value;
	s->size = sym->st_size;
	return s;
}

static struct ld_symbol *add_global(struct ld *ld, struct ld_object *o, const char *name,
	const GElf_Sym *sym)
{
	struct ld_symbol *s = ld_global(ld, o, ld_own_name(ld, o, name));
	struct ld_section *section = section_of(o, sym);

	restrict_visibility(s, GELF_ST_VISIBILITY(sym->st_other));
	if (sym->st_shndx == SHN_COMMON)
		define_common(s, o, sym);
	else if (sym->st_shndx == SHN_ABS || (section && !section->discarded))
		define(ld, s, o, section, sym);
	else if (s->state == LD_UNDEFINED && GELF_ST_BIND(sym->st_info) != STB_WEAK)
		s->weak = false;
	return s;
}

bool ld_read_symbols(struct ld *ld, struct ld_object *o, Elf_Scn *symtab)
{
	Elf_Data *data = elf_getdata(symtab, NULL);
	GElf_Shdr h;
	GElf_Sym sym;

	if (!data || data->d_type != ELF_T_SYM || !gelf_getshdr(symtab, &h) ||
		data->d_size / sizeof(Elf64_Sym) > INT32_MAX) {
		diag_error(ld->diag, diag_in_file(o->name), "damaged symbol table");
		return false;
	}
	o->symbol_count = data->d_size / sizeof(Elf64_Sym);
	o->symbols = ARENA_ARRAY(&ld->arena, struct ld_symbol *, o->symbol_count);
	for (size_t i = 0; i < o->symbol_count; i++) {
		const char *name = gelf_getsym(data, (int)i, &sym)
		                           ? elf_strptr(o->elf, h.sh_link, sym.st_name)
		                           : NULL;
		const char *why = name ? why_refused(o, &sym) : "damaged symbol";
		if (why) {
			diag_error(ld->diag, diag_in_file(o->name), "%s: symbol %zu '%s'", why, i,
				name ? name : "");
			return false;
		}
		o->symbols[i] = GELF_ST_BIND(sym.st_info) == STB_LOCAL
		                        ? add_local(ld, o, name, &sym)
		                        : add_global(ld, o, name, &sym);
	}
	return true;
}

void ld_allocate_common(struct ld *ld)
{
	for (size_t i = 0; i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		if (s->state != LD_COMMON)
			continue;
		s->section = ARENA_NEW(&ld->arena, struct ld_section);
		*s->section = (struct ld_section){
			.object = s->object,
			.name = ".bss",
			.type = SHT_NOBITS,
			.flags = SHF_ALLOC | SHF_WRITE,
			.size = s->size,
			.align = s->value,
		};
		s->state = LD_DEFINED;
		s->value = 0;
		ARRAY_GROW(ld->commons, ld->common_count, ld->common_cap);
		ld->commons[ld->common_count++] = s->section;
	}
}

/* Exports the symbols that the metadata names, even if they are hidden. Objects hide such symbols
 * only so that code can reach them without the GOT. */
void ld_choose_exports(struct ld *ld)
{
	for (size_t i = 0; i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		const struct ld_hsail_name *h = ld_hsail_name(ld, s);

		if (s->state != LD_DEFINED || !s->section || !(s->section->flags & SHF_ALLOC) ||
			s->section->collected)
			continue;
		if (!h && (s->visibility == STV_HIDDEN || s->visibility == STV_INTERNAL))
			continue;
		s->exported = true;
		ARRAY_GROW(ld->exports, ld->export_count, ld->export_cap);
		ld->exports[ld->export_count++] = s;
	}
}

struct ld_section *ld_symbol_section(const struct ld_symbol *s)
{
	return s->section && s->section->discarded ? s->section->kept : s->section;
}

uint64_t ld_symbol_address(const struct ld_symbol *s)
{
	const struct ld_section *section = ld_symbol_section(s);

	return section ? section->out->addr + section->out_off + s->value : s->value;
}
