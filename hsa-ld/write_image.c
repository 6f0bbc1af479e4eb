/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the image: headers, sections with their relocations applied, symbol table. */
#include "dynamic_section_impl.h"
#include "group_segment_impl.h"
#include "reloc_x86_64_impl.h"
#include "string_table_impl.h"
#include "symbol_table_impl.h"
#include "write_image_impl.h"

enum { PHDR_COUNT = 6 };

/* ---- contents ---- */

static bool copy_sections(struct ld *ld, uint8_t *image)
{
	/* fills the gaps between functions, because zeros would be instructions */
	enum { INT3 = 0xcc };

	for (size_t i = 0; i < ld->out_count; i++) {
		const struct ld_out *o = ld->outs[i];
		if (o->flags & SHF_EXECINSTR)
			memset(image + o->off, INT3, o->size);
		for (size_t p = 0; p < o->part_count; p++) {
			const struct ld_section *s = o->parts[p];
			if (!s->bytes || s->size == 0)
				continue;
			memcpy(image + o->off + s->out_off, s->bytes, s->size);
			if (!ld_apply_relocs(ld, s, image + o->off + s->out_off))
				return false;
		}
	}
	if (ld->o_got)
		ld_fill_got(ld, image + ld->o_got->off);
	ld_patch_descriptors(ld, image);
	return true;
}

static void copy_synthetic(struct ld *ld, uint8_t *image)
{
	if (ld->o_rela->content.len != ld->o_rela->size)
		BUG("%zu bytes of loader relocations, %llu counted", ld->o_rela->content.len,
			(unsigned long long)ld->o_rela->size);
	for (size_t i = 0; i < ld->out_count; i++) {
		const struct ld_out *o = ld->outs[i];
		if (o->synthetic && o != ld->o_got && o->content.len > 0)
			memcpy(image + o->off, o->content.data, o->content.len);
	}
}

/* ---- symbol table ---- */

struct symtab {
	struct buf symbols;
	struct ld_strings names;
	uint32_t count;
};

static void add_symbol(struct symtab *t, const struct ld_symbol *s, uint8_t bind)
{
	const struct ld_section *section = ld_symbol_section(s);
	struct buf *b = &t->symbols;

	buf_u32(b, ld_strings_add(&t->names, s->name));
	buf_u8(b, ELF64_ST_INFO(bind, s->type));
	buf_u8(b, STV_DEFAULT);
	buf_u16(b, section ? (uint16_t)section->out->idx : s->imported ? SHN_UNDEF : SHN_ABS);
	buf_u64(b, ld_symbol_address(s));
	buf_u64(b, s->size);
	t->count++;
}

/* Returns whether the image's symbol table has the symbol. Labels that assemblers make up are left
 * out, and so are symbols that are not in the image, because neither is of use to anyone. */
static bool is_shown(const struct ld_symbol *s)
{
	return s->state == LD_DEFINED && s->name[0] != 0 && strncmp(s->name, ".L", 2) != 0 &&
	       s->type != STT_SECTION && s->type != STT_FILE &&
	       (!s->section || ld_symbol_section(s));
}

static void add_file_symbol(struct symtab *t, const char *name)
{
	struct ld_symbol file = {.name = name, .type = STT_FILE, .state = LD_DEFINED};
	add_symbol(t, &file, STB_LOCAL);
}

/* Adds the local symbols of an object, after a file symbol with the name of the object's source
 * file or, if the object does not give it, of the object. */
static void add_locals(struct symtab *t, const struct ld_object *o)
{
	const char *file = o->name;
	bool named = false;

	for (size_t i = 1; i < o->symbol_count; i++) {
		const struct ld_symbol *s = o->symbols[i];
		if (s->type == STT_FILE && s->name[0] != 0)
			file = s->name;
		if (s->global || !is_shown(s) || (s->section && s->section->discarded))
			continue;
		if (!named)
			add_file_symbol(t, file);
		named = true;
		add_symbol(t, s, STB_LOCAL);
	}
}

/* Fills the symbol table. Symbols that are not exported become local ones. Returns the number of
 * local symbols, including the null symbol. */
