/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the grammar's actions, which build the tree of ptx_ast.h. Those for operands and
 * constant expressions are in expressions.c. */
#include "hsaemu/buf.h"
#include "parse/expressions.h"
#include "parse/tokens.h"
#include "parse/tree.h"

static void error_at(struct ptx_parser *p, const struct ptx_span *loc, const char *message)
{
	if (!diag_at_limit(p->diag))
		diag_error(p->diag, ptx_place(p->module, *loc), "%s", message);
}

void ptx_parse_unexpected(struct ptx_parser *p, const struct ptx_span *loc,
	const char *const *expected, size_t count)
{
	if (diag_at_limit(p->diag))
		return;
	struct str text = ptx_lex_text(p, loc);
	enum { LONGEST = 60 };
	if (text.n > LONGEST)
		text.n = LONGEST;
	struct buf list = BUF_INIT;
	for (size_t i = 0; i < count; i++)
		buf_printf(&list, "%s%s",
			i == 0           ? ""
			: i + 1 == count ? " or "
					 : ", ",
			expected[i]);
	struct str s = buf_slice(&list);
	if (loc->off >= p->module->source->len)
		diag_error(p->diag, ptx_place(p->module, *loc), "unexpected end of file");
	else if (s.n != 0)
		diag_error(p->diag, ptx_place(p->module, *loc),
			"unexpected '" STR_FMT "', expected " STR_FMT, STR_ARG(text), STR_ARG(s));
	else
		diag_error(p->diag, ptx_place(p->module, *loc), "unexpected '" STR_FMT "'",
			STR_ARG(text));
	buf_release(&list);
}

/* ---- module ------------------------------------------------------------------------------ */

void ptx_act_alias(struct ptx_parser *p, struct ptx_span *loc, struct str alias, struct str of)
{
	struct ptx_alias *a = ARENA_NEW(&p->module->arena, struct ptx_alias);
	a->name = alias;
	a->of = of;
	a->span = *loc;
	a->next = p->module->aliases;
	p->module->aliases = a;
}

void ptx_act_file(struct ptx_parser *p, struct ptx_span *loc, uint64_t number, struct str quoted)
{
	for (const struct ptx_file_entry *old = p->module->files; old != NULL; old = old->next)
		if (old->number == number)
			error_at(p, loc, "there is a second '.file' of this number");
	struct ptx_file_entry *f = ARENA_NEW(&p->module->arena, struct ptx_file_entry);
	f->number = number;
	f->name = (struct str){quoted.p + 1, quoted.n - 2};
	*p->next_file = f;
	p->next_file = &f->next;
}

void ptx_act_word(struct ptx_parser *p, struct ptx_span *loc, struct ptx_words *out,
	const struct ptx_words *list, struct str quoted)
{
	struct ptx_word *w = ARENA_NEW(&p->module->arena, struct ptx_word);
	w->text = (struct str){quoted.p + 1, quoted.n - 2};
	w->span = *loc;
	*out = list != NULL ? *list : (struct ptx_words){w, w};
	if (list != NULL)
		out->last->next = w;
	out->last = w;
}

void ptx_act_pragma(struct ptx_parser *p, const struct ptx_words *words)
{
	struct ptx_pragma *pragma = ARENA_NEW(&p->module->arena, struct ptx_pragma);
	pragma->first = words->first;
	*p->next_pragma = pragma;
	p->next_pragma = &pragma->next;
}

static void set_linkage(struct ptx_var *first, enum ptx_linkage linkage)
{
	for (struct ptx_var *v = first; v != NULL; v = v->next)
		v->linkage = linkage;
}

void ptx_act_module_vars(struct ptx_parser *p, enum ptx_linkage linkage, struct ptx_vars *vars)
{
	if (vars->first == NULL)
		return;
	set_linkage(vars->first, linkage);
	*p->next_var = vars->first;
	p->next_var = &vars->last->next;
}

/* ---- declarations ------------------------------------------------------------------------ */

void ptx_act_decl(struct ptx_decl *decl, enum ptx_space space)
{
	*decl = (struct ptx_decl){.space = space, .vec = 1};
}

