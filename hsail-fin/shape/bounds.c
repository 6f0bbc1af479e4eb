/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Widens sums of 32 bits term by term where branches tell that they do not wrap.
 *
 * Compilers make of `if (i > 0) a[i - 1]` an index (i - 1) & 0xffffffff, as i - 1 is not negative
 * there. Lanes beside each other then have elements beside each other unless some wrap, and what
 * cannot wrap has to be told from what may. Where all ways to an instruction come by `i > 0`, the
 * index is that of 64 bits, i, and -1 added to it, whatever the lanes that are off have.
 *
 * What masks the upper half of a number and is not known to have no bits there is a conversion to
 * 32 bits and back, as sums of ids are looked for in conversions (id_sums.h). */
#include "ir/cfg.h"
#include "ir/exceptions.h"
#include "ir/lowering.h"
#include "shape/index_passes.h"
#include "shape/shapes.h"

/* How many blocks above an instruction may tell of it, how deep conditions are nested, and how many
 * sums of one register they compare. */
enum { MAX_BLOCKS = 64, MAX_NESTING = 6, MAX_SUMS = 4 };

/* A register's lower 32 bits are those of another one and a number. */
struct sum {
	uint32_t root, more;
};

/* What is known of a register of 32 bits: its limits as a number with a sign and without. */
struct bounds {
	uint32_t reg;
	int64_t least, most, least_unsigned, most_unsigned;
};

struct pass {
	struct fin_function *f;
	struct fin_inst **def; /* by register: its only definition, or NULL */
	struct sum *sum;       /* by register, of 32 bits or 64 */
	uint32_t *idom;        /* by block: immediate dominator */
	size_t regs;           /* how many there were before the pass */
};

/* What is looked for at one place: bounds of the sums of one register. */
struct search {
	const struct pass *p;
	uint32_t root;
	struct bounds of[MAX_SUMS];
	unsigned count;
};

/* A number of 32 bits or fewer that is widened to 64, and shifted left. */
struct widened {
	uint32_t reg;  /* of 32 bits or 64: the lower half counts, or a part of that */
	uint32_t most; /* the number with all bits that count */
	unsigned shift;
};

static bool is_number(const struct fin_operand *o)
{
	return o->kind == FIN_OPND_VALUES && o->count == 1 && o->v[0].kind == FIN_VALUE_IMM;
}

static bool is_reg(const struct fin_operand *o)
{
	return o->kind == FIN_OPND_VALUES && o->count == 1 && o->v[0].kind == FIN_VALUE_REG;
}

/* ---- sums ----------------------------------------------------------------------------------- */

static bool is_index(const struct pass *p, uint32_t reg)
{
	return p->f->regs[reg].bits == 32 || p->f->regs[reg].bits == 64;
}

/* Whether the instruction keeps the lower half of its first source. */
static bool keeps_half(const struct pass *p, const struct fin_inst *i)
{
	return is_index(p, i->operands[1].v[0].reg) &&
	       (fin_index_op(i) == FIN_INDEX_COPY ||
		       (i->lowering == ISA_LOWER_LOGIC && i->isa->opcode == BRIG_OPCODE_AND &&
			       is_number(&i->operands[2]) &&
			       (uint32_t)i->operands[2].v[0].lo == UINT32_MAX));
}

static struct sum sum_of(const struct pass *p, const struct fin_inst *i, uint32_t reg)
{
	const struct fin_operand *o = i->operands;
	enum fin_index_op op;

	if (i->operand_count < 2 || o[0].count != 1)
		return (struct sum){reg, 0};
	if (is_reg(&o[1]) && keeps_half(p, i))
		return p->sum[o[1].v[0].reg];
	op = fin_index_op(i);
	if ((op == FIN_INDEX_SUM || op == FIN_INDEX_DIFFERENCE) && is_reg(&o[1]) &&
		is_number(&o[2])) {
		struct sum s = p->sum[o[1].v[0].reg];
		uint32_t n = (uint32_t)o[2].v[0].lo;

		s.more += op == FIN_INDEX_SUM ? n : -n;
		return s;
	}
	if (op == FIN_INDEX_SUM && is_number(&o[1]) && is_reg(&o[2])) {
		struct sum s = p->sum[o[2].v[0].reg];

		s.more += (uint32_t)o[1].v[0].lo;
		return s;
	}
	return (struct sum){reg, 0};
}

