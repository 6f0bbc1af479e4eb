/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels for which it makes no difference how the grid is divided into work-groups.
 *
 * Such a kernel has no barrier, no group memory and no operation of waves, and knows of a
 * work-item's place only where it is in the grid: by its absolute ids, or by a sum
 *
 *     workgroupid * workgroupsize + workitemid
 *
 * in 32 or 64 bits. When several groups run as one, the id of that group is the id of the first of
 * them, and ids of work-items go on over all of them, so the sum is what it was, modulo any power
 * of two. A constant may stand for workgroupsize. Then the sum is that where groups have this size.
 *
 * A number is *of* a dimension if it is
 *
 *     ITEM     scale * workitemid + what the division does not change
 *     FIRST    scale * workgroupid * workgroupsize + what the division does not change
 *     GROUP    workgroupid
 *
 * and `pure` if nothing is added and the scale is 1. The sum of ITEM and FIRST with one scale is
 * something that the division does not change. Any other use of such a number tells groups apart in
 * that dimension. Only registers with one definition are followed. */
#include "shape/alike_groups.h"
#include "hsaemu/kernel_abi.h"
#include "ir/bits.h"
#include "ir/cfg.h"
#include "ir/exceptions.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "shape/shapes.h"

enum kind { NONE, ITEM, FIRST, GROUP, BAD };

struct number {
	enum kind kind;
	unsigned dim;
	bool pure;
	uint64_t scale;
};

struct pass {
	struct fin_function *f;
	struct number *of;            /* by register */
	const struct fin_inst **size; /* by register: the query of workgroupsize that it has */
	struct fin_bits single;       /* registers with one definition */
	bool checks;                  /* numbers are known, and their uses are looked at */
	struct fin_alike alike;
};

static const struct number none = {NONE, 0, true, 1}, bad = {BAD, 0, false, 0};

/* ---- numbers -------------------------------------------------------------------------------- */

static struct number number_of(const struct pass *p, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? p->of[v->reg] : none;
}

static struct number scaled(struct number n, uint64_t by)
{
	if (n.kind == GROUP)
		return bad;
	n.scale *= by;
	n.pure = n.pure && by == 1;
	return n;
}

static struct number sum(struct number a, struct number b, unsigned bits)
{
	uint64_t mask = UINT64_MAX >> (64 - bits);

	if (a.kind >= GROUP || b.kind >= GROUP)
		return bad;
	if (a.kind == NONE || b.kind == NONE) {
		struct number n = a.kind == NONE ? b : a;

		n.pure = n.kind == NONE;
		return n;
	}
	if (a.dim == b.dim && a.kind != b.kind && ((a.scale ^ b.scale) & mask) == 0)
		return none;
	return bad;
}

/* The product of a group's id and `size`. */
static struct number first_of(struct pass *p, unsigned dim, uint64_t size)
{
	uint32_t required = p->f->control.required_wg[dim], *known = &p->alike.size[dim];

	if (required != 0 ? size != required
			  : !is_pow2(size) || size > HSAEMU_MAX_WORKGROUP ||
				    (*known != 0 && *known != size))
		return bad;
	if (required == 0)
		*known = (uint32_t)size;
	return (struct number){FIRST, dim, true, 1};
}

static struct number product_by(struct pass *p, struct number n, const struct fin_value *v)
{
	const struct fin_inst *size = v->kind == FIN_VALUE_REG ? p->size[v->reg] : NULL;

	if (v->kind == FIN_VALUE_IMM)
		return n.kind == GROUP ? first_of(p, n.dim, v->lo) : scaled(n, v->lo);
	if (number_of(p, v).kind != NONE)
		return bad;
	if (n.kind == GROUP && size != NULL && size->operands[1].v[0].lo == n.dim)
		return (struct number){FIRST, n.dim, true, 1};
	return n.kind == NONE ? none : bad;
}

static struct number product(struct pass *p, const struct fin_inst *i)
{
	const struct fin_value *a = &i->operands[1].v[0], *b = &i->operands[2].v[0];

	return number_of(p, a).kind != NONE ? product_by(p, number_of(p, a), b)
	                                    : product_by(p, number_of(p, b), a);
}

static struct number shifted(struct pass *p, const struct fin_inst *i, unsigned bits)
{
	const struct fin_value *n = &i->operands[2].v[0];
	struct number x = number_of(p, &i->operands[1].v[0]);
	uint64_t by;

