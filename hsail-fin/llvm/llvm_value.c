/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builders of types, values and metadata, and a walk over instructions: see llvm_ctx.h. */
#include <string.h>
#include "llvm/llvm_ctx.h"

LLVMTypeRef fin_vector_of(LLVMTypeRef elem, unsigned n)
{
	return n == 1 ? elem : LLVMVectorType(elem, n);
}

unsigned fin_element_count(LLVMTypeRef llvm_type)
{
	return LLVMGetTypeKind(llvm_type) == LLVMVectorTypeKind ? LLVMGetVectorSize(llvm_type) : 1;
}

LLVMTypeRef fin_element_type(LLVMTypeRef llvm_type)
{
	return LLVMGetTypeKind(llvm_type) == LLVMVectorTypeKind ? LLVMGetElementType(llvm_type)
	                                                        : llvm_type;
}

LLVMTypeRef fin_type_with(LLVMTypeRef llvm_type, LLVMTypeRef elem)
{
	return fin_vector_of(elem, fin_element_count(llvm_type));
}

unsigned fin_element_bits(LLVMTypeRef llvm_type)
{
	LLVMTypeRef e = fin_element_type(llvm_type);

	switch (LLVMGetTypeKind(e)) {
	case LLVMHalfTypeKind:
		return 16;
	case LLVMFloatTypeKind:
		return 32;
	case LLVMDoubleTypeKind:
		return 64;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(e);
	default:
		BUG("shape of neither integers nor floats");
	}
}

LLVMTypeRef fin_int_type(struct fin_llvm *l, unsigned bits)
{
	return LLVMIntTypeInContext(l->ctx, bits);
}

LLVMTypeRef fin_float_type(struct fin_llvm *l, unsigned bits)
{
	return bits == 16 ? l->f16 : bits == 32 ? l->f32 : l->f64;
}

LLVMTypeRef fin_as_integers(struct fin_llvm *l, LLVMTypeRef llvm_type)
{
	return fin_type_with(llvm_type, fin_int_type(l, fin_element_bits(llvm_type)));
}

static LLVMValueRef constant_splat(LLVMValueRef scalar, unsigned n)
{
	LLVMValueRef lanes[256];

	if (n == 1)
		return scalar;
	if (n > ARRAY_LEN(lanes))
		BUG("vector of %u elements", n);
	for (unsigned i = 0; i < n; i++)
		lanes[i] = scalar;
	return LLVMConstVector(lanes, n);
}

LLVMValueRef fin_int(LLVMTypeRef llvm_type, uint64_t v)
{
	return constant_splat(LLVMConstInt(fin_element_type(llvm_type), v, true),
		fin_element_count(llvm_type));
}

LLVMValueRef fin_float(LLVMTypeRef llvm_type, double v)
{
	return constant_splat(LLVMConstReal(fin_element_type(llvm_type), v),
		fin_element_count(llvm_type));
}

LLVMValueRef fin_like(LLVMValueRef v, uint64_t c)
{
	return fin_int(LLVMTypeOf(v), c);
}

LLVMValueRef fin_splat(struct fin_llvm *l, LLVMValueRef scalar, unsigned n)
{
	LLVMTypeRef llvm_type = fin_vector_of(LLVMTypeOf(scalar), n);
	LLVMValueRef one;

	if (n == 1)
		return scalar;
	if (LLVMIsConstant(scalar))
		return constant_splat(scalar, n);
	one = LLVMBuildInsertElement(l->b, LLVMGetPoison(llvm_type), scalar,
		LLVMConstInt(l->i32, 0, 0), "");
	return LLVMBuildShuffleVector(l->b, one, LLVMGetPoison(llvm_type),
		LLVMConstNull(LLVMVectorType(l->i32, n)), "");
}

