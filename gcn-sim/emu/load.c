/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads a code object: lays its sections or segments out in memory of the host, and applies
 * relocations. Addresses of executable sections become regions of code. */
#include <elf.h>
#include "functions_impl.h"

enum { PAGE = 4096, R_RELATIVE64 = 13, SHN_LDS = 0xff00 };
static const uint64_t most_bytes = UINT64_C(1) << 30;

static bool is_loaded(const struct elf_section *s)
{
	return (s->flags & SHF_ALLOC) != 0 && s->size != 0;
}

/* ---- memory ---------------------------------------------------------------------------------- */

static bool add_section(struct gcn_program *p, uint64_t *bytes, uint32_t n, struct diag *d)
{
	const struct elf_view *v = &p->object->elf;
	const struct elf_section *s = &v->sections[n];
	uint64_t align = s->align == 0 ? 1 : s->align;

	if (!is_pow2(align) || align > PAGE || s->size > most_bytes) {
		diag_error(d, diag_in_file(v->file), "section '%s' cannot be placed in memory",
			s->name);
		return false;
	}
	*bytes = align_up(*bytes, align);
	p->section_addresses[n] = *bytes;
	*bytes += s->size;
	return true;
}

/* Offsets of sections, one after the other; behind them comes a table of addresses, one of each
 * symbol. */
static bool lay_out_object(struct gcn_program *p, struct diag *d)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++)
		if (is_loaded(&v->sections[n]) && !add_section(p, &p->bytes, n, d))
			return false;
	p->bytes = align_up(p->bytes, 8) + 8 * (uint64_t)v->symbol_count;
	return true;
}

static bool lay_out_linked(struct gcn_program *p, struct diag *d)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 0; n < v->segment_count; n++) {
		const struct elf_segment *s = &v->segments[n];
		if (s->type != PT_LOAD)
			continue;
		if (s->vaddr > most_bytes || s->mem_bytes > most_bytes ||
			s->file_bytes > s->mem_bytes) {
			diag_error(d, diag_in_file(v->file),
				"a segment cannot be placed in memory");
			return false;
		}
		if (s->vaddr + s->mem_bytes > p->bytes)
			p->bytes = s->vaddr + s->mem_bytes;
	}
	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		if (!is_loaded(s))
			continue;
		if (s->addr > p->bytes || s->size > p->bytes - s->addr) {
			diag_error(d, diag_in_file(v->file), "section '%s' is in no segment",
				s->name);
			return false;
		}
		p->section_addresses[n] = s->addr;
	}
	return true;
}

static void fill_object(struct gcn_program *p)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		if (is_loaded(s) && s->bytes != NULL)
			memcpy(p->memory + p->section_addresses[n], s->bytes, s->size);
	}
}

static void fill_linked(struct gcn_program *p)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 0; n < v->segment_count; n++)
		if (v->segments[n].type == PT_LOAD && v->segments[n].file_bytes != 0)
			memcpy(p->memory + v->segments[n].vaddr, v->segments[n].bytes,
				v->segments[n].file_bytes);
}

static void add_regions(struct gcn_program *p)
{
	const struct elf_view *v = &p->object->elf;
	uint64_t base = (uint64_t)(uintptr_t)p->memory;

	p->regions = ARENA_ARRAY(&p->arena, struct gcn_region, v->section_count);
	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		if (!is_loaded(s))
			continue;
		p->section_addresses[n] += base;
		if ((s->flags & SHF_EXECINSTR) == 0 || s->bytes == NULL ||
			p->section_addresses[n] % 4 != 0)
			continue;
		struct gcn_region *r = &p->regions[p->region_count++];
		r->address = p->section_addresses[n];
		r->bytes = s->size / 4 * 4;
		r->code = ARENA_ARRAY(&p->arena, struct gcn_code, r->bytes / 4 + 1);
	}
}

