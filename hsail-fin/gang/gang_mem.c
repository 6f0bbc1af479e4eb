/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores of a wave (docs/design/vector-code.md, "Memory accesses by shape").
 *
 *     one address in a part       scalar access
 *     stride = size               one vector, masked when lanes are off
 *     stride = 2 to 4 sizes       some vectors and shuffles
 *     any other                   gather or scatter
 *
 * The choice is made at run time where an address is linear unless a 32-bit sum wrapped, and where
 * it is a function of ids only: the addresses of a part are then often consecutive, or within two
 * vectors. Kernels with very many such accesses would become too long by that, so there these ways
 * are calls (gang_shared.c). */
#include "gang/gang_access.h"
#include "gang/gang_lanes.h"
#include "gang/gang_lowerings.h"
#include "lower/lower_memory.h"
#include "ir/limits.h"

static void linear_way(struct fin_access *x)
{
	unsigned size = x->bytes * x->count;
	struct fin_address a;

	if (x->shape.stride == (int64_t)size) {
		a = fin_access_of_part(x);
		fin_access_contiguous(x, &a);
	} else {
		(x->is_load ? fin_access_strided_load : fin_access_strided_store)(x,
			(unsigned)(x->shape.stride / x->bytes));
	}
}

static bool is_hoped_to_be_consecutive(const struct fin_access *x)
{
	struct fin_lane_shape a;

	if (x->g->hoped == NULL)
		return false;
	a = fin_address_shape(x->g->w->f, x->g->hoped, x->i, 1);
	return a.kind == FIN_SHAPE_LINEAR && a.stride == (int64_t)fin_access_size(x);
}

static bool may_be_consecutive(const struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];

	return o->has_reg && x->shape.kind == FIN_SHAPE_VARYING &&
	       fin_address_shape(x->g->w->f, x->g->s, x->i, 1).kind == FIN_SHAPE_VARYING &&
	       x->i->isa->segment != BRIG_SEGMENT_PRIVATE &&
	       x->i->isa->segment != BRIG_SEGMENT_SPILL && x->i->isa->segment != BRIG_SEGMENT_ARG &&
	       (is_hoped_to_be_consecutive(x) || !fin_depends_on_memory(x->g->s, o->reg));
}

static void consecutive_or_not(struct fin_access *x)
{
	bool is_rare = x->is_rare;

	x->is_rare |= is_hoped_to_be_consecutive(x);
	if (x->g->shares)
		fin_access_shared(x, "any", fin_access_by_order);
	else
		fin_access_by_order(x);
	x->is_rare = is_rare;
}

static void scattered(struct fin_access *x)
{
	if (x->g->shares && ((!x->is_load && x->count > 1) || !fin_access_is_native(x)))
		fin_access_shared(x, "each", fin_access_scattered);
	else
		fin_access_scattered(x);
}

void fin_access_part(struct fin_access *x)
{
	if (fin_is_in_rows(x->g, x->i))
		fin_access_rows(x);
	else if (x->shape.kind == FIN_SHAPE_LINEAR && x->is_in_rows && !x->g->is_terse)
		fin_access_by_rows(x);
	else if (x->is_apart || (x->shape.kind == FIN_SHAPE_LINEAR && x->is_in_rows))
		scattered(x);
	else if (fin_is_part_uniform(x->shape) && !x->shape.risky)
		(x->is_load ? fin_access_broadcast_load : fin_access_last_lane_store)(x);
	else if (fin_access_has_linear_way(x))
		linear_way(x);
	else if (fin_access_has_step(x))
		fin_access_by_step(x);
	else if (may_be_consecutive(x))
		consecutive_or_not(x);
	else
		scattered(x);
}

bool fin_access_is_scattered(const struct fin_access *x)
{
	return x->shape.kind == FIN_SHAPE_VARYING && !fin_is_in_rows(x->g, x->i) &&
	       !may_be_consecutive(x);
}

static struct fin_access access_of(struct fin_gang *g, const struct fin_inst *i, bool is_load)
{
	unsigned bytes = isa_type_find(i->isa->type)->bits / 8;

	return (struct fin_access){.g = g,
		.i = i,
		.is_load = is_load,
		.count = i->operands[0].count,
		.bytes = bytes,
		.align = fin_promised_align(i, 0, bytes),
		.elem = fin_int_type(g->w->l, bytes * 8),
		.shape = fin_address_shape(g->w->f, g->s, i, 1)};
}

static void load_part(struct fin_access *x)
{
	struct fin_gang *g = x->g;
	struct fin_view v = fin_gang_vectors(g, x->part);
	LLVMTypeRef shape;

	fin_access_part(x);
	shape = fin_hsail_type(&v.w, isa_type_find(x->i->operands[0].type));
	for (unsigned e = 0; e < x->count; e++)
		fin_dst_at(&v.w, x->i, e, fin_bitcast(g->w->l, x->v[e], shape));
}

static void store_part(struct fin_access *x)
{
	struct fin_view v = fin_gang_vectors(x->g, x->part);

	for (unsigned e = 0; e < x->count; e++)
		x->v[e] = fin_stored_bits(&v.w, x->i, e);
	fin_access_part(x);
}

