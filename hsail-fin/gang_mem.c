/* Loads and stores of a wave, by the shape of the address (design: codegen 8.6).
 *
 *     one address in a part       scalar access
 *     stride = size               one vector, masked when lanes are off
 *     stride = 2 to 4 sizes       some vectors and shuffles
 *     any other                   gather or scatter
 *
 * Where an address is linear unless a 32-bit sum wrapped, and where it is a function of ids only
 * and so often consecutive, or within two vectors, the choice is made at run time. Kernels with
 * hundreds of such accesses would become too long by that: there the second choice is the last form. */
#include "gang.h"
#include "lower_memory.h"

enum { MAX_STRIDE = 4 };

struct access {
	struct fin_gang *g;
	const struct fin_inst *i;
	bool is_load;
	unsigned count, bytes;      /* elements of a lane, bytes of one */
	unsigned align;
	LLVMTypeRef elem;
	struct fin_lane_shape shape; /* of the address */
	unsigned part;
	bool is_in_rows;            /* linear but for the ends of rows, and now there is one */
	LLVMValueRef mask;          /* of the part, or NULL */
	LLVMValueRef v[4];          /* vectors loaded, or to store */
};

static LLVMBuilderRef builder(const struct access *x)
{
	return x->g->w->l->b;
}

static void describe(struct access *x, LLVMValueRef access, const struct fin_address *a)
{
	fin_memory_metadata(x->g->w, access, a);
	if (x->is_load && fin_load_is_invariant(x->i))
		LLVMSetMetadata(access, x->g->w->l->md_invariant_load, x->g->w->l->empty_node);
}

/* The address of lane 0. */
static struct fin_address part_address(struct access *x)
{
	fin_gang_select(x->g, FIN_GANG_PART, x->part, NULL);
	return fin_address_of(x->g->w, x->i, 1);
}

static LLVMValueRef i32_constant(struct access *x, unsigned v)
{
	return LLVMConstInt(x->g->w->l->i32, v, false);
}

static LLVMValueRef shuffle(struct access *x, LLVMValueRef a, LLVMValueRef b, const unsigned *from,
	unsigned n)
{
	LLVMValueRef index[FIN_MAX_LANES * 4];

	for (unsigned k = 0; k < n; k++)
		index[k] = i32_constant(x, from[k]);
	if (b == NULL)
		b = LLVMGetPoison(LLVMTypeOf(a));
	return LLVMBuildShuffleVector(builder(x), a, b, LLVMConstVector(index, n), "");
}

/* ---- vectors in memory ---------------------------------------------------------------------- */

static LLVMValueRef load_vector(struct access *x, const struct fin_address *a, LLVMValueRef ptr,
	unsigned n, LLVMValueRef mask)
{
	LLVMTypeRef types[] = {LLVMVectorType(x->elem, n), x->g->w->l->ptr};
	LLVMValueRef r;

	if (mask == NULL) {
		r = LLVMBuildLoad2(builder(x), types[0], ptr, "");
		LLVMSetAlignment(r, x->align);
	} else {
		LLVMValueRef args[] = {ptr, i32_constant(x, x->align), mask,
			LLVMConstNull(types[0])};

		r = fin_intrinsic(x->g->w->l, "llvm.masked.load", types, 2, args, 4);
	}
	describe(x, r, a);
	return r;
}

static void store_vector(struct access *x, const struct fin_address *a, LLVMValueRef ptr,
	LLVMValueRef v, LLVMValueRef mask)
{
	LLVMTypeRef types[] = {LLVMTypeOf(v), x->g->w->l->ptr};
	LLVMValueRef r;

	if (mask == NULL) {
		r = LLVMBuildStore(builder(x), v, ptr);
		LLVMSetAlignment(r, x->align);
	} else {
		LLVMValueRef args[] = {v, ptr, i32_constant(x, x->align), mask};

		r = fin_intrinsic(x->g->w->l, "llvm.masked.store", types, 2, args, 4);
	}
	describe(x, r, a);
}

/* Element e of lane v is element v * count + e. */
static LLVMValueRef repeat_mask(struct access *x)
{
	unsigned from[FIN_MAX_LANES * 4], n = x->g->lanes * x->count;

	for (unsigned k = 0; k < n; k++)
		from[k] = k / x->count;
	return x->mask == NULL || x->count == 1 ? x->mask : shuffle(x, x->mask, NULL, from, n);
}

