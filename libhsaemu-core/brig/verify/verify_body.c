/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fifth pass: code blocks (PRM 4.3.5 to 4.3.7). It checks the order of their entries, arg blocks
 * and the scopes of names, and calls the checks of instructions and directives. */
#include "brig/verify/verify_control_impl.h"
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_inst_impl.h"
#include "brig/verify/verify_symbol_impl.h"
#include "brig/verify/verify_use_impl.h"
#include "brig/verify/verify_variable_impl.h"

enum { CONTROLS, DEFINITIONS, CODE };

static void advance(struct brig_verifier *vf, const struct brig_entry *e, unsigned stage)
{
	struct brig_body *b = vf->body;
	if (stage >= b->stage)
		b->stage = stage;
	else if (!b->order_told)
		b->order_told = !FAIL_CODE(vf, e->off, "4.3.5",
			"%s must stand before %s of its block", brig_record_find(e->kind)->name,
			b->stage == CODE ? "the statements" : "the definitions");
}

static void start_arg_block(struct brig_verifier *vf, const struct brig_entry *e, size_t number)
{
	struct brig_body *b = vf->body;
	b->arg_scope = (uint32_t)number + 1;
	b->arg_block = vf->arg_blocks[number];
	b->arg_variables = 0;
	b->call = 0;
	advance(vf, e, CODE);
	b->stage = DEFINITIONS; /* now of the arg block */
}

static void end_arg_block(struct brig_verifier *vf, const struct brig_entry *e)
{
	if (vf->body->call == 0)
		FAIL_CODE(vf, e->off, "4.3.6", "arg block has no call");
	vf->body->arg_scope = 0;
	vf->body->stage = CODE;
}

/* False when the entry is one of module scope, so that the code block must have ended before it. */
static bool definition(struct brig_verifier *vf, const struct brig_entry *e)
{
	bool arg = vf->body->arg_scope != 0;
	bool variable = e->kind == BRIG_KIND_DIRECTIVE_VARIABLE;
	uint8_t linkage = variable ? e->u.variable.linkage : e->u.fbarrier.linkage;
	if (linkage == BRIG_LINKAGE_PROGRAM || linkage == BRIG_LINKAGE_MODULE)
		return FAIL_CODE(vf, e->off, "4.3.5",
			"%s of program or module linkage may not stand in a code block",
			variable ? "variable" : "fbarrier");
	advance(vf, e, DEFINITIONS);
	if (variable)
		brig_verify_variable(vf, e, arg ? BRIG_PLACE_ARG_BLOCK : BRIG_PLACE_BODY, false);
	else if (arg)
		FAIL_CODE(vf, e->off, "4.3.6", "fbarrier may not stand in an arg block");
	else
		brig_verify_fbarrier(vf, e, true);
	vf->body->arg_variables += arg;
	uint32_t name = variable ? e->u.variable.name : e->u.fbarrier.name;
	if (name == 0)
		FAIL_CODE(vf, e->off, "18.5.1.13", "variable has no name");
	else
		brig_verify_declare_local(vf, e, name, '%');
	if (!variable || e->u.variable.segment == BRIG_SEGMENT_GROUP)
		brig_verify_use_restricted(vf, e->off, name);
	return true;
}

/* Checks an entry of a code block. False when the rest of the block must be skipped, because the
 * entry begins something else. */
static bool body_entry(struct brig_verifier *vf, const struct brig_entry *e, size_t *next_arg_block)
{
	if (brig_is_inst(e)) {
		advance(vf, e, CODE);
		brig_verify_inst(vf, e);
		return true;
	}
	switch (e->kind) {
	case BRIG_KIND_NONE:
	case BRIG_KIND_DIRECTIVE_COMMENT:
	case BRIG_KIND_DIRECTIVE_LOC:
	case BRIG_KIND_DIRECTIVE_PRAGMA:
		break; /* annotations() */
	case BRIG_KIND_DIRECTIVE_CONTROL:
		advance(vf, e, CONTROLS);
		brig_verify_control(vf, e);
		break;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return definition(vf, e);
	case BRIG_KIND_DIRECTIVE_LABEL:
		advance(vf, e, CODE);
		brig_verify_declare_local(vf, e, e->u.label.name, '@');
		break;
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_START:
		start_arg_block(vf, e, (*next_arg_block)++);
		break;
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_END:
		end_arg_block(vf, e);
		break;
	default:
		return FAIL_CODE(vf, e->off, "4.3.5", "%s may not stand in a code block",
			brig_record_find(e->kind)->name);
	}
	return true;
}

static bool is_comment(struct brig_verifier *vf, uint32_t data_off)
{
	struct str s = brig_verify_data(vf, data_off);
	const struct brig_checked checked = {BRIG_CHECKED_COMMENT, data_off, 0, 0};
	bool is_long = s.n > BRIG_SHORT_DATA;
	if (is_long && brig_verify_is_checked(vf, &checked))
		return true;
	/* A comment must not end in a carriage return, which would belong to the line's end in
	 * text. */
	bool good = str_starts(s, STR("//")) && memchr(s.p, '\n', s.n) == NULL &&
	            memchr(s.p, '\0', s.n) == NULL && s.p[s.n - 1] != '\r';
	if (good && is_long)
		brig_verify_set_checked(vf, &checked);
	return good;
}

