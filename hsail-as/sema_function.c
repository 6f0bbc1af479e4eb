/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates kernels, functions and signatures: declarations, definitions, formal arguments (PRM
 * 4.3.2 to 4.3.4, 4.12, 10.3). */
#include "emit_brig_impl.h"
#include "sema_block_impl.h"
#include "sema_function_impl.h"
#include "sema_module_impl.h"
#include "sema_scope_impl.h"
#include "sema_variable_impl.h"

enum { MAX_FORMALS = UINT16_MAX };

static bool is_kernel(const struct as_state *as)
{
	return as->exe.kind == BRIG_KIND_DIRECTIVE_KERNEL;
}

static bool is_signature(const struct as_state *as)
{
	return as->exe.kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
}

static enum as_symbol_kind symbol_kind(uint16_t brig_kind)
{
	switch (brig_kind) {
	case BRIG_KIND_DIRECTIVE_KERNEL:
		return AS_SYM_KERNEL;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
		return AS_SYM_FUNCTION;
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		return AS_SYM_INDIRECT;
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return AS_SYM_SIGNATURE;
	}
	BUG("kind 0x%x is no executable", brig_kind);
}

void as_executable(struct as_state *as, uint16_t kind, struct as_loc keyword, struct as_loc name)
{
	as->exe = (struct as_executable){
		.kind = kind, .loc = keyword, .name_loc = name, .name = as_text(as, name)};
}

void as_executable_bad(struct as_state *as, uint16_t kind, struct as_loc keyword)
{
	as->exe = (struct as_executable){.kind = kind,
		.loc = keyword,
		.name_loc = keyword,
		.bad = true,
		.name = as_text(as, keyword)};
	as->st.formal_count = as->st.output_count = 0;
	as->names_lost = true;
}

void as_executable_linkage(struct as_state *as, unsigned linkage, struct as_loc loc)
{
	as->exe.linkage = linkage;
	if (loc.begin < as->exe.loc.begin)
		as->exe.loc.begin = loc.begin;
}

/* ---- formal arguments ----------------------------------------------------------------------- */

static bool check_formal(struct as_state *as, const struct as_variable *v, size_t index,
	struct as_declared_type *decl)
{
	const struct as_statement *st = &as->st;
	bool last_input = index + 1 == st->formal_count && index >= st->output_count;
	unsigned segment = is_kernel(as) ? BRIG_SEGMENT_KERNARG : BRIG_SEGMENT_ARG;
	bool good = as_variable_declared_type(as, v, decl);
	if (v->segment != segment) {
		as_err(as, v->type_loc, "4.3.10", "a formal argument of %s is in the %s segment",
			as_symbol_kind_text(symbol_kind(as->exe.kind)),
			isa_modifier_text(ISA_MOD_SEGMENT, segment));
		good = false;
	}
	if (!v->named && !is_signature(as)) {
		as_err(as, v->loc, is_kernel(as) ? "4.3.2" : "4.3.3",
			"a formal argument needs a name");
		good = false;
	}
	if (v->is_array && !v->has_dim && (is_kernel(as) || !last_input)) {
		as_err(as, v->dim_loc, "10.4",
			"only the last input argument of a function can be an array of open size");
		good = false;
	}
	return good;
}

/* Checks all formal arguments and stores their types in `types`. */
static bool check_formals(struct as_state *as, struct as_declared_type *types)
{
	const struct as_statement *st = &as->st;
	bool good = true;
	for (size_t i = 0; i < st->formal_count; i++)
		good &= check_formal(as, &st->formals[i], i, &types[i]);
	if (st->output_count > 1) {
		as_err(as, st->formals[1].loc, "10.2",
			"a function has one output argument at most");
		good = false;
	}
	if (st->formal_count > MAX_FORMALS) {
		as_err(as, as->exe.name_loc, "18.5.1.5", "more than %d formal arguments",
			MAX_FORMALS);
		good = false;
	}
	return good;
}

static bool formals_agree(const struct as_symbol *sym, const struct as_declared_type *types,
	const struct as_statement *st)
{
	if (sym->output_count != st->output_count ||
		sym->output_count + sym->input_count != st->formal_count)
		return false;
	for (size_t i = 0; i < st->formal_count; i++) {
		const struct as_declared_type *a = &sym->formals[i], *b = &types[i];
		if (a->type != b->type || a->align != b->align || a->is_array != b->is_array ||
			a->dim != b->dim)
			return false;
	}
	return true;
}

/* Declares a formal argument's name in the executable's scope and builds the argument's
 * directive. */
static void emit_formal(struct as_state *as, const struct as_variable *v,
	const struct as_declared_type *decl, uint8_t linkage, bool is_output)
{
	as_emit_place(as, v->loc);
	uint32_t off = as_emit_variable(as, v, decl, linkage, true);
	struct as_symbol *sym = v->named ? as_declare(as, AS_SYM_VARIABLE, v->name, true) : NULL;
	if (sym == NULL)
		return;
	sym->declared = true;
	sym->decl = *decl;
	sym->linkage = linkage;
	sym->is_output = is_output;
	as_define(as, sym, off, true);
}

/* ---- the executable ------------------------------------------------------------------------- */

