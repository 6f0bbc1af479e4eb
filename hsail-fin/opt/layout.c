/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gives variables their places in memory: in the group segment, in a work-item's private frame, or
 * in argument blocks.
 *
 * Arguments are laid out like a kernarg segment (PRM 4.21): in order, each at its alignment. */
#include "hsaemu/kernel_abi.h"
#include "ir/ir.h"
#include "module/module_passes.h"
#include "opt/opt_passes.h"

enum {
	KERNARG_MIN_ALIGN = 16,  /* PRM 4.21 */
	CALL_STACK_BYTES = 2048, /* reserved per work-item for recursive calls and alloca */
};

struct extent {
	uint64_t bytes, align;
};

static uint64_t place(struct extent *e, uint64_t bytes, uint64_t align)
{
	uint64_t offset = align_up(e->bytes, align);

	e->bytes = offset + bytes;
	if (align > e->align)
		e->align = align;
	return offset;
}

static struct fin_local *local_of_formal(struct fin_function *f, const struct fin_variable *v)
{
	uint32_t i = fin_local_of(f, v); /* this may move f->locals */

	return &f->locals[i];
}

static void place_formals(struct fin_function *f)
{
	struct extent in = {0, KERNARG_MIN_ALIGN}, out = {0, 1};

	for (uint32_t i = 0; i < f->in_count; i++) {
		struct fin_local *l = local_of_formal(f, f->in[i]);

		if (l->home != FIN_HOME_REGISTERS)
			l->home = f->is_kernel ? FIN_HOME_KERNARG : FIN_HOME_IN;
		l->offset = place(&in, l->var->bytes, l->var->align);
	}
	for (uint32_t i = 0; i < f->out_count; i++) {
		struct fin_local *l = local_of_formal(f, f->out[i]);

		if (l->home != FIN_HOME_REGISTERS)
			l->home = FIN_HOME_OUT;
		l->offset = place(&out, l->var->bytes, l->var->align);
	}
	f->in_bytes = in.bytes;
	f->out_bytes = out.bytes;
	f->kernarg_align = (uint32_t)in.align;
}

static bool has_calls(const struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->call != NULL && i->call->callee->device == NULL)
				return true;
	return false;
}

static void place_local(struct fin_function *f, struct fin_local *l, struct extent *group,
	struct extent *frame)
{
	const struct fin_variable *v = l->var;

	if (l->home != FIN_HOME_NONE)
		return;
	if (fin_is_linked_in(f, v)) {
		bool in_group = v->segment == BRIG_SEGMENT_GROUP;

		l->home = in_group ? FIN_HOME_LINKED : FIN_HOME_LINKED_PRIVATE;
		f->links_group |= in_group;
		f->links_private |= !in_group;
		return;
	}
	if (!f->is_kernel && (v->segment == BRIG_SEGMENT_GROUP || v->module_scope))
		BUG("variable '" STR_FMT "' is shared, but not linked", STR_ARG(v->name));
	if (v->segment == BRIG_SEGMENT_GROUP) {
		l->home = FIN_HOME_GROUP;
		l->offset = place(group, v->bytes, v->align);
	} else {
		l->home = FIN_HOME_PRIVATE;
		l->offset = place(frame, v->bytes, v->align);
	}
}

static bool check_sizes(const struct fin_function *f)
{
	const struct {
		const char *what;
		uint64_t bytes;
	} sizes[] = {
		{"group", f->group_bytes}, {"private", f->frame_bytes}, {"argument", f->in_bytes}};
	bool ok = true;

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
		if (sizes[i].bytes > FIN_MAX_BYTES) {
			diag_error(f->module->diag, fin_place(f->module, f->off),
				"variables in the %s segment of '" STR_FMT "' have more than 1 GiB",
				sizes[i].what, STR_ARG(f->name));
			ok = false;
		}
	return ok;
}

bool fin_layout(struct fin_function *f)
{
	struct extent group = {0, 1}, frame = {0, 16};

	place_formals(f);
	if (f->is_kernel)
		frame.bytes = HSAEMU_STACK_HEADER_BYTES;
	f->dynamic_stack = f->has_alloca || has_calls(f);
	f->links_group = f->links_private = f->is_kernel && fin_calls_others(f);
	/* no stack follows: the last work-item's private block ends where its variables end */
	if (!f->dynamic_stack && f->is_kernel)
		frame = (struct extent){0, 1};
	for (size_t i = 0; i < f->local_count; i++)
		place_local(f, &f->locals[i], &group, &frame);
	f->group_bytes = f->links_group ? align_up(group.bytes, HSAEMU_SEGMENT_ALIGN) : group.bytes;
	if (f->is_kernel && f->links_private) {
		frame.align = HSAEMU_SEGMENT_ALIGN;
		frame.bytes = align_up(frame.bytes, frame.align);
	}
	f->frame_align = frame.align;
	f->static_frame_bytes = frame.bytes;
	if (f->is_kernel && f->dynamic_stack)
		frame.bytes = align_up(frame.bytes, 16) + CALL_STACK_BYTES + f->callee_bytes;
	f->frame_bytes = align_up(frame.bytes, frame.align);
	return check_sizes(f);
}