bool gcn_program_place_sections(struct gcn_program *p, struct diag *d)
{
	const struct elf_view *v = &p->object->elf;
	bool linked = v->type == ET_DYN;

	p->section_addresses = ARENA_ARRAY(&p->arena, uint64_t, v->section_count);
	if (!(linked ? lay_out_linked(p, d) : lay_out_object(p, d)))
		return false;
	if (p->bytes > most_bytes) {
		diag_error(d, diag_in_file(v->file), "the object needs more than %u MiB of memory",
			(unsigned)(most_bytes >> 20));
		return false;
	}
	p->block = mem_new(p->bytes + PAGE, 1);
	p->memory = (uint8_t *)(uintptr_t)align_up((uint64_t)(uintptr_t)p->block, PAGE);
	if (linked)
		fill_linked(p);
	else
		fill_object(p);
	add_regions(p);
	return true;
}

/* ---- relocations ----------------------------------------------------------------------------- */

struct symbol {
	const char *name;
	uint32_t section, number;
	uint64_t value;
	bool weak;
};

static const char *name_at(const struct elf_section *names, uint32_t off)
{
	if (names->bytes == NULL || off >= names->size ||
		memchr(names->bytes + off, 0, names->size - off) == NULL)
		return NULL;
	return (const char *)names->bytes + off;
}

/* Reads a symbol of the table that belongs to a section of relocations. */
static bool read_symbol(const struct elf_view *v, const struct elf_section *table, uint32_t number,
	struct symbol *out)
{
	if (table->link >= v->section_count)
		return false;
	const struct elf_section *symbols = &v->sections[table->link];
	if (symbols->bytes == NULL || symbols->link >= v->section_count ||
		number >= symbols->size / sizeof(Elf64_Sym))
		return false;
	const uint8_t *s = symbols->bytes + number * sizeof(Elf64_Sym);
	*out = (struct symbol){
		.name = name_at(&v->sections[symbols->link],
			le32(s + offsetof(Elf64_Sym, st_name))),
		.section = le16(s + offsetof(Elf64_Sym, st_shndx)),
		.number = number,
		.value = le64(s + offsetof(Elf64_Sym, st_value)),
		.weak = ELF64_ST_BIND(s[offsetof(Elf64_Sym, st_info)]) == STB_WEAK,
	};
	return out->name != NULL;
}

struct loading {
	struct gcn_program *p;
	struct gcn_resolver *resolver;
	struct diag *d;
};

static bool symbol_address(const struct loading *l, const struct symbol *s, struct diag_place place,
	uint64_t *address)
{
	const struct elf_view *v = &l->p->object->elf;

	if (s->section == SHN_UNDEF) {
		*address = l->resolver == NULL ? 0 : l->resolver->find(l->resolver, s->name);
		if (*address != 0 || s->weak || s->number == 0)
			return true;
		diag_error(l->d, place, "symbol '%s' is not defined", s->name);
		return false;
	}
	if (s->section == SHN_ABS) {
		*address = s->value;
		return true;
	}
	if (s->section >= v->section_count || !is_loaded(&v->sections[s->section])) {
		diag_unsupported(l->d, place, "symbol '%s' has no address in memory%s", s->name,
			s->section == SHN_LDS ? ", but one of LDS" : "");
		return false;
	}
	*address = v->type == ET_REL ? l->p->section_addresses[s->section] + s->value
	                             : (uint64_t)(uintptr_t)l->p->memory + s->value;
	return true;
}

static bool is_by_table(uint32_t type)
{
	return type == GCN_R_GOTPCREL || type == GCN_R_GOTPCREL32_LO || type == GCN_R_GOTPCREL32_HI;
}
/* Whether a symbol has an entry in that table. In linked objects the linker has made one. */
static bool has_entry(const struct elf_view *v, const struct symbol *s)
{
	return v->type == ET_REL && s->number < v->symbol_count;
}
/* Returns where the address of a symbol is in the table behind the sections, and puts it there. */
static uint64_t table_entry(const struct loading *l, const struct symbol *s, uint64_t address)
{
	const struct gcn_program *p = l->p;
	uint64_t off = p->bytes - 8 * ((uint64_t)p->object->elf.symbol_count - s->number);

	memcpy(p->memory + off, &address, sizeof(address));
	return (uint64_t)(uintptr_t)p->memory + off;
}