static void deinterleave(struct access *x, LLVMValueRef all)
{
	unsigned from[FIN_MAX_LANES];

	for (unsigned e = 0; e < x->count; e++) {
		for (unsigned k = 0; k < x->g->lanes; k++)
			from[k] = k * x->count + e;
		x->v[e] = x->count == 1 ? all : shuffle(x, all, NULL, from, x->g->lanes);
	}
}

static LLVMValueRef concatenate(struct access *x, LLVMValueRef a, LLVMValueRef b)
{
	unsigned from[FIN_MAX_LANES * 4], n = 2 * LLVMGetVectorSize(LLVMTypeOf(a));

	for (unsigned k = 0; k < n; k++)
		from[k] = k;
	return shuffle(x, a, b, from, n);
}

static LLVMValueRef interleave(struct access *x)
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

/* One vector at the address of lane 0, which `a` has. */
static void contiguous(struct access *x, const struct fin_address *a)
{
	if (x->is_load)
		deinterleave(x, load_vector(x, a, a->ptr, x->g->lanes * x->count, repeat_mask(x)));
	else
		store_vector(x, a, a->ptr, interleave(x), repeat_mask(x));
}

/* Lane v's element is number v * stride. Vectors of consecutive elements, the last one placed so
 * that it ends with the last lane's element: nothing behind that is read. */
static void strided_load(struct access *x, unsigned stride)
{
	struct fin_address a = part_address(x);
	unsigned lanes = x->g->lanes, last = (lanes - 1) * stride;
	LLVMValueRef r = NULL;

	for (unsigned k = 0; k < stride; k++) {
		unsigned first = k == stride - 1 ? last + 1 - lanes : k * lanes;
		unsigned mask_from[FIN_MAX_LANES], from[FIN_MAX_LANES];
		LLVMValueRef part, mask = NULL;

		for (unsigned v = 0; v < lanes; v++) {
			unsigned at = v * stride;
			bool here = at >= first && at < first + lanes;

			mask_from[v] = (first + v) / stride;
			from[v] = here ? lanes + at - first : v;
			if (r == NULL)
				from[v] = here ? at - first : 0;
		}
		if (x->mask != NULL)
			mask = shuffle(x, x->mask, NULL, mask_from, lanes);
		part = load_vector(x, &a,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)first * x->bytes), lanes, mask);
		r = r == NULL ? shuffle(x, part, NULL, from, lanes)
			      : shuffle(x, r, part, from, lanes);
	}
	x->v[0] = r;
}

/* ---- one address in a part ------------------------------------------------------------------ */

static LLVMValueRef part_is_on(struct access *x)
{
	LLVMValueRef bits = fin_gang_bits(x->g, x->mask);

	return LLVMBuildICmp(builder(x), LLVMIntNE, bits, fin_like(bits, 0), "");
}

/* Zeros to load from when no lane is on. */
static LLVMValueRef nowhere(struct access *x)
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

static void broadcast_load(struct access *x)
{
	struct fin_address a = part_address(x);

	if (x->mask != NULL)
		a.ptr = fin_select(x->g->w->l, part_is_on(x), a.ptr, nowhere(x));
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef r = LLVMBuildLoad2(builder(x), x->elem,
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)e * x->bytes), "");

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		if (x->mask == NULL)
			describe(x, r, &a);
		x->v[e] = fin_splat(x->g->w->l, r, x->g->lanes);
	}
}

/* The last lane that is on writes. */
static void last_lane_store(struct access *x)
{
	LLVMBuilderRef b = builder(x);
	LLVMBasicBlockRef on = NULL, after = NULL;
	LLVMValueRef lane = i32_constant(x, x->g->lanes - 1);
	struct fin_address a;

	if (x->mask != NULL) {
		LLVMValueRef bits = fin_gang_bits(x->g, x->mask);
		LLVMTypeRef type = LLVMTypeOf(bits);
		LLVMValueRef args[] = {bits, LLVMConstInt(x->g->w->l->i1, 1, false)};

		on = fin_gang_block(x->g, "");
		after = fin_gang_block(x->g, "");
		LLVMBuildCondBr(b, part_is_on(x), on, after);
		LLVMPositionBuilderAtEnd(b, on);
		lane = LLVMBuildSub(b, lane,
			fin_resize(x->g->w->l,
				fin_intrinsic(x->g->w->l, "llvm.ctlz", &type, 1, args, 2), 32,
				false),
			"");
	}
	a = part_address(x);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef r = LLVMBuildStore(b,
			LLVMBuildExtractElement(b, x->v[e], lane, ""),
			fin_byte_offset(x->g->w, a.ptr, (uint64_t)e * x->bytes));

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		describe(x, r, &a);
	}
	if (after != NULL) {
		LLVMBuildBr(b, after);
		LLVMPositionBuilderAtEnd(b, after);
	}
}

