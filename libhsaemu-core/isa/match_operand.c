/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds out whether an operand fits its place in a form: registers, constants (PRM table 4-1 in
 * text, 18.6.1 in BRIG), vectors and addresses (PRM 4.18, 6.1.1). */
#include "hsaemu/isa.h"

#include "match_impl.h"

/* One operand that is fitted to its place. If `why` is NULL, a misfit is not explained. */
struct place {
	const struct isa_form *form;
	unsigned index;
	const struct isa_operand_rule *rule;
	const struct isa_inst *inst;
	const struct isa_operand *operand;
	const struct isa_type *type; /* NULL: the operand has none */
	uint16_t record;
	bool large;
	struct buf *why;
	unsigned *element; /* 1 + index of the element at fault; with `why` */
};

/* ---- saying what is wrong ------------------------------------------------------------------- */

void isa_say_operand(struct buf *why, const struct isa_form *f, unsigned i)
{
	static const char *const names[] = {[WHAT_ADDRESS] = "address",
		[WHAT_LABEL] = "target",
		[WHAT_LABELS] = "targets",
		[WHAT_FUNCTION] = "function",
		[WHAT_FUNCTIONS] = "functions",
		[WHAT_SIGNATURE] = "signature",
		[WHAT_FBARRIER] = "fbarrier"};
	unsigned source = 0;
	for (unsigned k = 0; k < i; k++)
		if (f->operands[k].what == WHAT_VALUE && !f->operands[k].dest)
			source++;
	if (f->operands[i].dest)
		buf_puts(why, "dest");
	else if (f->operands[i].what == WHAT_VALUE)
		buf_printf(why, "src%u", source);
	else if (f->operands[i].what == WHAT_ARGUMENTS)
		buf_puts(why, i == 0 ? "output list" : "input list");
	else
		buf_puts(why, names[f->operands[i].what]);
}

/* Appends what is at fault, as "element 1 of src0 of 'st_v2_u32' ". */
static void name_place(const struct place *p)
{
	if (*p->element != 0)
		buf_printf(p->why, "element %u of ", *p->element - 1);
	if (p->rule->what != WHAT_VALUE)
		buf_puts(p->why, "the ");
	isa_say_operand(p->why, p->form, p->index);
	struct buf mnemonic = BUF_INIT;
	struct isa_inst inst = *p->inst;
	if (p->record == 0) /* what was written, not what the operands would need */
		inst.operand_count = 0;
	isa_mnemonic_print(p->form, &inst, &mnemonic);
	buf_printf(p->why, " of '" STR_FMT "' ", STR_ARG(buf_slice(&mnemonic)));
	buf_release(&mnemonic);
}

