/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ways to load and store a part whose addresses are one or linear: a scalar access, vectors, and
 * vectors with shuffles between them (gang_access.h). */
#include "gang/gang_access.h"
#include "lower/lower_memory.h"
#include "ir/limits.h"
#include "shape/streams.h"

void fin_access_describe(struct fin_access *x, LLVMValueRef access, const struct fin_address *a)
{
	if (x->lane_ptr != NULL)
		/* accesses of all segments share the code, so nothing is known of the memory */
		return;
	fin_memory_metadata(x->g->w, access, a);
	if (x->is_load && fin_load_is_invariant(x->i))
		LLVMSetMetadata(access, x->g->w->l->md_invariant_load, x->g->w->l->empty_node);
}

/* The sum of ids that the address is, or NULL. */
static const struct fin_id_sum *sum_of_ids(const struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];

	if (x->g->sums == NULL || !o->has_reg || o->global != NULL || o->local != FIN_NO_LOCAL ||
		x->g->w->f->regs[o->reg].bits != 64 || x->g->sums[o->reg].first == NULL)
		return NULL;
	return &x->g->sums[o->reg];
}

/* What the ids of lane 0 of a part add to the sum. */
static LLVMValueRef index_of(const struct fin_access *x, const struct fin_id_sum *s, unsigned part)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef index = LLVMConstInt(l->i64, 0, false);

	for (unsigned d = 3; d-- > 0;)
		if (s->step[d] != NULL)
			index = LLVMBuildAdd(l->b, index,
				LLVMBuildMul(l->b, s->step[d],
					fin_resize(l, x->g->id_base[d][part], 64, false), ""),
				"");
	return index;
}

/* That of the first part of a row. LLVM does not look through a freeze: it would make a pointer for
 * each access at the start of each row, not one index for all of them. */
static LLVMValueRef index_in_row(const struct fin_access *x, const struct fin_id_sum *s)
{
	return LLVMBuildFreeze(x->g->w->l->b, index_of(x, s, 0), "");
}

/* What the sum of a part has more than that of the first part of the row. */
static LLVMValueRef distance_in_row(const struct fin_access *x, const struct fin_id_sum *s)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef items = LLVMConstInt(l->i64, (uint64_t)x->part * x->g->lanes, false);

	return s->step[0] == NULL ? LLVMConstInt(l->i64, 0, false)
	                          : LLVMBuildMul(l->b, s->step[0], items, "");
}

/* The address of lane 0 by that sum. What is one for the group comes first, and what accesses have
 * in common is the same, so that LLVM needs one index for all of them. */
static LLVMValueRef address_by_sum(struct fin_access *x, const struct fin_id_sum *s)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMValueRef index = x->g->is_in_row ? index_in_row(x, s) : index_of(x, s, x->part), first;

	first = LLVMBuildAdd(l->b, s->first,
		LLVMConstInt(l->i64, x->i->operands[1].offset + (uint64_t)s->more, false), "");
	first = LLVMBuildIntToPtr(l->b, first, l->ptr, "");
	first = LLVMBuildGEP2(l->b, l->i8, first, &index, 1, "");
	if (!x->g->is_in_row)
		return first;
	index = distance_in_row(x, s);
	return LLVMBuildGEP2(l->b, l->i8, first, &index, 1, "");
}

/* The address of lane 0 by a sum that is a place in a segment or in a variable. */
static LLVMValueRef place_by_sum(struct fin_access *x, const struct fin_id_sum *s)
{
	struct fin_llvm *l = x->g->w->l;
	struct fin_view v = fin_gang_scalars(x->g, x->part);
	LLVMValueRef index = x->g->is_in_row ? index_in_row(x, s) : index_of(x, s, x->part);
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(s->first));

	if (x->g->is_in_row)
		index = LLVMBuildAdd(l->b, index, distance_in_row(x, s), "");
	index = LLVMBuildAdd(l->b, s->first, fin_resize(l, index, bits, true), "");
	index = LLVMBuildAdd(l->b, fin_resize(l, index, 64, true),
		LLVMConstInt(l->i64, (uint64_t)s->more, false), "");
	return LLVMBuildGEP2(l->b, l->i8, fin_address_base(&v.w, x->i, 1), &index, 1, "");
}

