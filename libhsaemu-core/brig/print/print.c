/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BRIG -> HSAIL text (PRM chapters 4 and 19): modules, directives and layout.
 *
 * Statements stand on lines of their own, bodies are indented by a tab, module items of different
 * kinds are set off by blank lines. What BRIG makes explicit and HSAIL leaves out (natural
 * alignment, default modifiers) is left out. */

#include "brig/print/print_impl.h"

static void tabs(struct brig_printer *p)
{
	for (unsigned i = 0; i < p->indent; i++)
		buf_puts(p->out, "\t");
}

/* Ends a statement. If it was asked for, a comment names the bytes from which the statement
 * came. */
static void end_line(struct brig_printer *p, const struct brig_entry *e)
{
	struct brig_list l;

	if (p->o->offsets) {
		buf_printf(p->out, " // code+0x%x", e->off);
		if (brig_is_inst(e) && brig_list(p->v, e->u.inst.operands, &l)) {
			for (uint32_t i = 0; i < l.count; i++)
				buf_printf(p->out, "%s0x%x", i == 0 ? " operand+" : ",",
					brig_list_at(&l, i));
		}
	}
	buf_puts(p->out, "\n");
}

/* ---- code blocks ---------------------------------------------------------------------------- */

/* The parts of a code block (PRM 4.3.6), between which there are blank lines. */
enum part { PART_START, PART_CONTROL, PART_DEFINITION, PART_STATEMENT, PART_ANNOTATION };

static enum part part_of(uint16_t kind)
{
	switch (kind) {
	case BRIG_KIND_DIRECTIVE_CONTROL:
		return PART_CONTROL;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return PART_DEFINITION;
	case BRIG_KIND_DIRECTIVE_COMMENT:
	case BRIG_KIND_DIRECTIVE_LOC:
	case BRIG_KIND_DIRECTIVE_PRAGMA:
		return PART_ANNOTATION;
	}
	return PART_STATEMENT;
}

static void print_arg_block(struct brig_printer *p, const struct brig_entry *e)
{
	if (e->kind == BRIG_KIND_DIRECTIVE_ARG_BLOCK_START) {
		buf_puts(p->out, "{");
		p->indent++;
	} else {
		buf_puts(p->out, "}");
	}
}

static void print_statement(struct brig_printer *p, const struct brig_entry *e)
{
	if (e->kind == BRIG_KIND_DIRECTIVE_ARG_BLOCK_END && p->indent > 1)
		p->indent--;
	if (e->kind != BRIG_KIND_DIRECTIVE_LABEL)
		tabs(p);
	if (brig_is_inst(e)) {
		brig_print_inst(p, e);
		end_line(p, e);
		return;
	}
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_COMMENT:
	case BRIG_KIND_DIRECTIVE_LABEL:
		buf_str(p->out, brig_print_data(p, e->off, e->u.label.name));
		buf_puts(p->out, e->kind == BRIG_KIND_DIRECTIVE_LABEL ? ":" : "");
		break;
	case BRIG_KIND_DIRECTIVE_EXTENSION:
		buf_puts(p->out, "extension ");
		brig_print_string(p, brig_print_data(p, e->off, e->u.extension.name));
		buf_puts(p->out, ";");
		break;
	case BRIG_KIND_DIRECTIVE_LOC:
		brig_print_loc(p, e);
		break;
	case BRIG_KIND_DIRECTIVE_PRAGMA:
		brig_print_pragma(p, e);
		break;
	case BRIG_KIND_DIRECTIVE_CONTROL:
		brig_print_control(p, e);
		break;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		brig_print_variable(p, e, false);
		buf_puts(p->out, ";");
		break;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		brig_print_fbarrier(p, e);
		buf_puts(p->out, ";");
		break;
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_START:
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_END:
		print_arg_block(p, e);
		break;
	default: /* module items that a verified code block does not hold */
		brig_print_fail(p, e->off, "directive is out of place");
	}
	end_line(p, e);
}

static void print_body(struct brig_printer *p, const struct brig_directive_executable *x)
{
	struct brig_entry e;
	enum part before = PART_START;

	p->indent = 1;
	for (uint32_t off = x->first_code_block_entry; off < x->next_module_entry && !p->failed;
		off += e.bytes) {
		if (!brig_code_at(p->v, off, &e)) {
			brig_print_fail(p, off, "entry is damaged");
			break;
		}
		if (e.kind == BRIG_KIND_NONE)
			continue;
		enum part part = part_of(e.kind);
		bool in_arg_block = p->indent > 1;
		if (before != PART_START && before != PART_ANNOTATION && part != before &&
			!in_arg_block)
			buf_puts(p->out,
				part == PART_ANNOTATION && before == PART_STATEMENT ? "" : "\n");
		p->statement = off;
		print_statement(p, &e);
		brig_print_pause(p);
		if (!in_arg_block)
			before =
				part == PART_ANNOTATION && before == PART_STATEMENT ? before : part;
	}
	p->indent = 0;
}