static void annotation(struct brig_verifier *vf, const struct brig_entry *e)
{
	if (e->kind == BRIG_KIND_DIRECTIVE_PRAGMA) {
		brig_verify_pragma(vf, e);
	} else if (e->kind == BRIG_KIND_DIRECTIVE_COMMENT) {
		if (!is_comment(vf, e->u.comment.name))
			FAIL_CODE(vf, e->off, "18.5.1.3",
				"comment must be one line that begins with '//', has no null character and "
				"does not end with a carriage return");
	} else if (e->kind == BRIG_KIND_DIRECTIVE_LOC) {
		if (e->u.loc.line == 0 || e->u.loc.column == 0)
			FAIL_CODE(vf, e->off, "13.2",
				"line and column of a loc directive begin at 1");
	}
}

/* Finds the arg blocks of a code block, so that branches forward know them. */
static bool find_arg_blocks(struct brig_verifier *vf, uint32_t off, uint32_t end)
{
	uint32_t start = 0;
	for (; off < end; off = brig_verify_next(vf, off)) {
		uint16_t kind = brig_verify_kind(vf, off);
		if (kind == BRIG_KIND_DIRECTIVE_ARG_BLOCK_START) {
			if (start != 0)
				return FAIL_CODE(vf, off, "10.2",
					"arg block stands in another arg block");
			start = off;
		} else if (kind == BRIG_KIND_DIRECTIVE_ARG_BLOCK_END) {
			if (start == 0)
				return FAIL_CODE(vf, off, "4.3.6",
					"end of an arg block without its start");
			ARRAY_GROW(vf->arg_blocks, vf->arg_block_count, vf->arg_block_cap);
			vf->arg_blocks[vf->arg_block_count++] = (struct brig_arg_block){start, off};
			start = 0;
		}
	}
	return start == 0 || FAIL_CODE(vf, start, "4.3.6", "arg block has no end");
}

/* Checks the limits of PRM 4.7 and appendix A; that of c registers is a limit on their numbers. */
static void check_registers(struct brig_verifier *vf)
{
	const uint32_t *r = vf->body->registers;
	uint32_t s = r[BRIG_REGISTER_KIND_SINGLE], d = r[BRIG_REGISTER_KIND_DOUBLE],
		 q = r[BRIG_REGISTER_KIND_QUAD];
	if (s + 2 * d + 4 * q > ISA_REGISTER_SLOTS)
		FAIL_CODE(vf, vf->body->function.off, "4.7",
			"function uses %u s, %u d and %u q registers: s + 2 d + 4 q must be at most 2048",
			s, d, q);
}

/* Declares the formals as names of the function. Those of a signature may have no names. */
static void declare_formals(struct brig_verifier *vf, const struct brig_entry *function)
{
	uint32_t end = function->u.executable.first_code_block_entry;
	for (uint32_t off = function->off + function->bytes; off < end;) {
		struct brig_entry e;
		brig_verify_code(vf, off, &e);
		off += e.bytes;
		if (e.kind != BRIG_KIND_DIRECTIVE_VARIABLE)
			continue;
		uint32_t name = e.u.variable.name;
		bool nameless = name == 0 || brig_verify_data(vf, name).n == 0;
		if (!nameless || function->kind != BRIG_KIND_DIRECTIVE_SIGNATURE)
			brig_verify_declare_local(vf, &e, name, '%');
	}
}

static void code_block(struct brig_verifier *vf, const struct brig_entry *function, uint32_t scope)
{
	uint32_t off = function->u.executable.first_code_block_entry;
	uint32_t end = function->u.executable.next_module_entry;
	size_t next_arg_block = vf->arg_block_count;
	struct brig_body body = {.function = *function, .scope = scope};
	vf->body = &body;
	declare_formals(vf, function);
	if (find_arg_blocks(vf, off, end)) {
		bool more = true;
		while (more && off < end && !diag_at_limit(vf->d)) {
			struct brig_entry e;
			brig_verify_code(vf, off, &e);
			annotation(vf, &e);
			more = body_entry(vf, &e, &next_arg_block);
			off += e.bytes;
		}
		check_registers(vf);
		brig_verify_controls_agree(vf, body.controls);
	}
	vf->body = NULL;
}

void brig_verify_bodies(struct brig_verifier *vf)
{
	uint32_t scope = 0;
	for (uint32_t off = vf->v->sections[BRIG_SECTION_INDEX_CODE].header_len;
		off < brig_verify_code_len(vf) && !diag_at_limit(vf->d);) {
		struct brig_entry e;
		brig_verify_code(vf, off, &e);
		off += e.bytes;
		annotation(vf, &e);
		switch (e.kind) {
		case BRIG_KIND_DIRECTIVE_FUNCTION:
		case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		case BRIG_KIND_DIRECTIVE_KERNEL:
		case BRIG_KIND_DIRECTIVE_SIGNATURE:
			code_block(vf, &e, ++scope);
			off = e.u.executable.next_module_entry;
		}
	}
}