/* The address of lane 0 of one that varies. */
static struct fin_address address_of_first_lane(struct fin_access *x)
{
	struct fin_view v = fin_gang_vectors(x->g, x->part);
	struct fin_address a = fin_address_of(&v.w, x->i, 1);

	a.ptr = LLVMBuildExtractElement(fin_access_builder(x), a.ptr, fin_access_i32(x, 0), "");
	return a;
}

struct fin_address fin_access_of_part(struct fin_access *x)
{
	struct fin_address a = {.segment = x->i->isa->segment, .equiv = x->i->isa->equiv};
	struct fin_view v = fin_gang_scalars(x->g, x->part);
	const struct fin_id_sum *s = sum_of_ids(x);

	if (s != NULL)
		a.ptr = address_by_sum(x, s);
	else if (!fin_access_has_step(x))
		a = fin_address_of(&v.w, x->i, 1);
	else if (x->g->sums[x->i->operands[1].reg].first != NULL)
		a.ptr = place_by_sum(x, &x->g->sums[x->i->operands[1].reg]);
	else
		a = address_of_first_lane(x);
	return a;
}

struct fin_address fin_access_linear_addresses(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);
	LLVMValueRef step = fin_gang_iota(x->g, x->g->w->l->i64, (uint64_t)x->shape.stride);

	a.ptr = LLVMBuildGEP2(fin_access_builder(x), x->g->w->l->i8, a.ptr, &step, 1, "");
	return a;
}

static LLVMValueRef shuffle(struct fin_access *x, LLVMValueRef a, LLVMValueRef b,
	const unsigned *from, unsigned n)
{
	LLVMValueRef index[FIN_MAX_LANES * 4];

	for (unsigned k = 0; k < n; k++)
		index[k] = fin_access_i32(x, from[k]);
	if (b == NULL)
		b = LLVMGetPoison(LLVMTypeOf(a));
	return LLVMBuildShuffleVector(fin_access_builder(x), a, b, LLVMConstVector(index, n), "");
}

/* ---- vectors in memory ---------------------------------------------------------------------- */

/* The alignment of a vector. What the code promises is so for the elements of lanes that are on. */
static unsigned vector_align(const struct fin_access *x, const struct fin_address *a,
	LLVMValueRef ptr, LLVMValueRef mask)
{
	bool is_promised = mask == NULL && ptr == a->ptr;

	return is_promised || x->align < x->bytes ? x->align : x->bytes;
}

LLVMValueRef fin_access_load_vector(struct fin_access *x, const struct fin_address *a,
	LLVMValueRef ptr, unsigned n, LLVMValueRef mask)
{
	LLVMTypeRef types[] = {LLVMVectorType(x->elem, n), x->g->w->l->ptr};
	LLVMValueRef r;

	if (mask == NULL) {
		r = LLVMBuildLoad2(fin_access_builder(x), types[0], ptr, "");
		LLVMSetAlignment(r, vector_align(x, a, ptr, mask));
	} else {
		LLVMValueRef args[] = {ptr, fin_access_i32(x, vector_align(x, a, ptr, mask)), mask,
			LLVMConstNull(types[0])};

		r = fin_intrinsic(x->g->w->l, "llvm.masked.load", types, 2, args, 4);
	}
	fin_access_describe(x, r, a);
	return r;
}

void fin_access_store_vector(struct fin_access *x, const struct fin_address *a, LLVMValueRef ptr,
	LLVMValueRef v, LLVMValueRef mask)
{
	LLVMTypeRef types[] = {LLVMTypeOf(v), x->g->w->l->ptr};
	LLVMValueRef r;

	if (mask == NULL) {
		r = LLVMBuildStore(fin_access_builder(x), v, ptr);
		LLVMSetAlignment(r, vector_align(x, a, ptr, mask));
	} else {
		LLVMValueRef args[] = {
			v, ptr, fin_access_i32(x, vector_align(x, a, ptr, mask)), mask};

		r = fin_intrinsic(x->g->w->l, "llvm.masked.store", types, 2, args, 4);
	}
	fin_access_describe(x, r, a);
}

