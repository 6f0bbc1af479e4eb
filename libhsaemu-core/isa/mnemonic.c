/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mnemonic -> instruction. The text is walked once: the slots that any row of the opcode has are
 * tried in their fixed order, then the types; what was read is then fitted to the rows. */
#include "hsaemu/isa.h"

#include "explain_impl.h"

struct parser {
	struct isa_inst *inst;
	const struct isa_form *first, *end; /* the rows of the opcode */
	struct str text, rest;              /* rest is empty or starts with '_' */
	uint32_t used, written;             /* slots that some row has; slots read so far */
	struct str slots[SLOT_COUNT];       /* what they were read from */
	struct str types[TYPE_SLOT_COUNT];
	struct str *bad;
	char *message;
};

/* Gives the text of *why as the message, and releases *why. */
static bool refuse(struct parser *p, struct str bad, struct buf *why)
{
	isa_copy_message(p->message, why);
	buf_release(why);
	*p->bad = bad;
	return false;
}

static bool fail(struct parser *p, struct str bad, const char *fmt, ...) PRINTF_LIKE(3, 4);
static bool fail(struct parser *p, struct str bad, const char *fmt, ...)
{
	struct buf why = BUF_INIT;
	va_list ap;
	va_start(ap, fmt);
	buf_vprintf(&why, fmt, ap);
	va_end(ap);
	return refuse(p, bad, &why);
}

/* Returns the next part, up to a '_' outside of parentheses. */
static struct str next_part(const struct parser *p)
{
	struct str s = p->rest;
	size_t n;
	if (s.n == 0)
		return s;
	s = str_skip(s, 1);
	for (n = 0; n < s.n && s.p[n] != '_'; n++) {
		if (s.p[n] != '(')
			continue;
		while (n + 1 < s.n && s.p[n] != ')')
			n++;
	}
	s.n = n;
	return s;
}

static void take(struct parser *p, enum isa_slot slot, struct str part, unsigned value)
{
	p->slots[slot] = part;
	p->written |= 1u << slot;
	p->rest = str_skip(p->rest, 1 + part.n);
	isa_slot_set(p->inst, slot, value);
}

/* ---- modifiers with an argument: align(n), equiv(n), width(n) ------------------------------- */

static struct str trimmed(struct str s)
{
	static const struct str blanks = {" \t\n\v\f\r", 6};
	while (s.n > 0 && memchr(blanks.p, s.p[0], blanks.n) != NULL)
		s = str_skip(s, 1);
	while (s.n > 0 && memchr(blanks.p, s.p[s.n - 1], blanks.n) != NULL)
		s.n--;
	return s;
}

/* Reads a decimal, octal or hexadecimal number (PRM 4.8.1). */
static bool read_integer(struct str s, uint64_t *value)
{
	unsigned base = 10;
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		base = 16;
		s = str_skip(s, 2);
	} else if (s.n > 1 && s.p[0] == '0') {
		base = 8;
	}
	*value = 0;
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.p[i];
		unsigned digit = c >= '0' && c <= '9' ? c - (unsigned)'0' : (c | 0x20u) - 'a' + 10;
		if (digit >= base || *value > (UINT64_MAX - digit) / base)
			return false;
		*value = *value * base + digit;
	}
	return s.n > 0;
}

/* BRIG numbers powers of two from 1 upwards, for alignments as for widths. */
static bool power_number(uint64_t n, uint64_t max, unsigned *number)
{
	if (!is_pow2(n) || n > max)
		return false;
	for (*number = 1; n > 1; n >>= 1)
		++*number;
	return true;
}