static bool misfit(const struct place *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
static bool misfit(const struct place *p, const char *fmt, ...)
{
	if (p->why == NULL)
		return false;
	va_list ap;
	name_place(p);
	va_start(ap, fmt);
	buf_vprintf(p->why, fmt, ap);
	va_end(ap);
	return false;
}

static void say_element(struct buf *why, const struct isa_element *e)
{
	const struct isa_type *t = isa_type_find(e->type);
	if (e->kind == ISA_OPND_REGISTER)
		buf_printf(why, "'$%c%u'", isa_register_letter(e->register_kind),
			e->register_number);
	else if (e->kind == ISA_OPND_WAVESIZE)
		buf_puts(why, "WAVESIZE");
	else if (e->constant == ISA_CONST_INTEGER)
		buf_printf(why, "%lld", (long long)e->value);
	else
		buf_printf(why, "%s %s",
			e->type & BRIG_TYPE_ARRAY ? "an array of" : "a constant of type",
			t == NULL ? "unknown" : t->text);
}

static void say_found(const struct place *p)
{
	static const char *const kinds[] = {[ISA_OPND_NONE] = "nothing",
		[ISA_OPND_ADDRESS] = "an address",
		[ISA_OPND_LABEL] = "a label",
		[ISA_OPND_LABELS] = "a list of labels",
		[ISA_OPND_FUNCTION] = "a function",
		[ISA_OPND_FUNCTIONS] = "a list of functions",
		[ISA_OPND_SIGNATURE] = "a signature",
		[ISA_OPND_ARGUMENTS] = "a list of arguments",
		[ISA_OPND_FBARRIER] = "an fbarrier",
		[ISA_OPND_VARIABLE] = "a variable",
		[ISA_OPND_KERNEL] = "a kernel"};
	buf_puts(p->why, ", not ");
	switch (p->operand->kind) {
	case ISA_OPND_REGISTER:
	case ISA_OPND_CONSTANT:
	case ISA_OPND_WAVESIZE:
		say_element(p->why, &p->operand->elem[0]);
		break;
	case ISA_OPND_VECTOR:
		buf_printf(p->why, "a vector of %u", p->operand->count);
		break;
	case ISA_OPND_NONE:
	case ISA_OPND_ADDRESS:
	case ISA_OPND_LABEL:
	case ISA_OPND_LABELS:
	case ISA_OPND_FUNCTION:
	case ISA_OPND_FUNCTIONS:
	case ISA_OPND_SIGNATURE:
	case ISA_OPND_ARGUMENTS:
	case ISA_OPND_FBARRIER:
	case ISA_OPND_VARIABLE:
	case ISA_OPND_KERNEL:
		buf_puts(p->why, kinds[p->operand->kind]);
		break;
	case ISA_OPND_OTHER:
		if (p->operand->count > 0)
			buf_printf(p->why, "a vector of %u", p->operand->count);
		else
			buf_puts(p->why, "something else");
		break;
	}
}

/* Appends the kind of constants that is allowed in place of *found. */
static void say_constant(const struct place *p, const struct isa_element *found)
{
	const struct isa_type *t = p->type;
	const struct isa_type *from = isa_type_find(found->type);
	bool integer = t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED;
	bool typed = found->kind == ISA_OPND_CONSTANT && from != NULL &&
	             (from->kind == ISA_KIND_SIGNED || from->kind == ISA_KIND_UNSIGNED);
	if (p->rule->limit != 0)
		buf_printf(p->why, "a constant from 0 to %u", p->rule->limit - 1u);
	else if (p->record != 0 && t->bits == 1)
		buf_puts(p->why, "a constant of type u8 and value 0 or 1");
	else if (p->record != 0)
		buf_printf(p->why, "a constant of type %s",
			isa_type_find(isa_type_of_constant(t->brig))->text);
	else if ((integer && !typed) || t->bits == 1)
		buf_puts(p->why, "an integer constant");
	else if (t->kind == ISA_KIND_BIT)
		buf_printf(p->why, "a constant of %u bits", t->bits);
	else
		buf_printf(p->why, "a constant of type %s", t->text);
}

static bool takes_wavesize(const struct place *p)
{
	const struct isa_type *t = p->type;
	bool scalar = t->kind == ISA_KIND_BIT || t->kind == ISA_KIND_SIGNED ||
	              t->kind == ISA_KIND_UNSIGNED;
	return (p->rule->kinds & KIND_WAVESIZE) != 0 && scalar && t->bits <= 64;
}

/* Appends what is allowed, as "an s register, an integer constant or WAVESIZE". */
static void say_kinds(const struct place *p, const struct isa_element *found)
{
	bool constant = (p->rule->kinds & KIND_CONSTANT) != 0;
	const char *sep = "";
	if (p->rule->kinds & KIND_REGISTER) {
		char letter = isa_register_letter(isa_type_register_kind(p->type));
		buf_printf(p->why, "%s %c register", letter == 's' ? "an" : "a", letter);
		sep = takes_wavesize(p) ? ", " : " or ";
	}
	if (constant) {
		buf_puts(p->why, sep);
		say_constant(p, found);
	}
	if (takes_wavesize(p))
		buf_puts(p->why, " or WAVESIZE");
}

/* ---- values --------------------------------------------------------------------------------- */

/* Returns whether a constant in text may stand where type t is expected (PRM table 4-1). */
static bool text_constant_fits(const struct isa_type *t, const struct isa_element *e)
{
	const struct isa_type *from = isa_type_find(e->type);
	if (e->type & BRIG_TYPE_ARRAY)
		return false;
	switch (t->kind) {
	case ISA_KIND_BIT:
		if (e->constant == ISA_CONST_INTEGER)
			return t->bits <= 64;
		if (from == NULL || from->bits != t->bits)
			return false;
		return from->kind != ISA_KIND_SIGNAL && from->kind != ISA_KIND_IMAGE &&
		       from->kind != ISA_KIND_SAMPLER;
	case ISA_KIND_SIGNED:
	case ISA_KIND_UNSIGNED:
		return e->constant == ISA_CONST_INTEGER ||
		       (e->constant == ISA_CONST_TYPED && e->type == t->brig);
	case ISA_KIND_FLOAT:
		return e->constant != ISA_CONST_INTEGER && e->type == t->brig;
	case ISA_KIND_PACKED_SIGNED:
	case ISA_KIND_PACKED_UNSIGNED:
	case ISA_KIND_PACKED_FLOAT:
	case ISA_KIND_SIGNAL:
		return e->constant == ISA_CONST_TYPED && e->type == t->brig;
	case ISA_KIND_NONE:
	case ISA_KIND_IMAGE:
	case ISA_KIND_SAMPLER:
		return false;
	}
	return false;
}

static bool constant_fits(const struct place *p, const struct isa_element *e)
{
	const struct isa_type *t = p->type;
	if (t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER)
		return false;
	bool fits = p->record != 0 ? e->type == isa_type_of_constant(t->brig)
	                           : text_constant_fits(t, e);
	if (p->record != 0 && t->bits == 1 && e->value > 1)
		return false;
	uint64_t value = t->bits < 64 ? e->value & ((UINT64_C(1) << t->bits) - 1) : e->value;
	return fits && (p->rule->limit == 0 || value < p->rule->limit);
}

static bool element_fits(const struct place *p, const struct isa_element *e)
{
	switch (e->kind) {
	case ISA_OPND_REGISTER:
		return (p->rule->kinds & KIND_REGISTER) != 0 &&
		       e->register_kind == isa_type_register_kind(p->type);
	case ISA_OPND_CONSTANT:
		return (p->rule->kinds & KIND_CONSTANT) != 0 && constant_fits(p, e);
	case ISA_OPND_WAVESIZE:
		return takes_wavesize(p);
	case ISA_OPND_NONE:
	case ISA_OPND_VECTOR:
	case ISA_OPND_ADDRESS:
	case ISA_OPND_LABEL:
	case ISA_OPND_LABELS:
	case ISA_OPND_FUNCTION:
	case ISA_OPND_FUNCTIONS:
	case ISA_OPND_SIGNATURE:
	case ISA_OPND_ARGUMENTS:
	case ISA_OPND_FBARRIER:
	case ISA_OPND_VARIABLE:
	case ISA_OPND_KERNEL:
	case ISA_OPND_OTHER:
		break;
	}
	return false;
}

/* Reports that the operand, or element i of a vector, has the wrong kind or type. Returns false. */
static bool element_misfit(const struct place *p, bool vector, unsigned i)
{
	if (p->why == NULL)
		return false;
	if (vector)
		*p->element = i + 1;
	misfit(p, "must be ");
	say_kinds(p, &p->operand->elem[i]);
	if (!vector) {
		say_found(p);
		return false;
	}
	buf_puts(p->why, ", not ");
	say_element(p->why, &p->operand->elem[i]);
	return false;
}

/* Checks that the registers of a destination vector are distinct (PRM 4.17). */
static bool registers_distinct(const struct place *p)
{
	for (unsigned i = 1; i < p->operand->count; i++)
		for (unsigned j = 0; j < i; j++)
			if (p->operand->elem[i].register_number ==
				p->operand->elem[j].register_number)
				return misfit(p, "has '$%c%u' twice",
					isa_register_letter(p->operand->elem[i].register_kind),
					p->operand->elem[i].register_number);
	return true;
}

/* Returns how many elements a vector must have; 0 for a scalar. */
static unsigned expected_count(const struct place *p)
{
	if (p->rule->vec != VEC_NAMED)
		return p->rule->vec;
	if (p->record == 0)
		return p->inst->vec;
	unsigned count = p->operand->kind == ISA_OPND_VECTOR ? p->operand->count : 0;
	if (isa_slot_allows(p->form, SLOT_VEC, count))
		return count;
	return isa_slot_allows(p->form, SLOT_VEC, 0)   ? 0
	       : isa_slot_allows(p->form, SLOT_VEC, 4) ? 4
	                                               : 2;
}

static bool value_fits(const struct place *p)
{
	const struct isa_operand *o = p->operand;
	unsigned count = expected_count(p);
	bool vector = o->kind == ISA_OPND_VECTOR;
	if (vector != (count != 0) || (vector && o->count != count)) {
		if (count == 0)
			return element_misfit(p, false, 0);
		misfit(p, "must be a vector of %u", count);
		if (p->why != NULL)
			say_found(p);
		return false;
	}
	for (unsigned i = 0; i < (vector ? count : 1); i++)
		if (!element_fits(p, &o->elem[i]))
			return element_misfit(p, vector, i);
	return !vector || !p->rule->dest || registers_distinct(p);
}

/* ---- addresses ------------------------------------------------------------------------------ */

/* Returns how many bits an address has (PRM table 2-3). */
static unsigned address_bits(const struct place *p)
{
	switch (p->inst->segment) {
	case BRIG_SEGMENT_FLAT:
	case BRIG_SEGMENT_GLOBAL:
	case BRIG_SEGMENT_READONLY:
	case BRIG_SEGMENT_KERNARG:
		return p->large ? 64 : 32;
	}
	return 32;
}

static const char *segment_text(uint8_t segment)
{
	const char *text = isa_modifier_text(ISA_MOD_SEGMENT, segment);
	return text == NULL ? "flat" : text;
}

/* Checks that handles are accessed only as the handles that they are (PRM 7.1.7, 6.8.1). */
static bool symbol_type_fits(const struct place *p)
{
	const struct isa_type *access = isa_type_find(p->inst->type);
	const struct isa_type *symbol = isa_type_find(p->operand->symbol_type);
	if (p->form->record != BRIG_KIND_INST_MEM || access == NULL || symbol == NULL)
		return true;
	bool opaque = access->elem == access->brig && access->kind >= ISA_KIND_IMAGE;
	if ((!opaque && symbol->kind < ISA_KIND_IMAGE) || access == symbol)
		return true;
	return misfit(p, "names a variable of type %s, not %s", symbol->text, access->text);
}

static bool address_fits(const struct place *p)
{
	const struct isa_operand *o = p->operand;
	uint8_t segment = p->inst->segment;
	uint16_t kind =
		address_bits(p) == 64 ? BRIG_REGISTER_KIND_DOUBLE : BRIG_REGISTER_KIND_SINGLE;
	if (o->kind != ISA_OPND_ADDRESS) {
		misfit(p, "must be an address");
		if (p->why != NULL)
			say_found(p);
		return false;
	}
	if (o->has_symbol && segment == BRIG_SEGMENT_FLAT)
		return misfit(p, "is flat: it cannot name a variable");
	if (o->has_symbol && o->symbol_segment != segment)
		return misfit(p, "names a variable in the %s segment, not in %s",
			segment_text(o->symbol_segment), segment_text(segment));
	/* Such addresses are refused so that spill and arg variables can live in registers;
	 * HSAILasm does the same. */
	if (!o->has_symbol && (segment == BRIG_SEGMENT_SPILL || segment == BRIG_SEGMENT_ARG))
		return misfit(p, "must name a variable in the %s segment", segment_text(segment));
	if (o->has_register && o->register_kind != kind)
		return misfit(p, "has %u bits and needs %s %c register", address_bits(p),
			kind == BRIG_REGISTER_KIND_SINGLE ? "an" : "a", isa_register_letter(kind));
	if (p->record != 0 && address_bits(p) == 32 && o->offset > UINT32_MAX)
		return misfit(p, "has 32 bits, but its offset has more");
	return !o->has_symbol || symbol_type_fits(p);
}

/* ---- all operands --------------------------------------------------------------------------- */

static bool reference_fits(const struct place *p)
{
	static const struct {
		enum isa_operand_kind kind;
		const char *text;
	} expected[] = {
		[WHAT_LABEL] = {ISA_OPND_LABEL, "a label"},
		[WHAT_LABELS] = {ISA_OPND_LABELS, "a list of labels"},
		[WHAT_FUNCTION] = {ISA_OPND_FUNCTION, "a function"},
		[WHAT_FUNCTIONS] = {ISA_OPND_FUNCTIONS, "a list of functions"},
		[WHAT_SIGNATURE] = {ISA_OPND_SIGNATURE, "a signature"},
		[WHAT_ARGUMENTS] = {ISA_OPND_ARGUMENTS, "a list of arg variables"},
		[WHAT_FBARRIER] = {ISA_OPND_FBARRIER, "an fbarrier"},
	};
	if (p->operand->kind == expected[p->rule->what].kind)
		return true;
	bool handle = (p->rule->kinds & KIND_REGISTER) != 0;
	if (handle && p->operand->kind == ISA_OPND_REGISTER &&
		element_fits(p, &p->operand->elem[0]))
		return true;
	misfit(p, "must be %s%s", expected[p->rule->what].text, handle ? " or an s register" : "");
	if (p->why != NULL)
		say_found(p);
	return false;
}

static bool operand_fits(const struct place *p)
{
	switch ((enum isa_operand_what)p->rule->what) {
	case WHAT_NONE:
		return p->operand->kind == ISA_OPND_NONE;
	case WHAT_VALUE:
		return value_fits(p);
	case WHAT_ADDRESS:
		return address_fits(p);
	case WHAT_LABEL:
	case WHAT_LABELS:
	case WHAT_FUNCTION:
	case WHAT_FUNCTIONS:
	case WHAT_SIGNATURE:
	case WHAT_ARGUMENTS:
	case WHAT_FBARRIER:
		return reference_fits(p);
	}
	return false;
}

static struct place place_of(const struct isa_form *f, unsigned i, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx)
{
	return (struct place){
		.form = f,
		.index = i,
		.rule = &f->operands[i],
		.inst = inst,
		.operand = &inst->operands[i],
		.type = isa_type_find(isa_form_operand_type(f, inst, i)),
		.record = record,
		.large = ctx->machine_model == BRIG_MACHINE_LARGE,
	};
}

bool isa_operand_fits(const struct isa_form *f, unsigned i, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx)
{
	struct place p = place_of(f, i, inst, record, ctx);
	return operand_fits(&p);
}

void isa_explain_operand(const struct isa_form *f, unsigned i, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx, struct buf *why, unsigned *element)
{
	struct place p = place_of(f, i, inst, record, ctx);
	p.why = why;
	p.element = element;
	*element = 0;
	if (operand_fits(&p))
		BUG("operand %u fits", i);
}
