/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See lowering.h. */
#include "ir/exceptions.h"
#include "ir/lowering.h"

enum {
	HEAVY = FIN_HEAVY,
	IN_TURN = FIN_IN_TURN,
	PARTIAL = FIN_PARTIAL,
	MEMORY = FIN_MEMORY,
	OUTLINE = FIN_OUTLINE,
	OF_GROUP = FIN_OF_GROUP
};

const uint8_t fin_lowering_facts[ISA_LOWER_COUNT] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = (facts),
#include "ir/lowerings.def"
};

/* EXCEPT_TYPE, SOURCE, EITHER: the instruction can generate an exception if this one of its types
 * is a float. */
static const enum {
	EXCEPT_NO,
	EXCEPT_YES,
	EXCEPT_TYPE,
	EXCEPT_SOURCE,
	EXCEPT_EITHER
} excepts[] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = EXCEPT_##except,
#include "ir/lowerings.def"
};

bool fin_may_except(const struct fin_inst *i)
{
	switch (excepts[i->lowering]) {
	case EXCEPT_NO:
		return false;
	case EXCEPT_TYPE:
		return fin_is_float_type(i->isa->type);
	case EXCEPT_SOURCE:
		return fin_is_float_type(i->isa->source_type);
	case EXCEPT_EITHER:
		return fin_is_float_type(i->isa->type) || fin_is_float_type(i->isa->source_type);
	case EXCEPT_YES:
		break;
	}
	return true;
}

bool fin_is_combining_atomic(const struct fin_inst *i)
{
	if (i->isa == NULL ||
		(i->isa->opcode != BRIG_OPCODE_ATOMIC && i->isa->opcode != BRIG_OPCODE_ATOMICNORET))
		return false;
	switch (i->isa->atomic_op) {
	case BRIG_ATOMIC_ADD:
	case BRIG_ATOMIC_SUB:
	case BRIG_ATOMIC_AND:
	case BRIG_ATOMIC_OR:
	case BRIG_ATOMIC_XOR:
	case BRIG_ATOMIC_MAX:
	case BRIG_ATOMIC_MIN:
		return true;
	default:
		return false;
	}
}

bool fin_may_write(const struct fin_inst *i)
{
	if (i->isa == NULL)
		return true;
	return fin_has_fact(i, FIN_HEAVY) && !fin_is_register_move(i) &&
	       i->lowering != ISA_LOWER_LOAD && i->lowering != ISA_LOWER_DIVIDE &&
	       i->lowering != ISA_LOWER_NATIVE;
}

static bool reads_constant_memory(const struct fin_inst *i)
{
	return fin_is_register_move(i) || i->isa->segment == BRIG_SEGMENT_KERNARG ||
	       i->isa->segment == BRIG_SEGMENT_READONLY || i->isa->is_const;
}

static const enum {
	VARIES_NO,
	VARIES_YES,
	VARIES_LOAD,
	VARIES_IMAGE,
	VARIES_PRIVATE
} varies[] = {
#define LOWER(id, decode, lower, wave, shape, varies, again, except, profile, facts) \
	[ISA_LOWER_##id] = VARIES_##varies,
#include "ir/lowerings.def"
};

bool fin_differs_by_item(const struct fin_inst *i)
{
	switch (varies[i->lowering]) {
	case VARIES_NO:
		return false;
	case VARIES_LOAD:
		return !reads_constant_memory(i);
	case VARIES_IMAGE: /* nothing writes what an image of type roimg refers to */
		return i->isa->opcode == BRIG_OPCODE_LDIMAGE &&
		       i->isa->image_type != BRIG_TYPE_ROIMG;
	case VARIES_PRIVATE:
		return i->isa->segment == BRIG_SEGMENT_PRIVATE;
	case VARIES_YES:
		break;
	}
	return true;
}