/* Blocks are in reverse post-order, so what is summed comes before its sum. */
static void find_sums(struct pass *p)
{
	for (uint32_t r = 0; r < p->f->reg_count; r++)
		p->sum[r] = (struct sum){r, 0};
	for (size_t k = 0; k < p->f->block_count; k++)
		for (struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next) {
			uint32_t regs[FIN_MAX_REGS];

			if (fin_inst_defs(i, regs) == 1 && p->def[regs[0]] == i &&
				is_index(p, regs[0]))
				p->sum[regs[0]] = sum_of(p, i, regs[0]);
		}
}

/* ---- what branches tell --------------------------------------------------------------------- */

static struct bounds *bounds_of(struct search *s, uint32_t reg)
{
	for (unsigned k = 0; k < s->count; k++)
		if (s->p->sum[s->of[k].reg].more == s->p->sum[reg].more)
			return &s->of[k];
	if (s->count == MAX_SUMS)
		return NULL;
	s->of[s->count] = (struct bounds){reg, INT32_MIN, INT32_MAX, 0, UINT32_MAX};
	return &s->of[s->count++];
}

static void at_least(int64_t *least, int64_t n)
{
	*least = n > *least ? n : *least;
}

static void at_most(int64_t *most, int64_t n)
{
	*most = n < *most ? n : *most;
}

/* Takes in that a number compares so with others between two, and lies between *least and *most. */
static void limit(uint8_t compare, int64_t other_least, int64_t other_most, int64_t *least,
	int64_t *most)
{
	switch (compare) {
	case BRIG_COMPARE_EQ:
		at_least(least, other_least);
		at_most(most, other_most);
		break;
	case BRIG_COMPARE_NE:
		if (other_least == other_most && *least == other_least)
			++*least;
		break;
	case BRIG_COMPARE_LT:
		at_most(most, other_most - 1);
		break;
	case BRIG_COMPARE_LE:
		at_most(most, other_most);
		break;
	case BRIG_COMPARE_GT:
		at_least(least, other_least + 1);
		break;
	case BRIG_COMPARE_GE:
		at_least(least, other_least);
		break;
	default:
		break;
	}
}

/* Takes in that a register compares so with an operand. */
static void take_comparison(struct search *s, const struct fin_operand *a, uint8_t compare,
	const struct fin_operand *b, bool is_signed)
{
	int64_t least = is_signed ? INT32_MIN : 0, most = is_signed ? INT32_MAX : UINT32_MAX;
	bool either = compare == BRIG_COMPARE_EQ || compare == BRIG_COMPARE_NE;
	struct bounds *to;

	if (!is_reg(a) || s->p->sum[a->v[0].reg].root != s->root ||
		(to = bounds_of(s, a->v[0].reg)) == NULL)
		return;
	if (is_number(b) && (is_signed || either)) {
		int64_t n = (int32_t)(uint32_t)b->v[0].lo;

		limit(compare, n, n, &to->least, &to->most);
	}
	if (is_number(b) && (!is_signed || either)) {
		int64_t n = (uint32_t)b->v[0].lo;

		limit(compare, n, n, &to->least_unsigned, &to->most_unsigned);
	}
	if (!is_number(b) && is_signed)
		limit(compare, least, most, &to->least, &to->most);
	else if (!is_number(b))
		limit(compare, least, most, &to->least_unsigned, &to->most_unsigned);
}

