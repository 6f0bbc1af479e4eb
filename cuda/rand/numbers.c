/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What numbers are made of words: a table for each way, with a loop for each kind. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>
#include "rand_impl.h"

size_t curand_number_bytes(const struct curand_request *r)
{
	switch (r->kind) {
	case CURAND_LONG_WORDS:
	case CURAND_UNIFORM_DOUBLE:
	case CURAND_NORMAL_DOUBLE:
		return sizeof(double);
	case CURAND_WORDS:
	case CURAND_UNIFORM:
	case CURAND_NORMAL:
	case CURAND_POISSON_NUMBERS:
	case CURAND_KIND_COUNT:
		break;
	}
	return sizeof(float);
}

static float scaled(const struct curand_request *r, float x)
{
	float y = (float)r->mean + (float)r->deviation * x;
	return r->is_logarithm ? expf(y) : y;
}
static double scaled_double(const struct curand_request *r, double x)
{
	double y = r->mean + r->deviation * x;
	return r->is_logarithm ? exp(y) : y;
}

/* A loop over units: T of the word's type W, x and y are the first words, w is at them. */
#define EACH(name, W, T, body) \
	static void name(const struct curand_request *r, const void *words, size_t n, \
		size_t stride, void *out) \
	{ \
		const W *w = words; \
		T *o = out; \
		(void)r, (void)stride; \
		for (size_t i = 0; i < n; i++, w++) { \
			body; \
		} \
	}

/* ---- pairs of Box and Muller ----------------------------------------------------------------- */

static void pair(const struct curand_request *r, float u, float angle, float *o)
{
	float length = sqrtf(-2.0f * logf(u)), s, c;
	sincosf(angle, &s, &c);
	o[0] = scaled(r, length * s);
	o[1] = scaled(r, length * c);
}
static void pair_double(const struct curand_request *r, double u, double half_turns, double *o)
{
	double length = sqrt(-2.0 * log(u)), s, c;
	sincos(half_turns * M_PI, &s, &c);
	o[0] = scaled_double(r, length * s);
	o[1] = scaled_double(r, length * c);
}
static float angle_of(unsigned y)
{
	return (float)((double)(float)y * 0x1.921fb6p-30 + 0x1.921fb6p-31);
}

EACH(word, uint32_t, uint32_t, o[i] = *w)
EACH(uniform, uint32_t, float, o[i] = hsaemu_unit(*w))
EACH(pair_uniform_double, uint32_t, double, o[i] = hsaemu_unit_double_of(w[0], w[stride]))
EACH(pair_normal, uint32_t, float, pair(r, hsaemu_unit(w[0]), angle_of(w[stride]), &o[2 * i]))
EACH(pair_normal_double, uint32_t, double,
	pair_double(r, hsaemu_unit_double_of(w[0], w[stride]),
		2 * hsaemu_unit_double_of(w[2 * stride], w[3 * stride]), &o[2 * i]))
EACH(pair_poisson, uint32_t, uint32_t,
	o[i] = curand_poisson_of(r->poisson, hsaemu_unit_double_of(w[0], w[stride])))

const struct curand_maker curand_of_pairs[CURAND_KIND_COUNT] = {
	[CURAND_WORDS] = {1, 1, word},
	[CURAND_UNIFORM] = {1, 1, uniform},
	[CURAND_UNIFORM_DOUBLE] = {2, 1, pair_uniform_double},
	[CURAND_NORMAL] = {2, 2, pair_normal},
	[CURAND_NORMAL_DOUBLE] = {4, 2, pair_normal_double},
	[CURAND_POISSON_NUMBERS] = {2, 1, pair_poisson},
};

/* ---- MRG32k3a's numbers, from 1 to a modulus ------------------------------------------------- */

static double mrg_unit(uint32_t z)
{
	return z * (1.0 / HSAEMU_MRG_1);
}
EACH(mrg_word, uint32_t, uint32_t, o[i] = (uint32_t)(*w * HSAEMU_MRG_WORD))
EACH(mrg_uniform, uint32_t, float, o[i] = (float)mrg_unit(*w))
EACH(mrg_uniform_double, uint32_t, double, o[i] = mrg_unit(*w))
EACH(mrg_normal, uint32_t, float,
	pair(r, (float)mrg_unit(w[0]), (float)mrg_unit(w[stride]) * 6.2831853f, &o[2 * i]))