/* The mask of a vector in which element e of lane v is element v * count + e. */
static LLVMValueRef repeat_mask(struct fin_access *x)
{
	unsigned from[FIN_MAX_LANES * 4], n = x->g->lanes * x->count;

	for (unsigned k = 0; k < n; k++)
		from[k] = k / x->count;
	return x->mask == NULL || x->count == 1 ? x->mask : shuffle(x, x->mask, NULL, from, n);
}

void fin_access_deinterleave(struct fin_access *x, LLVMValueRef all)
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned e = 0; e < x->count; e++) {
		for (unsigned k = 0; k < x->g->lanes; k++)
			from[k] = k * x->count + e;
		x->v[e] = x->count == 1 ? all : shuffle(x, all, NULL, from, x->g->lanes);
	}
}

static LLVMValueRef concatenate(struct fin_access *x, LLVMValueRef a, LLVMValueRef b)
{
	unsigned from[FIN_MAX_LANES * 4], n = 2 * LLVMGetVectorSize(LLVMTypeOf(a));

	for (unsigned k = 0; k < n; k++)
		from[k] = k;
	return shuffle(x, a, b, from, n);
}

LLVMValueRef fin_access_interleave(struct fin_access *x)
{
	unsigned from[FIN_MAX_LANES * 4], n = x->g->lanes * x->count;
	LLVMValueRef all = x->v[0];

	if (x->count == 1)
		return all;
	all = concatenate(x, x->v[0], x->v[1]);
	if (x->count > 2)
		all = concatenate(x, all, concatenate(x, x->v[2], x->v[x->count - 1]));
	for (unsigned k = 0; k < n; k++)
		from[k] = k % x->count * x->g->lanes + k / x->count;
	return shuffle(x, all, NULL, from, n);
}

/* Stores a vector past the caches, which it can where it fills whole lines or quarters of them. */
static void stream_vector(struct fin_access *x, const struct fin_address *a, LLVMValueRef v)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMBuilderRef b = l->b;
	unsigned bytes = x->g->lanes * x->count * x->bytes;
	LLVMBasicBlockRef past = fin_gang_block(x->g, ""), into = fin_gang_block(x->g, "");
	LLVMBasicBlockRef after = fin_gang_block(x->g, "");
	LLVMValueRef odd = LLVMBuildPtrToInt(b, a->ptr, l->i64, ""), one, r;

	odd = LLVMBuildAnd(b, odd, fin_like(odd, bytes - 1), "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, odd, fin_like(odd, 0), ""), past, into);
	LLVMPositionBuilderAtEnd(b, past);
	r = LLVMBuildStore(b, v, a->ptr);
	LLVMSetAlignment(r, bytes);
	fin_access_describe(x, r, a);
	one = LLVMConstInt(l->i32, 1, false);
	LLVMSetMetadata(r, fin_md_kind(l, "nontemporal"),
		LLVMMetadataAsValue(l->ctx,
			LLVMMDNodeInContext2(l->ctx, (LLVMMetadataRef[]){LLVMValueAsMetadata(one)},
				1)));
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, into);
	fin_access_store_vector(x, a, a->ptr, v, NULL);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

/* Whether the store is one of those that may go past the caches. */
static bool may_stream(const struct fin_access *x)
{
	enum { LEAST = 16, MOST = 64 };
	unsigned bytes = x->g->lanes * x->count * x->bytes;

	return x->g->streams && x->mask == NULL && x->lane_ptr == NULL && is_pow2(bytes) &&
	       bytes >= LEAST && bytes <= MOST && fin_is_streamed(x->g->w->f, x->i);
}

