/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the lines of code by line tables (DWARF 4 and 5, section 6.2): hsail-fin -g makes those of
 * version 4, other compilers mostly 5, where names of files may be in a section of their own.
 * Tables of other versions are skipped. The tables come from a file and are not trusted: each part
 * is read within the bounds of the part around it. */
#include <elf.h>
#include <string.h>
#include "hsaemu/image.h"

enum {
	LNS_COPY = 1,
	LNS_ADVANCE_PC,
	LNS_ADVANCE_LINE,
	LNS_SET_FILE,
	LNS_SET_COLUMN,
	LNS_NEGATE_STMT,
	LNS_SET_BASIC_BLOCK,
	LNS_CONST_ADD_PC,
	LNS_FIXED_ADVANCE_PC,
	LNE_END_SEQUENCE = 1,
	LNE_SET_ADDRESS = 2,
	LNCT_PATH = 1,
	FORM_DATA2 = 0x05,
	FORM_DATA4 = 0x06,
	FORM_DATA8 = 0x07,
	FORM_STRING = 0x08,
	FORM_BLOCK = 0x09,
	FORM_DATA1 = 0x0b,
	FORM_STRP = 0x0e,
	FORM_UDATA = 0x0f,
	FORM_DATA16 = 0x1e,
	FORM_LINE_STRP = 0x1f,
};

struct reader {
	const uint8_t *p, *end;
	bool bad;
};

static uint64_t take(struct reader *r, unsigned bytes)
{
	uint64_t v = 0;
	if ((size_t)(r->end - r->p) < bytes) {
		r->bad = true;
		r->p = r->end;
		return 0;
	}
	memcpy(&v, r->p, bytes);
	r->p += bytes;
	return v;
}

/* Makes a reader of the next `bytes`. */
static struct reader take_part(struct reader *r, uint64_t bytes)
{
	struct reader part = {r->p, r->p, true};
	if (bytes > (uint64_t)(r->end - r->p)) {
		r->bad = true;
		return part;
	}
	r->p += bytes;
	return (struct reader){part.p, r->p, false};
}

