/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes registers of variables. A private, spill or arg variable that is only loaded and stored at
 * constant offsets, always in the same pieces, needs no memory (PRM 2.8.2 leaves its place to the
 * implementation). Each piece becomes a register; the operands of its accesses become
 * FIN_OPND_PROMOTED.
 *
 * A variable that is the argument of a call that stays becomes an operand of the call, if it is
 * always accessed whole. A formal of the function itself is then read into its register when the
 * function begins, or written from it where the function ends. */
#include "ir/ir.h"
#include "module/module_passes.h"
#include "opt/opt_passes.h"

/* MAX_CALL_REGS leaves room for the handle */
enum { MAX_PIECES = 64, MAX_CALL_REGS = FIN_MAX_REGS - 2 };

struct piece {
	uint64_t offset;
	uint32_t bytes, reg;
};

struct candidate {
	bool refused, is_argument;
	unsigned count;
	struct piece pieces[MAX_PIECES];
};

struct promoter {
	struct fin_function *f;
	struct candidate **of; /* by local; NULL: the variable has to stay in memory */
};

static bool may_become_registers(const struct fin_function *f, const struct fin_variable *v)
{
	if (v->bytes == 0 || (v->module_scope && (!f->is_kernel || fin_is_linked_in(f, v))))
		return false;
	return v->segment == BRIG_SEGMENT_PRIVATE || v->segment == BRIG_SEGMENT_SPILL ||
	       v->segment == BRIG_SEGMENT_ARG;
}

static struct piece *find_piece(struct candidate *c, uint64_t offset)
{
	for (unsigned i = 0; i < c->count; i++)
		if (c->pieces[i].offset == offset)
			return &c->pieces[i];
	return NULL;
}

/* Adds what an access touches to the pieces; false when it overlaps a piece without being the same,
 * or when there are too many. */
static bool add_piece(struct promoter *p, struct candidate *c, uint64_t offset, uint32_t bytes)
{
	uint8_t bits = bytes < 4 ? 32 : (uint8_t)(bytes * 8);

	for (unsigned i = 0; i < c->count; i++) {
		const struct piece *q = &c->pieces[i];

		if (q->offset == offset && q->bytes == bytes)
			return true;
		if (q->offset < offset + bytes && offset < q->offset + q->bytes)
			return false;
	}
	if (c->count == MAX_PIECES)
		return false;
	c->pieces[c->count++] =
		(struct piece){offset, bytes, fin_reg_new(p->f, (struct fin_reg){bits, 'v', 0})};
	return true;
}

static unsigned element_count(const struct fin_inst *i)
{
	return i->operands[0].count; /* operand 0 is the value of ld and st */
}

static bool add_access(struct promoter *p, struct candidate *c, const struct fin_inst *i,
	const struct fin_operand *o)
{
	uint32_t bytes = isa_type_find(i->isa->type)->bits / 8;
	const struct fin_variable *v = p->f->locals[o->local].var;

	if (o->has_reg || (i->lowering != ISA_LOWER_LOAD && i->lowering != ISA_LOWER_STORE))
		return false;
	if (o->offset > v->bytes || v->bytes - o->offset < (uint64_t)bytes * element_count(i))
		return false;
	for (unsigned e = 0; e < element_count(i); e++)
		if (!add_piece(p, c, o->offset + e * bytes, bytes))
			return false;
	return true;
}

static void collect(struct promoter *p, const struct fin_inst *i)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		const struct fin_operand *o = &i->operands[k];

		if (o->kind != FIN_OPND_ADDRESS || o->local == FIN_NO_LOCAL)
			continue;
		struct candidate *c = p->of[o->local];
		if (c != NULL && !c->refused)
			c->refused = !add_access(p, c, i, o);
	}
}

/* ---- arguments of calls --------------------------------------------------------------------- */

static void note_args(struct promoter *p, const struct fin_arg *args, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (p->of[args[k].local] != NULL) {
			p->of[args[k].local]->is_argument = true;
			p->of[args[k].local]->refused |= p->f->locals[args[k].local].var->is_array;
		}
}