LLVMValueRef fin_bitcast(struct fin_llvm *l, LLVMValueRef v, LLVMTypeRef llvm_type)
{
	return LLVMTypeOf(v) == llvm_type ? v : LLVMBuildBitCast(l->b, v, llvm_type, "");
}

LLVMValueRef fin_to_int(struct fin_llvm *l, LLVMValueRef v)
{
	return fin_bitcast(l, v, fin_as_integers(l, LLVMTypeOf(v)));
}

/* Widens what was cut off of v, again to the width of v. It stays as wide as it is in between: LLVM
 * would compute a vector's bytes and halfwords in narrow vectors, and pack and unpack these. */
static LLVMValueRef keep_low_bits(struct fin_llvm *l, LLVMValueRef v, unsigned bits, bool is_signed)
{
	unsigned above = fin_element_bits(LLVMTypeOf(v)) - bits;
	LLVMValueRef n = fin_like(v, above);

	if (!is_signed)
		return LLVMBuildAnd(l->b, v, fin_like(v, ((uint64_t)1 << bits) - 1), "");
	return LLVMBuildAShr(l->b, LLVMBuildShl(l->b, v, n, ""), n, "");
}

LLVMValueRef fin_resize(struct fin_llvm *l, LLVMValueRef v, unsigned bits, bool is_signed)
{
	LLVMTypeRef llvm_type = fin_type_with(LLVMTypeOf(v), fin_int_type(l, bits));
	unsigned old = fin_element_bits(LLVMTypeOf(v));

	if (bits == old)
		return v;
	if (bits < old)
		return LLVMBuildTrunc(l->b, v, llvm_type, "");
	if (LLVMIsATruncInst(v) != NULL && LLVMTypeOf(LLVMGetOperand(v, 0)) == llvm_type)
		return keep_low_bits(l, LLVMGetOperand(v, 0), old, is_signed);
	return is_signed ? LLVMBuildSExt(l->b, v, llvm_type, "")
	                 : LLVMBuildZExt(l->b, v, llvm_type, "");
}

LLVMValueRef fin_select(struct fin_llvm *l, LLVMValueRef c, LLVMValueRef t, LLVMValueRef f)
{
	return LLVMBuildSelect(l->b, c, t, f, "");
}

LLVMValueRef fin_slice(struct fin_llvm *l, LLVMValueRef v, unsigned first, unsigned n)
{
	LLVMValueRef index[256];
	unsigned count = fin_element_count(LLVMTypeOf(v));

	if (first == 0 && n == count)
		return v;
	for (unsigned k = 0; k < n; k++)
		index[k] = LLVMConstInt(l->i32, first + k < count ? first + k : count - 1, false);
	if (n == 1)
		return LLVMBuildExtractElement(l->b, v, index[0], "");
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
		LLVMConstVector(index, n), "");
}

LLVMValueRef fin_join(struct fin_llvm *l, LLVMValueRef *v, unsigned n)
{
	LLVMValueRef index[256];

	for (unsigned k = 0; k < ARRAY_LEN(index); k++)
		index[k] = LLVMConstInt(l->i32, k, false);
	for (; n > 1; n /= 2)
		for (unsigned k = 0; k < n / 2; k++)
			v[k] = LLVMBuildShuffleVector(l->b, v[2 * k], v[2 * k + 1],
				LLVMConstVector(index, 2 * LLVMGetVectorSize(LLVMTypeOf(v[2 * k]))),
				"");
	return v[0];
}

LLVMValueRef fin_intrinsic(struct fin_llvm *l, const char *name, const LLVMTypeRef *overloads,
	size_t overload_count, const LLVMValueRef *args, unsigned arg_count)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef types[4], fn_type;
	LLVMValueRef values[8], fn;

	if (id == 0 || overload_count > ARRAY_LEN(types) || arg_count > ARRAY_LEN(values))
		BUG("intrinsic '%s'", name);
	for (size_t i = 0; i < overload_count; i++)
		types[i] = overloads[i];
	for (unsigned i = 0; i < arg_count; i++)
		values[i] = args[i];
	fn = LLVMGetIntrinsicDeclaration(l->mod, id, types, overload_count);
	fn_type = LLVMIntrinsicGetType(l->ctx, id, types, overload_count);
	return LLVMBuildCall2(l->b, fn_type, fn, values, arg_count, "");
}