static void print_executable(struct brig_printer *p, const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;

	if (p->o->offsets)
		buf_printf(p->out, "// code+0x%x\n", e->off);
	brig_print_executable_header(p, e);
	if (x->modifier & BRIG_EXECUTABLE_DEFINITION && e->kind != BRIG_KIND_DIRECTIVE_SIGNATURE) {
		buf_puts(p->out, "\n{\n");
		print_body(p, x);
		buf_puts(p->out, "};\n");
	} else {
		buf_puts(p->out, ";\n");
	}
}

/* ---- modules -------------------------------------------------------------------------------- */

static void print_module_header(struct brig_printer *p, const struct brig_entry *e)
{
	const struct brig_directive_module *m = &e->u.module;
	const char *profile = isa_modifier_text(ISA_MOD_PROFILE, m->profile);
	const char *machine = isa_modifier_text(ISA_MOD_MACHINE, m->machine_model);
	const char *round = isa_modifier_text(ISA_MOD_DEFAULT_ROUND, m->default_float_round);

	if (!profile || !machine || !round) {
		brig_print_fail(p, e->off, "module header is damaged");
		return;
	}
	buf_puts(p->out, "module ");
	buf_str(p->out, brig_print_data(p, e->off, m->name));
	buf_printf(p->out, ":%u:%u:$%s:$%s:$%s;", m->hsail_major, m->hsail_minor, profile, machine,
		round);
	end_line(p, e);
}

/* Kinds of module items; a blank line stands between two that differ and around definitions. */
enum group {
	GROUP_START,
	GROUP_HEADER,
	GROUP_DATA,
	GROUP_DECLARATION,
	GROUP_DEFINITION,
	GROUP_ANNOTATION
};

static enum group group_of(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_MODULE:
	case BRIG_KIND_DIRECTIVE_EXTENSION:
		return GROUP_HEADER;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return GROUP_DATA;
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return GROUP_DECLARATION;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
		return e->u.executable.modifier & BRIG_EXECUTABLE_DEFINITION ? GROUP_DEFINITION
		                                                             : GROUP_DECLARATION;
	}
	return GROUP_ANNOTATION;
}

static bool blank_line_between(enum group before, enum group now)
{
	if (before == GROUP_START || before == GROUP_ANNOTATION)
		return false;
	return before != now || now == GROUP_DEFINITION;
}

static void print_item(struct brig_printer *p, const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_MODULE:
		print_module_header(p, e);
		return;
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
		print_executable(p, e);
		return;
	}
	if (brig_is_inst(e) || e->kind == BRIG_KIND_DIRECTIVE_LABEL)
		brig_print_fail(p, e->off, "statement is outside a code block");
	else
		print_statement(p, e);
}

/* Returns the offset of the item after `e`. */
static uint32_t next_item(const struct brig_entry *e)
{
	uint32_t next = e->off + e->bytes;

	if (group_of(e) == GROUP_DECLARATION || group_of(e) == GROUP_DEFINITION) {
		if (e->u.executable.next_module_entry > next)
			next = e->u.executable.next_module_entry;
	}
	return next;
}

static void print_items(struct brig_printer *p, const uint8_t *only)
{
	const struct brig_section *code = &p->v->sections[BRIG_SECTION_INDEX_CODE];
	struct brig_entry e;
	enum group before = GROUP_START;

	for (uint32_t off = code->header_len; off < code->len && !p->failed; off = next_item(&e)) {
		if (!brig_code_at(p->v, off, &e)) {
			brig_print_fail(p, off, "entry is damaged");
			return;
		}
		enum group now = group_of(&e);
		if (e.kind == BRIG_KIND_NONE || (only && now != GROUP_HEADER && !only[off / 4]))
			continue;
		if (blank_line_between(before, now))
			buf_puts(p->out, "\n");
		p->statement = off;
		print_item(p, &e);
		brig_print_pause(p);
		before = now;
	}
}

/* Finds out whether the module uses the image extension, which decides the forms that match. */
static void find_context(struct brig_printer *p)
{
	struct brig_directive_module m = {.name = 0};
	struct brig_entry e;

	if (brig_module(p->v, &m)) {
		p->ctx.profile = m.profile;
		p->ctx.machine_model = m.machine_model;
	}
	for (uint32_t off = p->v->sections[BRIG_SECTION_INDEX_CODE].header_len;
		brig_code_at(p->v, off, &e) && group_of(&e) != GROUP_DEFINITION;
		off = next_item(&e)) {
		if (e.kind == BRIG_KIND_DIRECTIVE_EXTENSION &&
			str_is(brig_print_data(p, off, e.u.extension.name), "IMAGE"))
			p->ctx.image_extension = true;
	}
}

bool brig_print(const struct brig_view *v, const struct brig_print_options *o, struct buf *out,
	struct diag *d)
{
	struct brig_printer p = {.v = v, .o = o, .out = out, .d = d};
	uint8_t *only = NULL;

	p.limit = (uint64_t)out->len + BRIG_PRINT_RATIO * (uint64_t)v->len + BRIG_PRINT_ALWAYS;

	if (o->only) {
		only = brig_print_needed(v, str_from(o->only), d);
		if (!only)
			return false;
	}
	find_context(&p);
	print_items(&p, only);
	mem_free(only);
	return sink_finish(o->sink, out) && !p.failed;
}