void ptx_act_align(struct ptx_parser *p, struct ptx_span *loc, struct ptx_decl *decl,
	uint64_t align)
{
	if (!is_pow2(align) || align > UINT64_C(1) << 20)
		error_at(p, loc, "alignment must be a power of two");
	else if (!decl->has_ptr) /* after .ptr, .align is that of the pointee */
		decl->align = (uint32_t)align;
}

void ptx_act_no_vars(struct ptx_vars *vars)
{
	*vars = (struct ptx_vars){0};
}

void ptx_act_declare(struct ptx_parser *p, struct ptx_decl decl, struct ptx_vars *out,
	const struct ptx_vars *list, struct ptx_var *var)
{
	(void)p;
	var->space = decl.space;
	var->type = decl.type;
	var->vec = decl.vec;
	var->align = decl.align;
	var->is_managed = decl.is_managed;
	var->ptr_space = decl.ptr_space;
	struct ptx_vars l = {0};
	if (list != NULL)
		l = *list;
	if (l.last == NULL)
		l.first = var;
	else
		l.last->next = var;
	l.last = var;
	*out = l;
}

struct ptx_var *ptx_act_var(struct ptx_parser *p, struct ptx_span *loc, struct str name)
{
	struct ptx_var *v = ARENA_NEW(&p->module->arena, struct ptx_var);
	v->name = name;
	v->span = *loc;
	return v;
}

struct ptx_var *ptx_act_family(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	uint64_t count)
{
	struct ptx_var *v = ptx_act_var(p, loc, name);
	v->is_family = true;
	v->family_count = count;
	return v;
}

struct ptx_var *ptx_act_dim(struct ptx_parser *p, struct ptx_span *loc, struct ptx_var *var,
	uint64_t dim, bool given)
{
	if (var->dim_count == PTX_MAX_DIMS) {
		error_at(p, loc, "array has too many dimensions");
		return var;
	}
	if (given && (dim == 0 || dim > UINT64_C(1) << 40))
		error_at(p, loc, "array size is out of range");
	var->is_array = true;
	var->dims[var->dim_count++] = dim;
	return var;
}

uint64_t ptx_act_integer(struct ptx_parser *p, const struct ptx_operand *o)
{
	if (o->kind == PTX_OPND_INT)
		return o->value;
	error_at(p, &o->span, "array size must be an integer constant");
	return 1;
}

struct ptx_init *ptx_act_init(struct ptx_parser *p, struct ptx_span *loc, struct ptx_operand *value)
{
	struct ptx_init *i = ARENA_NEW(&p->module->arena, struct ptx_init);
	ptx_act_no_minus(p, &value, value != NULL ? 1 : 0);
	i->span = *loc;
	i->value = value;
	return i;
}

struct ptx_init *ptx_act_init_generic(struct ptx_parser *p, struct ptx_span *loc,
	struct str function, struct ptx_operand *value, struct ptx_operand *offset)
{
	if (!str_is(function, "generic"))
		error_at(p, loc, "only 'generic(name)' can be called in an initialiser");
	if (offset != NULL)
		value = ptx_act_binary(p, loc, '+', value, offset);
	struct ptx_init *i = ptx_act_init(p, loc, value);
	i->generic = true;
	return i;
}

struct ptx_init *ptx_act_init_mask(struct ptx_span *loc, uint64_t mask, struct ptx_init *of)
{
	of->span = *loc;
	of->mask = mask;
	return of;
}

struct ptx_init *ptx_act_init_property(struct ptx_init *of, struct str property)
{
	of->property = property;
	return of;
}

struct ptx_init *ptx_act_init_list(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_inits *list)
{
	struct ptx_init *i = ptx_act_init(p, loc, NULL);
	i->is_list = true;
	i->children = list != NULL ? list->first : NULL;
	return i;
}

void ptx_act_init_append(struct ptx_inits *out, const struct ptx_inits *list, struct ptx_init *init)
{
	struct ptx_inits l = {0};
	if (list != NULL)
		l = *list;
	if (l.last == NULL)
		l.first = init;
	else
		l.last->next = init;
	l.last = init;
	*out = l;
}