static bool argument_value(enum isa_slot slot, struct str arg, unsigned *value)
{
	uint64_t n;
	if (slot == SLOT_WIDTH && (str_is(arg, "all") || str_is(arg, "WAVESIZE"))) {
		*value = arg.p[0] == 'a' ? BRIG_WIDTH_ALL : BRIG_WIDTH_WAVESIZE;
		return true;
	}
	if (!read_integer(arg, &n))
		return false;
	if (slot == SLOT_EQUIV) {
		*value = (unsigned)n;
		return n <= UINT8_MAX;
	}
	return power_number(n, slot == SLOT_ALIGN ? 256 : UINT64_C(1) << 31, value);
}

static bool parse_argument(struct parser *p, enum isa_slot slot, const char *name)
{
	static const char *const legal[] = {[SLOT_ALIGN] = "a power of two from 1 to 256",
		[SLOT_EQUIV] = "an integer from 0 to 255",
		[SLOT_WIDTH] = "all, WAVESIZE or a power of two from 1 to 2147483648"};
	struct str part = next_part(p), head = str_from(name);
	unsigned value = 0;
	if (!str_starts(part, head))
		return true;
	struct str arg = trimmed(str_skip(part, head.n));
	if (arg.n < 2 || arg.p[0] != '(' || arg.p[arg.n - 1] != ')')
		return fail(p, part, "'%s' needs an argument in parentheses: %s", name,
			legal[slot]);
	arg = trimmed((struct str){arg.p + 1, arg.n - 2});
	if (!argument_value(slot, arg, &value))
		return fail(p, part, "'%s' takes %s, not '" STR_FMT "'", name, legal[slot],
			STR_ARG(arg));
	take(p, slot, part, value);
	return true;
}

/* ---- slots ---------------------------------------------------------------------------------- */

static void parse_word(struct parser *p, enum isa_slot slot, const char *word)
{
	struct str part = next_part(p);
	if (str_is(part, word))
		take(p, slot, part, 1);
}

static void parse_name(struct parser *p, enum isa_slot slot)
{
	unsigned value = 0;
	struct str name = p->rest.n == 0 ? p->rest : str_skip(p->rest, 1);
	size_t n = isa_modifier_prefix(isa_slot_modifier(p->first, slot, 0), name, &value);
	if (n == 0 && slot == SLOT_ROUND)
		n = isa_modifier_prefix(ISA_MOD_IROUND, name, &value);
	name.n = n;
	if (n > 0)
		take(p, slot, name, value);
}

/* Reads the slot if the next part is one of its values. */
static bool parse_slot(struct parser *p, enum isa_slot slot)
{
	struct str part;
	switch (slot) {
	case SLOT_VEC:
		part = next_part(p);
		if (part.n == 2 && part.p[0] == 'v' && part.p[1] >= '2' && part.p[1] <= '4')
			take(p, slot, part, (unsigned)(part.p[1] - '0'));
		return true;
	case SLOT_ALIGN:
		return parse_argument(p, slot, "align");
	case SLOT_EQUIV:
		return parse_argument(p, slot, "equiv");
	case SLOT_WIDTH:
		return parse_argument(p, slot, "width");
	case SLOT_CONST:
		parse_word(p, slot, "const");
		return true;
	case SLOT_NONULL:
		parse_word(p, slot, "nonull");
		return true;
	case SLOT_FTZ:
		parse_word(p, slot, "ftz");
		return true;
	case SLOT_ATOMIC:
	case SLOT_COMPARE:
	case SLOT_GEOMETRY:
	case SLOT_QUERY:
	case SLOT_SEGMENT:
	case SLOT_ORDER:
	case SLOT_SCOPE:
	case SLOT_ROUND:
	case SLOT_PACK:
		parse_name(p, slot);
		return true;
	case SLOT_COUNT:
		break;
	}
	return true;
}

static bool parse_slots(struct parser *p)
{
	for (const struct isa_form *f = p->first; f < p->end; f++)
		for (unsigned slot = 0; slot < SLOT_COUNT; slot++)
			p->used |= (uint32_t)isa_slot_written(f, (enum isa_slot)slot) << slot;
	for (unsigned slot = 0; slot < SLOT_COUNT && p->rest.n > 0; slot++)
		if (p->used >> slot & 1 && !parse_slot(p, (enum isa_slot)slot))
			return false;
	return true;
}

