/* A look at all bodies before the first is translated: the static shared memory, whose size the
 * dynamic one begins behind, and the functions whose address is taken, which get numbers. */
#include "translate_impl.h"

static void number_function(struct tr *t, const struct ptx_operand *o)
{
	if (o->kind != PTX_OPND_NAME)
		return;
	const struct symbol *s = scope_find(t, t->globals, o->name);
	if (s != NULL && s->kind == SYM_FUNC && !s->func->ptx->is_entry && s->func->number == 0)
		s->func->number = ++t->numbered_count;
}

static void scan_inst(struct tr *t, struct prescan *p, const struct ptx_inst *inst)
{
	struct ptx_words w;
	const struct op_row *row = ptx_ops_match(&t->ops, inst, &w);
	if (row == NULL)
		return;
	if (row->function == tr_fn_bar_red)
		p->has_reduction = true;
	p->has_images |= row->function == tr_fn_tex || row->function == tr_fn_tex_level || row->function == tr_fn_txq ||
			 row->function == tr_fn_suld || row->function == tr_fn_sust ||
			 row->function == tr_fn_sust_formatted || row->function == tr_fn_suq;
	if (row->function == tr_fn_mov && inst->operand_count == 2)
		number_function(t, inst->operands[1]);
}

static void scan_stmts(struct tr *t, struct prescan *p, const struct ptx_stmt *first)
{
	for (const struct ptx_stmt *s = first; s != NULL; s = s->next) {
		if (s->kind == PTX_STMT_BLOCK)
			scan_stmts(t, p, s->u.block.first);
		if (s->kind == PTX_STMT_INST)
			scan_inst(t, p, &s->u.inst);
		if (s->kind != PTX_STMT_VARS)
			continue;
		for (const struct ptx_var *v = s->u.vars; v != NULL; v = v->next)
			if (v->space == PTX_SPACE_SHARED && !tr_is_unsized(v))
				p->shared_bytes =
					tr_shared_offset(v, p->shared_bytes) + tr_var_bytes(v);
	}
}

static void scan_init(struct tr *t, const struct ptx_init *i)
{
	for (; i != NULL; i = i->next) {
		if (i->is_list)
			scan_init(t, i->children);
		else
			number_function(t, i->value);
	}
}

void tr_prescan(struct tr *t, struct prescan *p)
{
	for (const struct ptx_var *v = t->ptx->vars; v != NULL; v = v->next)
		scan_init(t, v->init);
	for (const struct ptx_func *f = t->ptx->funcs; f != NULL; f = f->next)
		scan_stmts(t, p, f->body);
}