/* clang passes a vector of two bytes as `.align 2 .b8 x[2]`, but accesses it by 4 bytes, each
 * element in 16 bits. So every such parameter of a function gets 4 bytes. */
static void widen_pairs(struct ptx_var *v)
{
	for (; v != NULL; v = v->next)
		if (v->space == PTX_SPACE_PARAM && ptx_types[v->type].bits == 8 && v->align == 2 &&
			v->dim_count == 1 && v->dims[0] == 2)
			v->dims[0] = 4;
}

/* ---- functions --------------------------------------------------------------------------- */

/* Reports parameters named `_`: only kernels may have them. A parameter whose name is left out is
 * also `_` in the tree, so this looks at the text. */
static void check_names(struct ptx_parser *p, const struct ptx_var *formals)
{
	for (const struct ptx_var *v = formals; v != NULL; v = v->next) {
		struct ptx_span span = v->span;
		if (str_is(v->name, "_") && str_is(ptx_lex_text(p, &span), "_"))
			error_at(p, &span, "'_' is no name for a parameter of a function");
	}
}

void ptx_act_func(struct ptx_parser *p, struct ptx_span *loc, enum ptx_linkage linkage,
	bool is_entry, struct str name, const struct ptx_vars *rets, const struct ptx_vars *params)
{
	struct ptx_func *f = ARENA_NEW(&p->module->arena, struct ptx_func);
	f->name = name;
	f->span = *loc;
	f->is_entry = is_entry;
	f->linkage = linkage;
	f->rets = rets != NULL ? rets->first : NULL;
	f->params = params->first;
	if (!is_entry) {
		check_names(p, f->rets);
		check_names(p, f->params);
		widen_pairs(f->rets);
		widen_pairs(f->params);
	}
	*p->next_func = f;
	p->next_func = &f->next;
	p->func = f;
}

void ptx_act_size(struct ptx_parser *p, uint64_t size, bool first)
{
	if (first)
		p->size_count = 0;
	if (p->size_count < ARRAY_LEN(p->sizes))
		p->sizes[p->size_count++] = size;
}

void ptx_act_ntid(struct ptx_parser *p, uint64_t ntid[3])
{
	for (unsigned i = 0; i < 3; i++)
		ntid[i] = i < p->size_count ? p->sizes[i] : 1;
}

/* Accepts [a].unified, which says that the address is the same on all devices (PTX ISA 9.7.9.8). */
void ptx_act_unified(struct ptx_parser *p, struct ptx_span *loc, struct str word)
{
	if (!str_is(word, "unified"))
		error_at(p, loc, "only '.unified' can follow an address");
}

/* Checks the size of a cluster: here it can only be one work-group. */
void ptx_act_cluster(struct ptx_parser *p, struct ptx_span *loc)
{
	for (unsigned i = 0; i < p->size_count; i++)
		if (p->sizes[i] > 1) {
			diag_unsupported(p->diag, ptx_place(p->module, *loc),
				"cluster of more than one work-group");
			return;
		}
}

void ptx_act_body(struct ptx_parser *p, const struct ptx_stmts *stmts)
{
	p->func->has_body = stmts != NULL;
	p->func->body = stmts != NULL ? stmts->first : NULL;
}

/* ---- statements -------------------------------------------------------------------------- */

static struct ptx_stmt *new_stmt(struct ptx_parser *p, const struct ptx_span *loc,
	enum ptx_stmt_kind kind)
{
	struct ptx_stmt *s = ARENA_NEW(&p->module->arena, struct ptx_stmt);
	s->kind = kind;
	s->span = *loc;
	return s;
}

void ptx_act_no_stmts(struct ptx_stmts *stmts)
{
	*stmts = (struct ptx_stmts){0};
}

void ptx_act_stmt(struct ptx_stmts *list, struct ptx_stmt *stmt)
{
	if (stmt == NULL)
		return;
	if (list->last == NULL)
		list->first = stmt;
	else
		list->last->next = stmt;
	list->last = stmt;
}

