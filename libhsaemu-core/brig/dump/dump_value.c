/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the meaning of a field's value. Each enumerator has its name in HSAIL text, or the
 * standard's name where HSAIL has none. */
#include "brig/dump/dump_impl.h"

/* Values that modifiers.def does not list because they are never written. */
static const struct {
	enum brig_role role;
	uint8_t value;
	const char *text;
} unwritten[] = {
	{BRIG_ROLE_ALLOCATION, BRIG_ALLOCATION_NONE, "none"},
	{BRIG_ROLE_ALLOCATION, BRIG_ALLOCATION_PROGRAM, "program"},
	{BRIG_ROLE_ALLOCATION, BRIG_ALLOCATION_AGENT, "agent"},
	{BRIG_ROLE_ALLOCATION, BRIG_ALLOCATION_AUTOMATIC, "automatic"},
	{BRIG_ROLE_CONTROL, BRIG_CONTROL_NONE, "none"},
	{BRIG_ROLE_LINKAGE, BRIG_LINKAGE_NONE, "none"},
	{BRIG_ROLE_LINKAGE, BRIG_LINKAGE_PROGRAM, "program"},
	{BRIG_ROLE_LINKAGE, BRIG_LINKAGE_MODULE, "module"},
	{BRIG_ROLE_LINKAGE, BRIG_LINKAGE_FUNCTION, "function"},
	{BRIG_ROLE_LINKAGE, BRIG_LINKAGE_ARG, "arg"},
	{BRIG_ROLE_MEMORY_ORDER, BRIG_MEMORY_ORDER_NONE, "none"},
	{BRIG_ROLE_MEMORY_SCOPE, BRIG_MEMORY_SCOPE_NONE, "none"},
	{BRIG_ROLE_MEMORY_SCOPE, BRIG_MEMORY_SCOPE_WORKITEM, "work-item"},
	{BRIG_ROLE_PACK, BRIG_PACK_NONE, "none"},
	{BRIG_ROLE_PACK, BRIG_PACK_SSAT, "s_sat"},
	{BRIG_ROLE_PACK, BRIG_PACK_PSAT, "p_sat"},
	{BRIG_ROLE_REGISTER_KIND, BRIG_REGISTER_KIND_CONTROL, "control"},
	{BRIG_ROLE_REGISTER_KIND, BRIG_REGISTER_KIND_SINGLE, "single"},
	{BRIG_ROLE_REGISTER_KIND, BRIG_REGISTER_KIND_DOUBLE, "double"},
	{BRIG_ROLE_REGISTER_KIND, BRIG_REGISTER_KIND_QUAD, "quad"},
	{BRIG_ROLE_ROUND, BRIG_ROUND_NONE, "none"},
	{BRIG_ROLE_ROUND, BRIG_ROUND_FLOAT_DEFAULT, "default"},
	{BRIG_ROLE_SEGMENT, BRIG_SEGMENT_NONE, "none"},
	{BRIG_ROLE_SEGMENT, BRIG_SEGMENT_FLAT, "flat"},
	{BRIG_ROLE_WIDTH, BRIG_WIDTH_NONE, "none"},
	{BRIG_ROLE_WIDTH, BRIG_WIDTH_WAVESIZE, "WAVESIZE"},
	{BRIG_ROLE_WIDTH, BRIG_WIDTH_ALL, "all"},
};

/* Names of the bits of mask fields. */
static const struct {
	enum brig_role role;
	uint8_t bit;
	const char *text;
} bits[] = {
	{BRIG_ROLE_ALU_MODIFIER, BRIG_ALU_FTZ, "ftz"},
	{BRIG_ROLE_EXECUTABLE_MODIFIER, BRIG_EXECUTABLE_DEFINITION, "definition"},
	{BRIG_ROLE_MEMORY_MODIFIER, BRIG_MEMORY_CONST, "const"},
	{BRIG_ROLE_SEG_CVT_MODIFIER, BRIG_SEG_CVT_NONULL, "nonull"},
	{BRIG_ROLE_VARIABLE_MODIFIER, BRIG_VARIABLE_DEFINITION, "definition"},
	{BRIG_ROLE_VARIABLE_MODIFIER, BRIG_VARIABLE_CONST, "const"},
};

