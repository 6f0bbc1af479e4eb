/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of values. Each value of each type is exact in a double, so that one function reads all,
 * and one writes all with a single rounding. */
#include <complex.h>
#include <math.h>
#include "cuda/library/small_numbers.h"
#include "sparse_impl.h"

__extension__ typedef _Float16 cusparse_f16;
struct cusparse_bf16 {
	uint16_t bits;
};

static const struct fact {
	cudaDataType type;
	size_t bytes;
	bool fits[CUSPARSE_COMPUTE_COUNT];
} facts[] = {
#define CUSPARSE_TYPE(name, T, parts, r32, r64, c32, c64, i32) \
	{name, (parts) * sizeof(T), {r32, r64, c32, c64, i32}},
#include "types.def"
};

/* Small types are computed with as the next that has instructions. */
static const struct {
	cudaDataType type;
	enum cusparse_compute compute;
} computes[] = {
	{CUDA_R_32F, CUSPARSE_R32},
	{CUDA_R_64F, CUSPARSE_R64},
	{CUDA_C_32F, CUSPARSE_C32},
	{CUDA_C_64F, CUSPARSE_C64},
	{CUDA_R_32I, CUSPARSE_I32},
	{CUDA_R_16F, CUSPARSE_R32},
	{CUDA_R_16BF, CUSPARSE_R32},
	{CUDA_C_16F, CUSPARSE_C32},
	{CUDA_C_16BF, CUSPARSE_C32},
};

static const struct fact *fact_find(cudaDataType type)
{
	for (size_t i = 0; i < ARRAY_LEN(facts); i++)
		if (facts[i].type == type)
			return &facts[i];
	return NULL;
}

size_t cusparse_type_bytes(cudaDataType type)
{
	const struct fact *f = fact_find(type);
	return f != NULL ? f->bytes : 0;
}

enum cusparse_compute cusparse_compute_of(cudaDataType type)
{
	for (size_t i = 0; i < ARRAY_LEN(computes); i++)
		if (computes[i].type == type)
			return computes[i].compute;
	return CUSPARSE_COMPUTE_COUNT;
}

bool cusparse_type_fits(cudaDataType type, cudaDataType compute)
{
	const struct fact *f = fact_find(type);
	enum cusparse_compute c = cusparse_compute_of(compute);
	return f != NULL && c != CUSPARSE_COMPUTE_COUNT && f->fits[c];
}

size_t cusparse_index_bytes(cusparseIndexType_t type)
{
	return type == CUSPARSE_INDEX_32I ? 4 : type == CUSPARSE_INDEX_64I ? 8 : 0;
}

/* ---- parts of values ------------------------------------------------------------------------- */

static double part_f16(const cusparse_f16 *p)
{
	return (double)*p;
}

static double part_bf16(const struct cusparse_bf16 *p)
{
	return (double)culib_brain_to_float(p->bits);
}

static void put_f16(cusparse_f16 *p, double v)
{
	*p = (cusparse_f16)v;
}

/* Rounds to the nearest, ties to even. What is not exact in a float is made odd before, so that the
 * second rounding sees on which side of a tie it was. */
static void put_bf16(struct cusparse_bf16 *p, double v)
{
	float f = (float)v;
	if (fabs((double)f) > fabs(v))
		f = nextafterf(f, 0.0f);
	if ((double)f != v)
		f = culib_float_of_bits(culib_bits_of_float(f) | 1);
	p->bits = culib_float_to_brain(f);
}

static void put_i8(int8_t *p, double v)
{
	*p = (int8_t)fmin(fmax(v, INT8_MIN), INT8_MAX);
}

static void put_i32(int32_t *p, double v)
{
	*p = (int32_t)fmin(fmax(v, INT32_MIN), INT32_MAX);
}

#define PLAIN(name, T) \
	static double part_##name(const T *p) \
	{ \
		return (double)*p; \
	}
PLAIN(float, float)
PLAIN(double, double)
PLAIN(i8, int8_t)
PLAIN(i32, int32_t)

static void put_float(float *p, double v)
{
	*p = (float)v;
}

static void put_double(double *p, double v)
{
	*p = v;
}

#define PART(p) \
	_Generic((p), \
		const cusparse_f16 *: part_f16, \
		const struct cusparse_bf16 *: part_bf16, \
		const float *: part_float, \
		const double *: part_double, \
		const int8_t *: part_i8, \
		const int32_t *: part_i32)(p)
#define PUT(p, v) \
	_Generic((p), \
		cusparse_f16 *: put_f16, \
		struct cusparse_bf16 *: put_bf16, \
		float *: put_float, \
		double *: put_double, \
		int8_t *: put_i8, \
		int32_t *: put_i32)(p, v)

double _Complex cusparse_load(const void *values, cudaDataType type, int64_t i)
{
	switch ((int)type) {
#define CUSPARSE_TYPE(name, T, parts, ...) \
	case name: { \
		const T *p = (const T *)values + i * (parts); \
		return (parts) == 2 ? CMPLX(PART(p), PART(p + 1)) : CMPLX(PART(p), 0); \
	}
#include "types.def"
	}
	return 0;
}

void cusparse_store(void *values, cudaDataType type, int64_t i, double _Complex value)
{
	switch ((int)type) {
#define CUSPARSE_TYPE(name, T, parts, ...) \
	case name: { \
		T *p = (T *)values + i * (parts); \
		PUT(p, creal(value)); \
		if ((parts) == 2) \
			PUT(p + 1, cimag(value)); \
		return; \
	}
#include "types.def"
	}
}