	if (x.kind == NONE && number_of(p, n).kind == NONE)
		return none;
	if (n->kind != FIN_VALUE_IMM)
		return bad;
	by = (uint64_t)1 << (n->lo & (bits - 1));
	return x.kind == GROUP ? first_of(p, x.dim, by) : scaled(x, by);
}

/* What a wider register has of a number. An id and what groups begin with are below 2^32, sums of
 * them with something else may have wrapped. Ids in a group are below 2^31, too. */
static struct number converted(struct pass *p, const struct fin_inst *i)
{
	struct number n = number_of(p, &i->operands[1].v[0]);
	const struct isa_type *to, *from;

	if (n.kind == NONE || i->lowering == ISA_LOWER_MOV)
		return n;
	to = isa_type_find(i->isa->type);
	from = isa_type_find(i->isa->source_type);
	if (to->bits > from->bits &&
		(!n.pure || (n.kind != ITEM && from->kind != ISA_KIND_UNSIGNED)))
		return bad;
	return n;
}

static struct number queried(const struct fin_inst *i)
{
	static const enum kind kinds[] = {[FIN_PLACE_ITEM] = ITEM, [FIN_PLACE_GROUP] = GROUP};
	enum fin_place_query q = fin_place_query(i);

	if (q != FIN_PLACE_ITEM && q != FIN_PLACE_GROUP)
		return none;
	return (struct number){kinds[q], (unsigned)i->operands[1].v[0].lo, true, 1};
}

/* Returns what the instruction's result is; BAD if it uses a number in a way that tells groups
 * apart. */
static struct number result(struct pass *p, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct number a, b;
	unsigned bits;

	switch (fin_index_op(i)) {
	case FIN_INDEX_SUM:
	case FIN_INDEX_DIFFERENCE:
		bits = isa_type_find(i->isa->type)->bits;
		a = number_of(p, &i->operands[1].v[0]);
		b = number_of(p, &i->operands[2].v[0]);
		if (fin_index_op(i) == FIN_INDEX_DIFFERENCE && b.kind != NONE)
			b = scaled(b, UINT64_MAX);
		return sum(a, b, bits);
	case FIN_INDEX_PRODUCT:
		return product(p, i);
	case FIN_INDEX_PRODUCT_AND_SUM:
		bits = isa_type_find(i->isa->type)->bits;
		return sum(product(p, i), number_of(p, &i->operands[3].v[0]), bits);
	case FIN_INDEX_SHIFT_LEFT:
		return shifted(p, i, isa_type_find(i->isa->type)->bits);
	case FIN_INDEX_COPY:
		return converted(p, i);
	case FIN_INDEX_OTHER:
		break;
	}
	for (unsigned n = fin_inst_uses(i, regs); n > 0; n--)
		if (p->of[regs[n - 1]].kind != NONE)
			return bad;
	return queried(i);
}

/* ---- instructions --------------------------------------------------------------------------- */

static void tell_apart(struct pass *p, uint32_t reg)
{
	if (p->of[reg].kind != NONE)
		p->alike.in[p->of[reg].dim] = false;
}

static const struct fin_inst *size_query(const struct pass *p, const struct fin_inst *i)
{
	if (fin_place_query(i) == FIN_PLACE_SIZE)
		return i;
	if (fin_index_op(i) == FIN_INDEX_COPY && i->operands[1].v[0].kind == FIN_VALUE_REG)
		return p->size[i->operands[1].v[0].reg];
	return NULL;
}

/* Looks at what the instruction makes of numbers. All registers must have got theirs before. */
static void check(struct pass *p, const struct fin_inst *i, struct number n)
{
	uint32_t regs[FIN_MAX_REGS];

	if (n.kind == BAD)
		for (unsigned k = fin_inst_uses(i, regs); k > 0; k--)
			tell_apart(p, regs[k - 1]);
	for (unsigned k = fin_inst_defs(i, regs); n.kind != BAD && k > 0; k--) {
		const struct number *known = &p->of[regs[k - 1]];

		if (n.kind == known->kind && n.dim == known->dim && n.pure == known->pure &&
			n.scale == known->scale)
			continue;
		if (n.kind != NONE)
			p->alike.in[n.dim] = false;
		tell_apart(p, regs[k - 1]);
	}
}

