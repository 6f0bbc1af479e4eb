/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Notes what the entries of a code block use: registers, and symbols that indirect functions may
 * not use. */
#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_use_impl.h"

void brig_verify_use_register(struct brig_verifier *vf, unsigned kind, unsigned number)
{
	uint32_t *used = &vf->body->registers[kind];
	if (number >= *used)
		*used = number + 1u;
}

/* Notes something that an indirect function may not use (PRM 10.8). */
void brig_verify_use_restricted(struct brig_verifier *vf, uint32_t off, uint32_t name)
{
	struct brig_body *b = vf->body;
	if (b->function.kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION)
		FAIL_CODE(vf, off, "10.8",
			"indirect function may not use '" STR_FMT "': it is a group variable, a "
			"module-scope private variable or an fbarrier",
			STR_ARG(brig_verify_data(vf, name)));
	else if (!b->reaches)
		brig_call_graph_add_fact(vf, BRIG_CONTROL_NONE, off);
	b->reaches = true;
}