static uint32_t make_symtab(struct ld *ld, struct symtab *t)
{
	buf_extend(&t->symbols, sizeof(Elf64_Sym));
	t->count = 1;
	for (size_t i = 0; i < ld->object_count; i++)
		add_locals(t, ld->objects[i]);
	for (size_t i = 0; i < ld->global_count; i++)
		if (!ld->globals[i]->exported && is_shown(ld->globals[i]))
			add_symbol(t, ld->globals[i], STB_LOCAL);
	uint32_t locals = t->count;
	for (size_t i = 0; i < ld->global_count; i++)
		if (ld->globals[i]->exported)
			add_symbol(t, ld->globals[i], STB_GLOBAL);
	for (size_t i = 0; i < ld->import_count; i++)
		add_symbol(t, ld->imports[i], STB_GLOBAL);
	return locals;
}

/* ---- headers ---- */

static void phdr(struct buf *b, uint32_t type, const struct ld_segment *s, uint64_t align)
{
	buf_u32(b, type);
	buf_u32(b, s->flags);
	buf_u64(b, s->off);
	buf_u64(b, s->addr);
	buf_u64(b, s->addr);
	buf_u64(b, s->file_bytes);
	buf_u64(b, s->mem_bytes);
	buf_u64(b, align);
}

static struct ld_segment span_of(const struct ld_out *first, const struct ld_out *last,
	uint32_t flags)
{
	uint64_t bytes = last->addr + last->size - first->addr;
	return (struct ld_segment){flags, first->addr, first->off, bytes, bytes};
}

/* Returns the number of sections besides those laid out: the null section, .symtab, .strtab,
 * .shstrtab, and .rela.X for each X that is not loaded and has addresses. */
static uint32_t other_sections(const struct ld *ld)
{
	uint32_t n = 4;

	for (size_t i = 0; i < ld->out_count; i++)
		n += ld->outs[i]->moved.len > 0;
	return n;
}

static void write_headers(struct ld *ld, uint8_t *image, uint64_t shoff)
{
	static const uint8_t ident[EI_NIDENT] = {
		0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT, ELFOSABI_NONE};
	struct ld_segment notes = span_of(ld->o_note, ld->o_build_id, PF_R);
	struct ld_segment dynamic = span_of(ld->o_dynamic, ld->o_dynamic, PF_R | PF_W);
	struct ld_segment stack = {PF_R | PF_W, 0, 0, 0, 0};
	struct buf b = BUF_INIT;

	buf_append(&b, ident, sizeof ident);
	buf_u16(&b, ET_DYN);
	buf_u16(&b, EM_X86_64);
	buf_u32(&b, EV_CURRENT);
	buf_u64(&b, 0); /* entry */
	buf_u64(&b, sizeof(Elf64_Ehdr));
	buf_u64(&b, shoff);
	buf_u32(&b, 0); /* flags */
	buf_u16(&b, sizeof(Elf64_Ehdr));
	buf_u16(&b, sizeof(Elf64_Phdr));
	buf_u16(&b, PHDR_COUNT);
	buf_u16(&b, sizeof(Elf64_Shdr));
	buf_u16(&b, (uint16_t)(ld->out_count + other_sections(ld)));
	buf_u16(&b, (uint16_t)(ld->out_count + other_sections(ld) - 1));
	for (unsigned i = 0; i < LD_OTHER; i++)
		phdr(&b, ld->segments[i].mem_bytes ? PT_LOAD : PT_NULL, &ld->segments[i],
			IMAGE_PAGE);
	phdr(&b, PT_DYNAMIC, &dynamic, 8);
	phdr(&b, PT_NOTE, &notes, 4);
	/* without this header dlopen() would make stacks executable */
	phdr(&b, PT_GNU_STACK, &stack, 16);
	memcpy(image, b.data, b.len);
	buf_release(&b);
}

static void shdr(struct buf *b, uint32_t name, const struct ld_out *o)
{
	buf_u32(b, name);
	buf_u32(b, o->type);
	buf_u64(b, o->flags);
	buf_u64(b, o->addr);
	buf_u64(b, o->off);
	buf_u64(b, o->size);
	buf_u32(b, o->link);
	buf_u32(b, o->info);
	buf_u64(b, o->align);
	buf_u64(b, o->entsize);
}

/* Writes the relocations of sections that are not loaded, as ld --emit-relocs does. With these
 * relocations debug information can be moved with the image. */