/* ---- types, opcode -------------------------------------------------------------------------- */

/* Reports that what stands at p->rest cannot stand there. */
static bool bad_part(struct parser *p, unsigned type_count)
{
	struct str part = next_part(p);
	struct buf why = BUF_INIT;
	const struct isa_part fault = {
		.first = p->first,
		.end = p->end,
		.rest = p->rest,
		.n = part.n,
		.used = p->used,
		.written = p->written,
		.slots = p->slots,
		.type_count = type_count,
		.types = p->types,
		.inst = p->inst,
	};
	isa_explain_part(&fault, &why);
	return refuse(p, part.n > 0 ? part : p->rest.n > 0 ? p->rest : p->text, &why);
}

/* All rows of an opcode have the same number and roles of types. */
static bool parse_types(struct parser *p)
{
	for (unsigned i = 0; i < TYPE_SLOT_COUNT; i++) {
		if (p->first->types[i] == 0)
			continue;
		struct str part = next_part(p);
		const struct isa_type *t = isa_type_by_name(part);
		if (t == NULL)
			return bad_part(p, i);
		isa_inst_set_type(p->inst, i, t->brig);
		p->types[i] = part;
		p->rest = str_skip(p->rest, 1 + part.n);
	}
	return p->rest.n == 0 || bad_part(p, TYPE_SLOT_COUNT);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool parse_opcode(struct parser *p)
{
	struct str name = p->text;
	for (name.n = 0; name.n < p->text.n && p->text.p[name.n] != '_'; name.n++)
		;
	const struct isa_opcode *op = isa_opcode_by_name(name);
	if (op == NULL) {
		struct buf why = BUF_INIT;
		isa_explain_opcode(name, &why);
		return refuse(p, name, &why);
	}
	p->rest = str_skip(p->text, name.n);
	p->inst->opcode = op->brig;
	isa_forms_of(op->brig, &p->first, &p->end);
	return true;
}

static void set_defaults(const struct parser *p, const struct isa_form *f)
{
	for (unsigned slot = 0; slot < SLOT_COUNT; slot++) {
		unsigned value;
		if ((p->written >> slot & 1) == 0 &&
			isa_slot_default(f, (enum isa_slot)slot, &value))
			isa_slot_set(p->inst, (enum isa_slot)slot, value);
	}
}

static bool explain(struct parser *p, const struct isa_fit *fit, const struct isa_form *nearest)
{
	struct buf why = BUF_INIT;
	struct str at = {NULL, 0};
	if (fit->kind == ISA_MISMATCH_TYPE)
		at = p->types[fit->type - OF_T];
	else if (fit->kind == ISA_MISMATCH_MODIFIER)
		at = p->slots[fit->slot];
	isa_explain_mnemonic(fit, nearest, p->inst, 0, p->written, &why);
	return refuse(p, at.n > 0 ? at : p->text, &why);
}

bool isa_mnemonic_parse(struct str text, struct isa_inst *inst, struct str *bad, char message[200])
{
	struct parser p = {.inst = inst, .text = text, .bad = bad, .message = message};
	struct isa_fit best = {.score = 0};
	const struct isa_form *nearest = NULL;
	*inst = (struct isa_inst){0};
	if (!parse_opcode(&p) || !parse_slots(&p) || !parse_types(&p))
		return false;
	for (const struct isa_form *f = p.first; f < p.end; f++) {
		struct isa_fit fit = isa_fit_mnemonic(f, inst, 0, p.written);
		if (fit.score >= FIT_MNEMONIC) {
			set_defaults(&p, f);
			return true;
		}
		if (nearest == NULL || fit.score > best.score) {
			best = fit;
			nearest = f;
		}
	}
	return explain(&p, &best, nearest);
}