/* Roles whose values modifiers.def lists. */
static const struct {
	enum brig_role role;
	enum isa_modifier modifier;
} lists[] = {
	{BRIG_ROLE_ADDRESSING, ISA_MOD_ADDRESSING},
	{BRIG_ROLE_ATOMIC, ISA_MOD_ATOMIC},
	{BRIG_ROLE_CHANNEL_ORDER, ISA_MOD_CHANNEL_ORDER},
	{BRIG_ROLE_CHANNEL_TYPE, ISA_MOD_CHANNEL_TYPE},
	{BRIG_ROLE_COMPARE, ISA_MOD_COMPARE},
	{BRIG_ROLE_CONTROL, ISA_MOD_CONTROL},
	{BRIG_ROLE_COORD, ISA_MOD_COORD},
	{BRIG_ROLE_FILTER, ISA_MOD_FILTER},
	{BRIG_ROLE_GEOMETRY, ISA_MOD_GEOMETRY},
	{BRIG_ROLE_IMAGE_QUERY, ISA_MOD_IMAGE_QUERY},
	{BRIG_ROLE_MACHINE, ISA_MOD_MACHINE},
	{BRIG_ROLE_MEMORY_ORDER, ISA_MOD_ORDER},
	{BRIG_ROLE_MEMORY_SCOPE, ISA_MOD_SCOPE},
	{BRIG_ROLE_PACK, ISA_MOD_PACK},
	{BRIG_ROLE_PROFILE, ISA_MOD_PROFILE},
	{BRIG_ROLE_ROUND, ISA_MOD_ROUND},
	{BRIG_ROLE_ROUND, ISA_MOD_IROUND},
	{BRIG_ROLE_SAMPLER_QUERY, ISA_MOD_SAMPLER_QUERY},
	{BRIG_ROLE_SEGMENT, ISA_MOD_SEGMENT},
};

static const char *enumerator(enum brig_role role, uint64_t value)
{
	for (size_t i = 0; i < ARRAY_LEN(unwritten); i++) {
		if (unwritten[i].role == role && unwritten[i].value == value)
			return unwritten[i].text;
	}
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const char *text = lists[i].role == role
		                           ? isa_modifier_text(lists[i].modifier, (unsigned)value)
		                           : NULL;
		if (text)
			return text;
	}
	if (role == BRIG_ROLE_OPCODE && isa_opcode_find((uint16_t)value))
		return isa_opcode_find((uint16_t)value)->text;
	return "unknown";
}

static bool is_mask(enum brig_role role)
{
	for (size_t i = 0; i < ARRAY_LEN(bits); i++) {
		if (bits[i].role == role)
			return true;
	}
	return false;
}

static void put_mask(enum brig_role role, uint64_t value, struct buf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(bits); i++) {
		if (bits[i].role == role && value & bits[i].bit) {
			buf_printf(out, "%s%s", out->len > 0 ? " " : "", bits[i].text);
			value &= ~(uint64_t)bits[i].bit;
		}
	}
	if (value != 0)
		buf_printf(out, "%sunknown bits 0x%llx", out->len > 0 ? " " : "",
			(unsigned long long)value);
}

static void put_type(uint64_t value, struct buf *out)
{
	const struct isa_type *t = isa_type_find((uint16_t)value);

	if (!t)
		buf_puts(out, "unknown");
	else
		buf_printf(out, "%s%s", value == BRIG_TYPE_NONE ? "none" : t->text,
			value & BRIG_TYPE_ARRAY ? "[]" : "");
}

/* ---- targets of offsets --------------------------------------------------------------------- */

enum { SHOWN_STRING_BYTES = 60, SHOWN_LIST_ELEMENTS = 8 };

static void put_quoted(struct str s, struct buf *out)
{
	buf_puts(out, "\"");
	for (size_t i = 0; i < s.n && i < SHOWN_STRING_BYTES; i++) {
		unsigned char c = (unsigned char)s.p[i];
		if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else if (c >= ' ' && c <= '~')
			buf_u8(out, c);
		else
			buf_printf(out, "\\%03o", c);
	}
	buf_puts(out, s.n > SHOWN_STRING_BYTES ? "\"..." : "\"");
}

static void put_string(const struct brig_dumper *p, uint32_t off, struct buf *out)
{
	struct str s;

	if (brig_data(&p->view, off, &s))
		put_quoted(s, out);
	else if (off != 0)
		buf_puts(out, "no entry there");
}

/* Appends what identifies the directive at a code offset: its first string field, which is a name,
 * or else its kind. */
