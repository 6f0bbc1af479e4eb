/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verification: calls the passes in their order. */

#include "brig/verify/verify_call_graph_impl.h"
#include "brig/verify/verify_impl.h"

static void verifier_init(struct brig_verifier *vf, const struct brig_view *v, struct diag *d)
{
	*vf = (struct brig_verifier){.v = v, .d = d, .errors_before = d->error_count};
	for (size_t i = 0; i < ARRAY_LEN(vf->starts); i++)
		vf->starts[i] = mem_new((size_t)(v->sections[i].len / 32) + 1, 1);
	size_t data_len = (size_t)v->sections[BRIG_SECTION_INDEX_DATA].len;
	vf->operand_lists = mem_new(data_len / 32 + 1, 1);
	vf->code_lists = mem_new(data_len / 32 + 1, 1);
	vf->name_at = mem_new(data_len / 4 + 1, sizeof *vf->name_at);
	str_map_init(&vf->name_numbers);
	str_map_init(&vf->formals);
	str_map_init(&vf->list_kinds);
	str_map_init(&vf->constant_list_numbers);
	str_map_init(&vf->checked);
	brig_call_graph_init(vf);
}

static void verifier_release(struct brig_verifier *vf)
{
	for (size_t i = 0; i < ARRAY_LEN(vf->starts); i++)
		mem_free(vf->starts[i]);
	mem_free(vf->operand_lists);
	mem_free(vf->code_lists);
	mem_free(vf->name_at);
	mem_free(vf->names);
	mem_free(vf->functions);
	mem_free(vf->formal_offs);
	mem_free(vf->arg_blocks);
	mem_free(vf->constant_lists);
	str_map_release(&vf->name_numbers);
	str_map_release(&vf->formals);
	str_map_release(&vf->list_kinds);
	str_map_release(&vf->constant_list_numbers);
	str_map_release(&vf->checked);
	brig_call_graph_release(vf);
}

static bool verify(const struct brig_view *v, enum brig_partial_groups partial, struct diag *d)
{
	static void (*const passes[])(struct brig_verifier *) = {
		brig_verify_entries,
		brig_verify_fields,
		/* From here on every offset leads to an entry of the right section. */
		brig_verify_operands,
		/* Every constant has the size of its type, every list elements of its kind. */
		brig_verify_structure,
		/* Every entry stands where it may; module-scope symbols and formals are known. */
		brig_verify_bodies,
		/* Every code block is good for itself. */
		brig_verify_reach,
	};
	struct brig_verifier vf;
	verifier_init(&vf, v, d);
	vf.partial_groups = partial;
	for (size_t i = 0; i < ARRAY_LEN(passes) && !brig_verify_failed(&vf); i++)
		passes[i](&vf);
	bool ok = !brig_verify_failed(&vf);
	verifier_release(&vf);
	return ok;
}

bool brig_verify(const struct brig_view *v, struct diag *d)
{
	return verify(v, BRIG_PARTIAL_GROUPS_UNKNOWN, d);
}

bool brig_verify_final(const struct brig_view *v, bool whole_groups, struct diag *d)
{
	return verify(v, whole_groups ? BRIG_PARTIAL_GROUPS_NONE : BRIG_PARTIAL_GROUPS_ALLOWED, d);
}