void fin_access_contiguous(struct fin_access *x, const struct fin_address *a)
{
	if (x->is_load)
		fin_access_deinterleave(x, fin_access_load_vector(x, a, a->ptr,
						   x->g->lanes * x->count, repeat_mask(x)));
	else if (may_stream(x))
		stream_vector(x, a, fin_access_interleave(x));
	else
		fin_access_store_vector(x, a, a->ptr, fin_access_interleave(x), repeat_mask(x));
}

/* Shuffles of the k-th of `stride` vectors that have the elements of all lanes between them: which
 * element of a vector is which lane's, and where in memory the vector begins. */
struct strided {
	unsigned stride, lanes, count;
};

static struct strided strided_of(const struct fin_access *x, unsigned stride)
{
	return (struct strided){stride, x->g->lanes, x->count};
}

/* The mask of a vector that begins with element `first`. What lies between the lanes' elements may
 * be beyond the end of memory when lanes are off. */
static LLVMValueRef strided_mask(struct fin_access *x, const struct strided *s, LLVMValueRef on,
	unsigned first)
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned v = 0; v < s->lanes; v++) {
		unsigned at = first + v;

		from[v] = at % s->stride < s->count ? at / s->stride : s->lanes;
	}
	return shuffle(x, on, LLVMConstNull(LLVMTypeOf(on)), from, s->lanes);
}

/* Adds to r, which may be NULL, the elements number e of those lanes that have it in `part`, a
 * vector that begins with element `first`. */
static LLVMValueRef pick_strided(struct fin_access *x, const struct strided *s, LLVMValueRef r,
	LLVMValueRef part, unsigned first, unsigned e)
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned v = 0; v < s->lanes; v++) {
		unsigned at = v * s->stride + e;
		bool here = at >= first && at < first + s->lanes;

		from[v] = here ? s->lanes + at - first : v;
		if (r == NULL)
			from[v] = here ? at - first : 0;
	}
	return r == NULL ? shuffle(x, part, NULL, from, s->lanes)
	                 : shuffle(x, r, part, from, s->lanes);
}

/* Whether the processor stores the elements of a vector that a mask chooses as fast as all. */
static bool stores_masked(const struct fin_access *x)
{
	return x->bytes >= 4 && fin_target_has(&x->g->w->l->target, "avx512vl");
}

bool fin_access_has_linear_way(const struct fin_access *x)
{
	int64_t stride = x->shape.stride, bytes = x->bytes;

	if (x->shape.kind != FIN_SHAPE_LINEAR)
		return false;
	if (stride == bytes * x->count)
		return true;
	return (x->is_load || stores_masked(x)) && stride % bytes == 0 &&
	       stride > bytes * x->count && stride <= FIN_LIMIT_STRIDE * bytes;
}

void fin_access_strided_load(struct fin_access *x, unsigned stride)
{
	struct fin_address a = fin_access_of_part(x);
	struct strided s = strided_of(x, stride);
	unsigned end = (s.lanes - 1) * stride + s.count;
	LLVMValueRef r[4] = {NULL};

	for (unsigned k = 0; k < stride; k++) {
		unsigned first = k == stride - 1 ? end - s.lanes : k * s.lanes;
		LLVMValueRef part, mask = NULL;

		if (x->mask != NULL)
			mask = strided_mask(x, &s, x->mask, first);
		part = fin_access_load_vector(x, &a,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)first * x->bytes), s.lanes, mask);
		for (unsigned e = 0; e < s.count; e++)
			r[e] = pick_strided(x, &s, r[e], part, first, e);
	}
	memcpy(x->v, r, sizeof r);
}

/* Adds to r, which may be NULL, the lanes' elements number e at their places in a vector that
 * begins with element `first`. */
static LLVMValueRef place_strided(struct fin_access *x, const struct strided *s, LLVMValueRef r,
	unsigned first, unsigned e)
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned v = 0; v < s->lanes; v++) {
		unsigned lane = (first + v) / s->stride;

		from[v] = (first + v) % s->stride == e ? s->lanes + lane : v;
		if (r == NULL)
			from[v] = lane;
	}
	return r == NULL ? shuffle(x, x->v[e], NULL, from, s->lanes)
	                 : shuffle(x, r, x->v[e], from, s->lanes);
}

