/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints an HSAIL module with every form, type and modifier that a profile and machine model have,
 * taken from the instruction tables:
 *
 *   forms base|full small|large
 *
 * Each instruction comes with registers, with constants and with WAVESIZE where it takes them. */
#include <stdio.h>

#include "hsaemu/isa.h"

static struct isa_context ctx = {.image_extension = true};
static struct buf out = BUF_INIT;

/* ---- the variables that addresses name ------------------------------------------------------ */

static const char *signal_type(void)
{
	return ctx.machine_model == BRIG_MACHINE_LARGE ? "sig64" : "sig32";
}

/* Name of the variable of a segment for accesses of a type: handles need one of their own. */
static void say_variable(uint8_t segment, uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	const char *text = isa_modifier_text(ISA_MOD_SEGMENT, segment);
	bool local = segment == BRIG_SEGMENT_KERNARG || segment == BRIG_SEGMENT_SPILL ||
	             segment == BRIG_SEGMENT_ARG;
	buf_printf(&out, "%c%s_%s", local ? '%' : '&', text,
		t->kind >= ISA_KIND_IMAGE ? t->text : "b8");
}

static bool has_handles(uint8_t segment)
{
	return segment != BRIG_SEGMENT_GROUP && segment != BRIG_SEGMENT_PRIVATE &&
	       segment != BRIG_SEGMENT_SPILL;
}

/* "global_b8 &global_b8[4096]", then the same for each type of handle, with `end` after each. */
static void declare_variables(const char *prefix, uint8_t segment, const char *end)
{
	const char *const types[] = {"b8", signal_type(), "roimg", "woimg", "rwimg", "samp"};
	for (size_t i = 0; i < (has_handles(segment) ? ARRAY_LEN(types) : 2); i++) {
		buf_printf(&out, "%s%s_%s ", prefix, isa_modifier_text(ISA_MOD_SEGMENT, segment),
			types[i]);
		say_variable(segment, isa_type_by_name(str_from(types[i]))->brig);
		buf_printf(&out, "[%u]", i == 0 ? 4096 : 64);
		if (end[0] != ',' || i + 1 < ARRAY_LEN(types))
			buf_puts(&out, end);
	}
}

static void list_arguments(void)
{
	const char *const types[] = {"b8", signal_type(), "roimg", "woimg", "rwimg", "samp"};
	for (size_t i = 0; i < ARRAY_LEN(types); i++) {
		buf_puts(&out, i == 0 ? "" : ", ");
		say_variable(BRIG_SEGMENT_ARG, isa_type_by_name(str_from(types[i]))->brig);
	}
}

/* ---- operands ------------------------------------------------------------------------------- */

static void say_number(const struct isa_type *t, uint64_t value)
{
	static const char *const floats[] = {"1.5h", "-2.25f", "3.125"};
	if (t->kind == ISA_KIND_FLOAT)
		buf_puts(&out, floats[t->bits / 32]);
	else
		buf_printf(&out, "%llu", (unsigned long long)value);
}

static void say_element(const struct isa_element *e)
{
	const struct isa_type *t = isa_type_find(e->type);
	if (e->kind == ISA_OPND_REGISTER) {
		buf_printf(&out, "$%c%u", isa_register_letter(e->register_kind),
			e->register_number);
	} else if (e->kind == ISA_OPND_WAVESIZE) {
		buf_puts(&out, "WAVESIZE");
	} else if (e->constant == ISA_CONST_INTEGER) {
		buf_printf(&out, "%llu", (unsigned long long)e->value);
	} else if (e->constant == ISA_CONST_FLOAT) {
		say_number(t, 0);
	} else {
		buf_printf(&out, "%s(", t->text);
		for (unsigned i = 0; i < t->count; i++) {
			buf_puts(&out, i == 0 ? "" : ",");
			say_number(isa_type_find(t->elem), t->kind == ISA_KIND_SIGNAL ? 0 : i + 1);
		}
		buf_puts(&out, ")");
	}
}

