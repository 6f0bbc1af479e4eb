/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many parts the gangs of each body have. */
#include "gang/pressure.h"
#include "ir/exceptions.h"
#include "ir/limits.h"
#include "ir/lowering.h"
#include "kernel/gang_kernel.h"

enum { TWO = 2, FOUR = 4 };

bool fin_has_long_code(const struct fin_function *f)
{
	return fin_instruction_count(f) > FIN_LIMIT_TWO_PARTS;
}

static struct fin_pressure pressure_of(const struct fin_gang_kernel *k, enum fin_body body)
{
	return fin_pressure_of(k->s.w.f, &k->shapes[body], k->flows, k->s.rs->count);
}

/* Two parts keep the processor busy while one of them waits, where its registers hold most values
 * of both. The other bodies mostly have one part, as they run the few work-items at a group's end
 * and odd shapes of groups. A kernel that goes through diagonals, mostly one work-item after the
 * other, has one in any case, since a group of it is often a single part. */
static bool wants_two_parts(const struct fin_gang_kernel *k, enum fin_body body)
{
	struct fin_pressure p;

	if ((body != FIN_BODY_IN_ROWS && body != FIN_BODY_ACROSS) || k->has_far ||
		fin_has_long_code(k->s.w.f) || fin_is_in_pieces(&k->s.pieces))
		return false;
	p = pressure_of(k, body);
	return p.vectors <= FIN_LIMIT_PART_VECTORS &&
	       (p.masks <= FIN_LIMIT_PART_MASKS || !fin_target_has(&k->s.w.l->target, "avx512vl"));
}

/* ---- four parts ----------------------------------------------------------------------------- */

/* A loop that goes down the columns of a matrix loads a piece of a row in each iteration. Wide
 * gangs load whole lines, also of rows that begin anywhere, and many lines of the same set of the
 * cache, which would be lost before the next gang needs their other half. And while one adds to
 * their sums, the processor can begin four additions. */

/* Whether an access is a vector for each part. */
static bool is_row(const struct fin_gang_kernel *k, const struct fin_inst *i)
{
	const struct fin_shapes *s = &k->shapes[FIN_BODY_IN_ROWS];
	struct fin_lane_shape a = fin_address_shape(k->s.w.f, s, i, 1);
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8 * (int64_t)i->operands[0].count;

	return a.kind == FIN_SHAPE_LINEAR && a.stride == bytes;
}

/* Whether what a block does takes a few instructions for each part. Adds to *rows how many rows it
 * loads. */
static bool is_easy_block(const struct fin_gang_kernel *k, const struct fin_block *b,
	unsigned *rows)
{
	const struct fin_function *f = k->s.w.f;
	const struct fin_shapes *s = &k->shapes[FIN_BODY_IN_ROWS];

	for (const struct fin_inst *i = b->first; i != NULL; i = i->next) {
		bool is_easy = i->isa != NULL && !fin_has_fact(i, FIN_HEAVY | FIN_IN_TURN);

		if (fin_is_access(i)) {
			is_easy = is_row(k, i) || fin_is_uniform(fin_address_shape(f, s, i, 1));
			*rows += is_row(k, i) && i->lowering == ISA_LOWER_LOAD;
		}
		if (!is_easy)
			return false;
	}
	return true;
}

/* Whether all blocks of loops are such, lanes leave these together, and some rows are loaded. */
static bool goes_down_columns(const struct fin_gang_kernel *k)
{
	const struct fin_flow *w = &k->flows[0];
	const struct fin_divergence *d = &k->shapes[FIN_BODY_IN_ROWS].in[0];
	unsigned rows = 0;

	for (uint32_t l = 0; l < w->loop_count; l++)
		if (fin_bits_has(&d->loop, l))
			return false;
	for (uint32_t at = 0; at < w->count; at++)
		if (w->loop_of[at] != FIN_NOWHERE && !is_easy_block(k, w->order[at], &rows))
			return false;
	return rows > 0;
}

/* Whether all instructions of the kernel can be made for gangs of more lanes than a wave. */
static bool fits_wide_gangs(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;

	for (size_t b = 0; b < f->block_count; b++)
		for (const struct fin_inst *i = f->blocks[b]->first; i != NULL; i = i->next)
			if (!fin_fits_wide_gang(f, &k->shapes[FIN_BODY_IN_ROWS], i))
				return false;
	return !fin_each_counts(f);
}

/* Whether gangs of IN_ROWS and ENDS have four parts. Groups that are alike run as one, with rows
 * that are long enough. */
static bool wants_four_parts(const struct fin_gang_kernel *k)
{
	const struct fin_function *f = k->s.w.f;
	bool has_many = fin_target_has(&k->s.w.l->target, "avx512vl");
	struct fin_pressure p;

	if (!k->row_by_row || !f->alike.in[0] || fin_instruction_count(f) > FIN_LIMIT_FOUR_PARTS ||
		!goes_down_columns(k) || !fits_wide_gangs(k))
		return false;
	p = pressure_of(k, FIN_BODY_IN_ROWS);
	return has_many ? p.vectors <= FIN_LIMIT_QUARTER_VECTORS && p.masks == 0
	                : p.vectors <= FIN_LIMIT_QUARTER_VECTORS / 2;
}

/* ---- the number ----------------------------------------------------------------------------- */

unsigned fin_part_number(const struct fin_gang_kernel *k, bool in_step, enum fin_body body,
	unsigned lanes)
{
	if (body == FIN_BODY_FEW || body == FIN_BODY_LEVELS)
		return 1;
	if (in_step)
		return HSAEMU_WAVESIZE / lanes;
	if (body == FIN_BODY_ACROSS && k->stacked != 0)
		return k->stacked;
	if (body == FIN_BODY_ENDS) /* IN_ROWS has been asked before */
		return k->g[FIN_BODY_IN_ROWS].parts == FOUR ? FOUR : 1;
	if (body == FIN_BODY_IN_ROWS && wants_four_parts(k))
		return FOUR;
	return wants_two_parts(k, body) ? TWO : 1;
}
