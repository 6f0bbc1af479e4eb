/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives as text: annotations, control directives, variables, headers of kernels and functions
 * (PRM 4.3, chapter 13). */
#include "brig/print/print_impl.h"

/* Returns whether the file is the one that the loc before named. Long names are not compared, but
 * printed again. */
static bool is_last_file(struct brig_printer *p, const struct brig_entry *e, struct str file)
{
	enum { LONG_NAME = 4096 };

	if (p->loc_file == 0)
		return file.n == 0;
	return e->u.loc.filename == p->loc_file ||
	       (file.n < LONG_NAME && str_eq(file, brig_print_data(p, e->off, p->loc_file)));
}

void brig_print_loc(struct brig_printer *p, const struct brig_entry *e)
{
	const struct brig_directive_loc *l = &e->u.loc;
	struct str file = brig_print_data(p, e->off, l->filename);

	buf_puts(p->out, "loc ");
	buf_decimal(p->out, l->line);
	if (l->column != 1) {
		buf_u8(p->out, ' ');
		buf_decimal(p->out, l->column);
	}
	if (!is_last_file(p, e, file)) {
		buf_puts(p->out, " ");
		brig_print_string(p, file);
	}
	buf_puts(p->out, ";");
	p->loc_file = l->filename;
}

static void print_pragma_operand(struct brig_printer *p, const struct brig_entry *e, uint32_t off)
{
	struct brig_operand o;
	const struct isa_type *t;

	if (!brig_operand_at(p->v, off, &o))
		o.kind = BRIG_KIND_NONE;
	switch (o.kind) {
	case BRIG_KIND_OPERAND_STRING:
		brig_print_string(p, brig_print_data(p, e->off, o.u.string.string));
		return;
	case BRIG_KIND_OPERAND_REGISTER:
		brig_print_register(p, o.u.reg.reg_kind, o.u.reg.number);
		return;
	case BRIG_KIND_OPERAND_CODE_REF:
		brig_print_symbol(p, e->off, o.u.code_ref.ref);
		return;
	case BRIG_KIND_OPERAND_WAVESIZE:
		buf_puts(p->out, "WAVESIZE");
		return;
	case BRIG_KIND_OPERAND_CONSTANT_BYTES: /* plain literals are u64 or a float (PRM 13.3) */
		t = isa_type_find(o.u.constant.type);
		brig_print_initializer(p, e->off, off,
			o.u.constant.type != BRIG_TYPE_U64 && t && t->kind != ISA_KIND_FLOAT);
		return;
	}
	brig_print_initializer(p, e->off, off, true);
}

void brig_print_pragma(struct brig_printer *p, const struct brig_entry *e)
{
	struct brig_list l;

	buf_puts(p->out, "pragma");
	if (!brig_list(p->v, e->u.pragma.operands, &l)) {
		brig_print_fail(p, e->off, "list of operands is damaged");
		return;
	}
	for (uint32_t i = 0; i < l.count && !p->failed; i++) {
		buf_puts(p->out, i == 0 ? " " : ", ");
		print_pragma_operand(p, e, brig_list_at(&l, i));
		brig_print_pause(p);
	}
	buf_puts(p->out, ";");
}

void brig_print_control(struct brig_printer *p, const struct brig_entry *e)
{
	const char *text = isa_modifier_text(ISA_MOD_CONTROL, e->u.control.control);
	struct brig_list l;
	struct brig_operand o;

	if (!text || !brig_list(p->v, e->u.control.operands, &l)) {
		brig_print_fail(p, e->off, "control directive is damaged");
		return;
	}
	buf_puts(p->out, text);
	for (uint32_t i = 0; i < l.count; i++) {
		buf_puts(p->out, i == 0 ? " " : ", ");
		if (brig_operand_at(p->v, brig_list_at(&l, i), &o) &&
			o.kind == BRIG_KIND_OPERAND_WAVESIZE)
			buf_puts(p->out, "WAVESIZE");
		else
			brig_print_initializer(p, e->off, brig_list_at(&l, i), false);
	}
	buf_puts(p->out, ";");
}

/* ---- symbols -------------------------------------------------------------------------------- */

