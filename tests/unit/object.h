/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds small relocatable objects in memory, so that tests of the linker and of the image reader
 * need neither a compiler nor files. */
#ifndef HSAEMU_OBJECT_H
#define HSAEMU_OBJECT_H

#include <elf.h>
#include <string.h>
#include "hsaemu/image.h"

enum { OBJECT_MAX = 16 };

struct object_section {
	const char *name;
	uint32_t type, link, info;
	uint64_t flags, align, entsize, size; /* size: of SHT_NOBITS */
	struct buf bytes;
};

struct object {
	struct object_section sections[OBJECT_MAX]; /* [0] is the null section */
	unsigned count;
	struct buf symbols, names;
	unsigned symbol_count;
};

static inline void object_init(struct object *o)
{
	*o = (struct object){.count = 1, .symbol_count = 1};
	buf_extend(&o->symbols, sizeof(Elf64_Sym));
	buf_u8(&o->names, 0);
}

static inline void object_release(struct object *o)
{
	for (unsigned i = 0; i < o->count; i++)
		buf_release(&o->sections[i].bytes);
	buf_release(&o->symbols);
	buf_release(&o->names);
}

static inline unsigned object_section(struct object *o, const char *name, uint32_t type,
	uint64_t flags, const void *bytes, size_t len)
{
	struct object_section *s = &o->sections[o->count];
	*s = (struct object_section){.name = name, .type = type, .flags = flags, .align = 16};
	buf_append(&s->bytes, bytes, len);
	return o->count++;
}

/* All symbols are global. */
static inline unsigned object_symbol(struct object *o, const char *name, uint8_t type,
	uint16_t section, uint64_t value, uint64_t size)
{
	buf_u32(&o->symbols, (uint32_t)o->names.len);
	buf_u8(&o->symbols, ELF64_ST_INFO(STB_GLOBAL, type));
	buf_u8(&o->symbols, STV_HIDDEN);
	buf_u16(&o->symbols, section);
	buf_u64(&o->symbols, value);
	buf_u64(&o->symbols, size);
	buf_append(&o->names, name, strlen(name) + 1);
	return o->symbol_count++;
}

/* One relocation of a section, in a table of its own. */
static inline void object_reloc(struct object *o, unsigned target, uint64_t off, uint32_t symbol,
	uint32_t type, int64_t addend)
{
	unsigned i = object_section(o, ".rela", SHT_RELA, SHF_INFO_LINK, "", 0);
	o->sections[i].info = target;
	o->sections[i].entsize = sizeof(Elf64_Rela);
	o->sections[i].align = 8;
	buf_u64(&o->sections[i].bytes, off);
	buf_u64(&o->sections[i].bytes, ELF64_R_INFO((uint64_t)symbol, type));
	buf_u64(&o->sections[i].bytes, (uint64_t)addend);
}

static inline void object_note(struct buf *b, uint32_t type, const struct buf *desc)
{
	buf_u32(b, sizeof HSAEMU_NOTE_OWNER);
	buf_u32(b, (uint32_t)desc->len);
	buf_u32(b, type);
	buf_append(b, HSAEMU_NOTE_OWNER "\0", sizeof HSAEMU_NOTE_OWNER + 1);
	buf_align(b, 4);
	buf_str(b, buf_slice(desc));
	buf_align(b, 4);
}

static inline void object_notes(struct object *o, const struct image_meta *meta,
	const struct image_isa *isa)
{
	struct buf note = BUF_INIT, desc = BUF_INIT;
	image_meta_write(meta, &desc);
	object_note(&note, HSAEMU_NOTE_METADATA, &desc);
	buf_clear(&desc);
	image_isa_write(isa, &desc);
	object_note(&note, HSAEMU_NOTE_ISA, &desc);
	o->sections[object_section(o, ".note.hsaemu", SHT_NOTE, SHF_ALLOC, note.data, note.len)]
		.align = 4;
	buf_release(&desc);
	buf_release(&note);
}

static inline void object_shdr(struct buf *b, const struct object_section *s, uint64_t off,
	uint32_t name)
{
	buf_u32(b, name);
	buf_u32(b, s->type);
	buf_u64(b, s->flags);
	buf_u64(b, 0);
	buf_u64(b, off);
	buf_u64(b, s->size ? s->size : s->bytes.len);
	buf_u32(b, s->link);
	buf_u32(b, s->info);
	buf_u64(b, s->align);
	buf_u64(b, s->entsize);
}

/* The file's bytes. The object cannot be extended afterwards. */
static inline void object_write(struct object *o, struct buf *out)
{
	static const uint8_t ident[EI_NIDENT] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, 1};
	struct buf headers = BUF_INIT;
	unsigned symtab =
		object_section(o, ".symtab", SHT_SYMTAB, 0, o->symbols.data, o->symbols.len);
	unsigned strtab = object_section(o, ".strtab", SHT_STRTAB, 0, o->names.data, o->names.len);

	o->sections[symtab].link = strtab;
	o->sections[symtab].info = 1;
	o->sections[symtab].entsize = sizeof(Elf64_Sym);
	buf_append(out, ident, sizeof ident);
	buf_u16(out, ET_REL);
	buf_u16(out, EM_X86_64);
	buf_u32(out, EV_CURRENT);
	buf_extend(out, 16);
	size_t shoff_at = out->len;
	buf_extend(out, 12);
	buf_u16(out, sizeof(Elf64_Ehdr));
	buf_extend(out, 4);
	buf_u16(out, sizeof(Elf64_Shdr));
	buf_u16(out, (uint16_t)o->count);
	buf_u16(out, (uint16_t)strtab);
	buf_extend(&headers, sizeof(Elf64_Shdr));
	for (unsigned i = 1; i < o->count; i++) {
		struct object_section *s = &o->sections[i];
		if (s->type == SHT_RELA)
			s->link = symtab;
		uint32_t name = (uint32_t)o->sections[strtab].bytes.len;
		buf_append(&o->sections[strtab].bytes, s->name, strlen(s->name) + 1);
		buf_align(out, 16);
		if (i < strtab) {
			object_shdr(&headers, s, out->len, name);
			buf_str(out, buf_slice(&s->bytes));
		} else {
			buf_str(out, buf_slice(&s->bytes));
			object_shdr(&headers, s, out->len - s->bytes.len, name);
		}
	}
	buf_align(out, 16);
	buf_patch_u64(out, shoff_at, out->len);
	buf_str(out, buf_slice(&headers));
	buf_release(&headers);
}

#endif