struct ptx_stmt *ptx_act_block(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_stmts *s)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_BLOCK);
	stmt->u.block.first = s->first;
	return stmt;
}

struct ptx_stmt *ptx_act_vars(struct ptx_parser *p, struct ptx_span *loc, enum ptx_linkage linkage,
	const struct ptx_vars *vars)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_VARS);
	if (linkage != PTX_LINK_NONE && vars->first != NULL)
		error_at(p, &vars->first->span, "variables of a function have no linkage");
	set_linkage(vars->first, linkage);
	stmt->u.vars = vars->first;
	widen_pairs(vars->first);
	return stmt;
}

struct ptx_stmt *ptx_act_label(struct ptx_parser *p, struct ptx_span *loc, struct str name)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_LABEL);
	stmt->u.label = name;
	return stmt;
}

struct ptx_stmt *ptx_act_targets(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_operands *names)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_TARGETS);
	ptx_act_no_minus(p, names->items, names->count);
	stmt->u.targets.names = names->items;
	stmt->u.targets.count = (uint32_t)names->count;
	return stmt;
}

struct ptx_stmt *ptx_act_proto(struct ptx_parser *p, struct ptx_span *loc,
	const struct ptx_vars *rets, const struct ptx_vars *params)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_PROTO);
	stmt->u.proto.rets = rets->first;
	stmt->u.proto.params = params->first;
	widen_pairs(rets->first);
	widen_pairs(params->first);
	return stmt;
}

struct ptx_stmt *ptx_act_loc(struct ptx_parser *p, struct ptx_span *loc, uint64_t file,
	uint64_t line, uint64_t column)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_LOC);
	p->module->has_lines = true;
	stmt->u.loc.file = file;
	stmt->u.loc.line = line;
	stmt->u.loc.column = column;
	return stmt;
}

struct ptx_operand *ptx_act_guard(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	bool negated)
{
	struct ptx_operand *o = ptx_act_name(p, loc, name);
	o->negated = negated;
	return o;
}

struct ptx_operand *ptx_act_element(struct ptx_parser *p, struct ptx_span *loc, struct str name,
	uint64_t index)
{
	struct ptx_operand *o = ptx_act_name(p, loc, name);
	o->is_element = true;
	o->value = index;
	return o;
}

void ptx_act_opcode(struct ptx_opcode *opcode, struct ptx_span *loc, struct str text)
{
	(void)text;
	opcode->span = *loc;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Splits "add.sat.s32" at its dots, before which there may be blanks. Returns false when there are
 * too many words. */
static bool split_opcode(struct ptx_inst *inst)
{
	struct str s = inst->text;
	bool root = true;
	while (s.n != 0) {
		size_t n = 0;
		while (n < s.n && s.p[n] != '.' && !is_space(s.p[n]))
			n++;
		struct str word = {s.p, n};
		if (root)
			inst->root = word;
		else if (inst->mod_count == PTX_MAX_MODIFIERS)
			return false;
		else
			inst->mods[inst->mod_count++] = word;
		root = false;
		while (n < s.n && (s.p[n] == '.' || is_space(s.p[n])))
			n++;
		s = str_skip(s, n);
	}
	return true;
}

struct ptx_stmt *ptx_act_inst(struct ptx_parser *p, struct ptx_span *loc, struct ptx_operand *guard,
	const struct ptx_opcode *opcode, const struct ptx_operands *operands)
{
	struct ptx_stmt *stmt = new_stmt(p, loc, PTX_STMT_INST);
	struct ptx_inst *inst = &stmt->u.inst;
	inst->text = ptx_lex_text(p, &opcode->span);
	inst->guard = guard;
	inst->operands = operands->items;
	inst->operand_count = (uint32_t)operands->count;
	if (!split_opcode(inst))
		error_at(p, &opcode->span, "instruction has too many modifiers");
	if (!str_is(inst->root, "vmad"))
		ptx_act_no_minus(p, operands->items, operands->count);
	return stmt;
}