/* ---- any addresses -------------------------------------------------------------------------- */

/* A 64-bit index that is 2^k times a 32-bit number. */
struct scaled {
	const struct fin_value *index;
	LLVMTypeRef unit;
};

static struct scaled scaled_index(struct access *x, const struct fin_value *v)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMTypeRef units[] = {l->i8, l->i16, l->i32, l->i64};
	struct scaled s = {v, l->i8};
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? fin_gang_def(x->g, v->reg) : NULL;

	if (i == NULL || i->isa == NULL)
		return s;
	if (i->isa->opcode == BRIG_OPCODE_SHL && i->operands[2].v[0].kind == FIN_VALUE_IMM &&
		i->operands[2].v[0].lo <= 3)
		return (struct scaled){&i->operands[1].v[0], units[i->operands[2].v[0].lo]};
	for (unsigned k = 1; i->isa->opcode == BRIG_OPCODE_MUL && k < 3; k++) {
		const struct fin_value *c = &i->operands[k].v[0];

		if (c->kind == FIN_VALUE_IMM && (c->lo == 2 || c->lo == 4 || c->lo == 8))
			return (struct scaled){
				&i->operands[3 - k].v[0], units[__builtin_ctzll(c->lo)]};
	}
	return s;
}

/* The cvt that widens an index, or NULL. */
static const struct fin_inst *widening(struct access *x, const struct fin_value *v)
{
	const struct fin_inst *i = v->kind == FIN_VALUE_REG ? fin_gang_def(x->g, v->reg) : NULL;

	if (i == NULL || i->lowering != ISA_LOWER_CVT ||
		(i->isa->source_type != BRIG_TYPE_U32 && i->isa->source_type != BRIG_TYPE_S32) ||
		isa_type_find(i->isa->type)->bits != 64 || i->operands[1].v[0].kind != FIN_VALUE_REG)
		return NULL;
	return i;
}

/* base + constant of the part. */
static LLVMValueRef part_base(struct access *x, const struct fin_value *base)
{
	struct fin_lower *w = x->g->w;
	LLVMValueRef ptr;

	fin_gang_select(x->g, FIN_GANG_PART, x->part, NULL);
	ptr = LLVMBuildIntToPtr(builder(x), fin_value_get(w, base, BRIG_TYPE_U64), w->l->ptr, "");
	return fin_byte_offset(w, ptr, x->i->operands[1].offset);
}

/* base + index; 32-bit indices make faster gathers, and they must be signed:
 * base + 2^31 units + sext(index ^ 2^31) for unsigned ones. */
static LLVMValueRef base_and_index(struct access *x, const struct fin_value *base,
	const struct fin_value *index)
{
	LLVMBuilderRef b = builder(x);
	struct fin_gang *g = x->g;
	struct scaled s = scaled_index(x, index);
	const struct fin_inst *cvt = widening(x, s.index);
	LLVMValueRef ptr = part_base(x, base), v;

	fin_gang_select(g, FIN_GANG_VECTOR, x->part, NULL);
	if (cvt != NULL) {
		v = fin_value_get(g->w, &cvt->operands[1].v[0], BRIG_TYPE_U32);
		if (cvt->isa->source_type == BRIG_TYPE_U32) {
			LLVMValueRef half = LLVMConstInt(g->w->l->i64, (uint64_t)1 << 31, false);

			v = LLVMBuildXor(b, v, fin_like(v, (uint64_t)1 << 31), "");
			ptr = LLVMBuildGEP2(b, s.unit, ptr, &half, 1, "");
		}
		v = fin_resize(g->w->l, v, 64, true);
	} else {
		v = fin_value_get(g->w, s.index, BRIG_TYPE_U64);
	}
	return LLVMBuildGEP2(b, s.unit, ptr, &v, 1, "");
}

static bool is_plain_sum(const struct fin_inst *i)
{
	const struct isa_type *t = isa_type_find(i->isa->type);

	return i->isa->opcode == BRIG_OPCODE_ADD &&
	       (t->kind == ISA_KIND_UNSIGNED || t->kind == ISA_KIND_SIGNED);
}

