/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ELF64 little-endian files, objects and images, read without trust.
 *
 * Every offset, size and index of the file is checked here once; what a struct elf_view offers can
 * then be used as it is. Structures are copied field by field out of the bytes, which may lie at
 * any alignment. */
#include <elf.h>
#include "hsaemu/image.h"

enum {
	ELF_MAX_SECTIONS = 1 << 20,
	ELF_MAX_SEGMENTS = 1 << 12,
	NOTE_HEADER_BYTES = 12,
	NOTE_MAX_COUNT = 1 << 16,
};

#define AT(field) offsetof(ELF_STRUCT, field)

static bool bad(struct elf_view *v, struct diag *d, uint64_t off, const char *what)
{
	diag_error(d, diag_at_section(v->file, NULL, off), "%s", what);
	return false;
}

const uint8_t *elf_view_at(const struct elf_view *v, uint64_t off, uint64_t len)
{
	return off <= v->len && len <= v->len - off ? v->bytes + off : NULL;
}

const uint8_t *elf_view_at_addr(const struct elf_view *v, uint64_t addr, uint64_t len)
{
	for (uint32_t i = 0; i < v->segment_count; i++) {
		const struct elf_segment *s = &v->segments[i];
		if (s->type == PT_LOAD && addr >= s->vaddr && addr - s->vaddr <= s->file_bytes &&
			len <= s->file_bytes - (addr - s->vaddr))
			return s->bytes + (addr - s->vaddr);
	}
	return NULL;
}

const struct elf_section *elf_section_find(const struct elf_view *v, const char *name)
{
	for (uint32_t i = 1; i < v->section_count; i++)
		if (strcmp(v->sections[i].name, name) == 0)
			return &v->sections[i];
	return NULL;
}

const struct elf_note *elf_note_find(const struct elf_view *v, uint32_t type)
{
	for (uint32_t i = 0; i < v->note_count; i++)
		if (v->notes[i].type == type && strcmp(v->notes[i].owner, HSAEMU_NOTE_OWNER) == 0)
			return &v->notes[i];
	return NULL;
}

/* ---- header ---- */

