/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divides the kernels of a module into parts, of which objects are made at the same time: nearly
 * all time goes into LLVM's work on each kernel. How many parts there are, and which kernel is in
 * which, depends on the module alone, so that the code does, too, whatever the number of threads.
 *
 * The first part also has all that a module has once: its variables, and the functions that code
 * elsewhere may call. A function of module linkage that stays has code in each part that calls
 * it. */
#include "hsaemu/finalize.h"
#include "ir/ir.h"
#include "ir/limits.h"
#include "module/module_passes.h"

struct count {
	uint32_t instructions, kernels;
};

static bool is_kernel_definition(const struct brig_entry *e)
{
	return e->kind == BRIG_KIND_DIRECTIVE_KERNEL &&
	       (e->u.executable.modifier & BRIG_EXECUTABLE_DEFINITION) != 0;
}

/* Counts what the code section has; nothing where it is damaged. */
static struct count count_code(const struct brig_view *v)
{
	struct count c = {0};
	uint64_t end = v->sections[BRIG_SECTION_INDEX_CODE].len;
	struct brig_entry e;

	for (uint64_t off = v->sections[BRIG_SECTION_INDEX_CODE].header_len; off < end;
		off += e.bytes) {
		if (!brig_code_at(v, (uint32_t)off, &e))
			return (struct count){0};
		c.instructions += brig_is_inst(&e);
		c.kernels += is_kernel_definition(&e);
	}
	return c;
}

unsigned fin_part_count(const void *brig, size_t len, const struct finalize_options *o)
{
	const struct diag_options silent = {.tool = "parts"};
	struct brig_view view = {0};
	struct count c = {0};
	struct diag d;
	unsigned n;

	if (o->profile || o->emit != FINALIZE_OBJ || o->stubs || o->kernel != NULL ||
		fin_is_gpu(o->cpu))
		return 1;
	diag_init(&d, &silent);
	if (brig_view_open(&view, "", brig, len, &d))
		c = count_code(&view);
	brig_view_close(&view);
	diag_release(&d);
	n = c.instructions / FIN_LIMIT_PART;
	if (n > FIN_LIMIT_PARTS)
		n = FIN_LIMIT_PARTS;
	if (n > c.kernels)
		n = c.kernels;
	return n > 1 ? n : 1;
}

/* Each part gets successive kernels that have together about as many instructions as those of any
 * other part: a kernel belongs where its middle is. */
void fin_divide(struct fin_module *m, unsigned parts)
{
	double total = 0, before = 0;

	for (size_t i = 0; i < m->function_count; i++)
		if (m->functions[i]->is_kernel)
			total += m->functions[i]->inlined_size;
	for (size_t i = 0; i < m->function_count; i++) {
		struct fin_function *f = m->functions[i];

		if (!f->is_kernel || f->inlined_size <= 0)
			continue;
		f->part = (unsigned)((before + f->inlined_size / 2) / total * parts);
		before += f->inlined_size;
	}
}
