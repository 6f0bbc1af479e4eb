/* Variables to registers: a private, spill or arg variable that is only loaded and stored at
 * constant offsets, always in the same pieces, needs no memory (PRM 2.8.2 leaves their place to
 * the implementation). Each piece becomes a register, its accesses become FIN_OPND_SLOTS. */
#include "ir.h"

enum { MAX_PIECES = 64 };

struct piece {
	uint64_t offset;
	uint32_t bytes, reg;
};

struct candidate {
	bool refused;
	unsigned count;
	struct piece pieces[MAX_PIECES];
};

struct promoter {
	struct fin_function *f;
	struct candidate **of; /* by local; NULL: never a candidate */
};

static bool in_registers_possible(const struct fin_function *f, const struct fin_variable *v)
{
	if (v->bytes == 0 || (v->module_scope && !f->is_kernel))
		return false;
	for (uint32_t i = 0; i < f->in_count; i++)
		if (f->in[i] == v)
			return false;
	for (uint32_t i = 0; i < f->out_count; i++)
		if (f->out[i] == v)
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

/* False when the access does not agree with those seen before. */
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
	return i->operands[0].count; /* the value of ld and st */
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
	for (uint32_t k = 0; i->call != NULL && k < i->call->in_count; k++)
		if (p->of[i->call->in[k]] != NULL)
			p->of[i->call->in[k]]->refused = true;
	for (uint32_t k = 0; i->call != NULL && k < i->call->out_count; k++)
		if (p->of[i->call->out[k]] != NULL)
			p->of[i->call->out[k]]->refused = true;
}

static void rewrite(struct promoter *p, struct fin_inst *i)
{
	for (unsigned k = 0; k < i->operand_count; k++) {
		struct fin_operand *o = &i->operands[k];

		if (o->kind != FIN_OPND_ADDRESS || o->local == FIN_NO_LOCAL)
			continue;
		struct candidate *c = p->of[o->local];
		if (c == NULL || c->refused)
			continue;
		uint32_t bytes = isa_type_find(i->isa->type)->bits / 8;
		uint64_t offset = o->offset;
		o->kind = FIN_OPND_SLOTS;
		o->type = i->isa->type;
		o->is_dest = i->lowering == ISA_LOWER_STORE;
		o->count = (uint8_t)element_count(i);
		for (unsigned e = 0; e < o->count; e++) {
			o->v[e] = (struct fin_value){.kind = FIN_VALUE_REG,
				.reg = find_piece(c, offset + e * bytes)->reg};
		}
	}
}

void fin_promote(struct fin_function *f)
{
	struct promoter p = {.f = f};

	p.of = mem_new(f->local_count, sizeof *p.of);
	for (size_t i = 0; i < f->local_count; i++)
		if (in_registers_possible(f, f->locals[i].var))
			p.of[i] = mem_new(1, sizeof *p.of[i]);
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			collect(&p, i);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			rewrite(&p, i);
	for (size_t i = 0; i < f->local_count; i++) {
		if (p.of[i] != NULL && !p.of[i]->refused)
			f->locals[i].home = FIN_HOME_REGISTERS;
		free(p.of[i]);
	}
	free(p.of);
}