#define ELF_STRUCT Elf64_Ehdr
static bool check_header(struct elf_view *v, uint16_t machine, const char *whose, struct diag *d)
{
	static const uint8_t ident[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
	const uint8_t *h = elf_view_at(v, 0, sizeof(Elf64_Ehdr));

	if (!h || memcmp(h, ident, 4) != 0)
		return bad(v, d, 0, "not an ELF file");
	if (memcmp(h, ident, sizeof ident) != 0)
		return bad(v, d, EI_CLASS, "not a 64-bit little-endian ELF file");
	if (le16(h + AT(e_machine)) != machine) {
		diag_error(d, diag_at_section(v->file, NULL, AT(e_machine)), "not for %s", whose);
		return false;
	}
	v->flags = le32(h + AT(e_flags));
	v->type = le16(h + AT(e_type));
	if (v->type != ET_REL && v->type != ET_DYN)
		return bad(v, d, AT(e_type), "neither a relocatable object nor an image");
	if (le16(h + AT(e_ehsize)) != sizeof(Elf64_Ehdr))
		return bad(v, d, AT(e_ehsize), "wrong ELF header size");
	return true;
}

struct tables { /* the header's counts, after section 0 was asked for the large ones */
	uint64_t sections, segments, names;
};

static bool read_counts(struct elf_view *v, struct tables *t, struct diag *d)
{
	const uint8_t *h = v->bytes, *s0;
	uint64_t shoff = le64(h + AT(e_shoff));

	*t = (struct tables){
		le16(h + AT(e_shnum)), le16(h + AT(e_phnum)), le16(h + AT(e_shstrndx))};
	if (t->segments == PN_XNUM)
		return bad(v, d, AT(e_phnum), "too many program headers");
	if (t->segments > 0 && le16(h + AT(e_phentsize)) != sizeof(Elf64_Phdr))
		return bad(v, d, AT(e_phentsize), "wrong program header size");
	if (shoff == 0) {
		if (t->sections != 0)
			return bad(v, d, AT(e_shnum), "sections without a section header table");
		return true;
	}
	if (le16(h + AT(e_shentsize)) != sizeof(Elf64_Shdr))
		return bad(v, d, AT(e_shentsize), "wrong section header size");
	s0 = elf_view_at(v, shoff, sizeof(Elf64_Shdr));
	if (!s0)
		return bad(v, d, AT(e_shoff), "section headers outside the file");
	if (t->sections == 0)
		t->sections = le64(s0 + offsetof(Elf64_Shdr, sh_size));
	if (t->names == SHN_XINDEX)
		t->names = le32(s0 + offsetof(Elf64_Shdr, sh_link));
	if (t->sections == 0 || t->sections > ELF_MAX_SECTIONS)
		return bad(v, d, AT(e_shnum), "wrong number of sections");
	if (t->names == 0 || t->names >= t->sections)
		return bad(v, d, AT(e_shstrndx), "wrong index of the section name table");
	return true;
}
#undef ELF_STRUCT

/* ---- segments ---- */

#define ELF_STRUCT Elf64_Phdr
static bool read_segments(struct elf_view *v, uint64_t count, struct arena *a, struct diag *d)
{
	uint64_t phoff = le64(v->bytes + offsetof(Elf64_Ehdr, e_phoff));

	if (count == 0)
		return true;
	if (count > ELF_MAX_SEGMENTS || !elf_view_at(v, phoff, count * sizeof(Elf64_Phdr)))
		return bad(v, d, offsetof(Elf64_Ehdr, e_phoff), "program headers outside the file");
	v->segments = ARENA_ARRAY(a, struct elf_segment, count);
	for (uint32_t i = 0; i < count; i++) {
		struct elf_segment *s = &v->segments[i];
		uint64_t off = phoff + i * sizeof(Elf64_Phdr);
		const uint8_t *p = v->bytes + off;

		s->type = le32(p + AT(p_type));
		s->flags = le32(p + AT(p_flags));
		s->off = le64(p + AT(p_offset));
		s->vaddr = le64(p + AT(p_vaddr));
		s->file_bytes = le64(p + AT(p_filesz));
		s->mem_bytes = le64(p + AT(p_memsz));
		s->align = le64(p + AT(p_align));
		s->bytes = elf_view_at(v, s->off, s->file_bytes);
		if (!s->bytes)
			return bad(v, d, off, "segment outside the file");
		if (s->mem_bytes < s->file_bytes && s->type == PT_LOAD)
			return bad(v, d, off, "segment larger in the file than in memory");
		if (s->vaddr + s->mem_bytes < s->vaddr)
			return bad(v, d, off, "segment wraps around the address space");
	}
	v->segment_count = (uint32_t)count;
	return true;
}
#undef ELF_STRUCT

/* ---- sections ---- */

/* Returns a NUL-terminated string of a string table, or NULL when it does not end inside of the
 * table. */
static const char *string_at(const struct elf_section *table, uint64_t off)
{
	if (!table->bytes || off >= table->size ||
		!memchr(table->bytes + off, 0, (size_t)(table->size - off)))
		return NULL;
	return (const char *)table->bytes + off;
}

#define ELF_STRUCT Elf64_Shdr
static bool read_section(struct elf_view *v, struct elf_section *s, uint64_t off, struct diag *d)
{
	const uint8_t *p = v->bytes + off;

	s->name = "";
	s->type = le32(p + AT(sh_type));
	s->flags = le64(p + AT(sh_flags));
	s->addr = le64(p + AT(sh_addr));
	s->off = le64(p + AT(sh_offset));
	s->size = le64(p + AT(sh_size));
	s->link = le32(p + AT(sh_link));
	s->info = le32(p + AT(sh_info));
	s->align = le64(p + AT(sh_addralign));
	s->entsize = le64(p + AT(sh_entsize));
	if (s->align > 1 && !is_pow2(s->align))
		return bad(v, d, off, "section alignment is no power of two");
	if (s->type == SHT_NULL || s->type == SHT_NOBITS)
		return true;
	s->bytes = elf_view_at(v, s->off, s->size);
	return s->bytes || bad(v, d, off, "section outside the file");
}
#undef ELF_STRUCT

static bool read_sections(struct elf_view *v, const struct tables *t, struct arena *a,
	struct diag *d)
{
	uint64_t shoff = le64(v->bytes + offsetof(Elf64_Ehdr, e_shoff));

	if (t->sections == 0)
		return true;
	if (!elf_view_at(v, shoff, t->sections * sizeof(Elf64_Shdr)))
		return bad(v, d, offsetof(Elf64_Ehdr, e_shoff), "section headers outside the file");
	v->section_count = (uint32_t)t->sections;
	v->sections = ARENA_ARRAY(a, struct elf_section, t->sections);
	for (uint32_t i = 0; i < v->section_count; i++) {
		v->sections[i].index = i;
		if (i == 0)
			v->sections[i].name = "";
		else if (!read_section(v, &v->sections[i], shoff + i * sizeof(Elf64_Shdr), d))
			return false;
	}
	const struct elf_section *names = &v->sections[t->names];
	for (uint32_t i = 1; i < v->section_count; i++) {
		uint64_t off = shoff + i * sizeof(Elf64_Shdr);
		v->sections[i].name = string_at(names, le32(v->bytes + off));
		if (!v->sections[i].name) {
			v->sections[i].name = "";
			return bad(v, d, off, "section name outside the name table");
		}
	}
	return true;
}

/* ---- symbols ---- */

#define ELF_STRUCT Elf64_Sym
static bool read_symbols(struct elf_view *v, const struct elf_section *table, struct arena *a,
	struct diag *d)
{
	uint64_t count = table->size / sizeof(Elf64_Sym);

	if (table->entsize != sizeof(Elf64_Sym) || table->size % sizeof(Elf64_Sym) != 0)
		return bad(v, d, table->off, "wrong symbol size");
	if (table->link == 0 || table->link >= v->section_count || count > UINT32_MAX)
		return bad(v, d, table->off, "symbol table without names");
	v->symbols = ARENA_ARRAY(a, struct elf_symbol, count);
	for (uint64_t i = 0; i < count; i++) {
		struct elf_symbol *s = &v->symbols[i];
		const uint8_t *p = table->bytes + i * sizeof(Elf64_Sym);

		s->name = string_at(&v->sections[table->link], le32(p + AT(st_name)));
		s->type = ELF64_ST_TYPE(p[AT(st_info)]);
		s->bind = ELF64_ST_BIND(p[AT(st_info)]);
		s->visibility = ELF64_ST_VISIBILITY(p[AT(st_other)]);
		s->section = le16(p + AT(st_shndx));
		s->value = le64(p + AT(st_value));
		s->size = le64(p + AT(st_size));
		if (!s->name)
			return bad(v, d, table->off + i * sizeof(Elf64_Sym),
				"symbol name outside the name table");
		if (s->section < SHN_LORESERVE && s->section >= v->section_count)
			return bad(v, d, table->off + i * sizeof(Elf64_Sym),
				"symbol in a section that does not exist");
	}
	v->symbol_count = (uint32_t)count;
	return true;
}
#undef ELF_STRUCT

/* What is linked may have been stripped of all but its dynamic symbols. */
static bool read_symbol_table(struct elf_view *v, struct arena *a, struct diag *d)
{
	static const uint32_t kinds[] = {SHT_SYMTAB, SHT_DYNSYM};

	for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
		for (uint32_t i = 1; i < v->section_count; i++)
			if (v->sections[i].type == kinds[k])
				return read_symbols(v, &v->sections[i], a, d);
	return true;
}

/* ---- notes ---- */

/* Describes the note at *off of `n` bytes of notes, and steps over it. False when the note is
 * malformed or does not fit. Notes in segments and sections that are aligned to 8 pad owner and
 * descriptor to 8. */
static bool next_note(const uint8_t *p, uint64_t n, uint64_t align, uint64_t *off,
	struct elf_note *note)
{
	uint64_t at = *off;

	if (n - at < NOTE_HEADER_BYTES)
		return false;
	uint64_t owner_len = le32(p + at), desc_len = le32(p + at + 4);
	note->type = le32(p + at + 8);
	at += NOTE_HEADER_BYTES;
	uint64_t desc_at = align_up(at + owner_len, align);
	if (owner_len == 0 || desc_at > n || desc_len > n - desc_at || p[at + owner_len - 1] != 0)
		return false;
	note->owner = (const char *)p + at;
	note->desc = p + desc_at;
	note->len = (size_t)desc_len;
	*off = align_up(desc_at + desc_len, align);
	if (*off > n)
		*off = n;
	return true;
}

struct note_range {
	const uint8_t *bytes;
	uint64_t len, align, file_off;
};

/* Counts the notes of a range, and stores them when `out` is not NULL. */
static bool walk_notes(struct elf_view *v, const struct note_range *r, struct elf_note *out,
	uint32_t *count, struct diag *d)
{
	uint64_t off = 0;
	struct elf_note note;

	while (off < r->len) {
		uint64_t at = off;
		if (!next_note(r->bytes, r->len, r->align == 8 ? 8 : 4, &off, &note))
			return bad(v, d, r->file_off + at, "note cut off or without an owner");
		note.off = (uint64_t)(note.desc - v->bytes);
		if (*count >= NOTE_MAX_COUNT)
			return bad(v, d, r->file_off + at, "too many notes");
		if (out)
			out[*count] = note;
		++*count;
	}
	return true;
}

static bool walk_all_notes(struct elf_view *v, struct elf_note *out, uint32_t *count,
	struct diag *d)
{
	*count = 0;
	for (uint32_t i = 0; i < v->segment_count; i++) {
		const struct elf_segment *s = &v->segments[i];
		struct note_range r = {s->bytes, s->file_bytes, s->align, s->off};
		if (s->type == PT_NOTE && !walk_notes(v, &r, out, count, d))
			return false;
	}
	if (v->segment_count > 0)
		return true;
	for (uint32_t i = 1; i < v->section_count; i++) {
		const struct elf_section *s = &v->sections[i];
		struct note_range r = {s->bytes, s->size, s->align, s->off};
		if (s->type == SHT_NOTE && !walk_notes(v, &r, out, count, d))
			return false;
	}
	return true;
}

static bool read_notes(struct elf_view *v, struct arena *a, struct diag *d)
{
	uint32_t count;

	if (!walk_all_notes(v, NULL, &count, d))
		return false;
	v->notes = ARENA_ARRAY(a, struct elf_note, count);
	return walk_all_notes(v, v->notes, &v->note_count, d);
}

bool elf_view_open_for(struct elf_view *v, uint16_t machine, const char *whose, const char *file,
	const void *bytes, size_t len, struct arena *a, struct diag *d)
{
	struct tables t;

	*v = (struct elf_view){.file = file, .bytes = bytes, .len = len};
	return check_header(v, machine, whose, d) && read_counts(v, &t, d) &&
	       read_segments(v, t.segments, a, d) && read_sections(v, &t, a, d) &&
	       read_symbol_table(v, a, d) && read_notes(v, a, d);
}

bool elf_view_open(struct elf_view *v, const char *file, const void *bytes, size_t len,
	struct arena *a, struct diag *d)
{
	return elf_view_open_for(v, EM_X86_64, "x86-64", file, bytes, len, a, d);
}
