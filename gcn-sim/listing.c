/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Listings: code as assembly text. A first pass over a section decodes all of it and finds where
 * branches go; a second one prints, with labels there. What LLVM's assembler would encode in
 * another way is printed as numbers, with the instruction as a comment. */
#include <elf.h>
#include "hsaemu/gcn.h"

/* Of each dword of a section. */
enum { STARTS = 1, TARGET = 2, SYMBOL = 4, RELOCATED = 8 };

struct listing {
	const char *file, *section; /* section: NULL, bare code */
	const uint8_t *bytes;
	uint64_t len, base; /* base: the address of the first byte, in comments */
	uint8_t *marks;
	const struct gcn_object *object; /* NULL: bare code */
	const struct elf_section *elf_section;
	const struct gcn_list_options *options;
	struct buf *out;
	struct diag *d;
	struct buf symbol;        /* of one instruction */
	struct image_line *lines; /* of each dword; NULL: not wanted */
	struct image_line last;   /* that was printed */
};

/* Returns the dword's number that a branch goes to; false when it is not an instruction here. */
static bool target_of(const struct listing *l, const struct gcn_inst *i, uint64_t off, uint64_t *to)
{
	if (!gcn_branch_target(i, off, to) || *to >= l->len)
		return false;
	return (l->marks[*to / 4] & STARTS) != 0;
}

/* Decodes all instructions from `off` on and reports those that are none. */
static bool mark_instructions(struct listing *l, uint64_t off, uint64_t end)
{
	bool good = true;

	while (off < end && !diag_at_limit(l->d)) {
		struct gcn_refusal why;
		struct gcn_inst i;
		if (gcn_decode(l->bytes + off, (size_t)(end - off), &i, &why)) {
			l->marks[off / 4] |= STARTS;
			off += i.bytes;
			continue;
		}
		gcn_refuse(&why, l->file, l->section, off, l->d);
		good = false;
		off += i.bytes > 4 ? i.bytes : 4;
	}
	return good && off >= end;
}

static void mark_targets(struct listing *l, uint64_t off, uint64_t end)
{
	while (off < end) {
		struct gcn_refusal why;
		struct gcn_inst i;
		uint64_t to;
		if (!gcn_decode(l->bytes + off, (size_t)(end - off), &i, &why))
			BUG("an instruction that was decoded before");
		if (target_of(l, &i, off, &to))
			l->marks[to / 4] |= TARGET;
		off += i.bytes;
	}
}

