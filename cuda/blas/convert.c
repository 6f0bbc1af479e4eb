/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of elements: each becomes float or double and comes back, rounded to nearest. */
#include <math.h>
#include "cuda/library/small_numbers.h"
#include "typed_impl.h"

/* ---- numbers of few bits --------------------------------------------------------------------- */

/* E4M3 has no infinity: all ones are NaN, and the exponent above counts as one more. */
static float e4m3_to_float(uint8_t bits)
{
	float size = (bits & 0x78) == 0x78 ? (float)(8 + (bits & 7)) * 32
	                                   : culib_small_to_float(bits & 0x7f, 3, 4);
	return (bits & 0x7f) == 0x7f ? NAN : bits & 0x80 ? -size : size;
}

/* What is too large becomes the greatest number, as cuBLASLt's results do. */
static uint8_t float_to_e4m3(float x)
{
	uint8_t sign = signbit(x) ? 0x80 : 0;
	float size = fabsf(x);
	if (isnan(x))
		return 0x7f;
	if (size >= 256)
		return sign | (uint8_t)(size >= 448 ? 0x7e : 0x78 + (int)nearbyintf(size / 32) - 8);
	return sign | (uint8_t)culib_float_to_small(size, 3, 4);
}

static uint8_t float_to_e5m2(float x)
{
	return (uint8_t)culib_float_to_small(isnan(x) ? x : fmaxf(-57344, fminf(57344, x)), 2, 5);
}

static double within(double x, double least, double greatest)
{
	return isnan(x) ? 0 : nearbyint(x < least ? least : x > greatest ? greatest : x);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* What is computed in, with its complex numbers, what is stored, and how that becomes the former
 * and comes back. Sums of integers wrap, as the machine's do. */
#define TYPES(TYPE) \
	TYPE(CUDA_R_32F, float, x, (float)x) \
	TYPE(CUDA_R_64F, double, x, (double)x) \
	TYPE(CUDA_R_16F, uint16_t, culib_half_to_float(x), culib_float_to_half((float)x)) \
	TYPE(CUDA_R_16BF, uint16_t, culib_brain_to_float(x), culib_float_to_brain((float)x)) \
	TYPE(CUDA_R_8F_E4M3, uint8_t, e4m3_to_float(x), float_to_e4m3((float)x)) \
	TYPE(CUDA_R_8F_E5M2, uint8_t, culib_small_to_float(x, 2, 5), float_to_e5m2((float)x)) \
	TYPE(CUDA_R_8I, int8_t, x, (int8_t)within((double)x, -128, 127)) \
	TYPE(CUDA_R_8U, uint8_t, x, (uint8_t)within((double)x, 0, 255)) \
	TYPE(CUDA_R_32I, int32_t, x, (int32_t)(int64_t)within((double)x, -0x1p62, 0x1p62))

/* The type of which two make a complex number, or the type. */
static cudaDataType part_of(cudaDataType type)
{
	switch ((int)type) {
	case CUDA_C_32F:
		return CUDA_R_32F;
	case CUDA_C_64F:
		return CUDA_R_64F;
	case CUDA_C_8I:
		return CUDA_R_8I;
	default:
		return type;
	}
}

bool cublas_is_complex(cudaDataType type)
{
	return part_of(type) != type;
}

size_t cublas_type_bytes(cudaDataType type)
{
	size_t parts = cublas_is_complex(type) ? 2 : 1;
	switch ((int)part_of(type)) {
#define BYTES(TYPE, stored, from, to) \
	case TYPE: \
		return parts * sizeof(stored);
		TYPES(BYTES)
	default:
		return 0;
	}
}

#define LOOP(type_of_to, type_of_from, value) \
	for (int64_t i = 0; i < n; i++) { \
		type_of_from x = ((const type_of_from *)from)[i * from_step]; \
		((type_of_to *)to)[i * to_step] = (type_of_to)(value); \
	} \
	break;
#define FROM_STORED(TYPE, stored, from_value, to_value) \
	case TYPE: \
		LOOP(WORK, stored, from_value)
#define TO_STORED(TYPE, stored, from_value, to_value) \
	case TYPE: \
		LOOP(stored, WORK, to_value)
#define LINE(name, CASES) \
	static void name(void *to, int64_t to_step, const void *from, int64_t from_step, \
		int64_t n, cudaDataType stored) \
	{ \
		switch ((int)stored) { \
			TYPES(CASES) \
		} \
	}
#define WORK float
LINE(to_float, FROM_STORED)
LINE(from_float, TO_STORED)
#undef WORK
#define WORK double
LINE(to_double, FROM_STORED)
LINE(from_double, TO_STORED)

static void convert_line(const struct cublas_view *to, const struct cublas_view *from, int64_t j,
	int part, int parts)
{
	cudaDataType to_part = part_of(to->type), from_part = part_of(from->type);
	uint8_t *t = (uint8_t *)to->p + (j * to->step) * (int64_t)cublas_type_bytes(to->type) +
	             part * (int)cublas_type_bytes(to_part);
	const uint8_t *f = (const uint8_t *)from->p +
	                   (j * from->step) * (int64_t)cublas_type_bytes(from->type) +
	                   part * (int)cublas_type_bytes(from_part);
	int64_t t_step = parts * (to->row_step != 0 ? to->row_step : 1);
	int64_t f_step = parts * (from->row_step != 0 ? from->row_step : 1);
	if (to_part == CUDA_R_32F)
		to_float(t, t_step, f, f_step, to->rows, from_part);
	else if (to_part == CUDA_R_64F)
		to_double(t, t_step, f, f_step, to->rows, from_part);
	else if (from_part == CUDA_R_32F)
		from_float(t, t_step, f, f_step, to->rows, to_part);
	else
		from_double(t, t_step, f, f_step, to->rows, to_part);
}

void cublas_convert(const struct cublas_view *to, const struct cublas_view *from)
{
	int parts = cublas_is_complex(to->type) ? 2 : 1;
	for (int64_t j = 0; j < to->columns; j++)
		for (int part = 0; part < parts; part++)
			convert_line(to, from, j, part, parts);
}
