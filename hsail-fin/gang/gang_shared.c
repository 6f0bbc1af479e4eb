/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Accesses as calls. Where there are very many, a way that takes blocks of its own is a function of
 * the module, and each access a call of that function. LLVM's time grows faster than the number of
 * blocks, and with the number of values that are live across them. */
#include "gang/gang_access.h"
#include "lower/lower_memory.h"
#include "ir/limits.h"
#include "ir/lowering.h"

enum { NAME_BYTES = 160, MAX_ARGS = 7 };

struct shared {
	LLVMTypeRef type;
	LLVMValueRef fn;
};

/* The addresses of the lanes, where possible as one base for the part and what each lane adds to
 * it: the vectors of hundreds of accesses are then the same ones. */
struct place {
	LLVMValueRef base, offset; /* offset is NULL: base is a vector */
};

static struct place place_of(struct fin_access *x)
{
	const struct fin_operand *o = &x->i->operands[1];
	struct fin_gang *g = x->g;
	struct place p = {NULL, NULL};
	struct fin_view v;

	if (x->shape.kind == FIN_SHAPE_LINEAR && !x->shape.risky) {
		p.base = fin_access_of_part(x).ptr;
		p.offset = fin_gang_iota(g, g->w->l->i64, (uint64_t)x->shape.stride);
	} else if (o->has_reg && fin_address_has_base(x->i, 1)) {
		v = fin_gang_scalars(g, x->part);
		p.base = fin_address_base(&v.w, x->i, 1);
		p.offset = fin_gang_vector(g, o->reg, x->part);
	} else {
		p.base = fin_access_of_lanes(x).ptr;
	}
	return p;
}

/* ---- the function's type --------------------------------------------------------------------- */

static LLVMTypeRef vector_of(const struct fin_access *x)
{
	return fin_vector_of(x->elem, x->g->lanes);
}

/* The type that a shared load returns. */
static LLVMTypeRef loaded_type(const struct fin_access *x)
{
	LLVMTypeRef types[4];

	for (unsigned e = 0; e < x->count; e++)
		types[e] = vector_of(x);
	return x->count == 1 ? types[0]
	                     : LLVMStructTypeInContext(x->g->w->l->ctx, types, x->count, false);
}

/* The type of the function: its parameters are the lanes' addresses, the mask's bits and the
 * vectors to store. */
static LLVMTypeRef shared_type(const struct fin_access *x, struct place at)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMTypeRef types[MAX_ARGS] = {LLVMTypeOf(at.base)};
	unsigned n = 1;

	if (at.offset != NULL)
		types[n++] = LLVMTypeOf(at.offset);
	types[n++] = fin_int_type(l, x->g->lanes);
	for (unsigned e = 0; !x->is_load && e < x->count; e++)
		types[n++] = vector_of(x);
	return LLVMFunctionType(x->is_load ? loaded_type(x) : l->void_, types, n, false);
}

/* Makes the function's name, which differs by way, kind of access and processor. */
static void name_of(const struct fin_access *x, struct place at, const char *way,
	char name[NAME_BYTES])
{
	unsigned bits = at.offset == NULL ? 0 : fin_element_bits(LLVMTypeOf(at.offset));

	snprintf(name, NAME_BYTES, FIN_SHARED_PREFIX "%s.%s%ux%u.o%u.a%u.l%u%s%s.%s", way,
		x->is_load ? "ld" : "st", x->count, x->bytes * 8, bits,
		fin_promised_align(x->i, 0, x->bytes), x->g->lanes, x->mask != NULL ? ".m" : "",
		x->is_rare ? ".r" : "", x->g->w->l->target.cpu);
}

/* ---- its body -------------------------------------------------------------------------------- */

static void take_parameters(struct fin_access *x, LLVMValueRef fn, bool has_offset)
{
	unsigned n = 0;

	x->lane_ptr = LLVMGetParam(fn, n++);
	if (has_offset) {
		LLVMValueRef offset = LLVMGetParam(fn, n++);

		x->lane_ptr =
			LLVMBuildGEP2(x->g->w->l->b, x->g->w->l->i8, x->lane_ptr, &offset, 1, "");
	}
	if (x->mask != NULL)
		x->mask = fin_gang_mask(x->g, LLVMGetParam(fn, n));
	n++;
	for (unsigned e = 0; !x->is_load && e < x->count; e++)
		x->v[e] = LLVMGetParam(fn, n++);
}

