/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates the module header, extensions, annotations and control directives (PRM chapters 13 and
 * 14). */
#include "emit_brig_impl.h"
#include "scan_impl.h"
#include "sema_block_impl.h"
#include "sema_module_impl.h"
#include "sema_profile_impl.h"
#include "sema_scope_impl.h"

enum { LAST_MAJOR = BRIG_VERSION_HSAIL_MAJOR, LAST_MINOR = BRIG_VERSION_HSAIL_MINOR };

/* ---- header and extensions ------------------------------------------------------------------ */

/* Reads one of the three words of the module header. Returns false after a diagnostic. */
static bool header_word(struct as_state *as, enum isa_modifier list, const char *what,
	struct as_loc loc, uint8_t *out)
{
	struct str s = as_text(as, loc);
	unsigned value;
	if (isa_modifier_value(list, str_skip(s, 1), &value)) {
		*out = (uint8_t)value;
		return true;
	}
	as_err(as, loc, "14.1", "'" STR_FMT "' is no %s", STR_ARG(s), what);
	return false;
}

static bool check_version(struct as_state *as, const struct as_version *v)
{
	if (v->major != LAST_MAJOR)
		as_err(as, v->major_loc, "14.1", "HSAIL version %llu is not supported, only %d.%d",
			(unsigned long long)v->major, LAST_MAJOR, LAST_MINOR);
	else if (v->minor > LAST_MINOR)
		as_err(as, v->minor_loc, "14.1",
			"HSAIL version 1.%llu is not supported, only %d.%d",
			(unsigned long long)v->minor, LAST_MAJOR, LAST_MINOR);
	return v->major == LAST_MAJOR && v->minor <= LAST_MINOR;
}

void as_module_header(struct as_state *as, struct as_loc loc, struct as_loc name,
	struct as_version version, struct as_loc profile, struct as_loc model, struct as_loc round)
{
	struct brig_directive_module m = {.name = 0};
	as_emit_statement(as, loc);
	if (as->header_seen) {
		as_err(as, loc, "14.1", "a module has one header, as its first statement");
		return;
	}
	as->header_seen = true;
	if (as->phase == AS_MODULE_START)
		as->phase = AS_MODULE_EXTENSIONS;
	as_check_reserved(as, name);
	bool good = check_version(as, &version);
	bool known =
		header_word(as, ISA_MOD_PROFILE, "profile: $base or $full", profile, &m.profile);
	known &= header_word(as, ISA_MOD_MACHINE, "machine model: $small or $large", model,
		&m.machine_model);
	good &= header_word(as, ISA_MOD_DEFAULT_ROUND,
		"default rounding mode: $default, $zero or $near", round, &m.default_float_round);
	as->recovery.hopeless = !known; /* most of the rest depends on profile and machine model */
	if (!good || !known)
		return;
	as->context.profile = m.profile;
	as->context.machine_model = m.machine_model;
	m.name = brig_build_string(as->builder, as_text(as, name));
	m.hsail_major = LAST_MAJOR;
	m.hsail_minor = LAST_MINOR;
	struct as_symbol *sym = ARENA_NEW(&as->module_arena, struct as_symbol);
	sym->name = as_text(as, name);
	sym->kind = AS_SYM_MODULE;
	sym->first = sym->definition = name;
	sym->defined = true;
	sym->code_off = brig_build_module(as->builder, &m);
	as_symbol_add(&as->symbols, sym);
}

void as_module_statement(struct as_state *as, struct as_loc loc)
{
	as_emit_statement(as, loc);
	if (as->phase == AS_MODULE_START)
		as_err(as, loc, "14.1",
			"a module header must come first: "
			"module &name:1:0:$full:$large:$default;");
	as->phase = AS_MODULE_BODY;
}