EACH(mrg_normal_double, uint32_t, double,
	pair_double(r, mrg_unit(w[0]), 2 * mrg_unit(w[stride]), &o[2 * i]))
EACH(mrg_poisson, uint32_t, uint32_t, o[i] = curand_poisson_of(r->poisson, mrg_unit(*w)))

const struct curand_maker curand_of_mrg[CURAND_KIND_COUNT] = {
	[CURAND_WORDS] = {1, 1, mrg_word},
	[CURAND_UNIFORM] = {1, 1, mrg_uniform},
	[CURAND_UNIFORM_DOUBLE] = {1, 1, mrg_uniform_double},
	[CURAND_NORMAL] = {2, 2, mrg_normal},
	[CURAND_NORMAL_DOUBLE] = {2, 2, mrg_normal_double},
	[CURAND_POISSON_NUMBERS] = {1, 1, mrg_poisson},
};

/* ---- the inverse of the normal distribution, of one word each -------------------------------- */

/* The upper half mirrors the lower one, so that no word is infinity. */
static double normal_of(uint32_t x)
{
	double y = curand_normal_of((x >> 31 ? ~x : x) * 0x1p-32 + 0x1p-33);
	return x >> 31 ? -y : y;
}
EACH(middle_uniform, uint32_t, float, o[i] = (float)(*w * 0x1p-32 + 0x1p-33))
EACH(middle_uniform_double, uint32_t, double, o[i] = *w * 0x1p-32 + 0x1p-33)
EACH(uniform_double, uint32_t, double, o[i] = hsaemu_unit_double(*w))
EACH(normal, uint32_t, float, o[i] = scaled(r, (float)normal_of(*w)))
EACH(normal_double, uint32_t, double, o[i] = scaled_double(r, normal_of(*w)))
EACH(poisson, uint32_t, uint32_t, o[i] = curand_poisson_of(r->poisson, *w * 0x1p-32 + 0x1p-33))

const struct curand_maker curand_of_words[CURAND_KIND_COUNT] = {
	[CURAND_WORDS] = {1, 1, word},
	[CURAND_UNIFORM] = {1, 1, middle_uniform},
	[CURAND_UNIFORM_DOUBLE] = {1, 1, middle_uniform_double},
	[CURAND_NORMAL] = {1, 1, normal},
	[CURAND_NORMAL_DOUBLE] = {1, 1, normal_double},
	[CURAND_POISSON_NUMBERS] = {1, 1, poisson},
};
const struct curand_maker curand_of_sobol[CURAND_KIND_COUNT] = {
	[CURAND_WORDS] = {1, 1, word},
	[CURAND_UNIFORM] = {1, 1, uniform},
	[CURAND_UNIFORM_DOUBLE] = {1, 1, uniform_double},
	[CURAND_NORMAL] = {1, 1, normal},
	[CURAND_NORMAL_DOUBLE] = {1, 1, normal_double},
	[CURAND_POISSON_NUMBERS] = {1, 1, poisson},
};

static double long_unit(uint64_t x)
{
	return (double)(x >> 11) * 0x1p-53 + 0x1p-54;
}
static double long_normal_of(uint64_t x)
{
	double y = curand_normal_of(long_unit(x >> 63 ? ~x : x));
	return x >> 63 ? -y : y;
}
EACH(long_word, uint64_t, uint64_t, o[i] = *w)
EACH(long_uniform, uint64_t, float, o[i] = hsaemu_unit((uint32_t)(*w >> 32)))
EACH(long_uniform_double, uint64_t, double, o[i] = long_unit(*w))
EACH(long_normal, uint64_t, float, o[i] = scaled(r, (float)normal_of((uint32_t)(*w >> 32))))
EACH(long_normal_double, uint64_t, double, o[i] = scaled_double(r, long_normal_of(*w)))
EACH(long_poisson, uint64_t, uint32_t, o[i] = curand_poisson_of(r->poisson, long_unit(*w)))

const struct curand_maker curand_of_long_words[CURAND_KIND_COUNT] = {
	[CURAND_LONG_WORDS] = {1, 1, long_word},
	[CURAND_UNIFORM] = {1, 1, long_uniform},
	[CURAND_UNIFORM_DOUBLE] = {1, 1, long_uniform_double},
	[CURAND_NORMAL] = {1, 1, long_normal},
	[CURAND_NORMAL_DOUBLE] = {1, 1, long_normal_double},
	[CURAND_POISSON_NUMBERS] = {1, 1, long_poisson},
};
