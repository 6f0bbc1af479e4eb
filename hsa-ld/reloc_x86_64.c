/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Applies relocations (x86-64 psABI 1.0, 4.4) for an image that may be loaded at any address. In
 * the formulas below, S is the symbol's address, A the addend, P the place, G the symbol's slot in
 * the GOT, B the address of the GOT, and Z the size of the symbol. All symbols but imports are
 * defined in the image and cannot be preempted. Therefore PLT32 is treated as PC32, and a load from
 * the GOT becomes an address computation where the instruction allows it (psABI B.2). A value that
 * depends on the load address is left to the loader as R_X86_64_RELATIVE, in writable sections
 * only.
 *
 * Imports, which --imports makes of undefined variables, may lie anywhere: their addresses are left
 * to the loader in slots of the GOT (R_X86_64_GLOB_DAT) and in data (R_X86_64_64). */
#include "merge_metadata_impl.h"
#include "reloc_x86_64_impl.h"
#include "symbol_table_impl.h"
#include "unresolved_impl.h"

enum calc {
	CALC_NONE,
	CALC_ABS,    /* S + A */
	CALC_PC,     /* S + A - P */
	CALC_GOT_PC, /* G + A - P */
	CALC_GOT_PC_RELAX,
	CALC_GOT_OFF,   /* S + A - B */
	CALC_GOT_BASE,  /* B + A - P */
	CALC_GOT_INDEX, /* G - B + A */
	CALC_SIZE,      /* Z + A */
	CALC_TLS,
	CALC_LOADER, /* only meaningful in an executable or shared library */
};

enum range { RANGE_ANY, RANGE_SIGNED, RANGE_UNSIGNED, RANGE_EITHER };

struct reloc_type {
	const char *name;
	uint8_t bytes;
	enum calc calc;
	enum range range;
};

