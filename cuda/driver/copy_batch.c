/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many copies in one call (CUDA driver API, "Memory Management": cuMemcpyBatchAsync,
 * cuMemcpy3DBatchAsync). All are checked before the first one is in the stream, so that a batch is
 * done whole or not at all. */
#include "array_impl.h"
#include "graph_impl.h"
#include "hsaemu/base.h"
#include "memory_impl.h"

/* What fails is told by its number; SIZE_MAX: it is none of the copies. */
static CUresult fail(size_t *out, size_t index, CUresult error)
{
	if (out != NULL)
		*out = index;
	return error;
}

/* A batch has no place in the order of the default stream (CUDA). */
static CUresult take_stream(CUstream stream, struct CUstream_st **out)
{
	if (stream == NULL || stream == CU_STREAM_LEGACY)
		return CUDA_ERROR_INVALID_VALUE;
	return cu_stream_get(stream, out);
}

static bool is_order(CUmemcpySrcAccessOrder order)
{
	return order == CU_MEMCPY_SRC_ACCESS_ORDER_STREAM ||
	       order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ||
	       order == CU_MEMCPY_SRC_ACCESS_ORDER_ANY;
}

static bool are_flags(unsigned flags)
{
	return (flags & ~(unsigned)CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE) == 0;
}

/* A source that may change when the call returns has been read by then. */
static CUresult do_copy(struct CUstream_st *s, const struct cu_op *op, CUmemcpySrcAccessOrder order)
{
	return order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ? cu_do_now(s, op)
	                                                           : cu_stream_do(s, op);
}

/* ---- rows ------------------------------------------------------------------------------------ */

struct rows {
	const CUdeviceptr *to, *from;
	const size_t *bytes;
	size_t count;
	const CUmemcpyAttributes *attributes;
	const size_t *first; /* copies with each of the attributes: from this one to the next's */
	size_t attribute_count;
};

static bool are_attributes(const struct rows *r)
{
	if (r->attributes == NULL || r->first == NULL || r->attribute_count == 0 ||
		r->attribute_count > r->count || r->first[0] != 0)
		return false;
	for (size_t i = 0; i < r->attribute_count; i++)
		if (!is_order(r->attributes[i].srcAccessOrder) ||
			!are_flags(r->attributes[i].flags) || r->first[i] >= r->count ||
			(i > 0 && r->first[i] <= r->first[i - 1]))
			return false;
	return true;
}

static bool is_there(struct rt *rt, CUdeviceptr at, size_t bytes)
{
	return cu_memory_is_there(rt, CU_SIDE_ANY, (const void *)(uintptr_t)at, bytes, bytes, 1);
}

static CUresult do_rows(struct CUstream_st *s, const struct rows *r, size_t *failed)
{
	for (size_t i = 0, a = 0; i < r->count; i++) {
		const struct cu_op op = {.kind = CU_OP_COPY,
			.joins = true,
			.copy = {.to = (void *)(uintptr_t)r->to[i],
				.from = (const void *)(uintptr_t)r->from[i],
				.width = r->bytes[i],
				.height = 1,
				.depth = 1}};
		while (a + 1 < r->attribute_count && r->first[a + 1] <= i)
			a++;
		CUresult error = r->bytes[i] == 0
		                         ? CUDA_SUCCESS
		                         : do_copy(s, &op, r->attributes[a].srcAccessOrder);
		if (error != CUDA_SUCCESS)
			return fail(failed, i, error);
	}
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes,
	size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
	size_t *failIdx, CUstream hStream)
{
	const struct rows r = {dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs};
	struct CUstream_st *s;
	CUresult error = take_stream(hStream, &s);
	if (error == CUDA_SUCCESS && (dsts == NULL || srcs == NULL || sizes == NULL || count == 0 ||
					     !are_attributes(&r)))
		error = CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return fail(failIdx, SIZE_MAX, error);
	for (size_t i = 0; i < count; i++)
		if (sizes[i] != 0 && (!is_there(s->context->rt, dsts[i], sizes[i]) ||
					     !is_there(s->context->rt, srcs[i], sizes[i])))
			return fail(failIdx, i, CUDA_ERROR_INVALID_VALUE);
	return do_rows(s, &r, failIdx);
}

/* ---- three dimensions ------------------------------------------------------------------------ */

