/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds out whether a module's addresses have 32 or 64 bits. */
#include "module/address_size.h"

static bool any_wide(const struct ptx_var *v)
{
	for (; v != NULL; v = v->next)
		if (ptx_types[v->type].bits == 64 && ptx_types[v->type].kind != PTX_KIND_FLOAT)
			return true;
	return false;
}

static bool declares_wide(const struct ptx_stmt *s)
{
	for (; s != NULL; s = s->next)
		if ((s->kind == PTX_STMT_VARS && any_wide(s->u.vars)) ||
			(s->kind == PTX_STMT_BLOCK && declares_wide(s->u.block.first)))
			return true;
	return false;
}

/* Without .address_size, addresses have 32 bits (PTX ISA 11.1.3). But PTX before 2.3 has no such
 * directive, and a module compiled for 64 bits then has 64-bit integers among its registers or
 * parameters. */
bool tr_is_small(const struct ptx_module *m)
{
	if (m->address_bits != 0)
		return m->address_bits == 32;
	for (const struct ptx_func *f = m->funcs; f != NULL; f = f->next)
		if (any_wide(f->params) || any_wide(f->rets) || declares_wide(f->body))
			return false;
	return !any_wide(m->vars);
}