/* clang-format off */
#define RELOC(name, bytes, calc, range)                                                            \
	[R_X86_64_##name] = {"R_X86_64_" #name, bytes, CALC_##calc, RANGE_##range},
static const struct reloc_type reloc_types[] = {
	RELOC(NONE, 0, NONE, ANY)
	RELOC(64, 8, ABS, ANY)
	RELOC(PC32, 4, PC, SIGNED)
	RELOC(GOT32, 4, GOT_INDEX, SIGNED)
	RELOC(PLT32, 4, PC, SIGNED)
	RELOC(COPY, 0, LOADER, ANY)
	RELOC(GLOB_DAT, 8, LOADER, ANY)
	RELOC(JUMP_SLOT, 8, LOADER, ANY)
	RELOC(RELATIVE, 8, LOADER, ANY)
	RELOC(GOTPCREL, 4, GOT_PC, SIGNED)
	RELOC(32, 4, ABS, UNSIGNED)
	RELOC(32S, 4, ABS, SIGNED)
	RELOC(16, 2, ABS, EITHER)
	RELOC(PC16, 2, PC, SIGNED)
	RELOC(8, 1, ABS, EITHER)
	RELOC(PC8, 1, PC, SIGNED)
	RELOC(DTPMOD64, 8, TLS, ANY)
	RELOC(DTPOFF64, 8, TLS, ANY)
	RELOC(TPOFF64, 8, TLS, ANY)
	RELOC(TLSGD, 4, TLS, ANY)
	RELOC(TLSLD, 4, TLS, ANY)
	RELOC(DTPOFF32, 4, TLS, ANY)
	RELOC(GOTTPOFF, 4, TLS, ANY)
	RELOC(TPOFF32, 4, TLS, ANY)
	RELOC(PC64, 8, PC, ANY)
	RELOC(GOTOFF64, 8, GOT_OFF, ANY)
	RELOC(GOTPC32, 4, GOT_BASE, SIGNED)
	RELOC(GOT64, 8, GOT_INDEX, ANY)
	RELOC(GOTPCREL64, 8, GOT_PC, ANY)
	RELOC(GOTPC64, 8, GOT_BASE, ANY)
	RELOC(PLTOFF64, 8, GOT_OFF, ANY)
	RELOC(SIZE32, 4, SIZE, UNSIGNED)
	RELOC(SIZE64, 8, SIZE, ANY)
	RELOC(GOTPC32_TLSDESC, 4, TLS, ANY)
	RELOC(TLSDESC_CALL, 0, TLS, ANY)
	RELOC(TLSDESC, 8, TLS, ANY)
	RELOC(IRELATIVE, 8, LOADER, ANY)
	RELOC(GOTPCRELX, 4, GOT_PC_RELAX, SIGNED)
	RELOC(REX_GOTPCRELX, 4, GOT_PC_RELAX, SIGNED)
};
/* clang-format on */

struct site { /* one relocation of one section */
	struct ld *ld;
	const struct ld_section *section;
	const Elf64_Rela *r;
	const struct reloc_type *type;
	struct ld_symbol *symbol;
};

static bool refuse(const struct site *s, const char *fmt, ...) PRINTF_LIKE(2, 3);
static bool refuse(const struct site *s, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	diag_error(s->ld->diag,
		diag_at_section(s->section->object->name, s->section->name, s->r->r_offset),
		STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

static bool is_loaded(const struct ld_section *s)
{
	return s->flags & SHF_ALLOC;
}

/* Returns whether the symbol's address moves with the image. */
static bool is_movable(const struct site *s)
{
	const struct ld_section *target = ld_symbol_section(s->symbol);
	return s->symbol == s->ld->got_symbol || (target && is_loaded(target));
}

/* ---- scanning ---- */

static bool note_undefined(const struct site *s)
{
	if (!s->symbol->global)
		return refuse(s, "%s against a section that is not part of the image",
			s->type->name);
	ld_note_undefined(s->ld, s->symbol, s->section, s->r->r_offset);
	return false;
}

/* Returns whether the load from the GOT can become a lea of the symbol, or a call or jmp to it. */
static bool can_relax(const struct site *s)
{
	uint64_t off = s->r->r_offset;
	const uint8_t *p = s->section->bytes;

	if (s->type->calc != CALC_GOT_PC_RELAX || !is_movable(s) || s->r->r_addend != -4 || off < 2)
		return false;
	bool is_mov = p[off - 2] == 0x8b;
	bool is_branch = p[off - 2] == 0xff && (p[off - 1] == 0x15 || p[off - 1] == 0x25);
	return is_mov || is_branch;
}

static void need_got_slot(struct ld *ld, struct ld_symbol *s, bool dynamic)
{
	if (s->needs_got)
		return;
	s->needs_got = true;
	s->got_slot = (uint32_t)ld->got_count;
	ARRAY_GROW(ld->got, ld->got_count, ld->got_cap);
	ld->got[ld->got_count++] = s;
	ld->dynamic_count += dynamic;
}

/* Makes room for the address that the loader puts into a section. */
static bool need_dynamic(const struct site *s, struct ld_section *section)
{
	if (section->flags & SHF_EXECINSTR)
		return refuse(s,
			"%s against %s would change code while loading; "
			"compile position-independent code",
			s->type->name, ld_describe(s->ld, s->symbol));
	section->needs_relro = true;
	s->ld->dynamic_count++;
	return true;
}

/* ---- imports ---- */

/* Uses by sections that are not loaded are none: such places hold 0. */
static bool scan_import(const struct site *s, struct ld_section *section)
{
	enum calc calc = s->type->calc;

	if (!is_loaded(section))
		return true;
	ld_note_import(s->ld, s->symbol);
	if (calc == CALC_GOT_PC || calc == CALC_GOT_PC_RELAX || calc == CALC_GOT_INDEX) {
		need_got_slot(s->ld, s->symbol, true);
		return true;
	}
	if (calc == CALC_ABS && s->type->bytes == 8)
		return need_dynamic(s, section);
	return refuse(s, "%s cannot reach %s, which is imported and may lie anywhere",
		s->type->name, ld_describe(s->ld, s->symbol));
}

/* ---- what is defined ---- */

static bool scan_absolute(const struct site *s, struct ld_section *section)
{
	if (!is_loaded(section) || !is_movable(s))
		return true;
	if (s->type->bytes != 8)
		return refuse(s,
			"%s cannot hold the address of %s in an image that may lie anywhere; "
			"compile position-independent code",
			s->type->name, ld_describe(s->ld, s->symbol));
	return need_dynamic(s, section);
}

static bool scan_one(const struct site *s, struct ld_section *section)
{
	struct ld_symbol *sym = s->symbol;
	uint64_t size = section->bytes ? section->size : 0;

	if (s->type->bytes > size || s->r->r_offset > size - s->type->bytes)
		return refuse(s, "%s lies outside its section", s->type->name);
	if (s->type->calc == CALC_NONE)
		return true;
	if (s->type->calc == CALC_TLS)
		return refuse(s, "%s: thread-local variables cannot be used in kernels",
			s->type->name);
	if (s->type->calc == CALC_LOADER)
		return refuse(s, "%s does not belong in a relocatable object", s->type->name);
	if (sym->section && sym->section->collected)
		/* only unwind tables and debug information refer to it; see is_dead() */
		return true;
	if (sym->section && sym->section->is_segment && s->type->calc != CALC_ABS)
		return refuse(s,
			"%s against %s, which is not in the image but in group or private memory",
			s->type->name, ld_describe(s->ld, sym));
	if (is_loaded(section) && sym->section && !sym->section->is_segment &&
		(!ld_symbol_section(sym) || !is_loaded(ld_symbol_section(sym))))
		return refuse(s, "%s against %s, whose section is not loaded", s->type->name,
			ld_describe(s->ld, sym));
	if (sym->state == LD_UNDEFINED && sym != s->ld->got_symbol && !(sym->global && sym->weak) &&
		ELF64_R_SYM(s->r->r_info) != 0)
		return ld_is_importable(s->ld, s->symbol) ? scan_import(s, section)
		                                          : note_undefined(s);
	switch (s->type->calc) {
	case CALC_ABS:
		return scan_absolute(s, section);
	case CALC_GOT_PC_RELAX:
	case CALC_GOT_PC:
	case CALC_GOT_INDEX:
		if (!can_relax(s))
			need_got_slot(s->ld, sym, is_movable(s));
		return true;
	case CALC_PC:
		if (is_loaded(section) && !is_movable(s))
			return refuse(s, "%s against %s, which does not move with the image",
				s->type->name, ld_describe(s->ld, sym));
		return true;
	case CALC_GOT_OFF:
	case CALC_GOT_BASE:
		s->ld->uses_got = true;
		return true;
	case CALC_SIZE:
	case CALC_NONE:
	case CALC_TLS:
	case CALC_LOADER:
		break;
	}
	return true;
}

/* Fills in *s for relocation `i` of the section. Returns false after a message when the
 * relocation's type is unknown. */
static bool site_at(struct ld *ld, const struct ld_section *section, size_t i, struct site *s)
{
	const Elf64_Rela *r = &section->relocs[i];
	uint64_t type = ELF64_R_TYPE(r->r_info);

	*s = (struct site){ld, section, r, NULL, section->object->symbols[ELF64_R_SYM(r->r_info)]};
	if (type >= ARRAY_LEN(reloc_types) || !reloc_types[type].name)
		return refuse(s, "relocation type %llu is not known", (unsigned long long)type);
	s->type = &reloc_types[type];
	return true;
}

static void scan_section(struct ld *ld, struct ld_section *section)
{
	struct site s;

	for (size_t i = 0; i < section->reloc_count && !diag_at_limit(ld->diag); i++)
		if (site_at(ld, section, i, &s))
			(void)scan_one(&s, section);
}

bool ld_scan_relocs(struct ld *ld)
{
	uint64_t idx;

	if (str_map_find(&ld->global_idx, STR("_GLOBAL_OFFSET_TABLE_"), &idx) &&
		ld->globals[idx]->state == LD_UNDEFINED)
		ld->got_symbol = ld->globals[idx];
	for (size_t o = 0; o < ld->object_count; o++)
		for (size_t i = 1; i < ld->objects[o]->section_count; i++) {
			struct ld_section *section = ld->objects[o]->sections[i];
			if (section && !section->discarded)
				scan_section(ld, section);
		}
	ld_report_undefined(ld);
	return !ld_failed(ld);
}

/* ---- applying ---- */

static void put(uint8_t *at, unsigned bytes, uint64_t v)
{
	for (unsigned i = 0; i < bytes; i++)
		at[i] = (uint8_t)(v >> (8 * i));
}

static bool fits(uint64_t v, unsigned bytes, enum range range)
{
	unsigned bits = 8 * bytes;
	uint64_t top = bits < 64 ? (uint64_t)1 << bits : 0;
	bool as_unsigned = v < top;
	bool as_signed = v + (top >> 1) < top;

	switch (range) {
	case RANGE_ANY:
		return true;
	case RANGE_SIGNED:
		return as_signed;
	case RANGE_UNSIGNED:
		return as_unsigned;
	case RANGE_EITHER:
		return as_signed || as_unsigned;
	}
	return false;
}

static uint64_t got_address(const struct ld *ld)
{
	return ld->o_got ? ld->o_got->addr : 0;
}

/* Replaces a load from the GOT. A mov becomes lea disp(%rip), reg. An indirect call becomes a
 * direct one with a prefix that fills the freed byte. An indirect jmp becomes a direct one with a
 * nop behind it, so its displacement starts one byte earlier. Returns the place of the displacement
 * and adjusts *place to match. */
static uint8_t *relax(uint8_t *at, uint64_t *place)
{
	if (at[-2] == 0x8b) {
		at[-2] = 0x8d;
	} else if (at[-1] == 0x15) {
		at[-2] = 0x67;
		at[-1] = 0xe8;
	} else {
		at[-2] = 0xe9;
		at[3] = 0x90;
		--*place;
		return at - 1;
	}
	return at;
}

static uint64_t value_of(const struct site *s, enum calc calc, uint64_t place)
{
	const struct ld *ld = s->ld;
	uint64_t got = got_address(ld);
	uint64_t addr = s->symbol == ld->got_symbol ? got : ld_symbol_address(s->symbol);
	uint64_t a = (uint64_t)s->r->r_addend;

	switch (calc) {
	case CALC_ABS:
		return addr + a;
	case CALC_PC:
		return addr + a - place;
	case CALC_GOT_PC:
	case CALC_GOT_PC_RELAX:
		return got + 8 * (uint64_t)s->symbol->got_slot + a - place;
	case CALC_GOT_OFF:
		return addr + a - got;
	case CALC_GOT_BASE:
		return got + a - place;
	case CALC_GOT_INDEX:
		return 8 * (uint64_t)s->symbol->got_slot + a;
	case CALC_SIZE:
		return s->symbol->size + a;
	case CALC_NONE:
	case CALC_TLS:
	case CALC_LOADER:
		break;
	}
	BUG("relocation %s was not scanned", s->type->name);
}

static void add_relative(struct buf *to, uint64_t place, uint64_t addend)
{
	buf_u64(to, place);
	buf_u64(to, ELF64_R_INFO(0, R_X86_64_RELATIVE));
	buf_u64(to, addend);
}

/* Leaves an import's address to the loader. */
static void add_of_import(struct ld *ld, const struct ld_symbol *symbol, uint32_t type,
	uint64_t place, uint64_t addend)
{
	struct buf *to = &ld->o_rela->content;

	buf_u64(to, place);
	buf_u64(to, ELF64_R_INFO((uint64_t)symbol->dynamic_idx, type));
	buf_u64(to, addend);
}

/* Returns whether the symbol's section was left out, by a COMDAT group or by --gc, without a copy
 * in its stead, or the symbol is an import and the place is not loaded. Such relocations write 0,
 * so that debuggers and unwinders see no address. */
static bool is_dead(const struct site *s)
{
	if (s->symbol->state == LD_UNDEFINED && !is_loaded(s->section) &&
		ld_is_importable(s->ld, s->symbol))
		return true;
	return s->symbol->section && !ld_symbol_section(s->symbol);
}

static bool apply_one(const struct site *s, uint8_t *section_bytes)
{
	uint64_t place = s->section->out->addr + s->section->out_off + s->r->r_offset;
	uint8_t *at = section_bytes + s->r->r_offset;
	enum calc calc = s->type->calc;

	if (calc == CALC_NONE)
		return true;
	if (is_dead(s)) {
		put(at, s->type->bytes, 0);
		return true;
	}
	if (s->symbol->imported && calc == CALC_ABS) {
		add_of_import(s->ld, s->symbol, R_X86_64_64, place, (uint64_t)s->r->r_addend);
		return true;
	}
	if (can_relax(s)) {
		at = relax(at, &place);
		calc = CALC_PC;
	}
	uint64_t v = value_of(s, calc, place);
	if (!fits(v, s->type->bytes, s->type->range))
		return refuse(s, "%s: %s is too far away or too large (0x%llx)", s->type->name,
			ld_describe(s->ld, s->symbol), (unsigned long long)v);
	put(at, s->type->bytes, v);
	/* This address depends on where the image is loaded. A relocation is left for the loader
	 * or, in debug information, for the program that passes it to a debugger. */
	if (calc == CALC_ABS && s->type->bytes == 8 && is_movable(s))
		add_relative(is_loaded(s->section) ? &s->ld->o_rela->content
						   : &s->section->out->moved,
			place, v);
	return true;
}

bool ld_apply_relocs(struct ld *ld, const struct ld_section *section, uint8_t *at)
{
	struct site s;

	for (size_t i = 0; i < section->reloc_count && !diag_at_limit(ld->diag); i++)
		if (site_at(ld, section, i, &s))
			(void)apply_one(&s, at);
	return !ld_failed(ld);
}

void ld_fill_got(struct ld *ld, uint8_t *at)
{
	for (size_t i = 0; i < ld->got_count; i++) {
		struct site s = {.ld = ld, .symbol = ld->got[i]};
		uint64_t v = ld_symbol_address(ld->got[i]);
		put(at + 8 * i, 8, v);
		if (s.symbol->imported)
			add_of_import(ld, s.symbol, R_X86_64_GLOB_DAT, ld->o_got->addr + 8 * i, 0);
		else if (is_movable(&s))
			add_relative(&ld->o_rela->content, ld->o_got->addr + 8 * i, v);
	}
}