static void note_formals(struct promoter *p, const struct fin_variable *const *vars, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++) {
		struct fin_arg a = {.local = fin_local_of(p->f, vars[k])};

		note_args(p, &a, 1);
	}
}

static void refuse_arguments_in_pieces(struct promoter *p)
{
	for (size_t i = 0; i < p->f->local_count; i++) {
		struct candidate *c = p->of[i];

		if (c != NULL && c->is_argument && c->count > 0)
			c->refused |= c->count > 1 || c->pieces[0].offset != 0 ||
			              c->pieces[0].bytes != p->f->locals[i].var->bytes;
	}
}

static uint16_t bits_type(uint64_t bytes)
{
	static const uint16_t types[] = {
		BRIG_TYPE_B8, BRIG_TYPE_B16, BRIG_TYPE_B32, BRIG_TYPE_B64, BRIG_TYPE_B128};

	return types[__builtin_ctzll(bytes)];
}

static void make_operands(struct promoter *p, struct fin_inst *i, struct fin_arg *args,
	uint32_t count, bool is_dest)
{
	for (uint32_t k = 0; k < count; k++) {
		struct candidate *c = p->of[args[k].local];
		uint64_t bytes = p->f->locals[args[k].local].var->bytes;

		if (c == NULL || c->refused)
			continue;
		if (c->count == 0)
			(void)add_piece(p, c, 0, (uint32_t)bytes);
		args[k].operand = i->operand_count;
		i->operands[i->operand_count++] = (struct fin_operand){.kind = FIN_OPND_VALUES,
			.type = bits_type(bytes),
			.is_dest = is_dest,
			.count = 1,
			.v[0] = {.kind = FIN_VALUE_REG, .reg = c->pieces[0].reg}};
	}
}

static void refuse_beyond_limit(struct promoter *p, const struct fin_call *c)
{
	for (uint32_t k = MAX_CALL_REGS - c->out_count; k < c->in_count; k++)
		if (p->of[c->in[k].local] != NULL)
			p->of[c->in[k].local]->refused = true;
}

/* Turns a call of a device function that returns a field of the dispatch record into a read of this
 * field, if the call's result is an operand. */
static void read_dispatch_field(struct fin_module *m, struct fin_inst *i)
{
	const struct fin_device_function *d = i->call->callee->device;
	struct fin_operand *operands;

	if (d == NULL || !d->is_field || i->call->out[0].operand == FIN_IN_MEMORY)
		return;
	operands = ARENA_ARRAY(m->arena, struct fin_operand, 2);
	operands[0] = i->operands[i->call->out[0].operand];
	operands[0].type = d->result == sizeof(uint64_t) ? BRIG_TYPE_U64 : BRIG_TYPE_U32;
	operands[1] = (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = BRIG_TYPE_U32,
		.count = 1,
		.v[0] = {.kind = FIN_VALUE_IMM, .lo = d->field}};
	i->isa = NULL;
	i->lowering = ISA_LOWER_DISPATCH;
	i->pseudo = FIN_PSEUDO_FIELD;
	i->operand_count = 2;
	i->operands = operands;
	i->call = NULL;
}

static void rewrite_call(struct promoter *p, struct fin_inst *i)
{
	struct fin_operand *old = i->operands;
	uint32_t first = i->operand_count;

	i->operands = ARENA_ARRAY(p->f->module->arena, struct fin_operand, FIN_MAX_REGS);
	memcpy(i->operands, old, first * sizeof *old);
	make_operands(p, i, i->call->out, i->call->out_count, true);
	make_operands(p, i, i->call->in, i->call->in_count, false);
	read_dispatch_field(p->f->module, i);
}

/* ---- formals -------------------------------------------------------------------------------- */