static void write_moved(struct ld *ld, struct buf *out, size_t base, struct ld_strings *names,
	struct buf *headers)
{
	for (size_t i = 0; i < ld->out_count; i++) {
		const struct ld_out *o = ld->outs[i];
		if (o->moved.len == 0)
			continue;
		buf_extend(out, (size_t)(align_up(out->len - base, 8) - (out->len - base)));
		struct ld_out rela = {.type = SHT_RELA,
			.flags = SHF_INFO_LINK,
			.off = out->len - base,
			.link = (uint32_t)ld->out_count + 1,
			.info = o->idx,
			.size = o->moved.len,
			.align = 8,
			.entsize = sizeof(Elf64_Rela)};
		buf_str(out, buf_slice(&o->moved));
		shdr(headers, ld_strings_add(names, arena_printf(&ld->arena, ".rela%s", o->name)),
			&rela);
	}
}

/* Writes .symtab, .strtab, .shstrtab and the section headers behind the laid out sections. */
static void write_tail(struct ld *ld, struct symtab *t, uint32_t locals, struct buf *out,
	size_t base, uint64_t *shoff)
{
	struct ld_strings names = {BUF_INIT, {0}};
	struct buf headers = BUF_INIT;
	uint32_t idx = (uint32_t)ld->out_count + 1;

	str_map_init(&names.offs);
	ld_strings_add(&names, "");
	buf_extend(&headers, sizeof(Elf64_Shdr));
	for (size_t i = 0; i < ld->out_count; i++)
		shdr(&headers, ld_strings_add(&names, ld->outs[i]->name), ld->outs[i]);
	buf_extend(out, (size_t)(align_up(out->len - base, 8) - (out->len - base)));
	struct ld_out symtab = {.type = SHT_SYMTAB,
		.off = out->len - base,
		.link = idx + 1,
		.info = locals,
		.size = t->symbols.len,
		.align = 8,
		.entsize = sizeof(Elf64_Sym)};
	buf_str(out, buf_slice(&t->symbols));
	struct ld_out strtab = {
		.type = SHT_STRTAB, .off = out->len - base, .align = 1, .size = t->names.bytes.len};
	buf_str(out, buf_slice(&t->names.bytes));
	shdr(&headers, ld_strings_add(&names, ".symtab"), &symtab);
	shdr(&headers, ld_strings_add(&names, ".strtab"), &strtab);
	write_moved(ld, out, base, &names, &headers);
	uint32_t last_name = ld_strings_add(&names, ".shstrtab");
	struct ld_out shstrtab = {
		.type = SHT_STRTAB, .off = out->len - base, .align = 1, .size = names.bytes.len};
	buf_str(out, buf_slice(&names.bytes));
	shdr(&headers, last_name, &shstrtab);
	buf_extend(out, (size_t)(align_up(out->len - base, 8) - (out->len - base)));
	*shoff = out->len - base;
	buf_str(out, buf_slice(&headers));
	buf_release(&headers);
	buf_release(&names.bytes);
	str_map_release(&names.offs);
}

/* ---- build ID ---- */

/* Writes the build ID, which is a hash of the image, so that equal inputs give equal IDs. */
static void stamp_build_id(const struct ld *ld, uint8_t *image, size_t len)
{
	uint8_t *at = image + ld->o_build_id->off + 16;
	uint64_t h = str_hash(image, len);

	for (unsigned half = 0; half < 2; half++) {
		for (unsigned i = 0; i < 8; i++)
			at[8 * half + i] = (uint8_t)(h >> (8 * i));
		/* the second hash covers the first half of the ID as well */
		h = str_hash(image, len);
	}
}

bool ld_write(struct ld *ld, struct buf *out)
{
	struct symtab t = {BUF_INIT, {BUF_INIT, {0}}, 0};
	size_t base = out->len;
	uint64_t shoff;

	if (2 * ld->out_count + 4 >= SHN_LORESERVE) {
		diag_error(ld->diag, (struct diag_place){0}, "more than %d sections in the image",
			(SHN_LORESERVE - 5) / 2);
		return false;
	}
	ld_finish_dynamic(ld);
	buf_extend(out, ld->file_bytes);
	if (!copy_sections(ld, out->data + base)) {
		out->len = base;
		return false;
	}
	copy_synthetic(ld, out->data + base);
	str_map_init(&t.names.offs);
	ld_strings_add(&t.names, "");
	uint32_t locals = make_symtab(ld, &t);
	write_tail(ld, &t, locals, out, base, &shoff);
	write_headers(ld, out->data + base, shoff);
	stamp_build_id(ld, out->data + base, out->len - base);
	buf_release(&t.symbols);
	buf_release(&t.names.bytes);
	str_map_release(&t.names.offs);
	return true;
}