static void say_operand(const struct isa_inst *inst, const struct isa_operand *o)
{
	unsigned count = o->kind == ISA_OPND_VECTOR ? o->count : 1;
	switch (o->kind) {
	case ISA_OPND_REGISTER:
	case ISA_OPND_CONSTANT:
	case ISA_OPND_WAVESIZE:
	case ISA_OPND_VECTOR:
		buf_puts(&out, o->kind == ISA_OPND_VECTOR ? "(" : "");
		for (unsigned i = 0; i < count; i++) {
			buf_puts(&out, i == 0 ? "" : ",");
			say_element(&o->elem[i]);
		}
		buf_puts(&out, o->kind == ISA_OPND_VECTOR ? ")" : "");
		break;
	case ISA_OPND_ADDRESS:
		buf_puts(&out, "[");
		if (o->has_symbol)
			say_variable(o->symbol_segment, inst->type);
		buf_printf(&out, o->has_symbol ? "][%llu]" : "%llu]",
			(unsigned long long)o->offset);
		break;
	case ISA_OPND_LABEL:
		buf_puts(&out, "@l");
		break;
	case ISA_OPND_LABELS:
		buf_puts(&out, "[@l, @l]");
		break;
	case ISA_OPND_FBARRIER:
		buf_puts(&out, "&fb");
		break;
	case ISA_OPND_FUNCTION:
		buf_puts(&out, "&f");
		break;
	case ISA_OPND_FUNCTIONS:
		buf_puts(&out, "[&f, &f]");
		break;
	case ISA_OPND_SIGNATURE:
		buf_puts(&out, "&s");
		break;
	case ISA_OPND_ARGUMENTS:
		buf_puts(&out, o == &inst->operands[0] ? "(%o)" : "(%i)");
		break;
	case ISA_OPND_NONE:
	case ISA_OPND_VARIABLE:
	case ISA_OPND_KERNEL:
	case ISA_OPND_OTHER:
		break;
	}
}

/* ---- instructions --------------------------------------------------------------------------- */

static void say_inst(const struct isa_form *f, const struct isa_inst *inst)
{
	bool call = inst->operands[0].kind == ISA_OPND_ARGUMENTS;
	const char *between =
		call || (inst->operand_count == 2 && inst->operands[1].kind == ISA_OPND_LABELS)
			? " "
			: ", ";
	buf_puts(&out, call ? "{ arg_u32 %o; arg_u32 %i; " : "");
	isa_mnemonic_print(f, inst, &out);
	for (unsigned n = 0; n < inst->operand_count; n++) {
		buf_puts(&out, n == 0 ? " " : between);
		say_operand(inst, &inst->operands[isa_form_text_order(f, n)]);
	}
	buf_puts(&out, call ? "; }\n" : ";\n");
}

/* A constant as text has it for an operand of this type. */
static struct isa_element constant_for(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	struct isa_element e = {.kind = ISA_OPND_CONSTANT, .value = 1};
	if (t->kind == ISA_KIND_FLOAT)
		e.constant = ISA_CONST_FLOAT;
	else if (t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED ||
		 (t->kind == ISA_KIND_BIT && t->bits <= 64))
		e.constant = ISA_CONST_INTEGER;
	e.type = t->kind == ISA_KIND_BIT && t->bits == 128 ? BRIG_TYPE_U8X16 : type;
	return e;
}

