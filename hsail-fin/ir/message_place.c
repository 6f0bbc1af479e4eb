/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where messages point: into the BRIG, or into the source that the BRIG was made from, which loc
 * directives name (PRM 13.2). */
#include "hsaemu/origin.h"
#include "ir/ir.h"

static bool begins_executable(const struct brig_entry *e)
{
	return e->kind == BRIG_KIND_DIRECTIVE_KERNEL || e->kind == BRIG_KIND_DIRECTIVE_FUNCTION ||
	       e->kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION;
}

/* The loc directive that holds at `off`: the last one before it in the same function. Its line is 0
 * if there is none. */
static struct brig_directive_loc loc_at(const struct fin_module *m, uint32_t off)
{
	struct brig_directive_loc loc = {0, 0, 0};
	struct brig_entry e;
	uint32_t at = m->view->sections[BRIG_SECTION_INDEX_CODE].header_len;
	for (; at < off && brig_code_at(m->view, at, &e); at += e.bytes) {
		if (begins_executable(&e))
			loc.line = 0;
		else if (e.kind == BRIG_KIND_DIRECTIVE_LOC)
			loc = e.u.loc;
	}
	return loc;
}

struct diag_place fin_place(const struct fin_module *m, uint32_t off)
{
	struct str file = STR("");
	if (m->origin == NULL)
		return brig_place(m->view, BRIG_SECTION_INDEX_CODE, off);
	struct brig_directive_loc loc = loc_at(m, off);
	if (loc.line == 0 || !brig_data(m->view, loc.filename, &file))
		return diag_in_file(m->origin->name);
	return origin_place(m->origin, file, loc.line, loc.column);
}