static bool is_one_for_part(const struct access *x, const struct fin_value *v)
{
	return v->kind == FIN_VALUE_REG ? fin_is_part_uniform(x->g->s->of[v->reg]) &&
	                                          !x->g->s->of[v->reg].risky
	                                : v->kind == FIN_VALUE_IMM;
}

/* An address as a sum of one value for the part and the rest. */
struct sum {
	const struct fin_value *base, *rest; /* NULL: it is none */
};

static struct sum sum_of(struct access *x)
{
	const struct fin_operand *o = &x->i->operands[1];
	const struct fin_inst *i;

	if (o->global != NULL || o->local != FIN_NO_LOCAL || !o->has_reg ||
		x->g->w->f->regs[o->reg].bits != 64)
		return (struct sum){NULL, NULL};
	i = fin_gang_def(x->g, o->reg);
	if (i == NULL || i->isa == NULL || !is_plain_sum(i))
		return (struct sum){NULL, NULL};
	for (unsigned k = 1; k < 3; k++) {
		const struct fin_value *base = &i->operands[k].v[0];

		if (base->kind == FIN_VALUE_REG && is_one_for_part(x, base))
			return (struct sum){base, &i->operands[3 - k].v[0]};
	}
	return (struct sum){NULL, NULL};
}

static LLVMValueRef sum_address(struct access *x)
{
	struct sum s = sum_of(x);

	return s.base == NULL ? NULL
	                      : base_and_index(x, s.base, s.rest);
}

static struct fin_address lane_addresses(struct access *x)
{
	struct fin_address a = {.segment = x->i->isa->segment, .equiv = x->i->isa->equiv};
	LLVMValueRef sum = sum_address(x);

	fin_gang_select(x->g, FIN_GANG_VECTOR, x->part, NULL);
	if (sum == NULL)
		a = fin_address_of(x->g->w, x->i, 1);
	else
		a.ptr = sum;
	if (LLVMGetTypeKind(LLVMTypeOf(a.ptr)) != LLVMVectorTypeKind)
		a.ptr = fin_splat(x->g->w->l, a.ptr, x->g->lanes);
	return a;
}

/* Whether the processor moves such elements itself; LLVM makes a branch per lane otherwise. */
static bool moves_natively(const struct access *x)
{
	const struct fin_target *t = &x->g->w->l->target;

	if (x->bytes != 4 && x->bytes != 8)
		return false;
	return fin_target_has(t, x->is_load ? "avx2" : "avx512vl");
}

/* Lanes that are off read zeros, so that no branch is needed. */
static void gather(struct access *x, struct fin_address *a)
{
	LLVMTypeRef type = LLVMVectorType(x->elem, x->g->lanes);
	LLVMTypeRef types[] = {type, LLVMTypeOf(a->ptr)};
	LLVMValueRef mask = x->mask;

	if (mask != NULL && !moves_natively(x)) {
		a->ptr = fin_select(x->g->w->l, mask, a->ptr,
			fin_splat(x->g->w->l, nowhere(x), x->g->lanes));
		mask = NULL;
	}
	if (mask == NULL)
		mask = fin_gang_all(x->g);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef args[] = {
			fin_byte_offset(x->g->w, a->ptr, (uint64_t)e * x->bytes),
			i32_constant(x, fin_promised_align(x->i, e, x->bytes)), mask,
			LLVMConstNull(type)};

		x->v[e] = fin_intrinsic(x->g->w->l, "llvm.masked.gather", types, 2, args, 4);
		if (x->mask == NULL || moves_natively(x))
			describe(x, x->v[e], a);
	}
}

static void scatter(struct access *x, struct fin_address *a)
{
	LLVMTypeRef types[] = {LLVMTypeOf(x->v[0]), LLVMTypeOf(a->ptr)};

	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef args[] = {x->v[e],
			fin_byte_offset(x->g->w, a->ptr, (uint64_t)e * x->bytes),
			i32_constant(x, fin_promised_align(x->i, e, x->bytes)),
			x->mask != NULL ? x->mask : fin_gang_all(x->g)};

		describe(x, fin_intrinsic(x->g->w->l, "llvm.masked.scatter", types, 2, args, 4), a);
	}
}

