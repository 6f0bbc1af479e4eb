/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks code blocks: the order of their parts, argument blocks, labels (PRM 4.3.5, 4.3.6,
 * 4.6.2). */
#include "emit_brig_impl.h"
#include "sema_block_impl.h"
#include "sema_scope_impl.h"

static void check_arg_block_order(struct as_state *as, enum as_block_phase phase, struct as_loc loc,
	const char *what)
{
	if (as->block.nested > 0)
		return; /* the nesting has been diagnosed */
	switch (phase) {
	case AS_BLOCK_CONTROL:
		as_err(as, loc, "4.3.6", "%s cannot be in an argument block", what);
		as->block.bad = true;
		break;
	case AS_BLOCK_DEFINITIONS:
		if (as->block.has_statements) {
			as_err(as, loc, "4.3.6",
				"%s must come before the argument block's statements", what);
			as->block.bad = true;
		}
		break;
	case AS_BLOCK_STATEMENTS:
		as->block.has_statements = true;
		break;
	}
}

void as_block_statement(struct as_state *as, enum as_block_phase phase, struct as_loc loc,
	const char *what)
{
	static const char *const later[] = {"", "definitions and statements", "statements"};
	as_emit_statement(as, loc);
	if (as->block.open)
		check_arg_block_order(as, phase, loc, what);
	else if (phase < as->exe.phase)
		as_err(as, loc, "4.3.5", "%s must come before the code block's %s", what,
			later[phase + 1]);
	else
		as->exe.phase = phase;
}

/* ---- argument blocks ------------------------------------------------------------------------ */

void as_arg_block_begin(struct as_state *as, struct as_loc brace)
{
	struct as_arg_block *b = &as->block;
	if (b->open) {
		if (b->nested++ == 0) {
			b->bad = true;
			as_err(as, brace, "10.2", "argument blocks do not nest");
			as_note(as, b->loc, "the outer one begins here");
		}
		return;
	}
	as_block_statement(as, AS_BLOCK_STATEMENTS, brace, "argument blocks");
	b->open = true;
	b->number = ++b->last_number;
	b->loc = brace;
	b->scope = as->symbols.count;
	b->has_statements = b->bad = false;
	b->call = (struct as_loc){0, 0};
	brig_build_arg_block(as->builder, true);
}

void as_arg_block_end(struct as_state *as, struct as_loc brace)
{
	struct as_arg_block *b = &as->block;
	if (b->nested > 0) {
		b->nested--;
		return;
	}
	as_emit_comments(as, brace.end);
	if (b->call.end == 0 && !b->bad)
		as_err(as, b->loc, "4.3.6", "an argument block needs a call");
	for (size_t i = b->scope; i < as->symbols.count && b->call.end != 0 && !b->bad; i++) {
		const struct as_symbol *sym = as->symbols.stack[i];
		if (sym->uses == 0)
			as_err(as, sym->first, "10.2",
				"'" STR_FMT "' is not passed in the block's call",
				STR_ARG(sym->name));
	}
	as_symbols_drop(&as->symbols, b->scope);
	b->open = false;
	b->number = 0;
	brig_build_arg_block(as->builder, false);
}

/* ---- labels --------------------------------------------------------------------------------- */

static struct as_symbol *new_label(struct as_state *as, struct as_loc loc, uint32_t block)
{
	struct as_symbol *sym = ARENA_NEW(&as->function_arena, struct as_symbol);
	as_check_reserved(as, loc);
	sym->name = as_text(as, loc);
	sym->kind = AS_SYM_LABEL;
	sym->first = loc;
	sym->block = block;
	as_symbol_add(&as->labels, sym);
	return sym;
}

/* Checks that a branch to the label neither enters nor leaves an argument block; false after a
 * diagnostic. */
static bool same_block(struct as_state *as, struct as_symbol *sym, struct as_loc loc)
{
	if (sym->block == AS_BLOCK_ANY)
		sym->block = as->block.number;
	if (sym->block == as->block.number)
		return true;
	as_err(as, loc, "10.2", "a branch to '" STR_FMT "' would enter or leave an argument block",
		STR_ARG(sym->name));
	if (sym->defined)
		as_note(as, sym->definition, "the label is here");
	else
		as_note(as, sym->first, "another use of the label is here");
	return false;
}

struct as_symbol *as_label_use(struct as_state *as, struct as_loc loc, bool branch)
{
	struct as_symbol *sym = as_symbol_find(&as->labels, as_text(as, loc));
	if (!as->exe.in_body) {
		as_err(as, loc, "13.3", "a label can be named in a code block only");
		return NULL;
	}
	if (sym == NULL)
		return new_label(as, loc, branch ? as->block.number : AS_BLOCK_ANY);
	return !branch || same_block(as, sym, loc) ? sym : NULL;
}

void as_label(struct as_state *as, struct as_loc name, struct as_loc loc)
{
	struct as_symbol *sym = as_symbol_find(&as->labels, as_text(as, name));
	as_block_statement(as, AS_BLOCK_STATEMENTS, loc, "labels");
	if (sym == NULL) {
		sym = new_label(as, name, as->block.number);
	} else if (sym->defined) {
		as_err(as, name, "4.6.2", "label '" STR_FMT "' is defined twice",
			STR_ARG(sym->name));
		as_note(as, sym->definition, "previous definition is here");
		return;
	} else if (sym->block != AS_BLOCK_ANY && sym->block != as->block.number) {
		as_err(as, sym->first, "10.2",
			"a branch to '" STR_FMT "' would enter or leave an argument block",
			STR_ARG(sym->name));
		as_note(as, name, "the label is here");
	}
	sym->definition = name;
	sym->block = as->block.number;
	as_define(as, sym,
		brig_build_name_directive(as->builder, BRIG_KIND_DIRECTIVE_LABEL, sym->name), true);
}

void as_labels_end(struct as_state *as)
{
	for (size_t i = 0; i < as->labels.count; i++) {
		const struct as_symbol *sym = as->labels.stack[i];
		if (!sym->defined && !sym->is_misused && !as->exe.labels_lost)
			as_err(as, sym->first, "8.2",
				"label '" STR_FMT "' is not defined in this %s", STR_ARG(sym->name),
				as->exe.kind == BRIG_KIND_DIRECTIVE_KERNEL ? "kernel" : "function");
	}
	as_symbols_drop(&as->labels, 0);
}
