/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images (PRM 7). An access is a call of the device library, one for all lanes of a gang where they
 * share the handles. Queries load from the block behind the handle. image_abi.h has what both sides
 * agree on.
 *
 * Coordinates and texels go through two arrays in the stack frame, by component and lane. */
#include "hsaemu/image_abi.h"
#include "hsaemu/kernel_abi.h"
#include "lower/lower_image.h"

enum { COMPONENTS = 4 };

struct operands {
	/* numbers of operands; sampler 0: none. The texel is operand 0 */
	unsigned image, sampler, coords;
};

static struct operands operands_of(const struct fin_inst *i)
{
	bool sampled = i->isa->opcode == BRIG_OPCODE_RDIMAGE;

	return (struct operands){.image = 1, .sampler = sampled ? 2 : 0, .coords = sampled ? 3 : 2};
}

unsigned fin_image_sampler(const struct fin_inst *i)
{
	return operands_of(i).sampler;
}

/* ---- calls of the device library ------------------------------------------------------------- */

/* LLVM's memory effects: two bits for memory behind arguments, inaccessible and other memory. */
enum { REF = 1, MODREF = 3, OF_ARGUMENTS = 0, OTHER = 4 };

static LLVMValueRef library_function(struct fin_lower *w, const struct fin_inst *i,
	LLVMTypeRef *type)
{
	struct fin_llvm *l = w->l;
	LLVMTypeRef types[] = {l->ptr, l->i64, l->ptr, l->ptr, l->i32, l->i32};
	LLVMTypeRef unsampled[] = {l->ptr, l->ptr, l->ptr, l->i32, l->i32};
	bool sampled = i->isa->opcode == BRIG_OPCODE_RDIMAGE;
	bool stores = i->isa->opcode == BRIG_OPCODE_STIMAGE;
	const char *name = sampled  ? HSAEMU_HELPER("hsa_rdimage")
	                   : stores ? HSAEMU_HELPER("hsa_stimage")
	                            : HSAEMU_HELPER("hsa_ldimage");
	LLVMValueRef fn = LLVMGetNamedFunction(l->mod, name);
	unsigned at = (unsigned)LLVMAttributeFunctionIndex;

	*type = sampled ? LLVMFunctionType(l->void_, types, ARRAY_LEN(types), false)
	                : LLVMFunctionType(l->void_, unsampled, ARRAY_LEN(unsampled), false);
	if (fn != NULL)
		return fn;
	fn = LLVMAddFunction(l->mod, name, *type);
	LLVMSetVisibility(fn, LLVMHiddenVisibility);
	fin_llvm_attribute(l, fn, at, "nounwind", 0);
	fin_llvm_attribute(l, fn, at, "willreturn", 0);
	fin_llvm_attribute(l, fn, at, "memory",
		MODREF << OF_ARGUMENTS | (stores ? MODREF : REF) << OTHER);
	return fn;
}

/* An array in the stack frame, with a row of lanes for each component. */
static LLVMValueRef rows(struct fin_lower *w, LLVMValueRef *array)
{
	if (*array == NULL) {
		*array = LLVMBuildAlloca(w->entry,
			LLVMArrayType2(w->l->i32, COMPONENTS * w->ops->frame_items), "");
		LLVMSetAlignment(*array, w->ops->frame_items == 1 ? 16 : 64);
	}
	return *array;
}

static LLVMValueRef row(struct fin_lower *w, LLVMValueRef array, unsigned number)
{
	return fin_byte_offset(w, array, (uint64_t)number * sizeof(uint32_t));
}

void fin_image_call(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef active,
	unsigned lanes)
{
	struct operands o = operands_of(i);
	bool is_s32 = o.sampler != 0 && i->isa->coord_type == BRIG_TYPE_S32;
	LLVMValueRef args[6], fn;
	LLVMTypeRef type;
	unsigned n = 0;

	fn = library_function(w, i, &type);
	args[n++] = LLVMBuildIntToPtr(w->l->b, fin_src(w, i, o.image), w->l->ptr, "");
	if (o.sampler != 0)
		args[n++] = fin_src(w, i, o.sampler);
	args[n++] = rows(w, &w->made->image_coords);
	args[n++] = rows(w, &w->made->image_texels);
	args[n++] = active;
	args[n++] = LLVMConstInt(w->l->i32, lanes | (is_s32 ? HSAEMU_IMAGE_FORM_S32 : 0), false);
	LLVMBuildCall2(w->l->b, type, fn, args, n, "");
}

/* ---- lanes ----------------------------------------------------------------------------------- */

/* Whether the texels are f16. They are accessed as f32 and rounded to nearest or widened. HSAILasm
 * has this access type, the PRM has not. */
static bool is_half(const struct fin_inst *i, unsigned k)
{
	return i->operands[k].type == BRIG_TYPE_F16;
}

/* Stores the values of operand k into the rows of `array`, from lane `first` on. */
static void put_operand(struct fin_lower *w, const struct fin_inst *i, unsigned k,
	LLVMValueRef array, unsigned lanes, unsigned first)
{
	for (unsigned e = 0; e < i->operands[k].count; e++) {
		LLVMValueRef v = fin_src_at(w, i, k, e);

		v = fin_to_int(w->l, is_half(i, k) ? fin_widen(w, v, 32) : v);
		LLVMSetAlignment(LLVMBuildStore(w->l->b, v, row(w, array, e * lanes + first)),
			w->lanes * 4);
	}
}