/* Whether the parts load the same elements, so that one load serves them all. */
static bool loads_once(const struct fin_access *x)
{
	uint32_t regs[FIN_MAX_REGS];

	return x->is_load && x->g->is_stacked && fin_inst_defs(x->i, regs) > 0 &&
	       fin_is_once(x->g->s, regs[0]);
}

/* The lanes that are on in some part. */
static LLVMValueRef mask_of_any(struct fin_access *x)
{
	LLVMValueRef m = x->g->mask[0];

	for (unsigned p = 1; p < x->g->parts; p++)
		m = LLVMBuildOr(fin_access_builder(x), m, x->g->mask[p], "");
	return m;
}

static void each_part(struct fin_access *x, fin_access_way *way)
{
	bool once = loads_once(x);

	for (x->part = 0; x->part < (once ? 1 : x->g->parts); x->part++) {
		x->mask = x->g->mask == NULL ? NULL : once ? mask_of_any(x) : x->g->mask[x->part];
		way(x);
	}
}

static void all_parts(struct fin_access *x)
{
	each_part(x, x->is_load ? load_part : store_part);
}

/* Whether an access of which a sum may have wrapped is done as one of any addresses. That is
 * shorter than a loop over the lanes where the processor gathers and scatters. What one load does
 * for all parts cannot be done lane by lane, as a lane may be on in one of the parts only. */
static bool goes_by_scatter(struct fin_access *x)
{
	return loads_once(x) ||
	       (x->count == 1 && fin_access_is_native(x) && !fin_is_in_rows(x->g, x->i));
}

/* Makes the access where some part breaks the progression. Where a sum wrapped, which hardly ever
 * happens, that is short code; where the part has the end of a row, it is the best way for any
 * addresses. */
static void broken(struct fin_access *x)
{
	x->is_in_rows = fin_gang_has_rows(x->g, x->i->operands[1].reg);
	x->is_apart = x->is_rare = !x->is_in_rows && goes_by_scatter(x);
	if (x->is_in_rows || x->is_apart)
		all_parts(x);
	else
		fin_gang_lanes(x->g, x->i);
	x->is_apart = x->is_rare = x->is_in_rows = false;
}

/* Makes the access twice: for linear addresses, where no part is found to break the progression,
 * and else in another way. */
static void test_linear(struct fin_access *x)
{
	struct fin_gang *g = x->g;
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef fast, slow, after;
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);
	bool goes_on = fin_gang_goes_on(g, x->i->operands[1].reg);

	for (unsigned p = 0; p < (goes_on ? 1 : g->parts); p++)
		all = LLVMBuildAnd(b, all, fin_gang_is_linear(g, x->i->operands[1].reg, p), "");
	if (LLVMIsNull(all)) {
		broken(x);
		return;
	}
	fast = fin_gang_block(g, "");
	slow = fin_gang_block(g, "wrapped");
	after = fin_gang_block(g, "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, all, fast, slow));
	LLVMPositionBuilderAtEnd(b, slow);
	broken(x);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, fast);
	x->shape.risky = false;
	g->is_tested = true;
	all_parts(x);
	g->is_tested = false;
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

static void ask_part(struct fin_access *x)
{
	x->all = LLVMBuildAnd(fin_access_builder(x), x->all, fin_access_is_consecutive(x), "");
}

/* Whether the parts are asked together first, as it is hoped that each is consecutive: that is one
 * branch for all of them. Without a mask, a part's own test is as short. */
static bool asks_once(const struct fin_access *x)
{
	return x->g->mask != NULL && x->g->parts > 1 && !x->g->shares && !x->g->is_terse &&
	       !x->is_apart && !fin_is_in_rows(x->g, x->i) && may_be_consecutive(x) &&
	       is_hoped_to_be_consecutive(x);
}

static void ask_all(struct fin_access *x)
{
	struct fin_gang *g = x->g;
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef fast, slow, after;

	x->all = LLVMConstInt(g->w->l->i1, 1, false);
	each_part(x, ask_part);
	fast = fin_gang_block(g, "");
	slow = fin_gang_block(g, "apart");
	after = fin_gang_block(g, "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, x->all, fast, slow));
	LLVMPositionBuilderAtEnd(b, slow);
	all_parts(x);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, fast);
	x->is_in_order = true;
	all_parts(x);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

static void access_wave(struct fin_gang *g, const struct fin_inst *i, bool is_load)
{
	struct fin_access x = access_of(g, i, is_load);

	if (!fin_access_is_better_together(x))
		fin_access_members(&x, access_wave);
	else if (x.shape.risky &&
		 (fin_access_has_linear_way(&x) || (is_load && fin_is_part_uniform(x.shape))))
		test_linear(&x);
	else if (asks_once(&x))
		ask_all(&x);
	else
		all_parts(&x);
}

void fin_gang_load(struct fin_gang *g, const struct fin_inst *i)
{
	access_wave(g, i, true);
}

void fin_gang_store(struct fin_gang *g, const struct fin_inst *i)
{
	access_wave(g, i, false);
}
