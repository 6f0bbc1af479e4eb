/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads relocatable objects through libelf: sections, COMDAT groups, relocations. libelf checks
 * that data lies within the file, but the data itself is still untrusted. A section is either
 * linked, known to be unneeded, or refused by name: none is skipped silently. */
#include <gelf.h>
#include "merge_metadata_impl.h"
#include "module_linkage_impl.h"
#include "note_sections_impl.h"
#include "read_object_impl.h"
#include "symbol_table_impl.h"

/* SHT_NOBITS has no bytes in the file to limit it */
static const uint64_t MAX_SECTION_BYTES = (uint64_t)1 << 40;

static bool refuse(struct ld *ld, const char *object, const char *section, const char *what)
{
	diag_error(ld->diag, diag_at_section(object, section, 0), "%s", what);
	return false;
}

/* Reports libelf's message about an object as a whole. Returns false. */
static bool refuse_elf(struct ld *ld, const char *object)
{
	const char *why = elf_errmsg(-1);
	diag_error(ld->diag, diag_in_file(object), "damaged ELF file: %s", why ? why : "?");
	return false;
}

Elf *ld_elf_open(struct ld *ld, const char *name, const void *bytes, size_t len)
{
	ARRAY_GROW(ld->elfs, ld->elf_count, ld->elf_cap); /* once it is open, nothing may fail */
	/* libelf only reads the bytes, but its parameter is not const */
	Elf *elf = len ? elf_memory((char *)(uintptr_t)bytes, len) : NULL;

	if (!elf || elf_kind(elf) != ELF_K_ELF) {
		elf_end(elf);
		diag_error(ld->diag, diag_in_file(name), "neither an ELF object nor an archive");
		return NULL;
	}
	ld->elfs[ld->elf_count++] = elf;
	return elf;
}

static bool check_header(struct ld *ld, Elf *elf, const char *name)
{
	GElf_Ehdr h;

	if (!gelf_getehdr(elf, &h))
		return refuse_elf(ld, name);
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_ident[EI_DATA] != ELFDATA2LSB ||
		h.e_machine != EM_X86_64) {
		diag_error(ld->diag, diag_in_file(name), "not an ELF object for x86-64");
		return false;
	}
	if (h.e_type != ET_REL) {
		diag_error(ld->diag, diag_in_file(name), "not a relocatable object%s",
			h.e_type == ET_DYN ? ": is it an image already?" : "");
		return false;
	}
	return true;
}

/* ---- sections ---- */

static bool is_dropped(const GElf_Shdr *h, const char *name)
{
	switch (h->sh_type) {
	case SHT_NULL:
	case SHT_SYMTAB:
	case SHT_STRTAB:
	case SHT_RELA:
	case SHT_GROUP:
	case SHT_SYMTAB_SHNDX:
		return true;
	}
	return (h->sh_flags & SHF_EXCLUDE) || strcmp(name, ".note.GNU-stack") == 0 ||
	       strcmp(name, ".note.gnu.property") == 0 || strcmp(name, ".note.hsaemu") == 0;
}

static const char *why_refused(const GElf_Shdr *h)
{
	const uint64_t known = SHF_WRITE | SHF_ALLOC | SHF_EXECINSTR | SHF_MERGE | SHF_STRINGS |
	                       SHF_INFO_LINK | SHF_LINK_ORDER | SHF_GROUP |
	                       0x10000000 /* SHF_X86_64_LARGE */;

	switch (h->sh_type) {
	case SHT_PROGBITS:
	case SHT_NOBITS:
	case SHT_NOTE:
	case SHT_X86_64_UNWIND:
		break;
	case SHT_INIT_ARRAY:
	case SHT_FINI_ARRAY:
	case SHT_PREINIT_ARRAY:
		return "constructors and destructors cannot run in an image";
	case SHT_REL:
		return "relocations without addends (SHT_REL) are not used on x86-64";
	default:
		return "section of a type that cannot be linked";
	}
	if (h->sh_flags & SHF_TLS)
		return "thread-local data cannot be used in kernels";
	if (h->sh_flags & SHF_COMPRESSED)
		return "compressed section";
	if (h->sh_flags & ~known)
		return "section with flags that cannot be linked";
	if ((h->sh_flags & SHF_WRITE) && (h->sh_flags & SHF_EXECINSTR))
		return "section that is writable and executable";
	if ((h->sh_flags & SHF_EXECINSTR) && h->sh_type == SHT_NOBITS)
		return "executable section without bytes";
	if (h->sh_size > MAX_SECTION_BYTES)
		return "section larger than 1 TiB";
	if (h->sh_addralign > 1 && (!is_pow2(h->sh_addralign) || h->sh_addralign > IMAGE_PAGE))
		return "section alignment is no power of two up to 4096";
	return NULL;
}