void as_extension(struct as_state *as, struct as_loc loc, struct as_loc string)
{
	struct str name;
	as_emit_statement(as, loc);
	if (as->phase == AS_MODULE_START)
		as_module_statement(as, loc);
	else if (as->phase == AS_MODULE_BODY)
		as_err(as, loc, "13.1", "extensions must come before the first declaration");
	if (!as_string_decode(as, string, &name))
		return;
	bool core = str_is(name, "CORE");
	if (core ? as->other_extension : as->core_extension && name.n > 0)
		as_err(as, string, "13.1.1", "extension \"CORE\" excludes all others");
	as->core_extension |= core;
	as->other_extension |= !core && name.n > 0;
	as->context.image_extension |= str_is(name, "IMAGE");
	brig_build_name_directive(as->builder, BRIG_KIND_DIRECTIVE_EXTENSION, name);
}

/* ---- annotations (PRM 13.2, 13.3) ----------------------------------------------------------- */

static bool line_fits(struct as_state *as, uint64_t value, struct as_loc loc, const char *what)
{
	if (value > 0 && value <= UINT32_MAX)
		return true;
	as_err(as, loc, "13.2", "a %s number is at least 1 and fits 32 bits", what);
	return false;
}

void as_loc_directive(struct as_state *as, struct as_loc loc, uint64_t line, struct as_loc line_loc,
	const uint64_t *column, const struct as_loc *column_loc, const struct as_loc *file)
{
	struct str name;
	as_emit_statement(as, loc);
	bool good = line_fits(as, line, line_loc, "line");
	if (column != NULL)
		good &= line_fits(as, *column, *column_loc, "column");
	if (file != NULL) {
		good &= as_string_decode(as, *file, &name);
		as->loc_file = brig_build_string(as->builder, name);
	}
	as->loc_seen = true;
	if (as->loc_file == 0)
		as->loc_file = brig_build_string(as->builder, STR(""));
	if (good)
		brig_build_loc(as->builder, as->loc_file, (uint32_t)line,
			column != NULL ? (uint32_t)*column : 1);
}

static uint32_t pragma_name(struct as_state *as, struct as_symbol *sym)
{
	return sym != NULL ? as_emit_code_ref(as, sym) : 0;
}

/* Builds an operand of a pragma and returns its offset; 0 after a diagnostic. */
static uint32_t pragma_operand(struct as_state *as, const struct as_operand *o)
{
	switch (o->kind) {
	case AS_OPND_REGISTER:
		if (!as->exe.in_body) {
			as_err(as, o->loc, "13.3", "a register can be named in a code block only");
			return 0;
		}
		as_use_register(as, o->reg);
		return as_emit_register(as, o->reg);
	case AS_OPND_WAVESIZE:
		return as_emit_wavesize(as);
	case AS_OPND_NAME:
		return pragma_name(as, as_lookup(as, o->loc));
	case AS_OPND_LABEL:
		return pragma_name(as, as_label_use(as, o->loc, false));
	case AS_OPND_STRING:
		return brig_build_string_operand(as->builder,
			o->count == 0 ? STR("")
				      : (struct str){(const char *)as->st.pool.data + o->first,
						o->count});
	case AS_OPND_VALUE:
		return o->value.kind != AS_VALUE_BAD && as_check_literal(as, &o->value)
		               ? as_emit_value(as, &o->value, 0)
		               : 0;
	case AS_OPND_ADDRESS:
	case AS_OPND_VECTOR:
	case AS_OPND_ARGUMENTS:
	case AS_OPND_TARGETS:
		break;
	}
	BUG("operand kind %d in a pragma", o->kind);
}

void as_pragma(struct as_state *as, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	uint32_t *offs = mem_new(st->operand_count, sizeof *offs);
	bool good = true;
	as_emit_statement(as, loc);
	for (size_t i = 0; i < st->operand_count; i++) {
		offs[i] = pragma_operand(as, &st->operands[i]);
		good &= offs[i] != 0;
	}
	if (good)
		brig_build_pragma(as->builder, offs, (uint32_t)st->operand_count);
	mem_free(offs);
}

/* ---- control directives (PRM 13.4) ---------------------------------------------------------- */

