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

static void print_section(const struct gcn_program *p, uint64_t pc, struct buf *out)
{
	const struct elf_view *v = &p->object->elf;

	for (uint32_t n = 1; n < v->section_count; n++) {
		uint64_t at = p->section_addresses[n];
		if (at == 0 || pc - at > v->sections[n].size)
			continue;
		buf_printf(out, "%s+0x%llx", v->sections[n].name, (unsigned long long)(pc - at));
		return;
	}
	buf_printf(out, "0x%llx", (unsigned long long)pc);
}

void gcn_program_place(const struct gcn_program *p, uint64_t pc, struct buf *out)
{
	const struct gcn_code *in = gcn_program_at(p, pc);
	struct gcn_refusal why;
	struct image_line line;
	struct gcn_inst i;
	uint64_t off;
	const struct elf_symbol *f = function_at(p, pc, &off);

	print_section(p, pc, out);
	if (f != NULL)
		buf_printf(out, " (%s+0x%llx)", f->name, (unsigned long long)off);
	if (gcn_program_line(p, pc, &line))
		buf_printf(out, " (%s:%llu)", line.file, (unsigned long long)line.line);
	if (in != NULL && gcn_decode((const uint8_t *)(uintptr_t)pc, 4U * in->dwords, &i, &why)) {
		buf_puts(out, ": ");
		gcn_print(&i, NULL, out);
	}
}
