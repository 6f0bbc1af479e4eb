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

/* ---- choices at run time -------------------------------------------------------------------- */

void fin_access_choose(struct fin_access *x, LLVMValueRef condition, fin_access_way *yes,
	fin_access_way *no)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef block[2] = {fin_gang_block(x->g, "slow"), fin_gang_block(x->g, "fast")};
	LLVMBasicBlockRef after = fin_gang_block(x->g, "");
	LLVMValueRef stored[4], found[4][2];

	memcpy(stored, x->v, sizeof stored);
	LLVMBuildCondBr(b, condition, block[1], block[0]);
	for (unsigned k = 0; k < 2; k++) {
		LLVMPositionBuilderAtEnd(b, block[k]);
		memcpy(x->v, stored, sizeof stored);
		(k == 0 ? no : yes)(x);
		for (unsigned e = 0; e < x->count; e++)
			found[e][k] = x->v[e];
		block[k] = LLVMGetInsertBlock(b);
		LLVMBuildBr(b, after);
	}
	LLVMPositionBuilderAtEnd(b, after);
	for (unsigned e = 0; x->is_load && e < x->count; e++) {
		x->v[e] = LLVMBuildPhi(b, LLVMTypeOf(found[e][0]), "");
		LLVMAddIncoming(x->v[e], found[e], block, 2);
	}
}

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

/* Accesses a vector at the first lane's own address, where all lanes that are on have been found to
 * have consecutive addresses. */
static void coalesced(struct fin_access *x)
{
	struct fin_address a = fin_access_of_lanes(x);

	a.ptr = LLVMBuildExtractElement(fin_access_builder(x), a.ptr, fin_access_i32(x, 0), "");
	fin_access_contiguous(x, &a);
}

/* Whether more than one bit is set. */
static LLVMValueRef is_several(struct fin_access *x, LLVMValueRef bits)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMValueRef rest = LLVMBuildAnd(b, bits, LLVMBuildSub(b, bits, fin_like(bits, 1), ""), "");

	return LLVMBuildICmp(b, LLVMIntNE, rest, fin_like(rest, 0), "");
}

/* The places of a part's elements, as far as a comparison needs them: addresses, or numbers of
 * elements. */
struct places {
	LLVMValueRef from_first; /* by lane: the distance from lane 0's element */
	LLVMValueRef first;      /* place of lane 0's element */
	unsigned unit;           /* the distance from one element to the next */
	bool narrow, is_signed;  /* the places are 32-bit numbers of elements, not addresses */
};

static struct places places_of_addresses(struct fin_access *x, LLVMValueRef ptr)
{
	struct fin_llvm *l = x->g->w->l;
	struct places p = {.unit = fin_access_size(x)};
	LLVMValueRef v = LLVMBuildPtrToInt(l->b, ptr, fin_vector_of(l->i64, x->g->lanes), "");

	p.first = LLVMBuildExtractElement(l->b, v, fin_access_i32(x, 0), "");
	p.from_first = LLVMBuildSub(l->b, v, fin_splat(l, p.first, x->g->lanes), "");
	return p;
}

static struct places places_of(struct fin_access *x)
{
	const struct fin_inst *cvt = fin_access_element_number(x);
	uint32_t reg = cvt == NULL ? x->i->operands[1].reg : cvt->operands[1].v[0].reg;
	struct places p = {.unit = fin_access_size(x)};
	struct fin_view lanes;
	LLVMValueRef v, zero = fin_access_i32(x, 0);

	if (x->lane_ptr != NULL)
		return places_of_addresses(x, x->lane_ptr);
	if (cvt != NULL) {
		p.unit = 1;
		p.narrow = true;
		p.is_signed = cvt->isa->source_type == BRIG_TYPE_S32;
	}
	lanes = fin_gang_vectors(x->g, x->part);
	p.first = LLVMBuildExtractElement(fin_access_builder(x), fin_reg_get(&lanes.w, reg), zero,
		"");
	v = fin_reg_get(&lanes.w, fin_access_varying_part(x, reg));
	p.from_first = LLVMBuildSub(fin_access_builder(x), v,
		fin_splat(x->g->w->l, LLVMBuildExtractElement(fin_access_builder(x), v, zero, ""),
			x->g->lanes),
		"");
	return p;
}

/* i1, or NULL for true: none of the `span` elements behind lane 0's has a smaller place than that
 * one. Numbers are half as wide as addresses, but they may wrap where addresses do not. */
static LLVMValueRef stays_in_order(struct fin_access *x, const struct places *p, unsigned span)
{
	if (!p->narrow)
		return NULL;
	return p->is_signed ? LLVMBuildICmp(fin_access_builder(x), LLVMIntSLE, p->first,
				      fin_like(p->first, INT32_MAX - span), "")
	                    : LLVMBuildICmp(fin_access_builder(x), LLVMIntULE, p->first,
				      fin_like(p->first, UINT32_MAX - span), "");
}

