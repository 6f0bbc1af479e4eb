/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables: segment, linkage, allocation, alignment, size and initialiser (PRM 4.3.8, 4.3.10,
 * 7.1.7, 18.5.1.13, 18.6.1). */
#include "brig/verify/verify_operand_impl.h"
#include "brig/verify/verify_variable_impl.h"

#define SEGMENT(s) (1u << BRIG_SEGMENT_##s)
#define LINKAGE(l) (1u << BRIG_LINKAGE_##l)

static const struct {
	const char *text;
	uint16_t segments;
	uint8_t linkages;
	bool may_declare;
} places[] = {
	[BRIG_PLACE_MODULE] = {"at module scope",
		SEGMENT(GLOBAL) | SEGMENT(READONLY) | SEGMENT(GROUP) | SEGMENT(PRIVATE),
		LINKAGE(PROGRAM) | LINKAGE(MODULE), true},
	[BRIG_PLACE_BODY] = {"in a code block",
		SEGMENT(GLOBAL) | SEGMENT(READONLY) | SEGMENT(GROUP) | SEGMENT(PRIVATE) |
			SEGMENT(SPILL),
		LINKAGE(FUNCTION), false},
	[BRIG_PLACE_ARG_BLOCK] = {"in an arg block", SEGMENT(ARG), LINKAGE(ARG), false},
	[BRIG_PLACE_KERNARG] = {"as a kernel's argument", SEGMENT(KERNARG), LINKAGE(FUNCTION),
		false},
	[BRIG_PLACE_ARG] = {"as a function's argument", SEGMENT(ARG), LINKAGE(FUNCTION), false},
	[BRIG_PLACE_DECLARED_KERNARG] = {"as the argument of a declared kernel", SEGMENT(KERNARG),
		LINKAGE(NONE), false},
	[BRIG_PLACE_DECLARED_ARG] = {"as the argument of a declared function or a signature",
		SEGMENT(ARG), LINKAGE(NONE), false},
};

struct variable {
	struct brig_verifier *vf;
	const struct brig_entry *entry;
	const struct brig_directive_variable *var;
	const struct isa_type *type; /* of an element */
	enum brig_variable_place place;
	bool definition, array, data; /* data: in the global or readonly segment */
	struct str name;
};