static void take_condition(struct search *s, const struct fin_operand *o, bool holds,
	unsigned nesting)
{
	const struct fin_inst *i = is_reg(o) ? s->p->def[o->v[0].reg] : NULL;
	const struct isa_type *t;
	uint8_t compare;

	if (i == NULL || i->isa == NULL || i->isa->type != BRIG_TYPE_B1 || nesting == 0)
		return;
	if (i->lowering == ISA_LOWER_CMP) {
		t = isa_type_find(i->isa->source_type);
		compare = i->isa->compare;
		if (!fin_is_index_type(i->isa->source_type) || t->count != 1 || t->bits != 32)
			return;
		if (!holds)
			compare = fin_compare_opposite(compare);
		take_comparison(s, &i->operands[1], compare, &i->operands[2],
			t->kind == ISA_KIND_SIGNED);
		take_comparison(s, &i->operands[2], fin_compare_exchanged(compare), &i->operands[1],
			t->kind == ISA_KIND_SIGNED);
	} else if (i->isa->opcode == BRIG_OPCODE_NOT) {
		take_condition(s, &i->operands[1], !holds, nesting - 1);
	} else if (i->isa->opcode == (holds ? BRIG_OPCODE_AND : BRIG_OPCODE_OR)) {
		take_condition(s, &i->operands[1], holds, nesting - 1);
		take_condition(s, &i->operands[2], holds, nesting - 1);
	}
}

/* Finds what all ways to a block tell. */
static struct search search_bounds(const struct pass *p, const struct fin_block *b, uint32_t root)
{
	struct search s = {.p = p, .root = root};

	for (unsigned n = 0; n < MAX_BLOCKS && b->index != 0; n++) {
		const struct fin_term *t = b->pred_count == 1 ? &b->preds[0]->term : NULL;

		if (t != NULL && t->kind == FIN_TERM_CBR && t->succ[0] != t->succ[1])
			take_condition(&s,
				&(struct fin_operand){
					.kind = FIN_OPND_VALUES, .count = 1, .v[0] = t->value},
				t->succ[0] == b, MAX_NESTING);
		b = p->f->blocks[p->idom[b->index]];
	}
	return s;
}

/* ---- widening ------------------------------------------------------------------------------- */

static bool is_shift(const struct fin_inst *i)
{
	return fin_index_op(i) == FIN_INDEX_SHIFT_LEFT && isa_type_find(i->isa->type)->bits == 64 &&
	       is_reg(&i->operands[1]) && is_number(&i->operands[2]);
}

static bool is_widened(const struct pass *p, const struct fin_inst *i, struct widened *w)
{
	const struct fin_operand *o = i->operands;
	const struct fin_inst *shift;
	uint64_t mask;

	if (i->isa == NULL || i->operand_count < 2 || !is_reg(&o[1]))
		return false;
	*w = (struct widened){o[1].v[0].reg, UINT32_MAX, 0};
	if (i->lowering == ISA_LOWER_CVT)
		return i->isa->type == BRIG_TYPE_U64 && i->isa->source_type == BRIG_TYPE_U32;
	if (i->lowering != ISA_LOWER_LOGIC || i->isa->opcode != BRIG_OPCODE_AND ||
		i->isa->type != BRIG_TYPE_B64 || !is_number(&o[2]))
		return false;
	mask = o[2].v[0].lo;
	shift = p->def[w->reg];
	if (shift != NULL && is_shift(shift)) {
		w->reg = shift->operands[1].v[0].reg;
		w->shift = (unsigned)shift->operands[2].v[0].lo & 63;
		mask >>= w->shift;
	}
	w->most = (uint32_t)mask;
	return w->reg < p->regs && mask <= UINT32_MAX && (mask & (mask + 1)) == 0;
}

/* Finds a register of which the widened number is one that is widened, and *more added to it. */
static bool find_base(const struct search *s, const struct widened *w, uint32_t *reg, int64_t *more,
	bool *is_signed)
{
	for (unsigned k = 0; k < s->count; k++) {
		const struct bounds *b = &s->of[k];
		int64_t least = b->least_unsigned, most = b->most_unsigned;

		*reg = b->reg;
		*more = (int32_t)(s->p->sum[w->reg].more - s->p->sum[b->reg].more);
		if (b->least >= 0) {
			at_least(&least, b->least);
			at_most(&most, b->most);
		}
		*is_signed = most <= INT32_MAX;
		if (least + *more >= 0 && most + *more <= w->most)
			return true;
	}
	return false;
}