static void print_name(const char *name, struct buf *out)
{
	bool plain = !(*name >= '0' && *name <= '9');

	for (const char *p = name; *p != 0; p++)
		plain &= (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
		         (*p >= '0' && *p <= '9') || *p == '_' || *p == '.' || *p == '$';
	if (plain) {
		buf_puts(out, name);
		return;
	}
	buf_u8(out, '"');
	for (const char *p = name; *p != 0; p++)
		buf_printf(out,
			(unsigned char)*p < ' '   ? "\\%03o"
			: *p == '"' || *p == '\\' ? "\\%c"
						  : "%c",
			*p);
	buf_u8(out, '"');
}

static void print_kernel(const struct gcn_kernel *k, struct buf *out)
{
	buf_puts(out, "// kernel ");
	print_name(k->name, out);
	buf_puts(out, ", descriptor at ");
	print_name(k->descriptor_section->name, out);
	buf_printf(out, "+0x%llx:\n", (unsigned long long)k->descriptor_off);
	gcn_descriptor_print(&k->descriptor, out);
}

static uint64_t symbol_off(const struct listing *l, const struct elf_symbol *s)
{
	return s->value - (l->object->elf.type == ET_REL ? 0 : l->elf_section->addr);
}

static bool is_function_at(const struct listing *l, const struct elf_symbol *s, uint64_t off)
{
	return s->type == STT_FUNC && s->section == l->elf_section->index &&
	       symbol_off(l, s) == off;
}

/* Marks where functions begin and what relocations change. */
static void mark_names(struct listing *l)
{
	const struct gcn_object *o = l->object;

	for (uint32_t n = 1; o != NULL && n < o->elf.symbol_count; n++) {
		uint64_t off = symbol_off(l, &o->elf.symbols[n]);
		if (off < l->len && is_function_at(l, &o->elf.symbols[n], off))
			l->marks[off / 4] |= SYMBOL;
	}
	for (uint32_t n = 0; o != NULL && n < o->relocation_count; n++)
		if (o->relocations[n].section == l->elf_section)
			l->marks[o->relocations[n].off / 4] |= RELOCATED;
}

/* Functions and kernels that begin at an offset. */
static void print_symbols(const struct listing *l, uint64_t off)
{
	if ((l->marks[off / 4] & SYMBOL) == 0)
		return;
	const struct elf_view *v = &l->object->elf;
	for (uint32_t n = 1; n < v->symbol_count; n++) {
		const struct elf_symbol *s = &v->symbols[n];
		if (!is_function_at(l, s, off))
			continue;
		buf_puts(l->out, "\n");
		for (uint32_t k = 0; k < l->object->kernel_count; k++)
			if (strcmp(l->object->kernels[k].name, s->name) == 0)
				print_kernel(&l->object->kernels[k], l->out);
		if (s->bind != STB_LOCAL) {
			buf_puts(l->out, "\t.globl ");
			print_name(s->name, l->out);
			buf_puts(l->out, "\n");
		}
		print_name(s->name, l->out);
		buf_puts(l->out, ":\n");
	}
}

/* The relocation of an instruction's literal; NULL when there is none. */
static const struct gcn_relocation *relocation_of(const struct listing *l, const struct gcn_inst *i,
	uint64_t off)
{
	if (!i->has_literal || (l->marks[off / 4 + 1] & RELOCATED) == 0)
		return NULL;
	for (uint32_t n = 0; n < l->object->relocation_count; n++) {
		const struct gcn_relocation *r = &l->object->relocations[n];
		if (r->section == l->elf_section && r->off == off + 4)
			return r;
	}
	return NULL;
}

/* Appends what is written in place of a branch's number or a literal; nothing when that is a
 * number. */
static void print_symbol(const struct listing *l, const struct gcn_inst *i, uint64_t off,
	struct buf *out)
{
	const struct gcn_relocation *r = relocation_of(l, i, off);
	uint64_t to;

	if (target_of(l, i, off, &to)) {
		buf_printf(out, ".L%llx", (unsigned long long)to);
	} else if (r != NULL) {
		print_name(r->symbol, out);
		buf_printf(out, "%s%+lld", gcn_relocation_text(r->type, NULL),
			(long long)r->addend);
	}
}

struct line_taker {
	struct image_line_visitor visitor; /* first */
	struct listing *l;
	uint64_t base; /* where the tables have the section */
	/* how many dwords may get lines yet: damaged tables have some over and over */
	uint64_t left;
};

static bool take_line(struct image_line_visitor *v, uint64_t begin, uint64_t end,
	const struct image_line *line)
{
	struct line_taker *t = (struct line_taker *)v;
	struct listing *l = t->l;

	for (uint64_t at = begin; at < end && at - t->base < l->len && t->left != 0; at += 4) {
		l->lines[(at - t->base) / 4] = *line;
		t->left--;
	}
	return t->left == 0;
}

static bool take_lines(struct listing *l, struct arena *a)
{
	struct line_taker taker = {{take_line}, l, l->base, 4 * l->len};
	uint64_t *sections;
	struct str tables;

	if (l->object == NULL || !l->options->lines)
		return true;
	/* sections of a relocatable object all begin at 0; its lines are told apart by this */
	sections = ARENA_ARRAY(a, uint64_t, l->object->elf.section_count);
	for (uint32_t n = 1; n < l->object->elf.section_count; n++)
		if ((l->object->elf.sections[n].flags & SHF_EXECINSTR) != 0)
			sections[n] = (uint64_t)n << 40;
	if (l->object->elf.type == ET_REL)
		taker.base = sections[l->elf_section->index];
	if (!gcn_object_lines(l->object, sections, a, &tables, l->d))
		return false;
	l->lines = ARENA_ARRAY(a, struct image_line, l->len / 4 + 1);
	(void)image_lines_walk((const uint8_t *)tables.p, tables.n, &taker.visitor);
	return true;
}

static void print_line(struct listing *l, uint64_t off)
{
	const struct image_line *line = l->lines == NULL ? NULL : &l->lines[off / 4];

	if (line == NULL || line->file == NULL ||
		(line->file == l->last.file && line->line == l->last.line))
		return;
	buf_puts(l->out, "// ");
	print_name(line->file, l->out);
	buf_printf(l->out, ":%llu\n", (unsigned long long)line->line);
	l->last = *line;
}

static void print_instruction(struct listing *l, const struct gcn_inst *i, uint64_t off)
{
	enum { COLUMN = 60 };
	struct buf *out = l->out;
	size_t begin = out->len;

	buf_clear(&l->symbol);
	print_symbol(l, i, off, &l->symbol);
	bool has_symbol = l->symbol.len != 0;
	buf_u8(&l->symbol, 0);
	buf_puts(out, "\t");
	if (!i->assembles && !has_symbol) {
		buf_printf(out, ".long 0x%08x", i->dwords[0]);
		if (i->bytes == 8)
			buf_printf(out, ", 0x%08x", i->dwords[1]);
		buf_puts(out, " // ");
	}
	gcn_print(i, has_symbol ? (const char *)l->symbol.data : NULL, out);
	if (!l->options->no_bytes) {
		size_t width = out->len - begin;
		buf_fill(out, ' ', width < COLUMN ? COLUMN - width : 1);
		buf_printf(out, "// %06llx: %08x", (unsigned long long)(l->base + off),
			i->dwords[0]);
		if (i->bytes == 8)
			buf_printf(out, " %08x", i->dwords[1]);
	}
	buf_puts(out, "\n");
}

/* Prints a run of no-operations, with which functions are aligned, in one line. Returns its length,
 * or 0 when there are too few for that. */
static uint64_t print_padding(const struct listing *l, uint64_t begin, uint64_t end)
{
	enum { SHORTEST = 4 };
	const uint32_t nop = 0xbf800000;
	uint64_t off = begin;

	while (off < end && le32(l->bytes + off) == nop && (l->marks[off / 4] & TARGET) == 0 &&
		(off == begin || (l->marks[off / 4] & SYMBOL) == 0))
		off += 4;
	uint64_t count = (off - begin) / 4;
	if (count < SHORTEST)
		return 0;
	buf_printf(l->out, "\t.fill %llu, 4, 0x%x // s_nop 0\n", (unsigned long long)count, nop);
	return off - begin;
}

static void print_code(struct listing *l, uint64_t off, uint64_t end)
{
	while (off < end) {
		struct gcn_refusal why;
		struct gcn_inst i;
		print_symbols(l, off);
		uint64_t padding = print_padding(l, off, end);
		if (padding != 0) {
			off += padding;
			continue;
		}
		if (!gcn_decode(l->bytes + off, (size_t)(end - off), &i, &why))
			BUG("an instruction that was decoded before");
		if ((l->marks[off / 4] & TARGET) != 0)
			buf_printf(l->out, ".L%llx:\n", (unsigned long long)off);
		print_line(l, off);
		print_instruction(l, &i, off);
		off += i.bytes;
	}
}

static bool list_range(struct listing *l, uint64_t off, uint64_t end)
{
	struct arena a;

	arena_init(&a);
	l->marks = ARENA_ARRAY(&a, uint8_t, l->len / 4 + 1);
	bool good = mark_instructions(l, off, end) && take_lines(l, &a);
	if (good) {
		mark_targets(l, off, end);
		mark_names(l);
		print_code(l, off, end);
		buf_release(&l->symbol);
	}
	arena_release(&a);
	return good;
}

static bool list_section(const struct gcn_object *o, const struct elf_section *s, uint64_t off,
	uint64_t end, const struct gcn_list_options *options, struct buf *out, struct diag *d)
{
	struct listing l = {.file = o->elf.file,
		.section = s->name,
		.bytes = s->bytes,
		.len = s->size,
		.base = s->addr,
		.object = o,
		.elf_section = s,
		.options = options,
		.out = out,
		.d = d};

	if (strcmp(s->name, ".text") == 0) {
		buf_puts(out, "\t.text\n");
	} else {
		buf_puts(out, "\t.section ");
		print_name(s->name, out);
		buf_puts(out, ",\"ax\",@progbits\n");
	}
	return list_range(&l, off, end);
}

/* Names the sections that relocations refer to, which the assembler wants to know. */
static void print_targets(const struct gcn_object *o, struct buf *out)
{
	struct arena a;

	arena_init(&a);
	bool *told = ARENA_ARRAY(&a, bool, o->elf.section_count);
	for (uint32_t n = 0; n < o->relocation_count; n++) {
		const struct elf_section *s = o->relocations[n].target;
		if (s == NULL || (s->flags & SHF_EXECINSTR) != 0 || told[s->index])
			continue;
		told[s->index] = true;
		buf_puts(out, "\t.section ");
		print_name(s->name, out);
		buf_printf(out, ",\"a%s\",@%s\n", (s->flags & SHF_WRITE) != 0 ? "w" : "",
			s->type == SHT_NOBITS ? "nobits" : "progbits");
	}
	arena_release(&a);
}

bool gcn_list_object(const struct gcn_object *o, const struct gcn_list_options *options,
	struct buf *out, struct diag *d)
{
	bool good = true;

	buf_puts(out, "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx600\"\n");
	print_targets(o, out);
	for (uint32_t n = 0; options->kernel != NULL && n < o->kernel_count; n++) {
		const struct gcn_kernel *k = &o->kernels[n];
		if (strcmp(k->name, options->kernel) == 0)
			return list_section(o, k->code, k->code_off, k->code_off + k->code_bytes,
				options, out, d);
	}
	if (options->kernel != NULL) {
		diag_error(d, diag_in_file(o->elf.file), "there is no kernel '%s'",
			options->kernel);
		return false;
	}
	uint64_t left = o->elf.len;
	for (uint32_t n = 1; n < o->elf.section_count; n++) {
		const struct elf_section *s = &o->elf.sections[n];
		if ((s->flags & SHF_EXECINSTR) == 0 || s->bytes == NULL)
			continue;
		if (s->size > left) {
			diag_error(d, diag_in_file(o->elf.file), "sections of code overlap");
			return false;
		}
		left -= s->size;
		good &= list_section(o, s, 0, s->size, options, out, d);
	}
	return good;
}

bool gcn_list_code(const char *file, const uint8_t *bytes, size_t len,
	const struct gcn_list_options *options, struct buf *out, struct diag *d)
{
	struct listing l = {
		.file = file, .bytes = bytes, .len = len, .options = options, .out = out, .d = d};

	return list_range(&l, 0, len);
}