static const struct control {
	uint8_t operand_count;
	uint16_t type;
	bool wavesize;
	uint64_t least, most;
} controls[] = {
	[BRIG_CONTROL_ENABLEBREAKEXCEPTIONS] = {1, BRIG_TYPE_U32, false, 0, UINT32_MAX},
	[BRIG_CONTROL_ENABLEDETECTEXCEPTIONS] = {1, BRIG_TYPE_U32, false, 0, UINT32_MAX},
	[BRIG_CONTROL_MAXDYNAMICGROUPSIZE] = {1, BRIG_TYPE_U32, false, 0, UINT32_MAX},
	[BRIG_CONTROL_MAXFLATGRIDSIZE] = {1, BRIG_TYPE_U64, true, 1, UINT64_MAX},
	[BRIG_CONTROL_MAXFLATWORKGROUPSIZE] = {1, BRIG_TYPE_U32, true, 1, UINT32_MAX},
	[BRIG_CONTROL_REQUIREDDIM] = {1, BRIG_TYPE_U32, false, 1, 3},
	[BRIG_CONTROL_REQUIREDGRIDSIZE] = {3, BRIG_TYPE_U64, true, 1, UINT64_MAX},
	[BRIG_CONTROL_REQUIREDWORKGROUPSIZE] = {3, BRIG_TYPE_U32, true, 1, UINT32_MAX},
	[BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS] = {0, BRIG_TYPE_NONE, false, 0, 0},
};

static uint32_t control_operand(struct as_state *as, const struct control *c,
	const struct as_operand *o)
{
	if (o->kind == AS_OPND_WAVESIZE) {
		if (c->wavesize)
			return as_emit_wavesize(as);
		as_err(as, o->loc, "13.4",
			"WAVESIZE is not allowed here; expected an integer constant");
		return 0;
	}
	uint64_t bits = o->value.literal.bits; /* the type takes the low bits only (PRM 4.8.5) */
	if (c->type == BRIG_TYPE_U32)
		bits &= UINT32_MAX;
	if (bits < c->least || bits > c->most) {
		as_err(as, o->loc, "13.4",
			"'" STR_FMT "' is out of range: %llu to %llu are allowed",
			STR_ARG(as_text(as, o->loc)), (unsigned long long)c->least,
			(unsigned long long)c->most);
		return 0;
	}
	return as_emit_value(as, &o->value, c->type);
}

void as_control(struct as_state *as, const struct as_lexeme *word, struct as_loc word_loc,
	struct as_loc loc)
{
	const struct control *c = &controls[word->control];
	const struct as_statement *st = &as->st;
	uint32_t offs[3];
	as_block_statement(as, AS_BLOCK_CONTROL, loc, "control directives");
	if (st->operand_count != c->operand_count) {
		as_err(as, word_loc, "13.4", "'" STR_FMT "' takes %u operand%s, not %zu",
			STR_ARG(word->text), c->operand_count, c->operand_count == 1 ? "" : "s",
			st->operand_count);
		return;
	}
	for (size_t i = 0; i < st->operand_count; i++) {
		offs[i] = control_operand(as, c, &st->operands[i]);
		if (offs[i] == 0)
			return;
	}
	brig_build_control(as->builder, word->control, offs, c->operand_count);
}

/* ---- end ------------------------------------------------------------------------------------ */

void as_module_end(struct as_state *as)
{
	as_emit_comments(as, UINT32_MAX);
	if (as->phase == AS_MODULE_START && !as->failed) {
		uint32_t end = (uint32_t)as->text->len;
		as_err(as, ((struct as_loc){end, end}), "14.1",
			"no module header: module &name:1:0:$full:$large:$default;");
	}
	for (size_t i = 0; i < as->symbols.count; i++) {
		struct as_symbol *sym = as->symbols.stack[i];
		if (!sym->defined && sym->linkage == BRIG_LINKAGE_MODULE)
			as_err(as, sym->first, "4.12.2",
				"'" STR_FMT "' has module linkage and is never defined",
				STR_ARG(sym->name));
		as_emit_fixups(as, sym);
	}
}