static void visit(struct pass *p, const struct fin_inst *i)
{
	struct number n = result(p, i);
	const struct fin_inst *size = size_query(p, i);
	uint32_t regs[FIN_MAX_REGS];

	if (p->checks) {
		check(p, i, n);
		return;
	}
	for (unsigned k = fin_inst_defs(i, regs); k > 0; k--)
		if (fin_bits_has(&p->single, regs[k - 1])) {
			p->of[regs[k - 1]] = n.kind == BAD ? none : n;
			p->size[regs[k - 1]] = size;
		}
}

static void visit_all(struct pass *p)
{
	for (size_t k = 0; k < p->f->block_count; k++) {
		const struct fin_block *b = p->f->blocks[k];

		for (const struct fin_inst *i = b->first; i != NULL; i = i->next)
			visit(p, i);
		if (p->checks && b->term.value.kind == FIN_VALUE_REG &&
			(b->term.kind == FIN_TERM_CBR || b->term.kind == FIN_TERM_SWITCH))
			tell_apart(p, b->term.value.reg);
	}
}

static void find_single_definitions(struct pass *p)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_bits many = fin_bits_new(p->f->module->arena, p->f->reg_count);

	p->single = fin_bits_new(p->f->module->arena, p->f->reg_count);
	for (size_t k = 0; k < p->f->block_count; k++)
		for (const struct fin_inst *i = p->f->blocks[k]->first; i != NULL; i = i->next)
			for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
				fin_bits_add(fin_bits_has(&p->single, regs[n - 1]) ? &many
										   : &p->single,
					regs[n - 1]);
	for (size_t r = 0; r < p->f->reg_count; r++)
		if (fin_bits_has(&many, r))
			fin_bits_remove(&p->single, r);
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static bool is_of_group(const struct fin_inst *i)
{
	return fin_has_fact(i, FIN_OF_GROUP) || fin_place_query(i) == FIN_PLACE_OTHER ||
	       (i->isa != NULL && i->isa->segment == BRIG_SEGMENT_GROUP) ||
	       (i->lowering == ISA_LOWER_LOAD && fin_width_has_wave(i->isa->width));
}

/* Whether something in the kernel needs its group, apart from ids. */
static bool needs_group(const struct fin_function *f)
{
	if (f->dynamic_stack || f->links_group || f->links_private || f->group_bytes != 0)
		return true;
	for (size_t k = 0; k < f->block_count; k++) {
		if (f->blocks[k]->term.kind == FIN_TERM_BARRIER)
			return true;
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (is_of_group(i))
				return true;
	}
	return false;
}

/* How many work-items are best run as one group: so many that the call of the entry hardly counts,
 * and so few that workers do not wait for each other. A loop may take any time. */
static uint32_t best_items(const struct fin_function *f)
{
	uint32_t n = FIN_LIMIT_TILE_INSTRUCTIONS / (fin_instruction_count(f) + 1);

	if (fin_has_loop(f) || n < FIN_LIMIT_TILE_WITH_LOOPS)
		return FIN_LIMIT_TILE_WITH_LOOPS;
	return n < HSAEMU_MAX_TILE ? n : HSAEMU_MAX_TILE;
}

void fin_alike_groups(struct fin_function *f)
{
	struct pass p = {.f = f, .alike = {.in = {true, true, true}}};

	if (!f->is_kernel || fin_each_counts(f) || needs_group(f))
		return;
	p.of = mem_new(f->reg_count, sizeof *p.of);
	p.size = mem_new(f->reg_count, sizeof *p.size);
	find_single_definitions(&p);
	visit_all(&p);
	p.checks = true;
	visit_all(&p);
	mem_free(p.size);
	mem_free(p.of);
	p.alike.items = best_items(f);
	f->alike = p.alike;
}

static unsigned log2_of(uint32_t n)
{
	return 31 - (unsigned)__builtin_clz(n);
}

uint32_t fin_alike_flags(const struct fin_alike *a)
{
	uint32_t flags = 0;

	for (unsigned d = 0; d < 3; d++) {
		if (!a->in[d])
			continue;
		flags |= (uint32_t)HSAEMU_KD_ALIKE_X << d;
		if (a->size[d] != 0)
			flags |= (log2_of(a->size[d]) + 1)
			         << (HSAEMU_KD_ALIKE_SIZE + d * HSAEMU_KD_ALIKE_SIZE_BITS);
	}
	if (flags == 0)
		return 0;
	return flags | log2_of(a->items) << HSAEMU_KD_TILE |
	       (a->along_y ? HSAEMU_KD_TILE_ALONG_Y : 0);
}
