/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of source that a program's code is from. Each dword has the number of its line in a
 * sorted table, so that looking a line up costs an index. */
#include <elf.h>
#include <stdlib.h>
#include "functions_impl.h"

struct stretch {
	uint64_t line;
	uint32_t file;   /* number of its name, by first appearance */
	uint32_t number; /* as code has it until the table is there */
	const char *name;
};

struct taking {
	struct image_line_visitor visitor; /* first */
	struct gcn_program *p;
	uint64_t base; /* what addresses in the table are added to */
	/* how many dwords may get lines yet: damaged tables have some over and over */
	uint64_t left;
	struct str_map names;
	const char *last; /* name of the last stretch; NULL: there was none */
	struct stretch *found;
	size_t count, capacity;
};

static uint32_t file_number(struct taking *t, const char *name)
{
	uint64_t n = t->names.count;

	if (t->last == name)
		return t->found[t->count - 1].file;
	if (!str_map_find(&t->names, str_from(name), &n))
		(void)str_map_put(&t->names, str_from(name), n);
	return (uint32_t)n;
}

static uint32_t add_stretch(struct taking *t, const struct image_line *line)
{
	const struct stretch *last = t->count != 0 ? &t->found[t->count - 1] : NULL;
	uint32_t file = file_number(t, line->file);

	t->last = line->file;
	if (last != NULL && last->file == file && last->line == line->line)
		return last->number;
	ARRAY_GROW(t->found, t->count, t->capacity);
	t->found[t->count] = (struct stretch){
		.line = line->line, .file = file, .number = (uint32_t)t->count, .name = line->file};
	return t->found[t->count++].number;
}

static bool take_line(struct image_line_visitor *v, uint64_t begin, uint64_t end,
	const struct image_line *line)
{
	struct taking *t = (struct taking *)v;
	uint64_t bytes = end - begin;
	struct gcn_code *code;
	uint32_t number;

	begin += t->base;
	code = gcn_program_dword(t->p, begin);
	if (code == NULL || t->left == 0)
		return t->left == 0;
	number = add_stretch(t, line) + 1;
	for (uint64_t at = begin; at - begin < bytes && t->left != 0; at += 4) {
		code = gcn_program_dword(t->p, at);
		if (code == NULL)
			break;
		code->line = number;
		t->left--;
	}
	return false;
}

static int compare(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Makes the table of what was found, and gives code the numbers that lines have there. */
static void make_table(struct taking *t)
{
	struct gcn_program *p = t->p;
	uint32_t *renumber = mem_new(t->count + 1, sizeof *renumber);

	qsort(t->found, t->count, sizeof *t->found, compare);
	p->lines = ARENA_ARRAY(&p->arena, struct image_line, t->count + 1);
	p->lines[0].file = "";
	p->line_count = 1;
	for (size_t n = 0; n < t->count; n++) {
		const struct stretch *s = &t->found[n];

		if (n == 0 || compare(s, s - 1) != 0)
			p->lines[p->line_count++] = (struct image_line){s->name, s->line};
		renumber[s->number + 1] = p->line_count - 1;
	}
	for (uint32_t n = 0; n < p->region_count; n++)
		for (uint64_t k = 0; k < p->regions[n].bytes / 4; k++)
			p->regions[n].code[k].line = renumber[p->regions[n].code[k].line];
	mem_free(renumber);
}

bool gcn_program_take_lines(struct gcn_program *p, struct diag *d)
{
	struct taking t = {.visitor = {take_line}, .p = p};
	struct str tables;

	if (!gcn_object_lines(p->object, p->section_addresses, &p->arena, &tables, d))
		return false;
	if (tables.n == 0)
		return true;
	if (p->object->elf.type == ET_DYN)
		t.base = (uint64_t)(uintptr_t)p->memory;
	for (uint32_t n = 0; n < p->region_count; n++)
		t.left += p->regions[n].bytes; /* each dword four times */
	str_map_init(&t.names);
	(void)image_lines_walk((const uint8_t *)tables.p, tables.n, &t.visitor);
	if (t.count != 0)
		make_table(&t);
	mem_free(t.found);
	str_map_release(&t.names);
	return true;
}

bool gcn_program_line(const struct gcn_program *p, uint64_t pc, struct image_line *out)
{
	const struct gcn_code *code = gcn_program_dword(p, pc);

	if (code == NULL || code->line == 0)
		return false;
	*out = p->lines[code->line];
	return true;
}
