/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See remarks.h. */
#include "ir/lowering.h"
#include "gang/gang_access.h"
#include "gang/remarks.h"
#include "ir/bits.h"

struct remarks {
	const struct fin_function *f;
	const struct finalize_options *o;
	const struct fin_regions *rs;
	const struct fin_shapes *s;
	bool has_rows; /* private memory has rows (gang_private.c) */
};

/* The place of a remark: the line of a loc directive, or else that of the code. */
static struct diag_place place_of(const struct fin_function *f, const struct fin_loc *loc,
	uint32_t off)
{
	if (loc == NULL || loc->line == 0)
		return fin_place(f->module, off);
	return diag_in_file(arena_printf(f->module->arena, STR_FMT ":%u:%u", STR_ARG(loc->file),
		loc->line, loc->column > 0 ? loc->column : 1));
}

/* ---- instructions --------------------------------------------------------------------------- */

static const char *access_text(const struct remarks *r, const struct fin_inst *i)
{
	struct fin_lane_shape a = fin_address_shape(r->f, r->s, i, 1);
	int64_t bytes = isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count;
	bool is_load = i->lowering == ISA_LOWER_LOAD;

	if (r->has_rows && fin_is_private_access(r->f, i) && fin_is_one_row(r->s, i))
		return NULL;
	if (fin_is_part_uniform(a) || (a.kind == FIN_SHAPE_LINEAR && a.stride == bytes))
		return NULL;
	if (a.kind == FIN_SHAPE_VARYING)
		return is_load ? "is a gather: nothing is known of how its addresses differ from "
		                 "lane to lane"
		               : "is a scatter: nothing is known of how its addresses differ from "
		                 "lane to lane";
	return is_load ? "is strided: the lanes' addresses are further apart than what they load"
	               : "is a scatter: the lanes' addresses are not beside each other";
}

static const char *missed(const struct remarks *r, const struct fin_inst *i)
{
	if (fin_is_access(i))
		return i->operands[1].kind == FIN_OPND_ADDRESS ? access_text(r, i) : NULL;
	if (fin_has_fact(i, FIN_IN_TURN))
		return "is done lane by lane";
	if (i->lowering == ISA_LOWER_IMAGE && fin_image_goes_in_turn(r->s, i))
		return "is done lane by lane: nothing is known of how its images differ from lane "
		       "to lane";
	return NULL;
}

static bool is_computed_again(const struct remarks *r, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	for (unsigned n = fin_inst_defs(i, regs); n > 0; n--)
		for (uint32_t k = 1; k < r->rs->count; k++)
			for (uint32_t c = 0; c < r->rs->regions[k].context_count; c++)
				if (r->rs->regions[k].context[c] == regs[n - 1] &&
					r->rs->kind[regs[n - 1]] == FIN_CONTEXT_AGAIN)
					return true;
	return false;
}

static void remark_inst(const struct remarks *r, const struct fin_inst *i)
{
	const char *why = i->isa != NULL && r->o->remark_missed ? missed(r, i) : NULL;

	if (why != NULL)
		diag_remark(r->f->module->diag, place_of(r->f, i->loc, i->off), "'%s' %s",
			isa_opcode_find(i->isa->opcode)->text, why);
	if (i->isa != NULL && r->o->remark_done && is_computed_again(r, i))
		diag_remark(r->f->module->diag, place_of(r->f, i->loc, i->off),
			"'%s' is computed again after a barrier, not kept in memory",
			isa_opcode_find(i->isa->opcode)->text);
}

/* ---- control flow --------------------------------------------------------------------------- */

static void remark_block(const struct remarks *r, const struct fin_flow *w,
	const struct fin_divergence *d, uint32_t at)
{
	const struct fin_block *b = w->order[at];
	uint32_t loop = w->loop_of[at];

	if (!r->o->remark_missed)
		return;
	if (fin_bits_has(&d->branch, at))
		diag_remark(r->f->module->diag, place_of(r->f, b->term.loc, b->term.off),
			"branch diverges: lanes go different ways, with a mask for each");
	if (loop != FIN_NOWHERE && w->loops[loop].last == at && fin_bits_has(&d->loop, loop))
		diag_remark(r->f->module->diag, place_of(r->f, b->term.loc, b->term.off),
			"loop diverges: it goes on until its last lane leaves");
}

static void remark_region(const struct remarks *r, const struct fin_flow *w,
	const struct fin_divergence *d, struct fin_bits *seen)
{
	for (uint32_t k = 0; k < w->count; k++) {
		if (fin_bits_has(seen, w->order[k]->index))
			continue;
		fin_bits_add(seen, w->order[k]->index);
		for (const struct fin_inst *i = w->order[k]->first; i != NULL; i = i->next)
			remark_inst(r, i);
		remark_block(r, w, d, k);
	}
}

void fin_remark_vector(const struct fin_function *f, const struct finalize_options *o,
	const struct fin_regions *rs, const struct fin_flow *flows, const struct fin_shapes *s,
	unsigned lanes, unsigned row, unsigned stacked)
{
	struct remarks r = {f, o, rs, s, fin_private_unit(f) > 0};
	struct fin_bits seen = fin_bits_new(f->module->arena, f->block_count);
	struct diag_place place = place_of(f, f->loc, f->off);

	if (o->remark_done)
		diag_remark(f->module->diag, place,
			"kernel '" STR_FMT "' is vector code of %u lanes", STR_ARG(f->name), lanes);
	if (o->remark_done && row != 0)
		diag_remark(f->module->diag, place,
			"kernel '" STR_FMT
			"' has lanes along %c in groups that have multiples of %u work-items there",
			STR_ARG(f->name), "xyz"[row], lanes);
	if (o->remark_done && stacked != 0)
		diag_remark(f->module->diag, place,
			"kernel '" STR_FMT
			"' runs %u vectors at once along %c in groups that have multiples of so many there",
			STR_ARG(f->name), stacked, "xy"[row == 0]);
	for (uint32_t k = 0; k < rs->count && o->remark_missed; k++)
		if (flows[k].dispatched) {
			diag_remark(f->module->diag, place,
				"kernel '" STR_FMT "' goes from block to block by a dispatcher: %s",
				STR_ARG(f->name),
				o->flow == FINALIZE_FLOW_DISPATCHER ? "--flow=dispatcher"
								    : "a loop has several entries");
			break;
		}
	for (uint32_t k = 0; k < rs->count && (o->remark_done || o->remark_missed); k++)
		remark_region(&r, &flows[k], &s->in[k], &seen);
}

void fin_remark_scalar(const struct fin_function *f, const struct finalize_options *o,
	const char *why)
{
	if (o->remark_missed)
		diag_remark(f->module->diag, place_of(f, f->loc, f->off),
			"kernel '" STR_FMT "' is scalar code: %s", STR_ARG(f->name), why);
}