LLVMValueRef fin_intrinsic1(struct fin_llvm *l, const char *name, LLVMValueRef a)
{
	LLVMTypeRef t = LLVMTypeOf(a);

	return fin_intrinsic(l, name, &t, 1, &a, 1);
}

LLVMValueRef fin_intrinsic2(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef t = LLVMTypeOf(a);
	LLVMValueRef args[] = {a, b};

	return fin_intrinsic(l, name, &t, 1, args, 2);
}

LLVMValueRef fin_intrinsic3(struct fin_llvm *l, const char *name, LLVMValueRef a, LLVMValueRef b,
	LLVMValueRef c)
{
	LLVMTypeRef t = LLVMTypeOf(a);
	LLVMValueRef args[] = {a, b, c};

	return fin_intrinsic(l, name, &t, 1, args, 3);
}

/* ---- metadata ------------------------------------------------------------------------------- */

LLVMMetadataRef fin_md_string(struct fin_llvm *l, const char *s)
{
	return LLVMMDStringInContext2(l->ctx, s, strlen(s));
}

LLVMValueRef fin_md_list(struct fin_llvm *l, LLVMMetadataRef *nodes, size_t n)
{
	return LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, nodes, n));
}

unsigned fin_md_kind(struct fin_llvm *l, const char *name)
{
	return LLVMGetMDKindIDInContext(l->ctx, name, (unsigned)strlen(name));
}

void fin_llvm_expect(struct fin_llvm *l, LLVMValueRef branch)
{
	enum { OFTEN = 1 << 16 };
	LLVMMetadataRef parts[] = {fin_md_string(l, "branch_weights"),
		LLVMValueAsMetadata(LLVMConstInt(l->i32, OFTEN, false)),
		LLVMValueAsMetadata(LLVMConstInt(l->i32, 1, false))};

	LLVMSetMetadata(branch, fin_md_kind(l, "prof"), fin_md_list(l, parts, 3));
}

LLVMValueRef fin_lowest_bit(struct fin_llvm *l, LLVMValueRef bits)
{
	LLVMTypeRef t = LLVMTypeOf(bits);
	LLVMValueRef args[] = {bits, LLVMConstInt(l->i1, 1, false)};

	return fin_intrinsic(l, "llvm.cttz", &t, 1, args, 2);
}

/* LLVM takes a list of metadata as a loop's own when the list's first member is the list itself. */
void fin_llvm_leave_loop(struct fin_llvm *l, LLVMValueRef branch)
{
	LLVMMetadataRef name = fin_md_string(l, "llvm.loop.unroll.disable");
	LLVMMetadataRef parts[] = {
		LLVMTemporaryMDNode(l->ctx, NULL, 0), LLVMMDNodeInContext2(l->ctx, &name, 1)};
	LLVMMetadataRef list = LLVMMDNodeInContext2(l->ctx, parts, 2);

	LLVMMetadataReplaceAllUsesWith(parts[0], list);
	LLVMSetMetadata(branch, fin_md_kind(l, "llvm.loop"), LLVMMetadataAsValue(l->ctx, list));
}

/* ---- instructions --------------------------------------------------------------------------- */

void fin_llvm_visit(struct fin_llvm *l, void (*visit)(void *owner, LLVMValueRef inst), void *owner)
{
	for (LLVMValueRef fn = LLVMGetFirstFunction(l->mod); fn; fn = LLVMGetNextFunction(fn))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b;
			b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
				next = LLVMGetNextInstruction(i);
				visit(owner, i);
			}
}
