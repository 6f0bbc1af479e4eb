/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells whether the kernels of a module can be in programs of their own. */
#include "hsaemu/brig.h"
#include "hsaemu/finalize.h"

struct census {
	size_t kernels, shared; /* what kernels have in common, and may change or call */
};

static bool is_shared_function(const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;
	if ((x->modifier & BRIG_EXECUTABLE_DEFINITION) == 0)
		return false;
	return e->kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION ||
	       (e->kind == BRIG_KIND_DIRECTIVE_FUNCTION && x->linkage == BRIG_LINKAGE_PROGRAM);
}

static bool is_shared_variable(const struct brig_entry *e)
{
	return e->kind == BRIG_KIND_DIRECTIVE_VARIABLE &&
	       e->u.variable.segment == BRIG_SEGMENT_GLOBAL &&
	       e->u.variable.allocation != BRIG_ALLOCATION_AGENT;
}

static struct census take_census(const struct brig_view *v)
{
	struct census c = {0};
	struct brig_entry e;
	uint64_t end = v->sections[BRIG_SECTION_INDEX_CODE].len;
	for (uint64_t off = v->sections[BRIG_SECTION_INDEX_CODE].header_len;
		off < end && brig_code_at(v, (uint32_t)off, &e); off += e.bytes) {
		c.kernels += e.kind == BRIG_KIND_DIRECTIVE_KERNEL &&
		             (e.u.executable.modifier & BRIG_EXECUTABLE_DEFINITION) != 0;
		c.shared += is_shared_variable(&e) || is_shared_function(&e);
	}
	return c;
}

bool fin_kernels_are_apart(const void *brig, size_t len, size_t *kernels)
{
	const struct diag_options silent = {.tool = "apart"};
	struct brig_view view = {0};
	struct census c = {0};
	struct diag d;

	diag_init(&d, &silent);
	if (brig_view_open(&view, "", brig, len, &d))
		c = take_census(&view);
	brig_view_close(&view);
	diag_release(&d);
	*kernels = c.kernels;
	return c.shared == 0;
}