/* Stores elements with others between them: puts each vector's share of lanes to their places. The
 * last vector ends with the last lane's element, because a processor looks at all bytes of a
 * vector, also those of lanes that are off, when it orders the next part's loads after stores. */
void fin_access_strided_store(struct fin_access *x, unsigned stride)
{
	struct fin_address a = fin_access_of_part(x);
	struct strided s = strided_of(x, stride);
	LLVMValueRef on = x->mask != NULL ? x->mask : fin_gang_all(x->g);
	unsigned end = (s.lanes - 1) * stride + s.count;

	for (unsigned k = 0; k < stride; k++) {
		unsigned first = k == stride - 1 ? end - s.lanes : k * s.lanes;
		LLVMValueRef r = NULL;

		for (unsigned e = 0; e < s.count; e++)
			r = place_strided(x, &s, r, first, e);
		fin_access_store_vector(x, &a,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)first * x->bytes), r,
			strided_mask(x, &s, on, first));
	}
}

/* ---- one address in a part ------------------------------------------------------------------ */

LLVMValueRef fin_access_part_is_on(struct fin_access *x)
{
	LLVMValueRef bits = fin_gang_bits(x->g, x->mask);

	return LLVMBuildICmp(fin_access_builder(x), LLVMIntNE, bits, fin_like(bits, 0), "");
}

LLVMValueRef fin_access_nowhere(struct fin_access *x)
{
	static const char name[] = "hsa.zeros";
	LLVMTypeRef type = LLVMArrayType2(x->g->w->l->i64, 8);
	LLVMValueRef g = LLVMGetNamedGlobal(x->g->w->l->mod, name);

	if (g == NULL) {
		g = LLVMAddGlobal(x->g->w->l->mod, type, name);
		LLVMSetInitializer(g, LLVMConstNull(type));
		LLVMSetLinkage(g, LLVMPrivateLinkage);
		LLVMSetGlobalConstant(g, true);
		LLVMSetAlignment(g, 64);
	}
	return g;
}

void fin_access_broadcast_load(struct fin_access *x)
{
	struct fin_address a = fin_access_of_part(x);

	if (x->mask != NULL && x->g->mask != x->g->some)
		a.ptr = fin_select(x->g->w->l, fin_access_part_is_on(x), a.ptr,
			fin_access_nowhere(x));
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef r = LLVMBuildLoad2(fin_access_builder(x), x->elem,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)e * x->bytes), "");

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		if (x->mask == NULL)
			fin_access_describe(x, r, &a);
		x->v[e] = fin_splat(x->g->w->l, r, x->g->lanes);
	}
}

void fin_access_last_lane_store(struct fin_access *x)
{
	LLVMBuilderRef b = fin_access_builder(x);
	LLVMBasicBlockRef on = NULL, after = NULL;
	LLVMValueRef lane = fin_access_i32(x, x->g->lanes - 1);
	struct fin_address a;

	if (x->mask != NULL) {
		LLVMValueRef bits = fin_gang_bits(x->g, x->mask);
		LLVMTypeRef type = LLVMTypeOf(bits);
		LLVMValueRef args[] = {bits, LLVMConstInt(x->g->w->l->i1, 1, false)};

		on = fin_gang_block(x->g, "");
		after = fin_gang_block(x->g, "");
		LLVMBuildCondBr(b, fin_access_part_is_on(x), on, after);
		LLVMPositionBuilderAtEnd(b, on);
		lane = LLVMBuildSub(b, lane,
			fin_resize(x->g->w->l,
				fin_intrinsic(x->g->w->l, "llvm.ctlz", &type, 1, args, 2), 32,
				false),
			"");
	}
	a = fin_access_of_part(x);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef r = LLVMBuildStore(b, LLVMBuildExtractElement(b, x->v[e], lane, ""),
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)e * x->bytes));

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		fin_access_describe(x, r, &a);
	}
	if (after != NULL) {
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
}
