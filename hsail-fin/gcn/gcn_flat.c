/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accesses by flat addresses (PRM 6.1.1), for which this GPU has no instructions.
 *
 * An access becomes one in the segment that the address is in. Where that cannot be told from how
 * the address is made, it becomes several accesses behind tests of the address. */
#include "gcn/gcn.h"
#include "ir/cfg.h"

/* Segments that a value may be a flat address in; 0: it is no address, or that of global memory. */
enum { IN_GROUP = 1, IN_PRIVATE = 2, IN_ANY = IN_GROUP | IN_PRIVATE };

static bool is_flat_access(const struct fin_inst *i)
{
	return (i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE ||
		       i->lowering == ISA_LOWER_ATOMIC) &&
	       i->isa != NULL && i->isa->segment == BRIG_SEGMENT_FLAT;
}

/* The operand with the address: the first of that kind. */
static unsigned address_operand(const struct fin_inst *i)
{
	unsigned k = 0;

	while (k < i->operand_count && i->operands[k].kind != FIN_OPND_ADDRESS)
		k++;
	return k;
}

/* ---- which segments -------------------------------------------------------------------------- */

/* What the registers that an instruction reads say. */
static uint8_t of_sources(const struct fin_inst *i, const uint8_t *kinds)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_uses(i, regs);
	uint8_t kind = 0;

	for (unsigned k = 0; k < n; k++)
		kind |= kinds[regs[k]];
	return kind;
}

/* Where the values that an instruction makes may be addresses. Those of memory may be any, but not
 * arguments of the kernel: the host knows no address in other segments. */
static uint8_t of_result(const struct fin_inst *i, const uint8_t *kinds)
{
	switch (i->lowering) {
	case ISA_LOWER_STOF:
		return i->isa->segment == BRIG_SEGMENT_GROUP     ? IN_GROUP
		       : i->isa->segment == BRIG_SEGMENT_PRIVATE ? IN_PRIVATE
		                                                 : of_sources(i, kinds);
	case ISA_LOWER_LOAD:
		if (i->operands[1].kind == FIN_OPND_PROMOTED)
			return of_sources(i, kinds);
		return i->isa->segment == BRIG_SEGMENT_KERNARG ||
		                       i->isa->segment == BRIG_SEGMENT_READONLY
		               ? 0
		               : IN_ANY;
	case ISA_LOWER_ATOMIC:
	case ISA_LOWER_CALL: /* results, and formals of a function */
		return IN_ANY;
	case ISA_LOWER_CMP:
	case ISA_LOWER_CLASS:
	case ISA_LOWER_SEGMENTP:
		return 0;
	default:
		return of_sources(i, kinds);
	}
}

static bool step(const struct fin_inst *i, uint8_t *kinds)
{
	uint32_t regs[FIN_MAX_REGS];
	unsigned n = fin_inst_defs(i, regs);
	uint8_t kind = n > 0 ? of_result(i, kinds) : 0;
	bool grew = false;

	/* a store to a promoted variable names registers as its destination */
	for (unsigned k = 0; k < n; k++) {
		grew |= (kind & ~kinds[regs[k]]) != 0;
		kinds[regs[k]] |= kind;
	}
	return grew;
}

/* Finds where the values of each register may be addresses, over all of the function. */
static uint8_t *find_kinds(const struct fin_function *f)
{
	uint8_t *kinds = mem_new(f->reg_count, 1);
	bool grew = true;

	while (grew) {
		grew = false;
		for (size_t k = 0; k < f->block_count; k++)
			for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
				grew |= step(i, kinds);
	}
	return kinds;
}

/* ---- accesses in a segment ------------------------------------------------------------------- */

/* The type of flat addresses. */
static uint16_t address_type(const struct fin_function *f)
{
	return f->module->large ? BRIG_TYPE_U64 : BRIG_TYPE_U32;
}

static struct fin_operand reg_value(uint32_t reg, uint16_t type)
{
	return fin_reg_operand(reg, type, false);
}

/* Appends code for reg + constant. Returns the register of the sum. */
static uint32_t add(struct fin_function *f, struct fin_block *b, const struct fin_inst *like,
	uint32_t reg, uint64_t constant)
{
	uint16_t type = address_type(f);
	uint32_t sum = fin_reg_new(f, (struct fin_reg){f->module->large ? 64 : 32, 'v', 0});
	struct fin_operand operands[] = {fin_reg_operand(sum, type, true), reg_value(reg, type),
		{.kind = FIN_OPND_VALUES,
			.type = type,
			.count = 1,
			.local = FIN_NO_LOCAL,
			.v = {{.kind = FIN_VALUE_IMM, .lo = constant}}}};

	if (constant == 0)
		return reg;
	fin_block_append(b, fin_inst_new(f->module, like, ISA_LOWER_ARITH,
				    (struct isa_inst){.opcode = BRIG_OPCODE_ADD, .type = type},
				    operands, ARRAY_LEN(operands)));
	return sum;
}

/* Appends segmentp or ftos of the address. Returns the register of the result. */
static uint32_t convert(struct fin_function *f, struct fin_block *b, const struct fin_inst *like,
	bool test, uint8_t segment, uint32_t address)
{
	uint16_t type = test ? BRIG_TYPE_B1 : BRIG_TYPE_U32;
	uint32_t r = fin_reg_new(f, (struct fin_reg){test ? 1 : 32, 'v', 0});
	struct fin_operand operands[] = {
		fin_reg_operand(r, type, true), reg_value(address, address_type(f))};

	fin_block_append(b,
		fin_inst_new(f->module, like, test ? ISA_LOWER_SEGMENTP : ISA_LOWER_FTOS,
			(struct isa_inst){.opcode = test ? BRIG_OPCODE_SEGMENTP : BRIG_OPCODE_FTOS,
				.type = type,
				.source_type = address_type(f),
				.segment = segment,
				.nonull = true},
			operands, ARRAY_LEN(operands)));
	return r;
}

