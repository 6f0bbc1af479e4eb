/* Accesses as calls: where there are very many, a form that takes blocks of its own is a function of
 * the module, and each access a call of it. LLVM's time grows faster than the number of blocks, and
 * with all that is live across them. */
#include "gang_access.h"
#include "lower_memory.h"

enum { NAME_BYTES = 160 };

struct shared {
	LLVMTypeRef type;
	LLVMValueRef fn;
};

/* ---- the function's type --------------------------------------------------------------------- */

static LLVMTypeRef vector_of(const struct fin_access *x)
{
	return fin_shape(x->elem, x->g->lanes);
}

/* What a load returns. */
static LLVMTypeRef loaded_type(const struct fin_access *x)
{
	LLVMTypeRef types[4];

	for (unsigned e = 0; e < x->count; e++)
		types[e] = vector_of(x);
	return x->count == 1 ? types[0]
	                     : LLVMStructTypeInContext(x->g->w->l->ctx, types, x->count, false);
}

/* Of the lanes' addresses, the mask's bits and the vectors to store. */
static LLVMTypeRef shared_type(const struct fin_access *x)
{
	struct fin_llvm *l = x->g->w->l;
	LLVMTypeRef types[6] = {fin_shape(l->ptr, x->g->lanes), fin_int_type(l, x->g->lanes)};

	for (unsigned e = 0; e < x->count; e++)
		types[2 + e] = vector_of(x);
	if (x->is_load)
		return LLVMFunctionType(loaded_type(x), types, 2, false);
	return LLVMFunctionType(l->void_, types, 2 + x->count, false);
}

/* One for each form, for each processor that there is code for. */
static void name_of(const struct fin_access *x, const char *form, char name[NAME_BYTES])
{
	snprintf(name, NAME_BYTES, FIN_SHARED_PREFIX "%s.%s%ux%u.a%u.l%u%s%s.%s", form, x->is_load ? "ld" : "st",
		x->count, x->bytes * 8, fin_promised_align(x->i, 0, x->bytes), x->g->lanes,
		x->mask != NULL ? ".m" : "", x->is_rare ? ".r" : "", x->g->w->l->target.cpu);
}

/* ---- its body -------------------------------------------------------------------------------- */

static void take_parameters(struct fin_access *x, LLVMValueRef fn)
{
	x->lane_ptr = LLVMGetParam(fn, 0);
	if (x->mask != NULL)
		x->mask = fin_gang_mask(x->g, LLVMGetParam(fn, 1));
	for (unsigned e = 0; !x->is_load && e < x->count; e++)
		x->v[e] = LLVMGetParam(fn, 2 + e);
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

/* With a gang of its own that has the mask and the addresses alone. */
static void build_body(const struct fin_access *like, LLVMValueRef fn, fin_access_form *form)
{
	struct fin_lower w = *like->g->w;
	struct fin_gang g = *like->g;
	struct fin_access x = *like;
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(w.l->ctx, fn, "entry"), start;

	w.fn = fn;
	w.gang = &g;
	g.w = &w;
	x.g = &g;
	g.is_terse = g.shares = false;
	x.shape = (struct fin_lane_shape){.kind = FIN_SHAPE_VARYING};
	w.entry = LLVMCreateBuilderInContext(w.l->ctx);
	LLVMPositionBuilderAtEnd(w.entry, entry);
	start = fin_gang_block(&g, "");
	LLVMPositionBuilderAtEnd(w.l->b, start);
	take_parameters(&x, fn);
	form(&x);
	build_return(&x);
	LLVMBuildBr(w.entry, start);
	LLVMDisposeBuilder(w.entry);
}

static void define(const struct fin_access *x, LLVMValueRef fn, fin_access_form *form)
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
	build_body(x, fn, form);
	LLVMPositionBuilderAtEnd(l->b, here);
	LLVMSetCurrentDebugLocation2(l->b, place);
}

static struct shared shared_form(const struct fin_access *x, const char *name, fin_access_form *form)
{
	LLVMModuleRef mod = x->g->w->l->mod;
	struct shared s = {.type = shared_type(x)};
	char text[NAME_BYTES];

	name_of(x, name, text);
	s.fn = LLVMGetNamedFunction(mod, text);
	if (s.fn == NULL) {
		s.fn = LLVMAddFunction(mod, text, s.type);
		define(x, s.fn, form);
	}
	return s;
}

/* ---- the call -------------------------------------------------------------------------------- */

void fin_access_shared(struct fin_access *x, const char *name, fin_access_form *form)
{
	LLVMBuilderRef b = x->g->w->l->b;
	struct shared s = shared_form(x, name, form);
	struct fin_address a = fin_access_of_lanes(x);
	LLVMValueRef args[6] = {a.ptr,
		fin_gang_bits(x->g, x->mask != NULL ? x->mask : fin_gang_all(x->g))}, r;

	for (unsigned e = 0; !x->is_load && e < x->count; e++)
		args[2 + e] = x->v[e];
	r = LLVMBuildCall2(b, s.type, s.fn, args, x->is_load ? 2 : 2 + x->count, "");
	for (unsigned e = 0; x->is_load && e < x->count; e++)
		x->v[e] = x->count == 1 ? r : LLVMBuildExtractValue(b, r, e, "");
}