static void put_code(const struct brig_dumper *p, uint32_t off, struct buf *out)
{
	struct brig_entry e;
	const struct brig_section *s = &p->view.sections[BRIG_SECTION_INDEX_CODE];

	if (off == s->len && off != 0) {
		buf_puts(out, "end of section");
		return;
	}
	if (!brig_code_at(&p->view, off, &e)) {
		buf_puts(out, off != 0 ? "no entry there" : "");
		return;
	}
	const struct brig_record *r = brig_record_find(e.kind);
	struct str name;
	if (r->field_count > 0 && r->fields[0].role == BRIG_ROLE_STRING &&
		brig_data(&p->view, (uint32_t)brig_field_value(s->bytes + off, &r->fields[0]),
			&name))
		buf_printf(out, STR_FMT,
			(int)(name.n < SHOWN_STRING_BYTES ? name.n : SHOWN_STRING_BYTES), name.p);
	else
		buf_puts(out, r->name);
}

static void put_operand(const struct brig_dumper *p, uint32_t off, struct buf *out)
{
	struct brig_operand o;
	struct str s;

	if (!brig_operand_at(&p->view, off, &o)) {
		buf_puts(out, off != 0 ? "no entry there" : "");
		return;
	}
	switch (o.kind) {
	case BRIG_KIND_OPERAND_REGISTER:
		if (o.u.reg.reg_kind <= BRIG_REGISTER_KIND_QUAD) {
			buf_printf(out, "$%c%u", isa_register_letter(o.u.reg.reg_kind),
				o.u.reg.number);
			return;
		}
		break;
	case BRIG_KIND_OPERAND_CODE_REF:
		put_code(p, o.u.code_ref.ref, out);
		return;
	case BRIG_KIND_OPERAND_WAVESIZE:
		buf_puts(out, "WAVESIZE");
		return;
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		if (brig_data(&p->view, o.u.constant.bytes, &s) && s.n <= 8) {
			put_type(o.u.constant.type, out);
			buf_printf(out, " 0x%llx", (unsigned long long)brig_constant_u64(s));
			return;
		}
		break;
	}
	buf_puts(out, brig_record_find(o.kind)->name);
}

static void put_list(const struct brig_dumper *p, enum brig_role role, uint32_t off,
	struct buf *out)
{
	struct brig_list l;

	if (!brig_list(&p->view, off, &l)) {
		buf_puts(out, off != 0 ? "no list there" : "");
		return;
	}
	buf_puts(out, "[");
	for (uint32_t i = 0; i < l.count && i < SHOWN_LIST_ELEMENTS; i++) {
		buf_puts(out, i > 0 ? ", " : "");
		if (role == BRIG_ROLE_CODE_LIST)
			put_code(p, brig_list_at(&l, i), out);
		else
			put_operand(p, brig_list_at(&l, i), out);
	}
	if (l.count > SHOWN_LIST_ELEMENTS)
		buf_printf(out, ", ... %u in all", l.count);
	buf_puts(out, "]");
}

void brig_dump_value(const struct brig_dumper *p, enum brig_role role, uint64_t value,
	struct buf *out)
{
	const struct brig_record *r;
	struct str s;

	if (is_mask(role)) {
		put_mask(role, value, out);
		return;
	}
	switch (role) {
	case BRIG_ROLE_RESERVED:
		buf_puts(out, value != 0 ? "not 0" : "");
		return;
	case BRIG_ROLE_NUMBER:
		return;
	case BRIG_ROLE_KIND:
		r = brig_record_find((uint16_t)value);
		buf_puts(out, r ? r->name : "unknown");
		return;
	case BRIG_ROLE_STRING:
		put_string(p, (uint32_t)value, out);
		return;
	case BRIG_ROLE_BYTES:
		buf_puts(out, brig_data(&p->view, (uint32_t)value, &s) ? "" : "no entry there");
		return;
	case BRIG_ROLE_CODE:
		put_code(p, (uint32_t)value, out);
		return;
	case BRIG_ROLE_OPERAND:
		put_operand(p, (uint32_t)value, out);
		return;
	case BRIG_ROLE_CODE_LIST:
	case BRIG_ROLE_DATA_LIST:
		put_list(p, role, (uint32_t)value, out);
		return;
	case BRIG_ROLE_TYPE:
		put_type(value, out);
		return;
	default:
		break;
	}
	if (role == BRIG_ROLE_ALIGNMENT && value >= BRIG_ALIGNMENT_1 && value <= BRIG_ALIGNMENT_MAX)
		buf_printf(out, "%u", 1u << (value - 1));
	else if (role == BRIG_ROLE_ALIGNMENT)
		buf_puts(out, value == BRIG_ALIGNMENT_NONE ? "none" : "unknown");
	else if (role == BRIG_ROLE_WIDTH && value >= BRIG_WIDTH_1 && value <= BRIG_WIDTH_2147483648)
		buf_printf(out, "%u", 1u << (value - 1));
	else
		buf_puts(out, enumerator(role, value));
}
