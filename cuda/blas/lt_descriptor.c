/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Descriptors of cuBLASLt: their attributes are a table each. */
#include <stdlib.h>
#include <string.h>
#include "lt_impl.h"

struct attribute {
	unsigned id;
	size_t offset, bytes;
};
struct description {
	uint64_t mark;
	size_t bytes;
	const struct attribute *attributes;
	size_t count;
};

#define OF(STRUCT, id, field) \
	{id, offsetof(struct STRUCT, field), sizeof(((struct STRUCT *)NULL)->field)}
#define DESCRIBED(name, STRUCT, OPAQUE, value) \
	static const struct description name = { \
		value, sizeof(struct STRUCT), name##_attributes, ARRAY_LEN(name##_attributes)}; \
	_Static_assert(sizeof(struct STRUCT) <= sizeof(OPAQUE), "it must fit");

#define L(id, field) OF(lt_layout, CUBLASLT_MATRIX_LAYOUT_##id, field)
static const struct attribute layouts_attributes[] = {
	L(TYPE, type),
	L(ORDER, order),
	L(ROWS, rows),
	L(COLS, columns),
	L(LD, step),
	L(BATCH_COUNT, batch),
	L(STRIDED_BATCH_OFFSET, stride),
	L(PLANE_OFFSET, plane),
};
DESCRIBED(layouts, lt_layout, cublasLtMatrixLayoutOpaque_t, 0x6c61796f75742020)

#define M(id, field) OF(lt_operation, CUBLASLT_MATMUL_DESC_##id, field)
static const struct attribute operations_attributes[] = {
	M(COMPUTE_TYPE, compute),
	M(SCALE_TYPE, scale),
	M(POINTER_MODE, pointer_mode),
	M(TRANSA, transa),
	M(TRANSB, transb),
	M(TRANSC, transc),
	M(FILL_MODE, fill),
	M(EPILOGUE, epilogue),
	M(BIAS_POINTER, bias),
	M(BIAS_BATCH_STRIDE, bias_stride),
	M(EPILOGUE_AUX_POINTER, aux),
	M(EPILOGUE_AUX_LD, aux_step),
	M(EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
	M(ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
	M(SM_COUNT_TARGET, sm_count),
	M(A_SCALE_POINTER, a_scale),
	M(B_SCALE_POINTER, b_scale),
	M(C_SCALE_POINTER, c_scale),
	M(D_SCALE_POINTER, d_scale),
	M(AMAX_D_POINTER, d_greatest),
	M(EPILOGUE_AUX_DATA_TYPE, aux_type),
	M(EPILOGUE_AUX_SCALE_POINTER, aux_scale),
	M(EPILOGUE_AUX_AMAX_POINTER, aux_greatest),
	M(FAST_ACCUM, is_fast),
	M(BIAS_DATA_TYPE, bias_type),
	M(A_SCALE_MODE, scale_modes[0]),
	M(B_SCALE_MODE, scale_modes[1]),
	M(C_SCALE_MODE, scale_modes[2]),
	M(D_SCALE_MODE, scale_modes[3]),
	M(EPILOGUE_AUX_SCALE_MODE, scale_modes[4]),
	M(D_OUT_SCALE_POINTER, d_out_scale),
	M(D_OUT_SCALE_MODE, scale_modes[5]),
};
DESCRIBED(operations, lt_operation, cublasLtMatmulDescOpaque_t, 0x6d61746d756c2020)

#define T(id, field) OF(lt_transform, CUBLASLT_MATRIX_TRANSFORM_DESC_##id, field)
static const struct attribute transforms_attributes[] = {
	T(SCALE_TYPE, scale),
	T(POINTER_MODE, pointer_mode),
	T(TRANSA, transa),
	T(TRANSB, transb),
};
DESCRIBED(transforms, lt_transform, cublasLtMatrixTransformDescOpaque_t, 0x7472616e73662020)

#define P(id, field) OF(lt_preference, CUBLASLT_MATMUL_PREF_##id, field)
static const struct attribute preferences_attributes[] = {
	P(SEARCH_MODE, search),
	P(MAX_WORKSPACE_BYTES, workspace_bytes),
	P(REDUCTION_SCHEME_MASK, schemes),
	P(MIN_ALIGNMENT_A_BYTES, alignments[0]),
	P(MIN_ALIGNMENT_B_BYTES, alignments[1]),
	P(MIN_ALIGNMENT_C_BYTES, alignments[2]),
	P(MIN_ALIGNMENT_D_BYTES, alignments[3]),
	P(MAX_WAVES_COUNT, waves),
	P(IMPL_MASK, implementations),
};
/* NVIDIA's descriptor has 8 words in some versions. */
DESCRIBED(preferences, lt_preference, cublasLtMatrixLayoutOpaque_t, 0x7072656665722020)

/* ---- any descriptor -------------------------------------------------------------------------- */

static const void *find(const struct description *d, const void *any)
{
	bool is_one = (uintptr_t)any % sizeof(uint64_t) == 0 && any != NULL &&
	              culib_is_memory(any, d->bytes) && *(const uint64_t *)any == d->mark;
	return is_one ? any : NULL;
}

static cublasStatus_t create(const void *value, size_t bytes, size_t opaque_bytes, void *out)
{
	if (out == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	void *block = mem_try_new(1, opaque_bytes);
	if (block == NULL)
		return CUBLAS_STATUS_ALLOC_FAILED;
	memcpy(block, value, bytes);
	memcpy(out, &block, sizeof block);
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t init(const void *value, size_t bytes, void *out, size_t out_bytes)
{
	if (out == NULL || out_bytes < bytes || !culib_is_memory(out, bytes))
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(out, value, bytes);
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t destroy(const struct description *d, void *any)
{
	if (any == NULL)
		return CUBLAS_STATUS_SUCCESS;
	if (find(d, any) == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	memset(any, 0, d->bytes);
	free(any);
	return CUBLAS_STATUS_SUCCESS;
}

static const struct attribute *attribute_of(const struct description *d, const void *any,
	unsigned id)
{
	for (size_t i = 0; i < d->count && find(d, any) != NULL; i++)
		if (d->attributes[i].id == id)
			return &d->attributes[i];
	return NULL;
}

static cublasStatus_t set(const struct description *d, void *any, unsigned id, const void *value,
	size_t bytes)
{
	const struct attribute *a = attribute_of(d, any, id);
	if (a == NULL || value == NULL || bytes < a->bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy((uint8_t *)any + a->offset, value, a->bytes);
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t get(const struct description *d, const void *any, unsigned id, void *value,
	size_t bytes, size_t *written)
{
	const struct attribute *a = attribute_of(d, any, id);
	if (a == NULL || (bytes == 0 && written == NULL) ||
		(bytes != 0 && (value == NULL || bytes < a->bytes)))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (bytes != 0)
		memcpy(value, (const uint8_t *)any + a->offset, a->bytes);
	if (written != NULL)
		*written = a->bytes;
	return CUBLAS_STATUS_SUCCESS;
}

/* ---- the four -------------------------------------------------------------------------------- */

#define DESCRIPTOR(Name, desc, OPAQUE, Attributes, STRUCT, table, look_up, PARAMETERS, ...) \
	const struct STRUCT *look_up(desc any) \
	{ \
		return find(&table, any); \
	} \
	cublasStatus_t cublasLt##Name##Create(desc *out PARAMETERS) \
	{ \
		const struct STRUCT value = {.mark = table.mark, __VA_ARGS__}; \
		return create(&value, sizeof value, sizeof(OPAQUE), (void *)out); \
	} \
	cublasStatus_t cublasLt##Name##Init_internal(desc out, size_t size PARAMETERS) \
	{ \
		const struct STRUCT value = {.mark = table.mark, __VA_ARGS__}; \
		return init(&value, sizeof value, out, size); \
	} \
	cublasStatus_t cublasLt##Name##Destroy(desc d) \
	{ \
		return destroy(&table, d); \
	} \
	cublasStatus_t cublasLt##Name##SetAttribute(desc d, Attributes attr, const void *buf, \
		size_t sizeInBytes) \
	{ \
		return set(&table, d, (unsigned)attr, buf, sizeInBytes); \
	} \
	cublasStatus_t cublasLt##Name##GetAttribute(desc d, Attributes attr, void *buf, \
		size_t sizeInBytes, size_t *sizeWritten) \
	{ \
		return get(&table, d, (unsigned)attr, buf, sizeInBytes, sizeWritten); \
	}
#define COMMA ,
DESCRIPTOR(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayoutOpaque_t,
	cublasLtMatrixLayoutAttribute_t, lt_layout, layouts, cublas_lt_layout,
	COMMA cudaDataType type COMMA uint64_t rows COMMA uint64_t cols COMMA int64_t ld,
	.type = type, .rows = rows, .columns = cols, .step = ld, .batch = 1)
DESCRIPTOR(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescOpaque_t,
	cublasLtMatmulDescAttributes_t, lt_operation, operations, cublas_lt_operation,
	COMMA cublasComputeType_t compute COMMA cudaDataType_t scale, .compute = (int32_t)compute,
	.scale = (int32_t)scale, .fill = CUBLAS_FILL_MODE_FULL,
	.epilogue = CUBLASLT_EPILOGUE_DEFAULT, .aux_type = -1, .bias_type = -1)
DESCRIPTOR(MatrixTransformDesc, cublasLtMatrixTransformDesc_t, cublasLtMatrixTransformDescOpaque_t,
	cublasLtMatrixTransformDescAttributes_t, lt_transform, transforms, cublas_lt_transform,
	COMMA cudaDataType scale, .scale = (int32_t)scale)
DESCRIPTOR(MatmulPreference, cublasLtMatmulPreference_t, cublasLtMatmulPreferenceOpaque_t,
	cublasLtMatmulPreferenceAttributes_t, lt_preference, preferences, cublas_lt_preference, ,
	.schemes = CUBLASLT_REDUCTION_SCHEME_MASK, .alignments = {256, 256, 256, 256},
	.implementations = UINT64_MAX)