/* Makes an instruction before `like` with a source or two. */
static struct fin_inst *make(struct pass *p, const struct fin_inst *like,
	enum isa_lowering lowering, struct isa_inst isa, uint32_t from, uint64_t number)
{
	uint16_t source = isa.source_type != 0 ? isa.source_type : isa.type;
	uint32_t to = fin_reg_new(p->f, (struct fin_reg){isa_type_find(isa.type)->bits, 'v', 0});
	struct fin_operand o[] = {fin_reg_operand(to, isa.type, true),
		fin_reg_operand(from, source, false),
		{.kind = FIN_OPND_VALUES,
			.type = lowering == ISA_LOWER_SHIFT ? BRIG_TYPE_U32 : source,
			.count = 1,
			.v[0] = {.kind = FIN_VALUE_IMM, .lo = number}}};

	return fin_inst_new(p->f->module, like, lowering, isa, o,
		lowering == ISA_LOWER_CVT ? 2 : 3);
}

/* Puts an instruction before *at, and returns the register of its result. */
static uint32_t put(struct fin_inst ***at, struct fin_inst *i)
{
	i->next = **at;
	**at = i;
	*at = &i->next;
	return i->operands[0].v[0].reg;
}

/* Lets the last instruction that was put have the place and the result of **at. */
static void replace(struct fin_inst **at, struct fin_inst *last)
{
	struct fin_inst *i = *at, *next = i->next;

	last->operands[0].v[0] = i->operands[0].v[0];
	*i = *last;
	i->next = next;
}

static struct fin_inst *make_cvt(struct pass *p, const struct fin_inst *like, uint16_t to,
	uint16_t from, uint32_t reg)
{
	return make(p, like, ISA_LOWER_CVT,
		(struct isa_inst){.opcode = BRIG_OPCODE_CVT, .type = to, .source_type = from}, reg,
		0);
}

static void rewrite(struct pass *p, struct fin_inst **at, const struct widened *w, uint32_t base,
	int64_t more, bool is_signed)
{
	const struct fin_inst *like = *at;
	struct fin_inst *last;

	if (p->f->regs[base].bits == 64)
		base = put(&at, make_cvt(p, like, BRIG_TYPE_U32, BRIG_TYPE_U64, base));
	last = is_signed ? make_cvt(p, like, BRIG_TYPE_S64, BRIG_TYPE_S32, base)
	                 : make_cvt(p, like, BRIG_TYPE_U64, BRIG_TYPE_U32, base);
	if (more != 0)
		last = make(p, like, ISA_LOWER_ARITH,
			(struct isa_inst){.opcode = BRIG_OPCODE_ADD, .type = BRIG_TYPE_S64},
			put(&at, last), (uint64_t)more);
	if (w->shift != 0)
		last = make(p, like, ISA_LOWER_SHIFT,
			(struct isa_inst){.opcode = BRIG_OPCODE_SHL, .type = BRIG_TYPE_U64},
			put(&at, last), w->shift);
	replace(at, last);
}

static void visit(struct pass *p, const struct fin_block *b, struct fin_inst **at)
{
	struct widened w;
	struct search s;
	uint32_t base;
	int64_t more;
	bool is_signed;

	if (!is_widened(p, *at, &w))
		return;
	s = search_bounds(p, b, p->sum[w.reg].root);
	if (!find_base(&s, &w, &base, &more, &is_signed)) {
		base = w.reg;
		more = 0;
		is_signed = false;
		if (w.most != UINT32_MAX)
			return;
	}
	if ((*at)->lowering != ISA_LOWER_CVT || more != 0)
		rewrite(p, at, &w, base, more, is_signed);
}

void fin_widen_bounded(struct fin_function *f)
{
	struct arena *a = f->module->arena;
	struct pass p = {.f = f, .regs = f->reg_count};

	if (fin_each_counts(f) || f->block_count == 0)
		return;
	p.def = ARENA_ARRAY(a, struct fin_inst *, f->reg_count);
	p.sum = ARENA_ARRAY(a, struct sum, f->reg_count);
	p.idom = ARENA_ARRAY(a, uint32_t, f->block_count);
	fin_only_definitions(f, p.def);
	find_sums(&p);
	fin_dominators(fin_predecessors(f), (uint32_t)f->block_count, p.idom);
	for (size_t k = 0; k < f->block_count; k++)
		for (struct fin_inst **at = &f->blocks[k]->first, *i; (i = *at) != NULL;) {
			visit(&p, f->blocks[k], at);
			while (*at != i)
				at = &(*at)->next;
			at = &i->next;
		}
}