/* One store after the other, in a loop over the lanes that are on. */
static void scatter_in_turn(struct access *x, struct fin_address *a)
{
	LLVMBuilderRef b = builder(x);
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b), body = fin_gang_block(x->g, "scatter");
	LLVMBasicBlockRef after = fin_gang_block(x->g, "");
	LLVMValueRef start = fin_gang_bits(x->g, x->mask != NULL ? x->mask : fin_gang_all(x->g));
	LLVMTypeRef type = LLVMTypeOf(start);
	LLVMValueRef left, lane, next, args[2];

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, start, fin_like(start, 0), ""), body, after);
	LLVMPositionBuilderAtEnd(b, body);
	left = LLVMBuildPhi(b, type, "");
	args[0] = left;
	args[1] = LLVMConstInt(x->g->w->l->i1, 1, false);
	lane = fin_intrinsic(x->g->w->l, "llvm.cttz", &type, 1, args, 2);
	for (unsigned e = 0; e < x->count; e++) {
		LLVMValueRef ptr = LLVMBuildExtractElement(b, a->ptr, lane, "");
		LLVMValueRef r = LLVMBuildStore(b, LLVMBuildExtractElement(b, x->v[e], lane, ""),
			fin_byte_offset(x->g->w, ptr, (uint64_t)e * x->bytes));

		LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
		describe(x, r, a);
	}
	next = LLVMBuildAnd(b, left, LLVMBuildSub(b, left, fin_like(left, 1), ""), "");
	LLVMAddIncoming(left, &start, &before, 1);
	LLVMAddIncoming(left, &next, &body, 1);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, next, fin_like(next, 0), ""), body, after);
	LLVMPositionBuilderAtEnd(b, after);
}

/* ---- choices at run time -------------------------------------------------------------------- */

typedef void form(struct access *x);