static bool add_section(struct ld *ld, struct ld_object *o, Elf_Scn *scn, const GElf_Shdr *h,
	const char *name)
{
	const char *why = why_refused(h);
	struct ld_section *s = ARENA_NEW(&ld->arena, struct ld_section);

	if (why)
		return refuse(ld, o->name, name, why);
	s->object = o;
	s->name = name;
	s->type = h->sh_type == SHT_X86_64_UNWIND ? SHT_PROGBITS : h->sh_type;
	s->flags = h->sh_flags & (SHF_WRITE | SHF_ALLOC | SHF_EXECINSTR);
	s->size = h->sh_size;
	s->align = h->sh_addralign ? h->sh_addralign : 1;
	s->is_segment = s->type == SHT_NOBITS &&
	                (str_starts(str_from(name), STR(".bss.hsa.group")) ||
				str_starts(str_from(name), STR(".bss.hsa.private")));
	if (s->is_segment)
		s->flags = 0;
	if (h->sh_type != SHT_NOBITS && h->sh_size > 0) {
		Elf_Data *data = elf_rawdata(scn, NULL);
		if (!data)
			return refuse_elf(ld, o->name);
		if (data->d_size != h->sh_size || !data->d_buf)
			return refuse(ld, o->name, name, "section outside the file");
		s->bytes = data->d_buf;
	}
	o->sections[elf_ndxscn(scn)] = s;
	return true;
}

static bool read_sections(struct ld *ld, struct ld_object *o, size_t names)
{
	GElf_Shdr h;

	for (size_t i = 1; i < o->section_count; i++) {
		Elf_Scn *scn = elf_getscn(o->elf, i);
		if (!scn || !gelf_getshdr(scn, &h))
			return refuse_elf(ld, o->name);
		const char *name = elf_strptr(o->elf, names, h.sh_name);
		if (!name)
			return refuse_elf(ld, o->name);
		if (strcmp(name, ".note.hsaemu") == 0 && h.sh_type == SHT_NOTE) {
			if (!ld_read_notes(ld, o, scn))
				return false;
		} else if (!is_dropped(&h, name) && !add_section(ld, o, scn, &h, name)) {
			return false;
		}
	}
	return true;
}

/* ---- COMDAT groups ---- */

/* Finds the section with the name and size of `s` in the object whose copy of the group is kept.
 * Returns NULL when there is none. */
static struct ld_section *counterpart(const struct ld_object *first, const struct ld_section *s)
{
	for (size_t i = 1; i < first->section_count; i++) {
		struct ld_section *c = first->sections[i];
		if (c && !c->discarded && c->size == s->size && strcmp(c->name, s->name) == 0)
			return c;
	}
	return NULL;
}

static bool read_group(struct ld *ld, struct ld_object *o, Elf_Scn *scn, const GElf_Shdr *h)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	Elf_Scn *symtab = elf_getscn(o->elf, h->sh_link);
	Elf_Data *symbols = symtab ? elf_getdata(symtab, NULL) : NULL;
	GElf_Shdr symtab_h;
	GElf_Sym sym;
	uint64_t first;

	if (!data || data->d_type != ELF_T_WORD || data->d_size < 4 || !symbols ||
		symbols->d_type != ELF_T_SYM || h->sh_info > INT32_MAX ||
		!gelf_getshdr(symtab, &symtab_h) || !gelf_getsym(symbols, (int)h->sh_info, &sym))
		return refuse(ld, o->name, "section group", "damaged");
	const char *signature = elf_strptr(o->elf, symtab_h.sh_link, sym.st_name);
	const uint8_t *words = data->d_buf;
	if (!signature)
		return refuse(ld, o->name, "section group", "group without a signature");
	if (!(le32(words) & GRP_COMDAT))
		return true;
	if (!str_map_find(&ld->group_idx, str_from(signature), &first)) {
		str_map_put(&ld->group_idx, str_from(signature), ld->object_count);
		return true;
	}
	for (size_t i = 1; i < data->d_size / 4; i++) {
		uint32_t member = le32(words + 4 * i);
		if (member >= o->section_count)
			return refuse(ld, o->name, "section group", "member does not exist");
		struct ld_section *s = o->sections[member];
		if (!s || first >= ld->object_count)
			continue;
		s->discarded = true;
		s->kept = counterpart(ld->objects[first], s);
	}
	return true;
}