void fin_image_put(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first)
{
	put_operand(w, i, operands_of(i).coords, rows(w, &w->made->image_coords), lanes, first);
	if (!i->operands[0].is_dest)
		put_operand(w, i, 0, rows(w, &w->made->image_texels), lanes, first);
}

void fin_image_take(struct fin_lower *w, const struct fin_inst *i, unsigned lanes, unsigned first)
{
	LLVMTypeRef ints = fin_vector_of(w->l->i32, w->lanes),
		    floats = fin_vector_of(w->l->f32, w->lanes);
	LLVMTypeRef llvm_type = fin_hsail_type(w, isa_type_find(i->operands[0].type));
	LLVMValueRef v[COMPONENTS];

	if (!i->operands[0].is_dest)
		return;
	for (unsigned e = 0; e < i->operands[0].count; e++) {
		v[e] = LLVMBuildLoad2(w->l->b, ints,
			row(w, rows(w, &w->made->image_texels), e * lanes + first), "");
		LLVMSetAlignment(v[e], w->lanes * 4);
		if (is_half(i, 0))
			v[e] = fin_narrow(w, fin_bitcast(w->l, v[e], floats), 16,
				BRIG_ROUND_FLOAT_NEAR_EVEN);
	}
	for (unsigned e = 0; e < i->operands[0].count; e++)
		fin_dst_at(w, i, e, fin_bitcast(w->l, v[e], llvm_type));
}

/* The mask for a call of one lane: 1, or 0 where no lane is on, since the handle may be invalid
 * then. */
static LLVMValueRef is_on(struct fin_lower *w)
{
	LLVMValueRef any = w->ops->any(w);

	return any == NULL ? LLVMConstInt(w->l->i32, 1, false)
	                   : LLVMBuildZExt(w->l->b, any, w->l->i32, "");
}

/* ---- queries --------------------------------------------------------------------------------- */

struct property {
	unsigned offset, bits;
};
#define PROPERTY(field) \
	{offsetof(struct hsaemu_image, field), 8 * sizeof(((struct hsaemu_image *)NULL)->field)}

static void query_image(struct fin_lower *w, const struct fin_inst *i)
{
	static const struct property properties[] = {
		[BRIG_IMAGE_QUERY_WIDTH] = PROPERTY(width),
		[BRIG_IMAGE_QUERY_HEIGHT] = PROPERTY(height),
		[BRIG_IMAGE_QUERY_DEPTH] = PROPERTY(depth),
		[BRIG_IMAGE_QUERY_ARRAY] = PROPERTY(layers),
		[BRIG_IMAGE_QUERY_CHANNELORDER] = PROPERTY(channel_order),
		[BRIG_IMAGE_QUERY_CHANNELTYPE] = PROPERTY(channel_type),
	};
	const struct property *p = &properties[i->isa->query];
	LLVMValueRef block = LLVMBuildIntToPtr(w->l->b, fin_src(w, i, 1), w->l->ptr, "");
	LLVMValueRef v = LLVMBuildLoad2(w->l->b, fin_int_type(w->l, p->bits),
		fin_byte_offset(w, block, p->offset), "");

	LLVMSetMetadata(v, w->l->md_invariant_load, w->l->empty_node);
	fin_dst(w, i, fin_resize(w->l, v, 32, false));
}

static void query_sampler(struct fin_lower *w, const struct fin_inst *i)
{
	static const uint8_t first[] = {
		[BRIG_SAMPLER_QUERY_ADDRESSING] = HSAEMU_SAMPLER_ADDRESSING,
		[BRIG_SAMPLER_QUERY_COORD] = HSAEMU_SAMPLER_COORD,
		[BRIG_SAMPLER_QUERY_FILTER] = HSAEMU_SAMPLER_FILTER,
	};
	LLVMValueRef handle = fin_src(w, i, 1);
	LLVMValueRef v = LLVMBuildLShr(w->l->b, handle, fin_like(handle, first[i->isa->query]), "");

	v = LLVMBuildAnd(w->l->b, v, fin_like(v, HSAEMU_SAMPLER_MODE_MASK), "");
	fin_dst(w, i, fin_resize(w->l, v, 32, false));
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* Lowers image instructions for one lane. An image fence only has to keep LLVM from moving
 * accesses: those of a work-item take effect in order, and so do those of a work-group, which runs
 * on one thread. */
void fin_lower_image(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->isa->opcode) {
	case BRIG_OPCODE_QUERYIMAGE:
		query_image(w, i);
		break;
	case BRIG_OPCODE_QUERYSAMPLER:
		query_sampler(w, i);
		break;
	case BRIG_OPCODE_IMAGEFENCE:
		LLVMBuildFence(w->l->b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
		break;
	default:
		fin_image_put(w, i, 1, 0);
		fin_image_call(w, i, is_on(w), 1);
		fin_image_take(w, i, 1, 0);
		break;
	}
}