static uint64_t take_leb(struct reader *r, bool is_signed)
{
	uint64_t v = 0, byte = 0;
	unsigned shift = 0;
	do {
		byte = take(r, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		shift += 7;
	} while ((byte & 0x80) != 0 && !r->bad);
	if (is_signed && shift < 64 && (byte & 0x40) != 0)
		v |= UINT64_MAX << shift;
	return v;
}

static const char *take_text(struct reader *r)
{
	const char *text = (const char *)r->p;
	while (take(r, 1) != 0)
		;
	return r->bad ? "" : text;
}

/* A list of folders or files of version 5: what each of them is said by, and how. */
struct entries {
	struct reader formats; /* pairs */
	uint64_t format_count, count;
};

struct program {
	struct reader r;
	unsigned version;
	struct str strings;
	struct entries listed; /* files of version 5 */
	unsigned min_length, line_range, opcode_base;
	int line_base;
	const uint8_t *operands; /* of standard opcodes */
	struct reader files;
};

struct row {
	uint64_t address, file, line;
};

/* ---- lists of version 5 ---------------------------------------------------------------------- */

static const char *string_at(const struct program *p, uint64_t off)
{
	struct str s = p->strings;
	if (off >= s.n || memchr(s.p + off, 0, s.n - off) == NULL)
		return "";
	return s.p + off;
}

/* Takes a value; returns it if it is a name. */
static const char *take_value(const struct program *p, struct reader *h, uint64_t form)
{
	switch (form) {
	case FORM_STRING:
		return take_text(h);
	case FORM_LINE_STRP:
		return string_at(p, take(h, 4));
	case FORM_DATA1:
		(void)take(h, 1);
		return "";
	case FORM_DATA2:
		(void)take(h, 2);
		return "";
	case FORM_DATA4:
	case FORM_STRP: /* of a section that only other tables refer to */
		(void)take(h, 4);
		return "";
	case FORM_DATA8:
		(void)take(h, 8);
		return "";
	case FORM_DATA16:
		(void)take_part(h, 16);
		return "";
	case FORM_UDATA:
		(void)take_leb(h, false);
		return "";
	case FORM_BLOCK:
		(void)take_part(h, take_leb(h, false));
		return "";
	}
	h->bad = true;
	return "";
}

static struct entries take_formats(struct reader *h)
{
	struct entries e = {.format_count = take(h, 1)};
	e.formats = *h;
	for (uint64_t k = 0; k < 2 * e.format_count; k++)
		(void)take_leb(h, false);
	e.count = take_leb(h, false);
	return e;
}

/* Takes an entry and returns its name. */
static const char *take_entry(const struct program *p, struct reader *h, const struct entries *e)
{
	struct reader formats = e->formats;
	const char *name = "";
	for (uint64_t k = 0; k < e->format_count; k++) {
		uint64_t what = take_leb(&formats, false);
		const char *value = take_value(p, h, take_leb(&formats, false));
		if (what == LNCT_PATH)
			name = value;
	}
	return name;
}

static void skip_folders(struct program *p, struct reader *h)
{
	struct entries e = take_formats(h);
	for (uint64_t k = 0; e.format_count != 0 && k < e.count && !h->bad; k++)
		(void)take_entry(p, h, &e);
}

/* ---- units ----------------------------------------------------------------------------------- */

/* Looks into the unit at the reader's place, which moves to the next one. */
static bool read_header(struct reader *unit, struct program *p)
{
	p->r = take_part(unit, take(unit, 4));
	p->version = (unsigned)take(&p->r, 2);
	if (p->version == 5)
		(void)take(&p->r, 2); /* bytes of an address and of a selector */
	struct reader h = take_part(&p->r, take(&p->r, 4));
	if (p->version != 4 && p->version != 5)
		return false;
	p->min_length = (unsigned)take(&h, 1);
	(void)take(&h, 2); /* operations per instruction, is_stmt */
	p->line_base = (int8_t)take(&h, 1);
	p->line_range = (unsigned)take(&h, 1);
	p->opcode_base = (unsigned)take(&h, 1);
	p->operands = h.p;
	for (unsigned k = 1; k < p->opcode_base; k++)
		(void)take(&h, 1);
	if (p->version == 5) {
		skip_folders(p, &h);
		p->listed = take_formats(&h);
	}
	while (p->version == 4 && *take_text(&h) != '\0')
		;
	p->files = h;
	return !h.bad && !p->r.bad && p->line_range != 0 && p->opcode_base > LNS_FIXED_ADVANCE_PC;
}

static void skip_operands(struct program *p, unsigned opcode)
{
	for (unsigned k = 0; k < p->operands[opcode - 1]; k++)
		(void)take_leb(&p->r, false);
}

/* Runs an extended opcode; true when it ends a sequence. */
static bool step_extended(struct program *p, struct row *row)
{
	uint64_t n = take_leb(&p->r, false);
	struct reader part = take_part(&p->r, n);
	uint64_t code = take(&part, 1);
	if (part.bad) {
		p->r.bad = true;
		return true;
	}
	if (code == LNE_SET_ADDRESS && n == 9)
		row->address = take(&part, 8);
	return code == LNE_END_SEQUENCE;
}

/* Runs one opcode. *emits becomes true when it makes a row or ends the sequence. */
static bool step(struct program *p, struct row *row, bool *emits)
{
	unsigned opcode = (unsigned)take(&p->r, 1);
	*emits = opcode >= p->opcode_base || opcode == LNS_COPY;
	if (opcode >= p->opcode_base) {
		unsigned k = opcode - p->opcode_base;
		row->address += (uint64_t)(k / p->line_range) * p->min_length;
		row->line += (uint64_t)(int64_t)(p->line_base + (int)(k % p->line_range));
	} else if (opcode == 0) {
		return *emits = step_extended(p, row);
	} else if (opcode == LNS_ADVANCE_PC) {
		row->address += take_leb(&p->r, false) * p->min_length;
	} else if (opcode == LNS_ADVANCE_LINE) {
		row->line += take_leb(&p->r, true);
	} else if (opcode == LNS_SET_FILE) {
		row->file = take_leb(&p->r, false);
	} else if (opcode == LNS_CONST_ADD_PC) {
		row->address += (uint64_t)((255 - p->opcode_base) / p->line_range) * p->min_length;
	} else if (opcode == LNS_FIXED_ADVANCE_PC) {
		row->address += take(&p->r, 2);
	} else if (opcode != LNS_COPY) {
		skip_operands(p, opcode);
	}
	return false;
}

static const char *file_name(const struct program *p, uint64_t number)
{
	struct reader files = p->files;
	const char *name = "", *slash;
	if (p->version == 5) { /* the first one has number 0 */
		for (uint64_t k = 0; p->listed.format_count != 0 && k <= number &&
				     number < p->listed.count && !files.bad;
			k++)
			name = take_entry(p, &files, &p->listed);
		slash = strrchr(name, '/');
		return slash == NULL ? name : slash + 1;
	}
	for (uint64_t k = 0; k < number && !files.bad; k++) {
		name = take_text(&files);
		for (unsigned f = 0; f < 3; f++)
			(void)take_leb(&files, false);
	}
	return name;
}

/* Calls the visitor for each stretch of code that has a line. Code at line 0, which has no line,
 * counts to the line before it. */
static bool walk_rows(struct program *p, struct image_line_visitor *v)
{
	struct row row = {.file = 1, .line = 1}, last = {0}, lined = {0};
	uint64_t named = UINT64_MAX;
	const char *name = "";
	bool emits = false;
	while (p->r.p < p->r.end && !p->r.bad) {
		bool ends = step(p, &row, &emits);
		if (!emits)
			continue;
		if (lined.line != 0 && last.address < row.address) {
			if (lined.file != named)
				name = file_name(p, named = lined.file);
			const struct image_line line = {name, lined.line};
			if (v->visit(v, last.address, row.address, &line))
				return true;
		}
		last = row;
		if (row.line != 0)
			lined = row;
		if (ends) {
			row = (struct row){.file = 1, .line = 1};
			last = lined = (struct row){0};
		}
	}
	return false;
}

struct image_lines image_lines_of(const struct elf_view *v)
{
	static const char *const names[] = {".debug_line", ".debug_line_str"};
	struct str found[] = {{"", 0}, {"", 0}};
	for (size_t k = 0; k < ARRAY_LEN(names); k++) {
		const struct elf_section *s = elf_section_find(v, names[k]);
		if (s != NULL && s->bytes != NULL && (s->flags & SHF_COMPRESSED) == 0)
			found[k] = (struct str){(const char *)s->bytes, s->size};
	}
	return (struct image_lines){found[0], found[1]};
}

bool image_lines_walk(const struct image_lines *l, struct image_line_visitor *v)
{
	const uint8_t *tables = (const uint8_t *)l->tables.p;
	struct reader units = {tables, tables + l->tables.n, false};
	while (units.p < units.end && !units.bad) {
		struct program p = {.strings = l->strings};
		if (read_header(&units, &p) && walk_rows(&p, v))
			return true;
	}
	return false;
}

struct search {
	struct image_line_visitor visitor; /* first */
	uint64_t address;
	struct image_line *out;
};

static bool is_here(struct image_line_visitor *v, uint64_t begin, uint64_t end,
	const struct image_line *line)
{
	struct search *s = (struct search *)v;
	if (s->address < begin || s->address >= end)
		return false;
	*s->out = *line;
	return true;
}

bool image_line_find(const struct image_lines *l, uint64_t vaddr, struct image_line *out)
{
	struct search s = {{is_here}, vaddr, out};
	return image_lines_walk(l, &s.visitor);
}