/* Gets the size of the elements that all numbers of a copy count: those of an array, else bytes. */
static CUresult element_of(const CUDA_MEMCPY3D_BATCH_OP *b, size_t *bytes)
{
	const CUmemcpy3DOperand *const operands[] = {&b->src, &b->dst};
	*bytes = 1;
	for (unsigned i = 0; i < 2; i++) {
		if (operands[i]->type == CU_MEMCPY_OPERAND_TYPE_POINTER)
			continue;
		if (operands[i]->type != CU_MEMCPY_OPERAND_TYPE_ARRAY)
			return CUDA_ERROR_INVALID_VALUE;
		if (!cu_is_array(operands[i]->op.array.array))
			return CUDA_ERROR_INVALID_HANDLE;
		*bytes = operands[i]->op.array.array->element_bytes;
	}
	return CUDA_SUCCESS;
}

/* What the sizes count in elements can be counted in bytes. */
static bool has_bytes(const CUmemcpy3DOperand *o, size_t element)
{
	size_t elements = o->type == CU_MEMCPY_OPERAND_TYPE_POINTER ? o->op.ptr.rowLength
	                                                            : o->op.array.offset.x;
	return elements <= SIZE_MAX / element;
}

static void set_source(const CUmemcpy3DOperand *o, size_t element, CUDA_MEMCPY3D *c)
{
	if (o->type == CU_MEMCPY_OPERAND_TYPE_POINTER) {
		c->srcMemoryType = CU_MEMORYTYPE_UNIFIED;
		c->srcDevice = o->op.ptr.ptr;
		c->srcPitch = o->op.ptr.rowLength * element;
		c->srcHeight = o->op.ptr.layerHeight;
	} else {
		c->srcMemoryType = CU_MEMORYTYPE_ARRAY;
		c->srcArray = o->op.array.array;
		c->srcXInBytes = o->op.array.offset.x * element;
		c->srcY = o->op.array.offset.y;
		c->srcZ = o->op.array.offset.z;
	}
}

static void set_target(const CUmemcpy3DOperand *o, size_t element, CUDA_MEMCPY3D *c)
{
	if (o->type == CU_MEMCPY_OPERAND_TYPE_POINTER) {
		c->dstMemoryType = CU_MEMORYTYPE_UNIFIED;
		c->dstDevice = o->op.ptr.ptr;
		c->dstPitch = o->op.ptr.rowLength * element;
		c->dstHeight = o->op.ptr.layerHeight;
	} else {
		c->dstMemoryType = CU_MEMORYTYPE_ARRAY;
		c->dstArray = o->op.array.array;
		c->dstXInBytes = o->op.array.offset.x * element;
		c->dstY = o->op.array.offset.y;
		c->dstZ = o->op.array.offset.z;
	}
}

static CUresult prepare(const CUDA_MEMCPY3D_BATCH_OP *b, struct rt *rt, struct cu_op *out)
{
	size_t element;
	CUDA_MEMCPY3D c = {.Height = b->extent.height, .Depth = b->extent.depth};
	if (!is_order(b->srcAccessOrder) || !are_flags(b->flags))
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = element_of(b, &element);
	if (error != CUDA_SUCCESS)
		return error;
	if (!has_bytes(&b->src, element) || !has_bytes(&b->dst, element) ||
		__builtin_mul_overflow(b->extent.width, element, &c.WidthInBytes))
		return CUDA_ERROR_INVALID_VALUE;
	set_source(&b->src, element, &c);
	set_target(&b->dst, element, &c);
	return cu_copy_prepare(&c, rt, out);
}

static bool is_empty(const CUextent3D *e)
{
	return e->width == 0 || e->height == 0 || e->depth == 0;
}

CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList,
	size_t *failIdx, unsigned long long flags, CUstream hStream)
{
	struct CUstream_st *s;
	struct cu_op op;
	CUresult error = take_stream(hStream, &s);
	if (error == CUDA_SUCCESS && (numOps == 0 || opList == NULL || flags != 0))
		error = CUDA_ERROR_INVALID_VALUE;
	if (error != CUDA_SUCCESS)
		return fail(failIdx, SIZE_MAX, error);
	for (size_t i = 0; i < numOps && error == CUDA_SUCCESS; i++) {
		error = prepare(&opList[i], s->context->rt, &op);
		if (error != CUDA_SUCCESS)
			return fail(failIdx, i, error);
	}
	for (size_t i = 0; i < numOps; i++) {
		error = prepare(&opList[i], s->context->rt, &op);
		if (error == CUDA_SUCCESS && !is_empty(&opList[i].extent))
			error = do_copy(s, &op, opList[i].srcAccessOrder);
		if (error != CUDA_SUCCESS)
			return fail(failIdx, i, error);
	}
	return CUDA_SUCCESS;
}