/* if (condition) yes(x) else no(x), with the loaded values of either. */
static void choose(struct access *x, LLVMValueRef condition, form *yes, form *no)
{
	LLVMBuilderRef b = builder(x);
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

/* At most FEW lanes are on. */
static LLVMValueRef are_few(struct access *x)
{
	enum { FEW = 4 };
	LLVMValueRef n = fin_intrinsic1(x->g->w->l, "llvm.ctpop", fin_gang_bits(x->g, x->mask));

	return LLVMBuildICmp(builder(x), LLVMIntULE, n, fin_like(n, FEW), "");
}

static void scatter_at_once(struct access *x)
{
	struct fin_address a = lane_addresses(x);

	scatter(x, &a);
}

static void scatter_by_lane(struct access *x)
{
	struct fin_address a = lane_addresses(x);

	scatter_in_turn(x, &a);
}

/* The address of each lane as a scalar: from 32-bit numbers of elements where they are there. */
static struct fin_address known_lanes(struct access *x, LLVMValueRef ptr[])
{
	struct fin_address a = {.segment = x->i->isa->segment};
	LLVMBuilderRef b = builder(x);
	struct sum sum = sum_of(x);
	struct scaled s = {NULL, NULL};
	const struct fin_inst *cvt = NULL;
	LLVMValueRef base = NULL, v;

	if (sum.base != NULL) {
		s = scaled_index(x, sum.rest);
		cvt = widening(x, s.index);
	}
	if (cvt == NULL) {
		a = lane_addresses(x);
		v = a.ptr;
	} else {
		base = part_base(x, sum.base);
		fin_gang_select(x->g, FIN_GANG_VECTOR, x->part, NULL);
		v = fin_value_get(x->g->w, &cvt->operands[1].v[0], BRIG_TYPE_U32);
	}
	for (unsigned k = 0; k < x->g->lanes; k++) {
		ptr[k] = LLVMBuildExtractElement(b, v, i32_constant(x, k), "");
		if (cvt == NULL)
			continue;
		ptr[k] = fin_resize(x->g->w->l, ptr[k], 64,
			cvt->isa->source_type == BRIG_TYPE_S32);
		ptr[k] = LLVMBuildGEP2(b, s.unit, base, &ptr[k], 1, "");
	}
	return a;
}

/* One lane after the other, all of them on. */
static void by_known_lanes(struct access *x)
{
	LLVMValueRef ptr[FIN_MAX_LANES];
	struct fin_address a = known_lanes(x, ptr);
	LLVMBuilderRef b = builder(x);

	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = LLVMGetPoison(LLVMVectorType(x->elem, x->g->lanes));
	for (unsigned k = 0; k < x->g->lanes; k++) {
		LLVMValueRef lane = i32_constant(x, k);

		for (unsigned e = 0; e < x->count; e++) {
			LLVMValueRef r, at = fin_byte_offset(x->g->w, ptr[k], (uint64_t)e * x->bytes);

			if (x->is_load)
				r = LLVMBuildLoad2(b, x->elem, at, "");
			else
				r = LLVMBuildStore(b,
					LLVMBuildExtractElement(b, x->v[e], lane, ""), at);
			LLVMSetAlignment(r, fin_promised_align(x->i, e, x->bytes));
			describe(x, r, &a);
			if (x->is_load)
				x->v[e] = LLVMBuildInsertElement(b, x->v[e], r, lane, "");
		}
	}
}

static bool goes_by_known_lanes(const struct access *x)
{
	enum { FEW_LANES = 4 }; /* a gather of so few is no faster */

	return x->mask == NULL && x->g->lanes <= FEW_LANES;
}

/* A scatter takes as long for one lane as for all. */
static void scattered(struct access *x)
{
	struct fin_address a;

	if (goes_by_known_lanes(x)) {
		by_known_lanes(x);
	} else if (x->is_load) {
		a = lane_addresses(x);
		gather(x, &a);
	} else if (!moves_natively(x)) {
		scatter_by_lane(x);
	} else if (x->mask == NULL || x->g->is_terse) {
		scatter_at_once(x);
	} else {
		choose(x, are_few(x), scatter_by_lane, scatter_at_once);
	}
}

static void linear_form(struct access *x)
{
	unsigned size = x->bytes * x->count;
	struct fin_address a;

	if (x->shape.stride == (int64_t)size) {
		a = part_address(x);
		contiguous(x, &a);
	} else {
		strided_load(x, (unsigned)(x->shape.stride / x->bytes));
	}
}

static bool has_linear_form(const struct access *x)
{
	int64_t stride = x->shape.stride, bytes = x->bytes;

	if (x->shape.kind != FIN_SHAPE_LINEAR)
		return false;
	if (stride == bytes * x->count)
		return true;
	return x->is_load && x->count == 1 && stride % bytes == 0 && stride > bytes &&
	       stride <= MAX_STRIDE * bytes;
}

/* A vector at the first lane's own address; all lanes agreed on it. */
static void coalesced(struct access *x)
{
	struct fin_address a = lane_addresses(x);

	a.ptr = LLVMBuildExtractElement(builder(x), a.ptr, i32_constant(x, 0), "");
	contiguous(x, &a);
}

/* More than one bit. */
static LLVMValueRef is_several(struct access *x, LLVMValueRef bits)
{
	LLVMBuilderRef b = builder(x);
	LLVMValueRef rest = LLVMBuildAnd(b, bits,
		LLVMBuildSub(b, bits, fin_like(bits, 1), ""), "");

	return LLVMBuildICmp(b, LLVMIntNE, rest, fin_like(rest, 0), "");
}

/* The cvt that widens the number of the element from some base, or NULL. */
static const struct fin_inst *element_number(struct access *x)
{
	struct sum sum = sum_of(x);
	struct scaled s;

	if (sum.base == NULL)
		return NULL;
	s = scaled_index(x, sum.rest);
	return LLVMGetIntTypeWidth(s.unit) == x->bytes * 8 ? widening(x, s.index) : NULL;
}

/* Where the lanes' elements are. */
struct places {
	LLVMValueRef from_first; /* of each lane, counted from lane 0's */
	LLVMValueRef first;      /* of lane 0 */
	unsigned unit;           /* from one element to the next */
	bool narrow, is_signed;  /* numbers of elements in 32 bits, not addresses */
};

/* The part of a sum that differs between lanes; accesses at a distance from one another share what is
 * found out about it. */
static uint32_t varying_part(struct access *x, uint32_t reg)
{
	const struct fin_inst *i = fin_gang_def(x->g, reg);

	while (i != NULL && i->isa != NULL && is_plain_sum(i)) {
		unsigned k = is_one_for_part(x, &i->operands[1].v[0]) ? 2 : 1;

		if (k == 1 && !is_one_for_part(x, &i->operands[2].v[0]))
			break;
		if (i->operands[k].v[0].kind != FIN_VALUE_REG)
			break;
		reg = i->operands[k].v[0].reg;
		i = fin_gang_def(x->g, reg);
	}
	return reg;
}

static struct places places_of(struct access *x)
{
	const struct fin_inst *cvt = element_number(x);
	uint32_t reg = cvt == NULL ? x->i->operands[1].reg : cvt->operands[1].v[0].reg;
	struct places p = {.unit = x->bytes};
	LLVMValueRef v, zero = i32_constant(x, 0);

	if (cvt != NULL) {
		p.unit = 1;
		p.narrow = true;
		p.is_signed = cvt->isa->source_type == BRIG_TYPE_S32;
	}
	fin_gang_select(x->g, FIN_GANG_VECTOR, x->part, NULL);
	p.first = LLVMBuildExtractElement(builder(x), fin_reg_get(x->g->w, reg), zero, "");
	v = fin_reg_get(x->g->w, varying_part(x, reg));
	p.from_first = LLVMBuildSub(builder(x), v,
		fin_splat(x->g->w->l, LLVMBuildExtractElement(builder(x), v, zero, ""),
			x->g->lanes),
		"");
	return p;
}

/* i1, or NULL for true: the `span` elements behind lane 0's have no smaller places. Numbers are half as
 * wide as addresses, but may wrap where addresses do not. */
static LLVMValueRef stays_in_order(struct access *x, const struct places *p, unsigned span)
{
	if (!p->narrow)
		return NULL;
	return p->is_signed ? LLVMBuildICmp(builder(x), LLVMIntSLE, p->first,
				      fin_like(p->first, INT32_MAX - span), "")
	                    : LLVMBuildICmp(builder(x), LLVMIntULE, p->first,
				      fin_like(p->first, UINT32_MAX - span), "");
}

/* Whether lane v's address is lane 0's + v elements, for all lanes that are on. Few lanes on are not
 * worth a vector, which would wait for all stores that it overlaps. */
static LLVMValueRef is_consecutive(struct access *x)
{
	LLVMBuilderRef b = builder(x);
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

/* Nothing, when no lane is on. */
static void no_access(struct access *x)
{
	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = LLVMConstNull(LLVMVectorType(x->elem, x->g->lanes));
}

static void scattered_if_any(struct access *x)
{
	choose(x, part_is_on(x), scattered, no_access);
}

/* Elements from lane 0's on; an address between elements is far away. */
static LLVMValueRef window_numbers(struct access *x, const struct places *p)
{
	LLVMValueRef n = p->from_first;

	if (p->unit > 1)
		n = fin_intrinsic3(x->g->w->l, "llvm.fshr", n, n,
			fin_like(n, (unsigned)__builtin_ctz(p->unit)));
	return n;
}

static LLVMValueRef is_in_window(struct access *x)
{
	struct places p = places_of(x);
	LLVMValueRef may = stays_in_order(x, &p, 2 * x->g->lanes);
	LLVMValueRef yes = fin_window_holds(x->g, window_numbers(x, &p));

	return may != NULL ? LLVMBuildAnd(builder(x), yes, may, "") : yes;
}

static void windowed(struct access *x)
{
	struct fin_address a = lane_addresses(x);
	struct places p = places_of(x);
	LLVMValueRef n = fin_resize(x->g->w->l, window_numbers(x, &p), 32, false), half[2], mask[2];
	LLVMValueRef upper;

	a.ptr = LLVMBuildExtractElement(builder(x), a.ptr, i32_constant(x, 0), "");
	if (x->is_load) {
		upper = fin_byte_offset(x->g->w, a.ptr, (uint64_t)x->g->lanes * x->bytes);
		half[0] = load_vector(x, &a, a.ptr, x->g->lanes, NULL);
		half[1] = load_vector(x, &a, upper, x->g->lanes, fin_window_to_load(x->g, n));
		x->v[0] = fin_window_pick(x->g, n, half[0], half[1]);
	} else {
		upper = fin_resize(x->g->w->l, fin_window_upper_store(x->g, n), 64, false);
		upper = LLVMBuildGEP2(builder(x), x->elem, a.ptr, &upper, 1, "");
		fin_window_place(x->g, n, x->v[0], half, mask);
		store_vector(x, &a, a.ptr, half[0], mask[0]);
		store_vector(x, &a, upper, half[1], mask[1]);
	}
}

/* Not consecutive. */
static void windowed_or_scattered(struct access *x)
{
	choose(x, is_in_window(x), windowed, scattered);
}

static form *form_if_not_consecutive(const struct access *x)
{
	if (x->g->is_terse)
		return scattered;
	if (x->mask != NULL)
		return scattered_if_any;
	return fin_has_windows(x->g, x->bytes) ? windowed_or_scattered : scattered;
}

static bool is_hoped_to_be_consecutive(const struct access *x)
{
	struct fin_lane_shape a;

	if (x->g->hoped == NULL)
		return false;
	a = fin_address_shape(x->g->w->f, x->g->hoped, x->i, 1);
	return a.kind == FIN_SHAPE_LINEAR && a.stride == (int64_t)x->bytes;
}

static bool may_be_consecutive(const struct access *x)
{
	const struct fin_operand *o = &x->i->operands[1];

	return x->count == 1 && o->has_reg && x->shape.kind == FIN_SHAPE_VARYING &&
	       fin_address_shape(x->g->w->f, x->g->s, x->i, 1).kind == FIN_SHAPE_VARYING &&
	       x->i->isa->segment != BRIG_SEGMENT_PRIVATE &&
	       x->i->isa->segment != BRIG_SEGMENT_SPILL && x->i->isa->segment != BRIG_SEGMENT_ARG &&
	       (is_hoped_to_be_consecutive(x) || !fin_depends_on_memory(x->g->s, o->reg));
}

/* Not linear after all. */
static void access_rows(struct access *x)
{
	if (x->g->is_terse)
		scattered(x);
	else if (x->count == 1 && x->mask == NULL && fin_has_windows(x->g, x->bytes))
		windowed_or_scattered(x);
	else if (x->count == 1 && !goes_by_known_lanes(x))
		choose(x, is_consecutive(x), coalesced, form_if_not_consecutive(x));
	else
		scattered(x);
}

static void access_part(struct access *x)
{
	if (x->shape.kind == FIN_SHAPE_LINEAR && x->is_in_rows)
		access_rows(x);
	else if (fin_is_part_uniform(x->shape) && !x->shape.risky)
		(x->is_load ? broadcast_load : last_lane_store)(x);
	else if (has_linear_form(x))
		linear_form(x);
	else if (may_be_consecutive(x))
		choose(x, is_consecutive(x), coalesced, form_if_not_consecutive(x));
	else
		scattered(x);
}

static struct access access_of(struct fin_gang *g, const struct fin_inst *i, bool is_load)
{
	unsigned bytes = isa_type_find(i->isa->type)->bits / 8;

	return (struct access){.g = g,
		.i = i,
		.is_load = is_load,
		.count = i->operands[0].count,
		.bytes = bytes,
		.align = fin_promised_align(i, 0, bytes),
		.elem = fin_int_type(g->w->l, bytes * 8),
		.shape = fin_address_shape(g->w->f, g->s, i, 1)};
}

static void load_part(struct access *x)
{
	struct fin_gang *g = x->g;
	LLVMTypeRef shape;

	access_part(x);
	fin_gang_select(g, FIN_GANG_VECTOR, x->part, NULL);
	shape = fin_hsail_shape(g->w, isa_type_find(x->i->operands[0].type));
	for (unsigned e = 0; e < x->count; e++)
		fin_dst_at(g->w, x->i, e, fin_bitcast(g->w->l, x->v[e], shape));
}

static void store_part(struct access *x)
{
	fin_gang_select(x->g, FIN_GANG_VECTOR, x->part, NULL);
	for (unsigned e = 0; e < x->count; e++)
		x->v[e] = fin_stored_bits(x->g->w, x->i, e);
	access_part(x);
}

static void all_parts(struct access *x)
{
	x->g->w->inst = x->i;
	for (x->part = 0; x->part < x->g->parts; x->part++) {
		x->mask = x->g->mask != NULL ? x->g->mask[x->part] : NULL;
		(x->is_load ? load_part : store_part)(x);
	}
}

/* Linear addresses when no part wrapped, and else, which hardly ever happens, lane by lane; when no
 * part has the end of a row, and else in any form. */
static void test_linear(struct access *x)
{
	struct fin_gang *g = x->g;
	LLVMBuilderRef b = builder(x);
	LLVMBasicBlockRef fast = fin_gang_block(g, ""), slow = fin_gang_block(g, "wrapped");
	LLVMBasicBlockRef after = fin_gang_block(g, "");
	LLVMValueRef all = LLVMConstInt(g->w->l->i1, 1, false);

	for (unsigned p = 0; p < g->parts; p++)
		all = LLVMBuildAnd(b, all, fin_gang_is_linear(g, x->i->operands[1].reg, p), "");
	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, all, fast, slow));
	LLVMPositionBuilderAtEnd(b, slow);
	x->is_in_rows = fin_gang_has_rows(g, x->i->operands[1].reg);
	if (x->is_in_rows)
		all_parts(x);
	else
		fin_gang_lanes(g, x->i);
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
	struct access x = access_of(g, i, is_load);

	if (x.shape.risky && has_linear_form(&x))
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