/* Declares the executable's symbol and returns it; NULL after a diagnostic. */
static struct as_symbol *declare(struct as_state *as, bool definition, uint8_t linkage,
	struct as_declared_type *types)
{
	struct as_executable *x = &as->exe;
	struct as_symbol *sym = as_declare(as, symbol_kind(x->kind), x->name_loc, definition);
	if (sym == NULL)
		return NULL;
	if (sym->declared && (sym->linkage != linkage || !formals_agree(sym, types, &as->st))) {
		as_declarations_differ(as, sym, x->name_loc,
			sym->linkage != linkage ? "linkage" : "arguments");
		return NULL;
	}
	sym->declared = true;
	sym->linkage = linkage;
	sym->formals = types;
	sym->output_count = (uint32_t)as->st.output_count;
	sym->input_count = (uint32_t)(as->st.formal_count - as->st.output_count);
	return sym;
}

/* Builds the directives of the executable and of its formal arguments. The executable's scope stays
 * open. */
static void begin(struct as_state *as, bool definition)
{
	struct as_executable *x = &as->exe;
	const struct as_statement *st = &as->st;
	bool body = definition && !is_signature(as);
	uint8_t linkage = is_signature(as)       ? BRIG_LINKAGE_NONE
	                  : x->linkage & AS_PROG ? BRIG_LINKAGE_PROGRAM
	                                         : BRIG_LINKAGE_MODULE;
	struct as_declared_type *types =
		ARENA_ARRAY(&as->module_arena, struct as_declared_type, st->formal_count);
	struct as_symbol *sym = NULL;
	if (!check_formals(as, types))
		x->bad = true;
	if (x->name.p[0] == '&')
		sym = declare(as, definition, linkage, types);
	struct brig_directive_executable d = {.linkage = linkage,
		.modifier = definition,
		.name = brig_build_string(as->builder, x->name)};
	x->code_off = brig_build_executable_begin(as->builder, x->kind, &d);
	if (sym != NULL)
		as_define(as, sym, x->code_off, definition || x->bad);
	x->scope = as->symbols.count;
	x->scope_open = true;
	for (size_t i = 0; i < st->formal_count && !x->bad; i++) {
		if (i == st->output_count)
			brig_build_executable_inputs(as->builder, x->code_off);
		emit_formal(as, &st->formals[i], &types[i],
			body ? BRIG_LINKAGE_FUNCTION : BRIG_LINKAGE_NONE, i < st->output_count);
	}
	if (x->bad || st->formal_count == st->output_count)
		brig_build_executable_inputs(as->builder, x->code_off);
	brig_build_executable_body(as->builder, x->code_off);
}

static void end(struct as_state *as)
{
	struct as_executable *x = &as->exe;
	brig_build_executable_end(as->builder, x->code_off);
	as_symbols_drop(&as->symbols, x->scope);
	arena_release(&as->function_arena);
	x->scope_open = x->in_body = false;
}

/* Begins an executable's statement: emits the comments in its header, which ends with `end_token`,
 * and makes the verifier's messages about the executable point to its name. */
static void header(struct as_state *as, struct as_loc end_token)
{
	as_module_statement(as, (struct as_loc){as->exe.loc.begin, end_token.end});
	as_emit_place(as, as->exe.name_loc);
}

void as_executable_declare(struct as_state *as, struct as_loc semicolon)
{
	struct as_executable *x = &as->exe;
	header(as, semicolon);
	if (x->bad)
		return;
	if ((x->linkage & AS_DECL) == 0) {
		as_err(as, x->name_loc, "4.12",
			"'" STR_FMT "' has no body; a declaration begins with 'decl'",
			STR_ARG(x->name));
		return;
	}
	begin(as, false);
	end(as);
}

void as_signature(struct as_state *as, struct as_loc semicolon)
{
	header(as, semicolon);
	begin(as, true);
	end(as);
}

void as_body_begin(struct as_state *as, struct as_loc brace)
{
	struct as_executable *x = &as->exe;
	header(as, brace);
	if ((x->linkage & AS_DECL) != 0)
		as_err(as, brace, "4.12", "a declaration cannot have a body");
	begin(as, true);
	as->line = 0; /* so that each function has a loc of its own first line */
	x->in_body = true;
	as->block = (struct as_arg_block){.open = false};
	as->st.formal_count = as->st.output_count = 0;
}

/* Checks that the kernel or function does not use more registers than there are (PRM 4.7, appendix
 * A). */
static void check_registers(struct as_state *as)
{
	const struct as_executable *x = &as->exe;
	const uint32_t *n = x->register_count;
	uint64_t slots = n[BRIG_REGISTER_KIND_SINGLE] + UINT64_C(2) * n[BRIG_REGISTER_KIND_DOUBLE] +
	                 UINT64_C(4) * n[BRIG_REGISTER_KIND_QUAD];
	if (slots > ISA_REGISTER_SLOTS)
		as_err(as, x->name_loc, "4.7",
			"'" STR_FMT
			"' uses %llu register slots (s + 2 d + 4 q, by highest number); "
			"%d are allowed",
			STR_ARG(x->name), (unsigned long long)slots, ISA_REGISTER_SLOTS);
}

void as_body_end(struct as_state *as, struct as_loc brace)
{
	as_emit_comments(as, brace.end);
	as_labels_end(as);
	check_registers(as);
	end(as);
}