static struct fin_inst *formal_inst(struct promoter *p, enum fin_pseudo pseudo, uint32_t local,
	uint32_t number)
{
	struct fin_inst *i = ARENA_NEW(p->f->module->arena, struct fin_inst);

	i->lowering = ISA_LOWER_CALL;
	i->pseudo = pseudo;
	i->loc = p->f->loc;
	i->operand_count = 2;
	i->operands = ARENA_ARRAY(p->f->module->arena, struct fin_operand, 2);
	i->operands[0] = (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = bits_type(p->f->locals[local].var->bytes),
		.is_dest = pseudo == FIN_PSEUDO_ENTER,
		.count = 1,
		.v[0] = {.kind = FIN_VALUE_REG, .reg = p->of[local]->pieces[0].reg}};
	i->operands[1] = (struct fin_operand){.kind = FIN_OPND_VALUES,
		.type = BRIG_TYPE_U32,
		.count = 1,
		.v[0] = {.kind = FIN_VALUE_IMM, .lo = number}};
	return i;
}

static bool is_read_or_written(const struct promoter *p, uint32_t local)
{
	return p->of[local] != NULL && !p->of[local]->refused && p->of[local]->count > 0;
}

static void read_formals(struct promoter *p)
{
	struct fin_block *b = p->f->blocks[0];

	for (uint32_t k = 0; k < p->f->in_count; k++) {
		uint32_t local = fin_local_of(p->f, p->f->in[k]);
		struct fin_inst *i;

		if (!is_read_or_written(p, local))
			continue;
		i = formal_inst(p, FIN_PSEUDO_ENTER, local, k);
		i->next = b->first;
		b->first = i;
		b->last = b->last != NULL ? b->last : i;
	}
}

static void write_formals(struct promoter *p)
{
	for (uint32_t k = 0; k < p->f->out_count; k++) {
		uint32_t local = fin_local_of(p->f, p->f->out[k]);

		for (size_t n = 0; is_read_or_written(p, local) && n < p->f->block_count; n++)
			if (p->f->blocks[n]->term.kind == FIN_TERM_RET)
				fin_block_append(p->f->blocks[n],
					formal_inst(p, FIN_PSEUDO_RETURN, local, k));
	}
}

/* ---- all ------------------------------------------------------------------------------------ */

static void rewrite(struct promoter *p, struct fin_inst *i)
{
	if (i->call != NULL)
		rewrite_call(p, i);
	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (o->kind != FIN_OPND_ADDRESS || o->local == FIN_NO_LOCAL)
			continue;
		struct candidate *c = p->of[o->local];
		if (c == NULL || c->refused)
			continue;
		uint32_t bytes = isa_type_find(i->isa->type)->bits / 8;
		uint64_t offset = o->offset;
		o->kind = FIN_OPND_PROMOTED;
		o->type = i->isa->type;
		o->is_dest = i->lowering == ISA_LOWER_STORE;
		o->count = (uint8_t)element_count(i);
		for (unsigned e = 0; e < o->count; e++) {
			o->v[e] = (struct fin_value){.kind = FIN_VALUE_REG,
				.reg = find_piece(c, offset + e * bytes)->reg};
		}
	}
}

static void note_calls(struct promoter *p)
{
	for (size_t k = 0; k < p->f->block_count; k++)
		for (const struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next) {
			if (i->call == NULL)
				continue;
			note_args(p, i->call->in, i->call->in_count);
			note_args(p, i->call->out, i->call->out_count);
			refuse_beyond_limit(p, i->call);
		}
}

void fin_promote_variables(struct fin_function *f)
{
	struct promoter p = {.f = f};

	for (uint32_t k = 0; k < f->in_count; k++)
		(void)fin_local_of(f, f->in[k]);
	for (uint32_t k = 0; k < f->out_count; k++)
		(void)fin_local_of(f, f->out[k]);
	p.of = mem_new(f->local_count, sizeof *p.of);
	for (size_t i = 0; i < f->local_count; i++)
		if (may_become_registers(f, f->locals[i].var))
			p.of[i] = mem_new(1, sizeof *p.of[i]);
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			collect(&p, i);
	note_calls(&p);
	note_formals(&p, f->in, f->in_count);
	note_formals(&p, f->out, f->out_count);
	refuse_arguments_in_pieces(&p);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			rewrite(&p, i);
	read_formals(&p);
	write_formals(&p);
	for (size_t i = 0; i < f->local_count; i++) {
		if (p.of[i] != NULL && !p.of[i]->refused)
			f->locals[i].home = FIN_HOME_REGISTERS;
		mem_free(p.of[i]);
	}
	mem_free(p.of);
}
