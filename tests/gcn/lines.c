/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints where each instruction of an object is that can be reached: lines OBJECT. Fails when the
 * numbers that code has for its lines are not in their order. */
#include "emulate.h"

static bool is_in_order(const struct image_line *a, const struct image_line *b)
{
	return strcmp(a->file, b->file) != 0 || a->line < b->line;
}

static void check_table(const struct gcn_program *p)
{
	for (uint32_t n = 2; n < p->line_count; n++)
		if (!is_in_order(&p->lines[n - 1], &p->lines[n]))
			printf("line %u is not behind the one before\n", n);
}

static void print_code(const struct gcn_program *p, const struct gcn_code *code)
{
	struct buf text = BUF_INIT;
	struct image_line line;

	gcn_program_place(p, code->pc, &text);
	printf(STR_FMT "\n", STR_ARG(buf_slice(&text)));
	buf_release(&text);
	if (gcn_program_line(p, code->pc, &line) != (code->line != 0) ||
		code->line >= (p->line_count == 0 ? 1 : p->line_count) ||
		(code->line != 0 && p->lines[code->line].line != line.line))
		printf("number %u is another line\n", code->line);
}

int main(int argc, char **argv)
{
	struct emulated e;

	if (argc != 2)
		return 2;
	emulate_open(&e, argv[1]);
	check_table(&e.program);
	for (uint32_t n = 0; n < e.program.region_count; n++) {
		const struct gcn_region *r = &e.program.regions[n];
		for (uint64_t k = 0; k < r->bytes / 4; k++)
			if (r->code[k].row != NULL)
				print_code(&e.program, &r->code[k]);
	}
	emulate_close(&e);
	return 0;
}