/* Puts `kind` in place of every register it may replace; false when there is none. */
static bool replace(const struct isa_form *f, struct isa_inst *inst, enum isa_operand_kind kind)
{
	struct isa_mismatch why;
	bool any = false;
	for (unsigned i = 0; i < inst->operand_count; i++) {
		struct isa_operand *o = &inst->operands[i], before = *o;
		uint16_t type = isa_form_operand_type(f, inst, i);
		if (type == BRIG_TYPE_NONE || isa_form_operand_is_dest(f, i))
			continue;
		o->elem[0] = kind == ISA_OPND_CONSTANT ? constant_for(type)
		                                       : (struct isa_element){.kind = kind};
		if (o->kind != ISA_OPND_VECTOR)
			o->kind = kind;
		if (isa_match(inst, 0, &ctx, &why) == f)
			any = true;
		else
			*o = before;
	}
	return any;
}

/* Base wants ftz where there is a place for it. */
static bool adapt(const struct isa_form *f, struct isa_inst *inst)
{
	struct isa_mismatch why;
	if (isa_match(inst, 0, &ctx, &why) == f)
		return true;
	inst->ftz = true;
	return isa_match(inst, 0, &ctx, &why) == f;
}

static bool in_arg_segment(const struct isa_inst *inst)
{
	return inst->segment == BRIG_SEGMENT_ARG;
}

static void say_forms(bool arg_segment)
{
	for (size_t n = 0; n < isa_form_count(); n++) {
		const struct isa_form *f = isa_form_at(n);
		struct isa_samples it;
		struct isa_inst inst, other;
		isa_samples_init(&it, f);
		while (isa_samples_next(&it, &inst)) {
			if (in_arg_segment(&inst) != arg_segment || !adapt(f, &inst))
				continue;
			say_inst(f, &inst);
			other = inst;
			if (replace(f, &other, ISA_OPND_CONSTANT))
				say_inst(f, &other);
			other = inst;
			if (replace(f, &other, ISA_OPND_WAVESIZE))
				say_inst(f, &other);
		}
	}
}

/* ---- the module ----------------------------------------------------------------------------- */

static void say_module(const char *profile, const char *model)
{
	buf_printf(&out, "module &forms:1:0:$%s:$%s:$default;\nextension \"IMAGE\";\n", profile,
		model);
	declare_variables("decl prog ", BRIG_SEGMENT_GLOBAL, ";\n");
	declare_variables("decl prog ", BRIG_SEGMENT_READONLY, ";\n");
	declare_variables("decl prog ", BRIG_SEGMENT_GROUP, ";\n");
	declare_variables("decl prog ", BRIG_SEGMENT_PRIVATE, ";\n");
	buf_puts(&out,
		"fbarrier &fb;\nsignature &s(arg_u32)(arg_u32);\n"
		"decl prog function &f(arg_u32 %o)(arg_u32 %i);\ndecl prog function &all()(");
	declare_variables("", BRIG_SEGMENT_ARG, ", ");
	buf_puts(&out, ");\nkernel &k(");
	declare_variables("", BRIG_SEGMENT_KERNARG, ", ");
	buf_puts(&out, ")\n{\n");
	declare_variables("", BRIG_SEGMENT_SPILL, ";\n");
	buf_puts(&out, "@l:\n");
	say_forms(false);
	buf_puts(&out, "};\nfunction &a()()\n{\n{\n");
	declare_variables("", BRIG_SEGMENT_ARG, ";\n");
	say_forms(true);
	buf_puts(&out, "call &all()(");
	list_arguments();
	buf_puts(&out, ");\n}\n};\n");
}

int main(int argc, char **argv)
{
	unsigned profile, model;
	if (argc != 3 || !isa_modifier_value(ISA_MOD_PROFILE, str_from(argv[1]), &profile) ||
		!isa_modifier_value(ISA_MOD_MACHINE, str_from(argv[2]), &model)) {
		fprintf(stderr, "usage: forms base|full small|large\n");
		return EXIT_USAGE;
	}
	ctx.profile = (uint8_t)profile;
	ctx.machine_model = (uint8_t)model;
	say_module(argv[1], argv[2]);
	bool ok = fwrite(out.data, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
	buf_release(&out);
	return ok ? EXIT_DONE : EXIT_IO;
}