/* Appends the access `i` with another segment and address. */
static void access_in(struct fin_function *f, struct fin_block *b, const struct fin_inst *i,
	uint8_t segment, uint32_t address)
{
	struct fin_operand operands[ISA_MAX_OPERANDS];
	struct isa_inst isa = *i->isa;
	unsigned k = address_operand(i);

	memcpy(operands, i->operands, i->operand_count * sizeof *operands);
	operands[k].has_reg = true;
	operands[k].reg = address;
	operands[k].offset = 0;
	isa.segment = segment;
	fin_block_append(b,
		fin_inst_new(f->module, i, i->lowering, isa, operands, i->operand_count));
}

static void go_to(struct fin_function *f, struct fin_block *b, const struct fin_inst *like,
	struct fin_block *to)
{
	fin_term_set(f->module, b, FIN_TERM_BR, 1);
	b->term.succ[0] = to;
	b->term.off = like->off;
	b->term.loc = like->loc;
}

static void branch(struct fin_function *f, struct fin_block *b, const struct fin_inst *like,
	uint32_t condition, struct fin_block *yes, struct fin_block *no)
{
	fin_term_set(f->module, b, FIN_TERM_CBR, 2);
	b->term.succ[0] = yes;
	b->term.succ[1] = no;
	b->term.value = reg_value(condition, BRIG_TYPE_B1).v[0];
	b->term.value_bits = 1;
	b->term.off = like->off;
	b->term.loc = like->loc;
}

/* Appends the access by an address that is known to be in the segment. */
static void access_segment(struct fin_function *f, struct fin_block *b, const struct fin_inst *i,
	uint8_t segment, uint32_t address)
{
	if (segment != BRIG_SEGMENT_GLOBAL)
		address = convert(f, b, i, false, segment, address);
	access_in(f, b, i, segment, address);
}

/* Appends a test of whether the address is in the segment, and the access for the case that it is.
 * Returns the block for the other case. */
static struct fin_block *access_if(struct fin_function *f, struct fin_block *b,
	const struct fin_inst *i, uint8_t segment, uint32_t address, struct fin_block *after)
{
	struct fin_block *yes = fin_block_new(f), *no = fin_block_new(f);

	branch(f, b, i, convert(f, b, i, true, segment, address), yes, no);
	access_segment(f, yes, i, segment, address);
	go_to(f, yes, i, after);
	return no;
}

/* ---- the pass -------------------------------------------------------------------------------- */

/* Takes the access `i`, which comes after `before` (NULL: it is the first), out of block `b`, and
 * puts accesses in segments in its place. */
static void replace(struct fin_function *f, struct fin_block *b, struct fin_inst *before,
	struct fin_inst *i, uint8_t kind)
{
	struct fin_block *after = fin_block_new(f);
	const struct fin_operand *o = &i->operands[address_operand(i)];
	uint32_t address;

	after->term = b->term;
	after->first = i->next;
	after->last = i->next != NULL ? b->last : NULL;
	b->last = before;
	*(before != NULL ? &before->next : &b->first) = NULL;
	address = add(f, b, i, o->reg, o->offset);
	/* values that are addresses in one segment only are of that segment */
	if (kind == IN_GROUP || kind == IN_PRIVATE || kind == 0) {
		access_segment(f, b, i,
			kind == IN_GROUP     ? BRIG_SEGMENT_GROUP
			: kind == IN_PRIVATE ? BRIG_SEGMENT_PRIVATE
					     : BRIG_SEGMENT_GLOBAL,
			address);
	} else {
		b = access_if(f, b, i, BRIG_SEGMENT_GROUP, address, after);
		b = access_if(f, b, i, BRIG_SEGMENT_PRIVATE, address, after);
		access_segment(f, b, i, BRIG_SEGMENT_GLOBAL, address);
	}
	go_to(f, b, i, after);
}

/* An address without a register is a constant, and so one of the host. */
static void make_global(struct fin_inst *i, struct arena *a)
{
	struct isa_inst *isa = ARENA_NEW(a, struct isa_inst);

	*isa = *i->isa;
	isa->segment = BRIG_SEGMENT_GLOBAL;
	i->isa = isa;
}

static void replace_in(struct fin_function *f, struct fin_block *b, const uint8_t *kinds)
{
	struct fin_inst *before = NULL;

	for (struct fin_inst *i = b->first; i != NULL; before = i, i = i->next) {
		const struct fin_operand *o;

		if (!is_flat_access(i))
			continue;
		o = &i->operands[address_operand(i)];
		if (o->has_reg && o->global == NULL && o->local == FIN_NO_LOCAL) {
			/* the rest is in a block that comes behind all others */
			replace(f, b, before, i, kinds[o->reg]);
			return;
		}
		make_global(i, f->module->arena);
	}
}

void fin_gcn_split_flat(struct fin_function *f)
{
	uint8_t *kinds = find_kinds(f);
	size_t blocks = f->block_count;

	/* the loop also visits the blocks that replace() appends; their registers are new, but no
	 * flat access is by one of these */
	for (size_t k = 0; k < f->block_count; k++)
		replace_in(f, f->blocks[k], kinds);
	mem_free(kinds);
	if (f->block_count != blocks)
		fin_cfg(f);
}
