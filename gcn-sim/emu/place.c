/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says where code is, for messages about wavefronts. */
#include <elf.h>
#include "functions_impl.h"

static const struct elf_symbol *function_at(const struct gcn_program *p, uint64_t pc, uint64_t *off)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->symbol_count; n++) {
		const struct elf_symbol *s = &v->symbols[n];
		if (s->type != STT_FUNC || s->section == SHN_UNDEF ||
			s->section >= v->section_count)
			continue;
		*off = pc - s->value -
		       (v->type == ET_REL ? p->section_addresses[s->section]
					  : (uint64_t)(uintptr_t)p->memory);
		if (*off < s->size)
			return s;
	}
	return NULL;
}

static const struct elf_section *section_at(const struct gcn_program *p, uint64_t pc, uint64_t *off)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++) {
		*off = pc - p->section_addresses[n];
		if (p->section_addresses[n] != 0 && *off <= v->sections[n].size)
			return &v->sections[n];
	}
	return NULL;
}

static void print_section(const struct gcn_program *p, uint64_t pc, struct buf *out)
{
	uint64_t off;
	const struct elf_section *s = section_at(p, pc, &off);

	if (s != NULL)
		buf_printf(out, "%s+0x%llx", s->name, (unsigned long long)off);
	else
		buf_printf(out, "0x%llx", (unsigned long long)pc);
}

uint64_t gcn_program_address(const struct gcn_program *p, uint64_t pc)
{
	uint64_t off;
	const struct elf_section *s = section_at(p, pc, &off);

	return s == NULL ? pc : s->addr + off;
}

bool gcn_program_text(const struct gcn_program *p, uint64_t pc, struct buf *out)
{
	const struct gcn_code *in = gcn_program_at(p, pc);
	struct gcn_refusal why;
	struct gcn_inst i;

	if (in == NULL || !gcn_decode((const uint8_t *)(uintptr_t)pc, 4U * in->dwords, &i, &why))
		return false;
	gcn_print(&i, NULL, out);
	return true;
}

void gcn_program_place(const struct gcn_program *p, uint64_t pc, struct buf *out)
{
	struct buf text = BUF_INIT;
	struct image_line line;
	uint64_t off;
	const struct elf_symbol *f = function_at(p, pc, &off);

	print_section(p, pc, out);
	if (f != NULL)
		buf_printf(out, " (%s+0x%llx)", f->name, (unsigned long long)off);
	if (gcn_program_line(p, pc, &line))
		buf_printf(out, " (%s:%llu)", line.file, (unsigned long long)line.line);
	if (gcn_program_text(p, pc, &text))
		buf_printf(out, ": " STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
}
