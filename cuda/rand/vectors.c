/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Direction vectors of Sobol's sequences. The primitive polynomials and first numbers are those of
 * S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, 2008
 * (new-joe-kuo-6.21201): joe_kuo.txt, whose terms are in joe_kuo.license. */
#include <stdlib.h>
#include "rand_impl.h"

__asm__(".section .rodata\n"
	"curand_joe_kuo:\n"
	".incbin \"" JOE_KUO "\"\n"
	".previous\n");
extern const char curand_joe_kuo[] __attribute__((visibility("hidden")));

/* ---- the file -------------------------------------------------------------------------------- */

/* A character, from 0 on, has six bits, the most significant ones first; a line has 96. */
enum { CHARACTER_BITS = 6, LINE = 96 };

static unsigned bits_at(unsigned bit, unsigned count)
{
	unsigned r = 0;
	for (; count-- > 0; bit++) {
		unsigned c = bit / CHARACTER_BITS;
		unsigned six = (unsigned)curand_joe_kuo[c + c / LINE] - '0';
		r = r << 1 | (six >> (CHARACTER_BITS - 1 - bit % CHARACTER_BITS) & 1);
	}
	return r;
}

/* A dimension's polynomial, without its first and last term, and then its numbers from the second
 * on, without their last bit, which is set. */
static unsigned dimension_bits(unsigned degree)
{
	return degree - 1 + degree * (degree - 1) / 2;
}

/* Returns the degree of a dimension's polynomial, and where its bits are. All of a degree come
 * before those of the next. */
static unsigned find(unsigned dimension, unsigned *bit)
{
	static const unsigned short polynomials[] = {
		1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630, 756, 1800, 2048, 7710, 7776};
	unsigned degree = 1, before = 1;
	*bit = 0;
	for (; dimension - before >= polynomials[degree - 1]; degree++) {
		*bit += polynomials[degree - 1] * dimension_bits(degree);
		before += polynomials[degree - 1];
	}
	*bit += (dimension - before) * dimension_bits(degree);
	return degree;
}

/* ---- vectors --------------------------------------------------------------------------------- */

enum { BITS = 64 };

static void recur(unsigned dimension, unsigned long long *v)
{
	unsigned bit, degree = find(dimension, &bit), polynomial = bits_at(bit, degree - 1);
	bit += degree - 1;
	v[0] = 1ull << (BITS - 1);
	for (unsigned k = 1; k < degree; bit += k, k++)
		v[k] = (bits_at(bit, k) << 1 | 1ull) << (BITS - 1 - k);
	for (unsigned k = degree; k < BITS; k++) {
		v[k] = v[k - degree] ^ v[k - degree] >> degree;
		for (unsigned i = 1; i < degree; i++)
			v[k] ^= polynomial >> (degree - 1 - i) & 1 ? v[k - i] : 0;
	}
}

/* A word for each number: S. Vigna's splitmix64. */
static unsigned long long mixed(unsigned long long x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* Each bit gets random ones of those above added, the same for all vectors of a dimension:
 * J. Matousek, On the L2-discrepancy for anchored boxes, 1998. */
static void scramble(unsigned dimension, unsigned long long *v)
{
	unsigned long long rows[BITS];
	for (unsigned i = 0; i < BITS; i++) {
		unsigned long long own = 1ull << (BITS - 1 - i);
		rows[i] = (mixed(dimension * 128ull + 1 + i) & ~(own | (own - 1))) | own;
	}
	for (unsigned k = 0; k < BITS; k++) {
		unsigned long long r = 0;
		for (unsigned i = 0; i < BITS; i++)
			r = r << 1 | (unsigned)__builtin_parityll(rows[i] & v[k]);
		v[k] = r;
	}
}

void curand_vectors64(unsigned dimension, bool is_scrambled, unsigned long long *v)
{
	if (dimension == 0)
		for (unsigned k = 0; k < BITS; k++)
			v[k] = 1ull << (BITS - 1 - k);
	else
		recur(dimension, v);
	if (is_scrambled)
		scramble(dimension, v);
}

/* The first half of the vectors has no bits in the lower half of the words. */
void curand_vectors32(unsigned dimension, bool is_scrambled, unsigned *v)
{
	unsigned long long wide[BITS];
	curand_vectors64(dimension, is_scrambled, wide);
	for (unsigned k = 0; k < BITS / 2; k++)
		v[k] = (unsigned)(wide[k] >> 32);
}

unsigned long long curand_scramble(unsigned dimension, unsigned bits)
{
	return mixed(dimension * 128ull) >> (BITS - bits);
}

/* ---- for programs, which have them in kernels ------------------------------------------------ */

static pthread_mutex_t tables_lock = PTHREAD_MUTEX_INITIALIZER;
static void *tables[2][2]; /* of 32 bits, of 64; scrambled */
static void *constants[2];

static void make_tables(unsigned is_wide, bool is_scrambled, void *table)
{
	for (unsigned d = 0; d < CURAND_DIMENSIONS; d++)
		if (is_wide)
			curand_vectors64(d, is_scrambled, ((curandDirectionVectors64_t *)table)[d]);
		else
			curand_vectors32(d, is_scrambled, ((curandDirectionVectors32_t *)table)[d]);
}

static void *get(unsigned is_wide, bool is_scrambled)
{
	void **table = &tables[is_wide][is_scrambled];
	pthread_mutex_lock(&tables_lock);
	if (*table == NULL) {
		*table = mem_try_new(CURAND_DIMENSIONS,
			is_wide ? sizeof(curandDirectionVectors64_t)
				: sizeof(curandDirectionVectors32_t));
		if (*table != NULL)
			make_tables(is_wide, is_scrambled, *table);
	}
	pthread_mutex_unlock(&tables_lock);
	return *table;
}

curandStatus_t CURANDAPI curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
	curandDirectionVectorSet_t set)
{
	if (vectors == NULL || (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 &&
				       set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
		return CURAND_STATUS_OUT_OF_RANGE;
	*vectors = get(0, set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
	return *vectors != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

curandStatus_t CURANDAPI curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
	curandDirectionVectorSet_t set)
{
	if (vectors == NULL || (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 &&
				       set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
		return CURAND_STATUS_OUT_OF_RANGE;
	*vectors = get(1, set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
	return *vectors != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

static void *get_constants(unsigned is_wide)
{
	void **table = &constants[is_wide];
	pthread_mutex_lock(&tables_lock);
	if (*table == NULL)
		*table = mem_try_new(CURAND_DIMENSIONS,
			is_wide ? sizeof(uint64_t) : sizeof(uint32_t));
	for (unsigned d = 0; d < CURAND_DIMENSIONS && *table != NULL; d++)
		if (is_wide)
			((uint64_t *)*table)[d] = curand_scramble(d, 64);
		else
			((uint32_t *)*table)[d] = (uint32_t)curand_scramble(d, 32);
	pthread_mutex_unlock(&tables_lock);
	return *table;
}

curandStatus_t CURANDAPI curandGetScrambleConstants32(unsigned **result)
{
	if (result == NULL)
		return CURAND_STATUS_OUT_OF_RANGE;
	*result = get_constants(0);
	return *result != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

curandStatus_t CURANDAPI curandGetScrambleConstants64(unsigned long long **result)
{
	if (result == NULL)
		return CURAND_STATUS_OUT_OF_RANGE;
	*result = get_constants(1);
	return *result != NULL ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
