/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Most handles that a module calls are of its own functions. So an indirect call is preceded by
 * comparisons of its handle with that of each function that has the same formals, and by a direct
 * call where they are equal, which can be put in place like any other. All other handles still go
 * to the indirect call. */
#include "ir/ir.h"
#include "module/module_passes.h"
#include "ir/limits.h"

/* ---- which functions ------------------------------------------------------------------------- */

static bool formals_agree(const struct fin_variable **a, const struct fin_variable **b,
	uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (a[k]->bytes != b[k]->bytes || a[k]->align != b[k]->align ||
			a[k]->is_array != b[k]->is_array)
			return false;
	return true;
}

static bool may_mean(const struct fin_function *f, const struct fin_function *signature)
{
	return f->definition && f->handle != NULL && f->in_count == signature->in_count &&
	       f->out_count == signature->out_count &&
	       formals_agree(f->in, signature->in, f->in_count) &&
	       formals_agree(f->out, signature->out, f->out_count);
}

/* Finds the functions that the call may mean; returns 0 when there are none or too many. */
static uint32_t find_targets(const struct fin_module *m, const struct fin_function *signature,
	struct fin_function *targets[FIN_LIMIT_TARGETS])
{
	uint32_t n = 0;

	for (size_t k = 0; k < m->function_count; k++) {
		if (!may_mean(m->functions[k], signature))
			continue;
		if (n == FIN_LIMIT_TARGETS)
			return 0;
		targets[n++] = m->functions[k];
	}
	return n;
}

/* ---- the calls ------------------------------------------------------------------------------- */

/* Ends block `b` with a branch to one of two blocks, or to `first` if `second` is NULL. */
static void branch_to(struct fin_function *f, struct fin_block *b, const struct fin_inst *like,
	struct fin_block *first, struct fin_block *second)
{
	fin_term_set(f->module, b, second != NULL ? FIN_TERM_CBR : FIN_TERM_BR,
		second != NULL ? 2 : 1);
	b->term.succ[0] = first;
	if (second != NULL)
		b->term.succ[1] = second;
	b->term.off = like->off;
	b->term.loc = like->loc;
}

/* Makes a block with a direct call of `target` instead of the indirect call `i`. */
static struct fin_block *direct_call(struct fin_function *f, const struct fin_inst *i,
	struct fin_function *target, struct fin_block *after)
{
	struct fin_block *b = fin_block_new(f);
	struct fin_inst *call = ARENA_NEW(f->module->arena, struct fin_inst);

	*call = *i;
	call->operand_count = 0;
	call->call = ARENA_NEW(f->module->arena, struct fin_call);
	*call->call = *i->call;
	call->call->indirect = false;
	call->call->callee = target;
	fin_block_append(b, call);
	branch_to(f, b, i, after, NULL);
	return b;
}

/* Ends `b` with a branch to `equal` if the call's handle is that of `target`, else to `other`. */
static void compare(struct fin_function *f, struct fin_block *b, const struct fin_inst *i,
	const struct fin_function *target, struct fin_block *equal, struct fin_block *other)
{
	struct fin_module *m = f->module;
	uint32_t handle = fin_reg_new(f, (struct fin_reg){64, 'v', 0});
	uint32_t is_equal = fin_reg_new(f, (struct fin_reg){1, 'v', 0});
	struct fin_operand lda[] = {
		fin_reg_operand(handle, BRIG_TYPE_U64, true), {.kind = FIN_OPND_ADDRESS,
								      .type = BRIG_TYPE_U64,
								      .global = target->handle,
								      .local = FIN_NO_LOCAL}};
	struct fin_operand cmp[] = {fin_reg_operand(is_equal, BRIG_TYPE_B1, true), i->operands[0],
		fin_reg_operand(handle, BRIG_TYPE_U64, false)};

	fin_block_append(b, fin_inst_new(m, i, ISA_LOWER_LDA,
				    (struct isa_inst){.opcode = BRIG_OPCODE_LDA,
					    .type = BRIG_TYPE_U64,
					    .segment = BRIG_SEGMENT_READONLY},
				    lda, ARRAY_LEN(lda)));
	fin_block_append(b, fin_inst_new(m, i, ISA_LOWER_CMP,
				    (struct isa_inst){.opcode = BRIG_OPCODE_CMP,
					    .type = BRIG_TYPE_B1,
					    .source_type = BRIG_TYPE_U64,
					    .compare = BRIG_COMPARE_EQ},
				    cmp, ARRAY_LEN(cmp)));
	branch_to(f, b, i, equal, other);
	b->term.value = cmp[0].v[0];
	b->term.value_bits = 1;
	b->term.width = i->isa->width;
}

/* Puts comparisons and direct calls before the indirect call `i` in block `b`; `before` is the
 * instruction before it, or NULL. */
static void guess(struct fin_function *f, struct fin_block *b, struct fin_inst *before,
	struct fin_inst *i, struct fin_function *const *targets, uint32_t count)
{
	struct fin_block *after = fin_block_new(f), *last = fin_block_new(f);

	after->term = b->term;
	after->first = i->next;
	after->last = i->next != NULL ? b->last : NULL;
	b->last = before;
	*(before != NULL ? &before->next : &b->first) = NULL;
	for (uint32_t k = 0; k < count; k++) {
		struct fin_block *next = k + 1 < count ? fin_block_new(f) : last;

		compare(f, b, i, targets[k], direct_call(f, i, targets[k], after), next);
		b = next;
	}
	i->call->is_last = true;
	fin_block_append(last, i);
	branch_to(f, last, i, after, NULL);
}

static void guess_in(struct fin_function *f)
{
	struct fin_function *targets[FIN_LIMIT_TARGETS];

	/* the loop also visits the blocks that guess() appends */
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_inst *before = NULL;

		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; before = i, i = i->next) {
			uint32_t count = 0;

			if (i->call != NULL && i->call->indirect && !i->call->is_last &&
				i->operands[0].type == BRIG_TYPE_U64)
				count = find_targets(f->module, i->call->callee, targets);
			if (count == 0)
				continue;
			guess(f, f->blocks[k], before, i, targets, count);
			break; /* the rest of the block is now a block of its own */
		}
	}
}

void fin_promote_calls(struct fin_module *m)
{
	size_t count = m->function_count;

	for (size_t k = 0; k < count; k++)
		if (m->functions[k]->is_indirect && m->functions[k]->definition)
			fin_handle_variable(m, m->functions[k]);
	for (size_t k = 0; k < count; k++)
		if (m->functions[k]->definition)
			guess_in(m->functions[k]);
}
