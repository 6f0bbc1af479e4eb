/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads and stores of a part whose addresses vary, but often lie in an order: one behind the other,
 * or within two vectors. A test at run time tells. */
#include "gang/gang_access.h"

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

/* Lane v's address is to be lane 0's + v elements, for all lanes that are on. */
LLVMValueRef fin_access_is_consecutive(struct fin_access *x)
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
	return may != NULL ? LLVMBuildAnd(b, yes, may, "") : yes;
}

/* Whether a part is worth a vector: not when only one lane is on, since the vector would wait for
 * all stores that it overlaps. */
static LLVMValueRef is_consecutive(struct fin_access *x)
{
	LLVMValueRef yes = fin_access_is_consecutive(x);

	return x->mask == NULL ? yes
	                       : LLVMBuildAnd(fin_access_builder(x), yes,
					 is_several(x, fin_gang_bits(x->g, x->mask)), "");
}

/* Does nothing, for the case that no lane is on. */
static void no_access(struct fin_access *x)
{
	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = LLVMConstNull(LLVMVectorType(x->elem, x->g->lanes));
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

/* Whether the lanes' elements lie in two runs by turns. Neither run may pass the end of the range
 * of narrow numbers. */
static LLVMValueRef are_halves(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	struct places p = places_of(x);
	LLVMValueRef yes = fin_halves_hold(x, p.from_first, p.unit), distance;
	LLVMValueRef may = stays_in_order(x, &p, x->g->lanes / 2);

	if (may == NULL)
		return yes;
	yes = LLVMBuildAnd(b, yes, may, "");
	distance = LLVMBuildExtractElement(b, p.from_first, fin_access_i32(x, 1), "");
	p.first = LLVMBuildAdd(b, p.first, distance, "");
	return LLVMBuildAnd(b, yes, stays_in_order(x, &p, x->g->lanes / 2), "");
}

static void scattered(struct fin_access *x)
{
	if (x->mask != NULL)
		fin_access_choose(x, fin_access_part_is_on(x), fin_access_scattered, no_access);
	else
		fin_access_scattered(x);
}

static void halves_or_scattered(struct fin_access *x)
{
	if (fin_has_halves(x) && !x->is_rare)
		fin_access_choose(x, are_halves(x), fin_halves_access, scattered);
	else
		scattered(x);
}

/* Accesses elements that are not consecutive. */
static void windowed_or_other(struct fin_access *x)
{
	fin_access_choose(x, is_in_window(x), windowed, halves_or_scattered);
}

static fin_access_way *way_if_not_consecutive(const struct fin_access *x)
{
	if (x->g->is_terse)
		return fin_access_scattered;
	return x->mask == NULL && has_windows(x) ? windowed_or_other : halves_or_scattered;
}

void fin_access_by_order(struct fin_access *x)
{
	if (x->is_in_order)
		coalesced(x);
	else
		fin_access_choose(x, is_consecutive(x), coalesced, way_if_not_consecutive(x));
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
	LLVMValueRef in_pattern = is_in_pattern(x);
	LLVMValueRef yes = in_pattern != NULL ? in_pattern : is_in_window(x);

	fin_access_choose(x, yes, in_pattern != NULL ? patterned : windowed, fin_access_scattered);
}

void fin_access_by_rows(struct fin_access *x)
{
	if (x->mask == NULL && has_windows(x))
		windowed_rows(x);
	else if (x->shape.stride <= (int64_t)fin_access_size(x) &&
		 !fin_access_goes_by_known_lanes(x))
		fin_access_choose(x, is_consecutive(x), coalesced, scattered);
	else
		scattered(x);
}
