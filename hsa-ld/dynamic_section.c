/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the sections that the loader reads: notes, dynamic symbols with their hash table,
 * relocations, and the dynamic table that says where the others are. Their sizes are fixed before
 * the layout, and the addresses in them are filled in after it. */
#include "dynamic_section_impl.h"
#include "note_sections_impl.h"
#include "section_layout_impl.h"
#include "string_table_impl.h"
#include "symbol_table_impl.h"

enum rank { RANK_NOTE, RANK_BUILD_ID, RANK_HASH, RANK_DYNSYM, RANK_DYNSTR, RANK_RELA };
enum data_rank { RANK_DYNAMIC = 11, RANK_GOT = 12 };
enum { DYNAMIC_ENTRIES = 9 };

static struct ld_out *make(struct ld *ld, const char *name, uint32_t type, uint64_t flags,
	unsigned rank, uint64_t align, uint64_t entsize)
{
	struct ld_out *o = ld_out_new(ld, name, type, SHF_ALLOC | flags,
		flags & SHF_WRITE ? LD_DATA : LD_READ, rank);
	o->align = align;
	o->entsize = entsize;
	o->synthetic = true;
	return o;
}

/* ---- symbols ---- */

/* Returns the hash of a name as gABI 5.2 defines it. */
static uint32_t name_hash(const char *name)
{
	uint32_t h = 0;
	for (; *name; name++) {
		h = (h << 4) + (unsigned char)*name;
		h = (h ^ (h & 0xf0000000) >> 24) & 0x0fffffff;
	}
	return h;
}

/* Makes the hash table. It has no imports, because nobody looks for undefined symbols, but its
 * chains are as many as there are symbols. */
static void make_hash(struct ld *ld)
{
	uint32_t n = (uint32_t)ld->export_count, buckets = n ? n : 1;
	uint32_t chains = 1 + n + (uint32_t)ld->import_count;
	struct buf *b = &ld->o_hash->content;

	buf_u32(b, buckets);
	buf_u32(b, chains);
	size_t bucket_off = b->len, chain_off = bucket_off + 4 * (size_t)buckets;
	buf_extend(b, 4 * ((size_t)buckets + chains));
	for (uint32_t i = 1; i <= n; i++) {
		size_t bucket = bucket_off + 4 * (name_hash(ld->exports[i - 1]->name) % buckets);
		buf_patch_u32(b, chain_off + 4 * (size_t)i, le32(b->data + bucket));
		buf_patch_u32(b, bucket, i);
	}
}

static void make_symbols(struct ld *ld)
{
	struct buf *sym = &ld->o_dynsym->content;
	struct ld_strings names = {BUF_INIT, {0}};

	str_map_init(&names.offs);
	ld_strings_add(&names, "");
	buf_extend(sym, sizeof(Elf64_Sym));
	for (size_t i = 0; i < ld->export_count; i++) {
		size_t off = sym->len;
		buf_extend(sym, sizeof(Elf64_Sym));
		buf_patch_u32(sym, off, ld_strings_add(&names, ld->exports[i]->name));
	}
	for (size_t i = 0; i < ld->import_count; i++) {
		ld->imports[i]->dynamic_idx = (uint32_t)(1 + ld->export_count + i);
		buf_u32(sym, ld_strings_add(&names, ld->imports[i]->name));
		buf_u8(sym, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT));
		buf_u8(sym, STV_DEFAULT);
		buf_u16(sym, SHN_UNDEF);
		buf_u64(sym, 0);
		buf_u64(sym, 0);
	}
	ld->o_dynstr->content = names.bytes;
	str_map_release(&names.offs);
}