/* ---- relocations ---- */

static bool read_relocs(struct ld *ld, struct ld_object *o, Elf_Scn *scn, const GElf_Shdr *h)
{
	if (h->sh_info == 0 || h->sh_info >= o->section_count)
		return refuse(ld, o->name, "relocations", "of a section that does not exist");
	struct ld_section *s = o->sections[h->sh_info];
	if (!s)
		return true;
	Elf_Data *data = elf_getdata(scn, NULL);
	if (!data || data->d_type != ELF_T_RELA || data->d_size % sizeof(Elf64_Rela) != 0)
		return refuse(ld, o->name, s->name, "damaged relocations");
	if (s->relocs)
		return refuse(ld, o->name, s->name, "more than one table of relocations");
	/* the relocations are copied, because libelf does not align what it maps */
	Elf64_Rela *relocs = ARENA_ARRAY(&ld->arena, Elf64_Rela, data->d_size / sizeof(Elf64_Rela));
	if (data->d_size > 0)
		memcpy(relocs, data->d_buf, data->d_size);
	s->relocs = relocs;
	s->reloc_count = data->d_size / sizeof(Elf64_Rela);
	for (size_t i = 0; i < s->reloc_count; i++) {
		if (ELF64_R_SYM(s->relocs[i].r_info) >= o->symbol_count) {
			diag_error(ld->diag,
				diag_at_section(o->name, s->name, s->relocs[i].r_offset),
				"relocation against a symbol that does not exist");
			return false;
		}
	}
	return true;
}

/* Calls `visit` for each section of a type, until one call returns false. Returns false then, and
 * true otherwise. */
static bool each_section(struct ld *ld, struct ld_object *o, uint32_t type,
	bool (*visit)(struct ld *, struct ld_object *, Elf_Scn *, const GElf_Shdr *))
{
	GElf_Shdr h;

	for (size_t i = 1; i < o->section_count; i++) {
		Elf_Scn *scn = elf_getscn(o->elf, i);
		if (!scn || !gelf_getshdr(scn, &h))
			return refuse_elf(ld, o->name);
		if (h.sh_type == type && !visit(ld, o, scn, &h))
			return false;
	}
	return true;
}

static bool visit_symtab(struct ld *ld, struct ld_object *o, Elf_Scn *scn, const GElf_Shdr *h)
{
	(void)h;
	if (o->symbols)
		return refuse(ld, o->name, ".symtab", "more than one symbol table");
	return ld_read_symbols(ld, o, scn);
}

bool ld_add_object(struct ld *ld, Elf *elf, const char *name)
{
	struct ld_object *o = ARENA_NEW(&ld->arena, struct ld_object);
	size_t names;

	if (!check_header(ld, elf, name))
		return false;
	o->name = arena_strndup(&ld->arena, name, strlen(name));
	o->elf = elf;
	if (elf_getshdrnum(elf, &o->section_count) < 0 || elf_getshdrstrndx(elf, &names) < 0)
		return refuse_elf(ld, name);
	/* libelf counts no sections when the file ends before its section headers */
	if (o->section_count == 0)
		return refuse(ld, name, NULL, "section headers are missing or outside the file");
	o->sections = ARENA_ARRAY(&ld->arena, struct ld_section *, o->section_count);
	if (!read_sections(ld, o, names) || !each_section(ld, o, SHT_GROUP, read_group))
		return false;
	ld_rename_own(ld, o);
	ld_name_symbols(ld, o);
	bool ok = each_section(ld, o, SHT_SYMTAB, visit_symtab);
	str_map_release(&o->own_idx);
	if (!ok || !each_section(ld, o, SHT_RELA, read_relocs))
		return false;
	ARRAY_GROW(ld->objects, ld->object_count, ld->object_cap);
	ld->objects[ld->object_count++] = o;
	return true;
}