/* Starts every message: "variable '%x' must ...". */
static bool fail(const struct variable *x, const char *rule, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
static bool fail(const struct variable *x, const char *rule, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	FAIL_CODE(x->vf, x->entry->off, rule, "variable '" STR_FMT "' " STR_FMT, STR_ARG(x->name),
		STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

uint64_t brig_variable_bytes(const struct brig_directive_variable *var)
{
	const struct isa_type *t = isa_type_find(var->type);
	uint64_t element = t == NULL ? 0 : t->bits / 8;
	return var->type & BRIG_TYPE_ARRAY ? element * var->dim : element;
}

static bool check_place(const struct variable *x)
{
	const struct brig_directive_variable *var = x->var;
	const char *segment = isa_modifier_text(ISA_MOD_SEGMENT, var->segment);
	if ((places[x->place].segments >> var->segment & 1) == 0)
		return fail(x, "4.3.8", "of the %s segment may not stand %s",
			segment != NULL                     ? segment
			: var->segment == BRIG_SEGMENT_FLAT ? "flat"
							    : "'none'",
			places[x->place].text);
	if ((places[x->place].linkages >> var->linkage & 1) == 0)
		return fail(x, "18.5.1.13", "has linkage %u, which it cannot have %s", var->linkage,
			places[x->place].text);
	if (!x->definition && !places[x->place].may_declare)
		return fail(x, "4.3.8", "must be a definition %s", places[x->place].text);
	bool image = x->type->kind == ISA_KIND_IMAGE || x->type->kind == ISA_KIND_SAMPLER;
	if (image && !x->data && var->segment != BRIG_SEGMENT_KERNARG &&
		var->segment != BRIG_SEGMENT_ARG)
		return fail(x, "7.1.7", "is an image or sampler and may not be in the %s segment",
			segment);
	return true;
}

static bool check_qualifiers(const struct variable *x)
{
	const struct brig_directive_variable *var = x->var;
	unsigned natural = isa_type_align(x->type);
	bool agent = var->allocation == BRIG_ALLOCATION_AGENT;
	if (var->align == BRIG_ALIGNMENT_NONE || 1u << (var->align - 1) < natural)
		return fail(x, "4.3.10",
			"must be aligned to at least %u, the natural alignment of %s", natural,
			x->type->text);
	if (var->modifier & BRIG_VARIABLE_CONST && !x->data)
		return fail(x, "4.3.10", "may be const only in the global and readonly segments");
	if (var->segment == BRIG_SEGMENT_GLOBAL && !agent &&
		var->allocation != BRIG_ALLOCATION_PROGRAM)
		return fail(x, "18.5.1.13",
			"of the global segment must have program or agent allocation");
	if (var->segment == BRIG_SEGMENT_READONLY && !agent)
		return fail(x, "18.5.1.13", "of the readonly segment must have agent allocation");
	if (!x->data && var->allocation != BRIG_ALLOCATION_AUTOMATIC)
		return fail(x, "18.5.1.13", "must have automatic allocation");
	return true;
}

static bool check_size(const struct variable *x, bool unsized)
{
	uint64_t bytes = x->type->bits / 8u;
	if (!x->array)
		return x->var->dim == 0 || fail(x, "18.5.1.13", "is not an array, but has a size");
	if (x->var->dim == 0)
		return unsized || (!x->definition && x->place == BRIG_PLACE_MODULE) ||
		       fail(x, "4.3.8", "is an array without a size");
	return x->var->dim <= UINT64_MAX / bytes || fail(x, "4.3.8", "is larger than any segment");
}

/* ---- initialisers --------------------------------------------------------------------------- */

static bool init_from_bytes(const struct variable *x, const struct brig_operand *init)
{
	uint16_t want = isa_type_of_constant(x->type->brig);
	uint16_t type = init->u.constant.type;
	if (x->array && x->type->kind == ISA_KIND_BIT)
		return fail(x, "18.6.1", "is an array of %s: its initialiser must be an aggregate",
			x->type->text);
	if (x->array)
		want |= BRIG_TYPE_ARRAY;
	const struct isa_type *t = isa_type_find(type);
	if (type != want)
		return fail(x, "18.6.1", "has an initialiser of type %s%s, not %s%s", t->text,
			type & BRIG_TYPE_ARRAY ? "[]" : "", isa_type_find(want)->text,
			x->array ? "[]" : "");
	uint64_t bytes = brig_verify_data(x->vf, init->u.constant.bytes).n;
	if (bytes != brig_variable_bytes(x->var))
		return fail(x, "4.10", "and its initialiser differ in size: %llu and %llu byte%s",
			(unsigned long long)brig_variable_bytes(x->var), (unsigned long long)bytes,
			bytes == 1 ? "" : "s");
	return true;
}

static bool init_from_list(const struct variable *x, const struct brig_operand *init)
{
	const struct brig_constant_list *l =
		brig_verify_constant_list(x->vf, init->u.constant_list.elements);
	uint16_t type = init->u.constant_list.type;
	bool bits = x->type->kind == ISA_KIND_BIT;
	if (!x->array || type != (bits ? BRIG_TYPE_NONE : x->var->type))
		return fail(x, "18.6.1", "may not have this list as its initialiser");
	if (l->bytes != brig_variable_bytes(x->var))
		return fail(x, "4.10", "and its initialiser differ in size: %llu and %llu byte%s",
			(unsigned long long)brig_variable_bytes(x->var),
			(unsigned long long)l->bytes, l->bytes == 1 ? "" : "s");
	if (l->uses & BRIG_USES_IMAGE && x->var->allocation != BRIG_ALLOCATION_AGENT)
		return fail(x, "7.1.7",
			"is initialised with images or samplers and must have agent allocation");
	return brig_verify_constant_uses(x->vf, init->off);
}

static bool init_from_handle(const struct variable *x, uint16_t type)
{
	if (type != x->var->type)
		return fail(x, "18.6.1", "has an initialiser of type %s, not %s",
			isa_type_find(type)->text, x->type->text);
	return x->var->allocation == BRIG_ALLOCATION_AGENT ||
	       fail(x, "7.1.7",
		       "is an image or sampler with an initialiser and must have agent allocation");
}

static bool check_init(const struct variable *x)
{
	if (x->var->init == 0)
		return !x->definition || (x->var->modifier & BRIG_VARIABLE_CONST) == 0 ||
		       fail(x, "4.3.10", "is const and must have an initialiser");
	if (!x->definition || !x->data)
		return fail(x, "4.10",
			"may have an initialiser only as a definition in the global or readonly segment");
	struct brig_operand init = brig_verify_operand_at(x->vf, x->var->init);
	switch (init.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		return init_from_bytes(x, &init);
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		return init_from_list(x, &init);
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		return init_from_handle(x, init.u.image.type);
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		return init_from_handle(x, init.u.sampler.type);
	}
	return fail(x, "18.5.1.13", "must have a constant as its initialiser");
}

void brig_verify_variable(struct brig_verifier *vf, const struct brig_entry *e,
	enum brig_variable_place place, bool unsized)
{
	const struct brig_directive_variable *var = &e->u.variable;
	struct variable x = {
		.vf = vf,
		.entry = e,
		.var = var,
		.type = isa_type_find(var->type),
		.place = place,
		.definition = (var->modifier & BRIG_VARIABLE_DEFINITION) != 0,
		.array = (var->type & BRIG_TYPE_ARRAY) != 0,
		.data = var->segment == BRIG_SEGMENT_GLOBAL ||
	                var->segment == BRIG_SEGMENT_READONLY,
	};
	if (var->name != 0)
		x.name = brig_verify_data(vf, var->name);
	if (x.type == NULL || x.type->bits == 1) {
		fail(&x, "4.3.8", "must not be of type %s", x.type == NULL ? "none" : x.type->text);
		return;
	}
	/* The checks end at the first fault, because what follows may be meaningless after it. */
	if (brig_verify_type_uses(vf, BRIG_SECTION_INDEX_CODE, e->off, brig_type_uses(var->type),
		    "variable") &&
		check_place(&x) && check_qualifiers(&x) && check_size(&x, unsized))
		check_init(&x);
}

void brig_verify_fbarrier(struct brig_verifier *vf, const struct brig_entry *e, bool local)
{
	const struct brig_directive_fbarrier *f = &e->u.fbarrier;
	bool linkage_ok =
		local ? f->linkage == BRIG_LINKAGE_FUNCTION
		      : f->linkage == BRIG_LINKAGE_PROGRAM || f->linkage == BRIG_LINKAGE_MODULE;
	if (!linkage_ok)
		FAIL_CODE(vf, e->off, "18.5.1.7", "linkage of an fbarrier %s must be %s",
			local ? "in a code block" : "at module scope",
			local ? "function" : "program or module");
	if (f->modifier & BRIG_VARIABLE_CONST)
		FAIL_CODE(vf, e->off, "18.5.1.7", "fbarrier may not be const");
	if (local && (f->modifier & BRIG_VARIABLE_DEFINITION) == 0)
		FAIL_CODE(vf, e->off, "4.3.9", "fbarrier in a code block must be a definition");
}