void ld_make_dynamic(struct ld *ld)
{
	ld->o_note = make(ld, ".note.hsaemu", SHT_NOTE, 0, RANK_NOTE, 4, 0);
	ld->o_build_id = make(ld, ".note.gnu.build-id", SHT_NOTE, 0, RANK_BUILD_ID, 4, 0);
	ld->o_hash = make(ld, ".hash", SHT_HASH, 0, RANK_HASH, 8, 4);
	ld->o_dynsym = make(ld, ".dynsym", SHT_DYNSYM, 0, RANK_DYNSYM, 8, sizeof(Elf64_Sym));
	ld->o_dynstr = make(ld, ".dynstr", SHT_STRTAB, 0, RANK_DYNSTR, 1, 0);
	ld->o_rela = make(ld, ".rela.dyn", SHT_RELA, 0, RANK_RELA, 8, sizeof(Elf64_Rela));
	ld->o_dynamic =
		make(ld, ".dynamic", SHT_DYNAMIC, SHF_WRITE, RANK_DYNAMIC, 8, sizeof(Elf64_Dyn));
	ld_make_notes(ld);
	make_symbols(ld);
	make_hash(ld);
	ld->o_note->size = ld->o_note->content.len;
	ld->o_build_id->size = ld->o_build_id->content.len;
	ld->o_hash->size = ld->o_hash->content.len;
	ld->o_dynsym->size = ld->o_dynsym->content.len;
	ld->o_dynstr->size = ld->o_dynstr->content.len;
	ld->o_rela->size = ld->dynamic_count * sizeof(Elf64_Rela);
	ld->o_dynamic->size = DYNAMIC_ENTRIES * sizeof(Elf64_Dyn);
	if (ld->got_count > 0 || ld->got_symbol || ld->uses_got) {
		ld->o_got = make(ld, ".got", SHT_PROGBITS, SHF_WRITE, RANK_GOT, 8, 8);
		ld->o_got->size = 8 * ld->got_count;
		buf_extend(&ld->o_got->content, 8 * ld->got_count);
	}
}

/* ---- after layout ---- */

static void finish_symbols(struct ld *ld)
{
	struct buf *b = &ld->o_dynsym->content;

	for (size_t i = 0; i < ld->export_count; i++) {
		const struct ld_symbol *s = ld->exports[i];
		uint8_t *at = b->data + (i + 1) * sizeof(Elf64_Sym);
		uint32_t section = ld_symbol_section(s)->out->idx;

		at[offsetof(Elf64_Sym, st_info)] = ELF64_ST_INFO(STB_GLOBAL, s->type);
		at[offsetof(Elf64_Sym, st_other)] = STV_PROTECTED;
		at[offsetof(Elf64_Sym, st_shndx)] = (uint8_t)section;
		at[offsetof(Elf64_Sym, st_shndx) + 1] = (uint8_t)(section >> 8);
		size_t off = (i + 1) * sizeof(Elf64_Sym);
		buf_patch_u64(b, off + offsetof(Elf64_Sym, st_value), ld_symbol_address(s));
		buf_patch_u64(b, off + offsetof(Elf64_Sym, st_size), s->size);
	}
}

static void tag(struct ld *ld, uint64_t tag_number, uint64_t value)
{
	buf_u64(&ld->o_dynamic->content, tag_number);
	buf_u64(&ld->o_dynamic->content, value);
}

static void finish_dynamic_table(struct ld *ld)
{
	tag(ld, DT_HASH, ld->o_hash->addr);
	tag(ld, DT_STRTAB, ld->o_dynstr->addr);
	tag(ld, DT_SYMTAB, ld->o_dynsym->addr);
	tag(ld, DT_STRSZ, ld->o_dynstr->size);
	tag(ld, DT_SYMENT, sizeof(Elf64_Sym));
	if (ld->o_rela->size > 0) {
		tag(ld, DT_RELA, ld->o_rela->addr);
		tag(ld, DT_RELASZ, ld->o_rela->size);
		tag(ld, DT_RELAENT, sizeof(Elf64_Rela));
	}
	while (ld->o_dynamic->content.len < ld->o_dynamic->size)
		tag(ld, DT_NULL, 0);
}

void ld_finish_dynamic(struct ld *ld)
{
	finish_symbols(ld);
	finish_dynamic_table(ld);
	ld->o_hash->link = ld->o_rela->link = ld->o_dynsym->idx;
	ld->o_dynsym->link = ld->o_dynamic->link = ld->o_dynstr->idx;
	/* index of the first global symbol; only the null symbol is local */
	ld->o_dynsym->info = 1;
}