static void build_return(struct fin_access *x)
{
	LLVMBuilderRef b = x->g->w->l->b;
	LLVMValueRef r;

	if (!x->is_load) {
		LLVMBuildRetVoid(b);
		return;
	}
	r = x->v[0];
	if (x->count > 1) {
		r = LLVMGetPoison(loaded_type(x));
		for (unsigned e = 0; e < x->count; e++)
			r = LLVMBuildInsertValue(b, r, x->v[e], e, "");
	}
	LLVMBuildRet(b, r);
}

/* Makes the function's body, with a gang of its own that has nothing but the mask and the
 * addresses. */
static void build_body(const struct fin_access *like, LLVMValueRef fn, fin_access_way *way,
	bool has_offset)
{
	struct fin_made made = {0};
	struct fin_lower w = *like->g->w;
	struct fin_gang g = *like->g;
	struct fin_access x = *like;
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(w.l->ctx, fn, "entry"), start;

	w.fn = fn;
	w.made = &made;
	g.w = &w;
	x.g = &g;
	g.is_terse = g.shares = false;
	x.shape = (struct fin_lane_shape){.kind = FIN_SHAPE_VARYING};
	w.entry = fin_builder_new(w.l);
	LLVMPositionBuilderAtEnd(w.entry, entry);
	start = fin_gang_block(&g, "");
	LLVMPositionBuilderAtEnd(w.l->b, start);
	take_parameters(&x, fn, has_offset);
	way(&x);
	build_return(&x);
	LLVMBuildBr(w.entry, start);
	fin_builder_free(w.l, w.entry);
}

static void define(const struct fin_access *x, LLVMValueRef fn, fin_access_way *way,
	bool has_offset)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	LLVMMetadataRef place = LLVMGetCurrentDebugLocation2(l->b);

	LLVMSetLinkage(fn, LLVMInternalLinkage);
	fin_llvm_function_attributes(l, fn);
	fin_llvm_attribute(l, fn, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	fin_llvm_frame_pointer(l, fn);
	fin_llvm_measure_stack(l, fn);
	LLVMSetCurrentDebugLocation2(l->b, NULL);
	build_body(x, fn, way, has_offset);
	LLVMPositionBuilderAtEnd(l->b, here);
	LLVMSetCurrentDebugLocation2(l->b, place);
}

static struct shared shared_way(const struct fin_access *x, struct place at, const char *name,
	fin_access_way *way)
{
	LLVMModuleRef mod = x->g->w->l->mod;
	struct shared s = {.type = shared_type(x, at)};
	char text[NAME_BYTES];

	name_of(x, at, name, text);
	s.fn = LLVMGetNamedFunction(mod, text);
	if (s.fn == NULL) {
		s.fn = LLVMAddFunction(mod, text, s.type);
		define(x, s.fn, way, at.offset != NULL);
	}
	return s;
}

/* ---- the call -------------------------------------------------------------------------------- */

void fin_access_shared(struct fin_access *x, const char *name, fin_access_way *way)
{
	LLVMBuilderRef b = x->g->w->l->b;
	struct place at = place_of(x);
	struct shared s = shared_way(x, at, name, way);
	LLVMValueRef args[MAX_ARGS] = {at.base}, r;
	unsigned n = 1;

	if (at.offset != NULL)
		args[n++] = at.offset;
	args[n++] = fin_gang_bits(x->g, x->mask != NULL ? x->mask : fin_gang_all(x->g));
	for (unsigned e = 0; !x->is_load && e < x->count; e++)
		args[n++] = x->v[e];
	r = LLVMBuildCall2(b, s.type, s.fn, args, n, "");
	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = x->count == 1 ? r : LLVMBuildExtractValue(b, r, e, "");
}

/* ---- whether accesses share code ------------------------------------------------------------ */

static bool is_strided(const struct fin_inst *i, struct fin_lane_shape a)
{
	int64_t size = (int64_t)(isa_type_find(i->isa->type)->bits / 8) * i->operands[0].count;

	return a.kind == FIN_SHAPE_LINEAR && !fin_is_part_uniform(a) && a.stride != size;
}

bool fin_gang_shares(const struct fin_function *f, const struct fin_shapes *s)
{
	uint32_t n = 0, strided = 0;

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if ((i->lowering == ISA_LOWER_LOAD || i->lowering == ISA_LOWER_STORE) &&
				i->operands[1].kind != FIN_OPND_PROMOTED) {
				struct fin_lane_shape a = fin_address_shape(f, s, i, 1);

				n += a.kind == FIN_SHAPE_VARYING || a.risky;
				strided += is_strided(i, a);
			}
	return n > FIN_LIMIT_VARYING_ACCESSES || strided > FIN_LIMIT_STRIDED_ACCESSES;
}