/* Whether lane v's address is lane 0's + v elements, for all lanes that are on. The answer is no
 * when only one lane is on: it is not worth a vector, which would wait for all stores that it
 * overlaps. */
static LLVMValueRef is_consecutive(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	struct places p = places_of(x);
	LLVMValueRef may = stays_in_order(x, &p, x->g->lanes), off, yes;

	off = LLVMBuildICmp(b, LLVMIntNE, p.from_first,
		fin_gang_iota(x->g, LLVMTypeOf(p.first), p.unit), "");
	if (x->mask != NULL)
		off = LLVMBuildAnd(b, off, x->mask, "");
	off = fin_gang_bits(x->g, off);
	yes = LLVMBuildICmp(b, LLVMIntEQ, off, fin_like(off, 0), "");
	if (may != NULL)
		yes = LLVMBuildAnd(b, yes, may, "");
	if (x->mask != NULL)
		yes = LLVMBuildAnd(b, yes, is_several(x, fin_gang_bits(x->g, x->mask)), "");
	return yes;
}

/* Does nothing, for the case that no lane is on. */
static void no_access(struct fin_access *x)
{
	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = LLVMConstNull(LLVMVectorType(x->elem, x->g->lanes));
}

static void scattered_if_any(struct fin_access *x)
{
	fin_access_choose(x, fin_access_part_is_on(x), fin_access_scattered, no_access);
}

/* Numbers of the elements, counted from lane 0's. An address between two elements gets a number so
 * large that it is in no window. */
static LLVMValueRef window_numbers(struct fin_access *x, const struct places *p)
{
	LLVMValueRef n = p->from_first;

	if (p->unit > 1)
		n = fin_intrinsic3(x->g->w->l, "llvm.fshr", n, n,
			fin_like(n, (unsigned)__builtin_ctz(p->unit)));
	return n;
}

static LLVMValueRef is_in_window(struct fin_access *x)
{
	struct places p = places_of(x);
	LLVMValueRef may = stays_in_order(x, &p, 2 * x->g->lanes);
	LLVMValueRef yes = fin_window_holds(x->g, window_numbers(x, &p));

	return may != NULL ? LLVMBuildAnd(fin_access_builder(x), yes, may, "") : yes;
}

/* Accesses the elements with these numbers, which are in a window from lane 0's on; `a` is the
 * address of that. */
static void access_window(struct fin_access *x, const struct fin_address *a, LLVMValueRef n)
{
	LLVMValueRef half[2], mask[2], upper;

	if (x->is_load) {
		upper = fin_byte_offset(x->g->w, a->ptr, (uint64_t)x->g->lanes * x->bytes);
		half[0] = fin_access_load_vector(x, a, a->ptr, x->g->lanes, NULL);
		half[1] = fin_access_load_vector(x, a, upper, x->g->lanes,
			fin_window_to_load(x->g, n));
		x->v[0] = fin_window_pick(x->g, n, half[0], half[1]);
	} else {
		upper = fin_resize(x->g->w->l, fin_window_upper_store(x->g, n), 64, false);
		upper = LLVMBuildGEP2(fin_access_builder(x), x->elem, a->ptr, &upper, 1, "");
		fin_window_place(x->g, n, x->v[0], half, mask);
		fin_access_store_vector(x, a, a->ptr, half[0], mask[0]);
		fin_access_store_vector(x, a, upper, half[1], mask[1]);
	}
}

static void windowed(struct fin_access *x)
{
	struct fin_address a = fin_access_of_lanes(x);
	struct places p = places_of(x);

	a.ptr = LLVMBuildExtractElement(fin_access_builder(x), a.ptr, fin_access_i32(x, 0), "");
	access_window(x, &a, fin_resize(x->g->w->l, window_numbers(x, &p), 32, false));
}

static bool has_windows(const struct fin_access *x)
{
	return x->count == 1 && fin_has_windows(x->g, x->bytes);
}

/* Accesses elements that are not consecutive. */
static void windowed_or_scattered(struct fin_access *x)
{
	fin_access_choose(x, is_in_window(x), windowed, fin_access_scattered);
}

static fin_access_way *way_if_not_consecutive(const struct fin_access *x)
{
	if (x->g->is_terse)
		return fin_access_scattered;
	if (x->mask != NULL)
		return scattered_if_any;
	return has_windows(x) ? windowed_or_scattered : fin_access_scattered;
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

static void find_way(struct fin_access *x)
{
	fin_access_choose(x, is_consecutive(x), coalesced, way_if_not_consecutive(x));
}

static void consecutive_or_not(struct fin_access *x)
{
	x->is_rare = is_hoped_to_be_consecutive(x);
	if (x->g->shares)
		fin_access_shared(x, "any", find_way);
	else
		find_way(x);
	x->is_rare = false;
}

static void scattered(struct fin_access *x)
{
	if (x->g->shares && ((!x->is_load && x->count > 1) || !fin_access_is_native(x)))
		fin_access_shared(x, "each", fin_access_scattered);
	else
		fin_access_scattered(x);
}

/* Accesses elements whose numbers are a pattern. */
static void patterned(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);

	access_window(x, &a,
		fin_gang_pattern(x->g, fin_access_element_number(x)->operands[1].v[0].reg));
}