static bool apply(const struct loading *l, uint32_t type, const struct symbol *s, uint64_t addend,
	uint8_t *at, struct diag_place place)
{
	uint64_t pc = (uint64_t)(uintptr_t)at, address, value;
	bool relative = false;
	unsigned bytes;

	if (type == R_RELATIVE64) {
		value = (uint64_t)(uintptr_t)l->p->memory + addend;
		memcpy(at, &value, sizeof(value));
		return true;
	}
	if (gcn_relocation_text(type, &bytes) == NULL) {
		diag_error(l->d, place, "relocation %u is not known", type);
		return false;
	}
	if (!symbol_address(l, s, place, &address))
		return false;
	if (is_by_table(type))
		address = table_entry(l, s, address);
	relative = type != GCN_R_ABS32 && type != GCN_R_ABS32_LO && type != GCN_R_ABS32_HI &&
	           type != GCN_R_ABS64;
	value = address + addend - (relative ? pc : 0);
	if (type == GCN_R_ABS32_HI || type == GCN_R_REL32_HI || type == GCN_R_GOTPCREL32_HI)
		value >>= 32;
	memcpy(at, &value, bytes);
	return true;
}

/* Returns where a relocation is applied, if `bytes` are there; else NULL. */
static uint8_t *relocated(const struct gcn_program *p, const struct elf_section *table,
	uint64_t off, uint64_t bytes)
{
	const struct elf_view *v = &p->object->elf;
	uint64_t size = p->bytes, base = 0;

	if (v->type == ET_REL) {
		size = v->sections[table->info].size;
		base = p->section_addresses[table->info] - (uint64_t)(uintptr_t)p->memory;
	}
	return off > size || bytes > size - off ? NULL : p->memory + base + off;
}

static bool apply_table(const struct loading *l, const struct elf_section *table)
{
	const struct elf_view *v = &l->p->object->elf;

	for (uint64_t at = 0; table->size - at >= sizeof(Elf64_Rela); at += sizeof(Elf64_Rela)) {
		struct diag_place place = diag_at_section(v->file, table->name, at);
		const uint8_t *r = table->bytes + at;
		uint64_t info = le64(r + offsetof(Elf64_Rela, r_info));
		uint32_t type = (uint32_t)ELF64_R_TYPE(info);
		bool wide = type == GCN_R_ABS64 || type == GCN_R_REL64 || type == R_RELATIVE64;
		uint8_t *to = relocated(l->p, table, le64(r + offsetof(Elf64_Rela, r_offset)),
			wide ? 8 : 4);
		struct symbol s;
		if (to == NULL || !read_symbol(v, table, (uint32_t)ELF64_R_SYM(info), &s) ||
			(is_by_table(type) && !has_entry(v, &s))) {
			diag_error(l->d, place, "a relocation of what is not in the object");
			return false;
		}
		if (!apply(l, type, &s, le64(r + offsetof(Elf64_Rela, r_addend)), to, place))
			return false;
	}
	return true;
}

bool gcn_program_relocate(struct gcn_program *p, struct gcn_resolver *resolver, struct diag *d)
{
	const struct loading l = {p, resolver, d};
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		bool applies = v->type == ET_REL ? s->info < v->section_count &&
		                                           is_loaded(&v->sections[s->info])
		                                 : (s->flags & SHF_ALLOC) != 0;
		if (s->type == SHT_RELA && s->bytes != NULL && applies && !apply_table(&l, s))
			return false;
	}
	return true;
}
