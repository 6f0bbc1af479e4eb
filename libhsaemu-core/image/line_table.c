/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the lines of code by the line tables (DWARF 4, section 6.2) that hsail-fin -g
 * makes. Tables of other versions are skipped. The tables come from a file and are not trusted:
 * each part is read within the bounds of the part around it. */
#include <string.h>
#include "hsaemu/image.h"

enum { STANDARD_VERSION = 4 };
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

struct program {
	struct reader r;
	unsigned min_length, line_range, opcode_base;
	int line_base;
	const uint8_t *operands; /* of standard opcodes */
	struct reader files;
};

struct row {
	uint64_t address, file, line;
};

/* Looks into the unit at the reader's place, which moves to the next one. */
static bool read_header(struct reader *unit, struct program *p)
{
	p->r = take_part(unit, take(unit, 4));
	uint64_t version = take(&p->r, 2);
	struct reader h = take_part(&p->r, take(&p->r, 4));
	if (version != STANDARD_VERSION)
		return false;
	p->min_length = (unsigned)take(&h, 1);
	(void)take(&h, 2); /* operations per instruction, is_stmt */
	p->line_base = (int8_t)take(&h, 1);
	p->line_range = (unsigned)take(&h, 1);
	p->opcode_base = (unsigned)take(&h, 1);
	p->operands = h.p;
	for (unsigned k = 1; k < p->opcode_base; k++)
		(void)take(&h, 1);
	while (*take_text(&h) != '\0')
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
	const char *name = "";
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
	uint64_t named = 0;
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

bool image_lines_walk(const uint8_t *tables, size_t len, struct image_line_visitor *v)
{
	struct reader units = {tables, tables + len, false};
	while (units.p < units.end && !units.bad) {
		struct program p;
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

bool image_line_find(const uint8_t *tables, size_t len, uint64_t vaddr, struct image_line *out)
{
	struct search s = {{is_here}, vaddr, out};
	return image_lines_walk(tables, len, &s.visitor);
}