/* Whether the numbers of a part's elements are a pattern that lies in a window; NULL: they never
 * are. */
static LLVMValueRef is_in_pattern(struct fin_access *x)
{
	const struct fin_inst *cvt = fin_access_element_number(x);
	struct places p = {.narrow = true, .unit = 1};
	uint32_t reg = cvt == NULL ? 0 : cvt->operands[1].v[0].reg;
	LLVMValueRef n = cvt == NULL ? NULL : fin_gang_pattern(x->g, reg), yes;

	if (n == NULL)
		return NULL;
	p.is_signed = cvt->isa->source_type == BRIG_TYPE_S32;
	p.first = fin_gang_scalar(x->g, reg, x->part);
	yes = LLVMBuildAnd(fin_access_builder(x), fin_gang_pattern_holds(x->g, reg, x->part),
		stays_in_order(x, &p, 2 * x->g->lanes), "");
	return LLVMBuildAnd(fin_access_builder(x), yes, fin_window_holds(x->g, n), "");
}

static void windowed_rows(struct fin_access *x)
{
	LLVMValueRef yes = is_in_pattern(x);

	if (yes == NULL)
		windowed_or_scattered(x);
	else
		fin_access_choose(x, yes, patterned, fin_access_scattered);
}

/* Accesses a part in which divided ids are not linear after all. */
static void access_rows(struct fin_access *x)
{
	if (x->g->is_terse)
		scattered(x);
	else if (x->mask == NULL && has_windows(x))
		windowed_rows(x);
	else if (!fin_access_goes_by_known_lanes(x))
		find_way(x);
	else
		fin_access_scattered(x);
}

void fin_access_part(struct fin_access *x)
{
	if (fin_is_in_rows(x->g, x->i))
		fin_access_rows(x);
	else if (x->shape.kind == FIN_SHAPE_LINEAR && x->is_in_rows)
		access_rows(x);
	else if (x->is_apart)
		scattered(x);
	else if (fin_is_part_uniform(x->shape) && !x->shape.risky)
		(x->is_load ? fin_access_broadcast_load : fin_access_last_lane_store)(x);
	else if (fin_access_has_linear_way(x))
		linear_way(x);
	else if (may_be_consecutive(x))
		consecutive_or_not(x);
	else
		scattered(x);
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

static void all_parts(struct fin_access *x)
{
	bool once = loads_once(x);

	for (x->part = 0; x->part < (once ? 1 : x->g->parts); x->part++) {
		x->mask = x->g->mask == NULL ? NULL : once ? mask_of_any(x) : x->g->mask[x->part];
		(x->is_load ? load_part : store_part)(x);
	}
}

/* Whether an access of which a sum may have wrapped is done as one of any addresses. That is
 * shorter than a loop over the lanes where the processor gathers and scatters. What one load does
 * for all parts cannot be done lane by lane, as a lane may be on in one of the parts only. */
static bool goes_by_scatter(struct fin_access *x)
{
	return loads_once(x) ||
	       (x->count == 1 && fin_access_is_native(x) && !fin_is_in_rows(x->g, x->i));
}

/* Makes the access twice: for linear addresses, where no part is found to break the progression,
 * and else in another way. A part breaks it where a sum wrapped, which hardly ever happens and is
 * done by short code, or where it has the end of a row, which is done in the best way for any
 * addresses. */
static void test_linear(struct fin_access *x)
{
	struct fin_gang *g = x->g;
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef fast = fin_gang_block(g, ""), slow = fin_gang_block(g, "wrapped");
	LLVMBasicBlockRef after = fin_gang_block(g, "");
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);

	for (unsigned p = 0; p < g->parts; p++)
		all = LLVMBuildAnd(b, all, fin_gang_is_linear(g, x->i->operands[1].reg, p), "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, all, fast, slow));
	LLVMPositionBuilderAtEnd(b, slow);
	x->is_in_rows = fin_gang_has_rows(g, x->i->operands[1].reg);
	x->is_apart = x->is_rare = !x->is_in_rows && goes_by_scatter(x);
	if (x->is_in_rows || x->is_apart)
		all_parts(x);
	else
		fin_gang_lanes(g, x->i);
	x->is_apart = x->is_rare = false;
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, fast);
	x->is_in_rows = false;
	x->shape.risky = false;
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