void brig_print_variable(struct brig_printer *p, const struct brig_entry *e, bool formal)
{
	const struct brig_directive_variable *x = &e->u.variable;
	const struct isa_type *t = isa_type_find(x->type);
	const char *segment = isa_modifier_text(ISA_MOD_SEGMENT, x->segment);

	if (!t || !segment) {
		brig_print_fail(p, e->off, "variable has no such type or segment");
		return;
	}
	if (!formal && !(x->modifier & BRIG_VARIABLE_DEFINITION))
		buf_puts(p->out, "decl ");
	if (x->linkage == BRIG_LINKAGE_PROGRAM)
		buf_puts(p->out, "prog ");
	if (x->segment == BRIG_SEGMENT_GLOBAL && x->allocation == BRIG_ALLOCATION_AGENT)
		buf_puts(p->out, "alloc(agent) ");
	if (x->align == BRIG_ALIGNMENT_NONE || x->align > BRIG_ALIGNMENT_MAX ||
		1u << (x->align - 1) != isa_type_align(t)) {
		brig_print_align(p, x->align);
		buf_puts(p->out, " ");
	}
	if (x->modifier & BRIG_VARIABLE_CONST)
		buf_puts(p->out, "const ");
	struct str name = x->name != 0 ? brig_print_data(p, e->off, x->name) : STR("");
	buf_printf(p->out, "%s_%s%s", segment, t->text, name.n > 0 ? " " : "");
	buf_str(p->out, name);
	if (x->type & BRIG_TYPE_ARRAY) {
		buf_puts(p->out, "[");
		if (x->dim != 0)
			buf_decimal(p->out, x->dim);
		buf_puts(p->out, "]");
	}
	if (x->init != 0) {
		buf_puts(p->out, " = ");
		brig_print_variable_initializer(p, e->off, x);
	}
}

void brig_print_fbarrier(struct brig_printer *p, const struct brig_entry *e)
{
	const struct brig_directive_fbarrier *f = &e->u.fbarrier;

	if (!(f->modifier & BRIG_VARIABLE_DEFINITION))
		buf_puts(p->out, "decl ");
	if (f->linkage == BRIG_LINKAGE_PROGRAM)
		buf_puts(p->out, "prog ");
	buf_puts(p->out, "fbarrier ");
	buf_str(p->out, brig_print_data(p, e->off, f->name));
}

/* Prints the formals from *off on, and moves *off behind them. Several formals have a line each. */
static void print_formals(struct brig_printer *p, uint32_t *off, unsigned count)
{
	struct brig_entry e;

	buf_puts(p->out, "(");
	for (unsigned i = 0; i < count && !p->failed; i++) {
		if (count > 1)
			buf_puts(p->out, i == 0 ? "\n\t" : ",\n\t");
		if (!brig_code_at(p->v, *off, &e) || e.kind != BRIG_KIND_DIRECTIVE_VARIABLE) {
			brig_print_fail(p, *off, "formal argument is damaged");
			return;
		}
		brig_print_variable(p, &e, true);
		*off += e.bytes;
	}
	buf_puts(p->out, ")");
}

void brig_print_executable_header(struct brig_printer *p, const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;
	bool kernel = e->kind == BRIG_KIND_DIRECTIVE_KERNEL;
	uint32_t off = e->off + e->bytes;

	if (!(x->modifier & BRIG_EXECUTABLE_DEFINITION) && e->kind != BRIG_KIND_DIRECTIVE_SIGNATURE)
		buf_puts(p->out, "decl ");
	if (x->linkage == BRIG_LINKAGE_PROGRAM)
		buf_puts(p->out, "prog ");
	if (e->kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION)
		buf_puts(p->out, "indirect ");
	buf_puts(p->out, kernel                                     ? "kernel "
			 : e->kind == BRIG_KIND_DIRECTIVE_SIGNATURE ? "signature "
								    : "function ");
	buf_str(p->out, brig_print_data(p, e->off, x->name));
	if (!kernel)
		print_formals(p, &off, x->out_arg_count);
	print_formals(p, &off, x->in_arg_count);
}
