/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cublasLtMatmul(): descriptors become a product of matrices by columns. A matrix by rows is the
 * transposed one by columns; if the result is one, the product is of the transposed operands. */
#include <stdio.h>
#include <string.h>
#include "lt_impl.h"

static const char name[] = "cublasLtMatmul";

/* The descriptors of a call. */
struct call {
	const struct lt_operation *o;
	const struct lt_layout *a, *b, *c, *d;
};

static bool look_up(struct call *s, cublasLtMatmulDesc_t o, cublasLtMatrixLayout_t a,
	cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d)
{
	*s = (struct call){cublas_lt_operation(o), cublas_lt_layout(a), cublas_lt_layout(b),
		cublas_lt_layout(c), cublas_lt_layout(d)};
	return s->o != NULL && s->a != NULL && s->b != NULL && s->c != NULL && s->d != NULL;
}

/* ---- what is there --------------------------------------------------------------------------- */

static bool is_of_8_bits(cudaDataType type)
{
	return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

static bool is_order(const struct lt_layout *l)
{
	return l->order == CUBLASLT_ORDER_COL || l->order == CUBLASLT_ORDER_ROW;
}

/* Bits of an epilogue: which activation, whether there is a bias, and whether its input is kept. */
enum { RELU = 2, BIAS = 4, GELU = 32, AUX = 128 };

static const char *lacking_epilogue(const struct lt_operation *o)
{
	uint32_t e = o->epilogue;
	bool is_one =
		e == CUBLASLT_EPILOGUE_DEFAULT || e == BIAS ||
		((e & ~(uint32_t)(BIAS | AUX)) == RELU || (e & ~(uint32_t)(BIAS | AUX)) == GELU);
	if (!is_one)
		return "this epilogue";
	if ((e & AUX) != 0 && e != CUBLASLT_EPILOGUE_DEFAULT &&
		(o->aux_scale != NULL || o->aux_greatest != NULL))
		return "a scale of the auxiliary matrix";
	return NULL;
}

/* Says what of a call is not there, or NULL. */
static const char *lacking(const struct call *s)
{
	const struct lt_operation *o = s->o;
	bool by_rows = s->d->order == CUBLASLT_ORDER_ROW;
	bool has_aux = (o->epilogue & AUX) != 0;
	static const int32_t scalar[6] = {CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F};
	bool is_conjugated = cublas_is_complex(s->d->type) &&
	                     (o->transa == CUBLAS_OP_C || o->transb == CUBLAS_OP_C);
	bool any_by_rows =
		by_rows || s->a->order == CUBLASLT_ORDER_ROW || s->b->order == CUBLASLT_ORDER_ROW;
	if ((is_conjugated && any_by_rows) || !is_order(s->a) || !is_order(s->b) ||
		!is_order(s->c) || !is_order(s->d) || s->c->order != s->d->order ||
		(by_rows && has_aux))
		return "this order of a matrix";
	if ((unsigned)o->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
		return "a vector of factors";
	if (o->transc != CUBLAS_OP_N || o->fill != CUBLAS_FILL_MODE_FULL)
		return "an operation on C";
	if (memcmp(o->scale_modes, scalar, sizeof scalar) != 0 || o->d_out_scale != NULL)
		return "scales of blocks";
	if (s->a->plane != 0 || s->b->plane != 0 || s->c->plane != 0 || s->d->plane != 0)
		return "a matrix in planes";
	return lacking_epilogue(o);
}

static cublasStatus_t find_types(const struct call *s, cudaDataType *scale, cudaDataType *work)
{
	bool are_same =
		s->a->type == s->b->type || (is_of_8_bits(s->a->type) && is_of_8_bits(s->b->type));
	bool is_c = s->c->type == s->d->type || is_of_8_bits(s->d->type) ||
	            (s->c->type == CUDA_R_32I && s->d->type == CUDA_R_8I);
	cublasStatus_t status = cublas_find_work((cublasComputeType_t)s->o->compute, s->a->type,
		s->d->type, scale, work);
	bool is_right = status == CUBLAS_STATUS_SUCCESS && are_same && is_c &&
	                (cudaDataType)s->o->scale == *scale && cublas_type_bytes(s->c->type) != 0;
	return is_right ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

static bool is_op(int32_t op)
{
	return op >= CUBLAS_OP_N && op <= CUBLAS_OP_C;
}

static bool are_sizes_right(const struct call *s)
{
	const struct lt_operation *o = s->o;
	uint64_t m = o->transa == CUBLAS_OP_N ? s->a->rows : s->a->columns;
	uint64_t k = o->transa == CUBLAS_OP_N ? s->a->columns : s->a->rows;
	uint64_t k_of_b = o->transb == CUBLAS_OP_N ? s->b->rows : s->b->columns;
	uint64_t n = o->transb == CUBLAS_OP_N ? s->b->columns : s->b->rows;
	return is_op(o->transa) && is_op(o->transb) && k == k_of_b && m == s->d->rows &&
	       n == s->d->columns && m == s->c->rows && n == s->c->columns &&
	       s->a->batch == s->d->batch && s->b->batch == s->d->batch &&
	       s->c->batch == s->d->batch;
}

static cublasStatus_t check(const struct call *s, cudaDataType *scale, cudaDataType *work)
{
	if (!are_sizes_right(s))
		return CUBLAS_STATUS_INVALID_VALUE;
	return lacking(s) != NULL ? CUBLAS_STATUS_NOT_SUPPORTED : find_types(s, scale, work);
}

/* ---- the product ----------------------------------------------------------------------------- */

/* As it lies in memory, by columns. */
static struct cublas_operand operand(const struct lt_layout *l, const void *p, int32_t op,
	const float *scale)
{
	bool by_rows = l->order == CUBLASLT_ORDER_ROW;
	char plain = op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C';
	return (struct cublas_operand){.type = l->type,
		.op = !by_rows ? plain : (char)(op == CUBLAS_OP_N ? 'T' : 'N'),
		.rows = (int64_t)(by_rows ? l->columns : l->rows),
		.columns = (int64_t)(by_rows ? l->rows : l->columns),
		.step = l->step,
		.stride = l->stride,
		.p = (void *)(uintptr_t)p,
		.scale = is_of_8_bits(l->type) ? scale : NULL};
}

/* The same operand in a product that is the transposed one. */
static void transpose(struct cublas_operand *o)
{
	o->op = o->op == 'N' ? 'T' : 'N';
}

static cudaDataType bias_type(const struct call *s)
{
	if (s->o->bias_type != -1)
		return (cudaDataType)s->o->bias_type;
	if (is_of_8_bits(s->d->type))
		return s->c->type == CUDA_R_16F ? CUDA_R_16F : CUDA_R_16BF;
	if (is_of_8_bits(s->a->type) && s->d->type == CUDA_R_32F)
		return CUDA_R_16BF;
	return s->d->type == CUDA_R_8I ? CUDA_R_32F : s->d->type;
}

static struct cublas_epilogue epilogue(const struct call *s)
{
	const struct lt_operation *o = s->o;
	uint32_t bits = o->epilogue == CUBLASLT_EPILOGUE_DEFAULT ? 0 : o->epilogue;
	cudaDataType aux = o->aux_type != -1 ? (cudaDataType)o->aux_type : s->d->type;
	return (struct cublas_epilogue){.activation = bits & RELU   ? CUBLAS_RELU
	                                              : bits & GELU ? CUBLAS_GELU
	                                                            : CUBLAS_IDENTITY,
		.by_columns = s->d->order == CUBLASLT_ORDER_ROW,
		.bias = bits & BIAS ? o->bias : NULL,
		.bias_type = bias_type(s),
		.bias_stride = o->bias_stride,
		.aux = bits & AUX ? o->aux : NULL,
		.aux_type = aux,
		.aux_step = o->aux_step,
		.aux_stride = o->aux_stride,
		.greatest = is_of_8_bits(s->a->type) ? o->d_greatest : NULL};
}

static struct cublas_matmul product(const struct call *s, cudaDataType work, const void *a,
	const void *b, const void *c, void *d)
{
	const struct lt_operation *o = s->o;
	struct cublas_matmul m = {.name = name,
		.work = work,
		.m = (int64_t)s->d->rows,
		.n = (int64_t)s->d->columns,
		.k = (int64_t)(o->transa == CUBLAS_OP_N ? s->a->columns : s->a->rows),
		.batch = s->d->batch,
		.a = operand(s->a, a, o->transa, o->a_scale),
		.b = operand(s->b, b, o->transb, o->b_scale),
		.c = operand(s->c, c, CUBLAS_OP_N, o->c_scale),
		.d = operand(s->d, d, CUBLAS_OP_N, o->d_scale),
		.epilogue = epilogue(s)};
	if (s->d->order == CUBLASLT_ORDER_ROW) {
		struct cublas_operand first = m.a;
		m.a = m.b;
		m.b = first;
		transpose(&m.a);
		transpose(&m.b);
		m.m = (int64_t)s->d->columns;
		m.n = (int64_t)s->d->rows;
	}
	return m;
}

static bool are_scalars(const struct cublas_matmul *m)
{
	const float *scales[] = {
		m->a.scale, m->b.scale, m->c.scale, m->d.scale, m->epilogue.greatest};
	for (size_t i = 0; i < ARRAY_LEN(scales); i++)
		if (scales[i] != NULL && !culib_is_memory(scales[i], sizeof(float)))
			return false;
	return true;
}

static cublasStatus_t check_epilogue(const struct call *s, const struct cublas_matmul *m)
{
	const struct cublas_epilogue *e = &m->epilogue;
	uint32_t bits = s->o->epilogue == CUBLASLT_EPILOGUE_DEFAULT ? 0 : s->o->epilogue;
	int64_t rows = (int64_t)s->d->rows, columns = (int64_t)s->d->columns;
	if (((bits & BIAS) != 0 && e->bias == NULL) || ((bits & AUX) != 0 && e->aux == NULL) ||
		((bits & AUX) != 0 && e->aux_step < rows))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (cublas_is_complex(m->work) && bits != 0)
		return cublas_refuse(name, "an epilogue of complex numbers");
	if (cublas_type_bytes(e->bias_type) == 0 || cublas_type_bytes(e->aux_type) == 0)
		return cublas_refuse(name, "this type of a bias");
	size_t aux_bytes = cublas_type_bytes(e->aux_type);
	bool is_right = e->bias == NULL ||
	                cublas_is_matrix(e->bias, rows, 1, 0, cublas_type_bytes(e->bias_type));
	if (e->aux != NULL && e->activation == CUBLAS_GELU)
		is_right =
			is_right && cublas_is_matrix(e->aux, rows, columns, e->aux_step, aux_bytes);
	if (e->aux != NULL && e->activation == CUBLAS_RELU)
		is_right = is_right &&
		           culib_is_memory(e->aux, (size_t)(e->aux_step * columns + 7) / 8);
	return is_right && are_scalars(m) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t computeDesc,
	const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc, const void *B,
	cublasLtMatrixLayout_t Bdesc, const void *beta, const void *C, cublasLtMatrixLayout_t Cdesc,
	void *D, cublasLtMatrixLayout_t Ddesc, const cublasLtMatmulAlgo_t *algo, void *workspace,
	size_t workspaceSizeInBytes, cudaStream_t stream)
{
	struct call s;
	cudaDataType scale = CUDA_R_32F, work = CUDA_R_32F;
	cublasStatus_t status = cublas_lt_enter(lightHandle);
	(void)algo, (void)workspace,
		(void)workspaceSizeInBytes; /* there is one, and it needs none */
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (!look_up(&s, computeDesc, Adesc, Bdesc, Cdesc, Ddesc))
		return CUBLAS_STATUS_INVALID_VALUE;
	status = check(&s, &scale, &work);
	if (status == CUBLAS_STATUS_NOT_SUPPORTED) {
		const char *what = lacking(&s);
		return cublas_refuse(name, what != NULL ? what : "this combination of types");
	}
	struct cublas_matmul m = product(&s, work, A, B, C, D);
	bool is_device = s.o->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
	if (status == CUBLAS_STATUS_SUCCESS)
		status = cublas_set_factor(&m.alpha, scale, alpha, is_device);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = cublas_set_factor(&m.beta, scale, beta, is_device);
	if (status == CUBLAS_STATUS_SUCCESS)
		status = check_epilogue(&s, &m);
	return status == CUBLAS_STATUS_SUCCESS ? cublas_do_matmul(stream, &m) : status;
}

/* ---- algorithms: there is one ---------------------------------------------------------------- */

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle,
	cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc,
	cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
	const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result)
{
	struct call s;
	cudaDataType scale, work;
	cublasStatus_t status = cublas_lt_enter(lightHandle);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (algo == NULL || result == NULL ||
		!look_up(&s, operationDesc, Adesc, Bdesc, Cdesc, Ddesc))
		return CUBLAS_STATUS_INVALID_VALUE;
	status = check(&s, &scale, &work);
	*result =
		(cublasLtMatmulHeuristicResult_t){.algo = *algo, .state = status, .wavesCount = 1};
	return status;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t lightHandle,
	cublasLtMatmulDesc_t operationDesc, cublasLtMatrixLayout_t Adesc,
	cublasLtMatrixLayout_t Bdesc, cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
	cublasLtMatmulPreference_t preference, int requestedAlgoCount,
	cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount)
{
	static const cublasLtMatmulAlgo_t algorithm = {{0}};
	if (returnAlgoCount != NULL)
		*returnAlgoCount = 0;
	if (requestedAlgoCount <= 0 || returnAlgoCount == NULL || heuristicResultsArray == NULL ||
		cublas_lt_preference(preference) == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	cublasStatus_t status = cublasLtMatmulAlgoCheck(lightHandle, operationDesc, Adesc, Bdesc,
		Cdesc, Ddesc, &algorithm, &heuristicResultsArray[0]);
	*returnAlgoCount = status == CUBLAS_STATUS_SUCCESS;
	return status;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle,
	cublasComputeType_t computeType, cudaDataType_t scaleType, cudaDataType_t Atype,
	cudaDataType_t Btype, cudaDataType_t Ctype, cudaDataType_t Dtype, int requestedAlgoCount,
	int algoIdsArray[], int *returnAlgoCount)
{
	const struct lt_operation o = {
		.compute = (int32_t)computeType, .scale = (int32_t)scaleType};
	const struct lt_layout a = {.type = Atype}, b = {.type = Btype}, c = {.type = Ctype},
			       d = {.type = Dtype};
	const struct call s = {&o, &a, &b, &c, &d};
	cudaDataType scale, work;
	cublasStatus_t status = cublas_lt_enter(lightHandle);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (requestedAlgoCount <= 0 || algoIdsArray == NULL || returnAlgoCount == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	status = find_types(&s, &scale, &work);
	*returnAlgoCount = status == CUBLAS_STATUS_SUCCESS;
	algoIdsArray[0] = 0;
	return status;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle, cublasComputeType_t computeType,
	cudaDataType_t scaleType, cudaDataType_t Atype, cudaDataType_t Btype, cudaDataType_t Ctype,
	cudaDataType_t Dtype, int algoId, cublasLtMatmulAlgo_t *algo)
{
	int id, count;
	cublasStatus_t status = cublasLtMatmulAlgoGetIds(lightHandle, computeType, scaleType, Atype,
		Btype, Ctype, Dtype, 1, &id, &count);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (algo == NULL || algoId != 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	*algo = (cublasLtMatmulAlgo_t){{0}};
	return CUBLAS_STATUS_SUCCESS;
}
