/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Random numbers in kernels: the generators XORWOW, MRG32k3a, Philox4x32-10 and Sobol's, and what cuRAND's
// device functions make of them. The published algorithms; seeds, subsequences and offsets give cuRAND's
// sequences, but for curand_poisson() with lambda from 64 to 4000.
//
//   W. Hörmann, The transformed rejection method for generating Poisson variables, 1993.
#ifndef HSAEMU_CURAND_KERNEL_H
#define HSAEMU_CURAND_KERNEL_H

#include "curand.h"
#define HSAEMU_RANDOM static constexpr HSAEMU_MEMBER
#include "hsaemu_random.h"

// What is left of a pair of normal numbers.
#define HSAEMU_RANDOM_PAIR \
	int boxmuller_flag, boxmuller_flag_double; \
	float boxmuller_extra; \
	double boxmuller_extra_double;
template <class S> HSAEMU_DEVICE void hsaemu_random_start(S *s)
{
	s->boxmuller_flag = s->boxmuller_flag_double = 0;
	s->boxmuller_extra = 0;
	s->boxmuller_extra_double = 0;
}

// ---- XORWOW ----------------------------------------------------------------------------------------

struct curandStateXORWOW {
	unsigned d, v[5];
	HSAEMU_RANDOM_PAIR
};
typedef curandStateXORWOW curandStateXORWOW_t, curandState, curandState_t;

HSAEMU_DEVICE unsigned curand(curandStateXORWOW *s)
{
	hsaemu_xorwow_step(s->v);
	return s->v[4] + (s->d += HSAEMU_XORWOW_WEYL);
}

struct hsaemu_powers { // x to the 2^i
	hsaemu_polynomial of[HSAEMU_XORWOW_SUBSEQUENCE + 64];
	constexpr hsaemu_powers() : of{{{2}}}
	{
		for (int i = 1; i < HSAEMU_XORWOW_SUBSEQUENCE + 64; i++)
			of[i] = hsaemu_polynomial_times(of[i - 1], of[i - 1]);
	}
};
static __constant__ const hsaemu_powers hsaemu_xorwow_powers;

static __device__ __attribute__((noinline, unused)) void hsaemu_xorwow_skip(curandStateXORWOW *s, unsigned long long n, int power)
{
	hsaemu_polynomial p = {{1}};
	for (int i = 0; i < 64; i++)
		if (n >> i & 1)
			p = hsaemu_polynomial_times(p, hsaemu_xorwow_powers.of[power + i]);
	hsaemu_xorwow_jump(s->v, p);
}
HSAEMU_DEVICE void skipahead(unsigned long long n, curandStateXORWOW *s)
{
	if (n != 0)
		hsaemu_xorwow_skip(s, n, 0);
	s->d += HSAEMU_XORWOW_WEYL * (unsigned)n;
}
HSAEMU_DEVICE void skipahead_sequence(unsigned long long n, curandStateXORWOW *s)
{
	if (n != 0)
		hsaemu_xorwow_skip(s, n, HSAEMU_XORWOW_SUBSEQUENCE);
}
HSAEMU_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
	curandStateXORWOW *s)
{
	s->d = hsaemu_xorwow_seed(s->v, seed);
	skipahead_sequence(subsequence, s);
	skipahead(offset, s);
	hsaemu_random_start(s);
}

// ---- MRG32k3a --------------------------------------------------------------------------------------

struct curandStateMRG32k3a {
	unsigned s1[3], s2[3];
	HSAEMU_RANDOM_PAIR
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

HSAEMU_DEVICE double hsaemu_mrg_step(curandStateMRG32k3a *s) { return hsaemu_mrg_step(s->s1, s->s2); }
HSAEMU_DEVICE unsigned curand(curandStateMRG32k3a *s) { return (unsigned)(hsaemu_mrg_step(s) * HSAEMU_MRG_WORD); }

static __device__ __attribute__((noinline, unused)) void hsaemu_mrg_skip_some(curandStateMRG32k3a *s, unsigned long long n, int power)
{
	hsaemu_mrg_jump(s->s1, hsaemu_mrg_steps_1(n, power), HSAEMU_MRG_1);
	hsaemu_mrg_jump(s->s2, hsaemu_mrg_steps_2(n, power), HSAEMU_MRG_2);
}
HSAEMU_DEVICE void hsaemu_mrg_skip(curandStateMRG32k3a *s, unsigned long long n, int power)
{
	if (n != 0)
		hsaemu_mrg_skip_some(s, n, power);
}
HSAEMU_DEVICE void skipahead(unsigned long long n, curandStateMRG32k3a *s) { hsaemu_mrg_skip(s, n, 0); }
HSAEMU_DEVICE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *s) { hsaemu_mrg_skip(s, n, HSAEMU_MRG_SUBSEQUENCE); }
HSAEMU_DEVICE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *s) { hsaemu_mrg_skip(s, n, HSAEMU_MRG_SEQUENCE); }
HSAEMU_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
	curandStateMRG32k3a *s)
{
	hsaemu_mrg_seed(s->s1, s->s2, seed);
	skipahead_subsequence(subsequence, s);
	skipahead(offset, s);
	hsaemu_random_start(s);
}

// ---- Philox4x32-10 ---------------------------------------------------------------------------------

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned STATE; // which of the output is next
	HSAEMU_RANDOM_PAIR
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

HSAEMU_DEVICE uint4 curand_Philox4x32_10(uint4 c, uint2 k)
{
	unsigned w[4] = {c.x, c.y, c.z, c.w};
	hsaemu_philox(w, k.x, k.y);
	return {w[0], w[1], w[2], w[3]};
}
// The counter's lower or upper half, with a carry from the lower.
HSAEMU_DEVICE void hsaemu_philox_count(curandStatePhilox4_32_10 *s, unsigned long long low, unsigned long long high)
{
	unsigned long long a = (unsigned long long)s->ctr.y << 32 | s->ctr.x, b = (unsigned long long)s->ctr.w << 32 | s->ctr.z;
	a += low;
	b += high + (a < low);
	s->ctr = {(unsigned)a, (unsigned)(a >> 32), (unsigned)b, (unsigned)(b >> 32)};
	s->output = curand_Philox4x32_10(s->ctr, s->key);
}
HSAEMU_DEVICE void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s)
{
	unsigned at = s->STATE + (unsigned)(n & 3);
	s->STATE = at & 3;
	hsaemu_philox_count(s, n / 4 + at / 4, 0);
}
HSAEMU_DEVICE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s) { hsaemu_philox_count(s, 0, n); }
HSAEMU_DEVICE void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
	curandStatePhilox4_32_10 *s)
{
	s->ctr = {0, 0, 0, 0};
	s->key = {(unsigned)seed, (unsigned)(seed >> 32)};
	s->STATE = 0;
	skipahead_sequence(subsequence, s);
	skipahead(offset, s);
	hsaemu_random_start(s);
}
HSAEMU_DEVICE unsigned hsaemu_philox_word(const uint4 &v, unsigned i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }
HSAEMU_DEVICE unsigned curand(curandStatePhilox4_32_10 *s)
{
	unsigned r = hsaemu_philox_word(s->output, s->STATE);
	if (++s->STATE == 4) {
		s->STATE = 0;
		hsaemu_philox_count(s, 1, 0);
	}
	return r;
}
HSAEMU_DEVICE uint4 curand4(curandStatePhilox4_32_10 *s)
{
	uint4 now = s->output;
	hsaemu_philox_count(s, 1, 0);
	unsigned r[4], at = s->STATE;
	for (unsigned i = 0; i < 4; i++)
		r[i] = at + i < 4 ? hsaemu_philox_word(now, at + i) : hsaemu_philox_word(s->output, at + i - 4);
	return {r[0], r[1], r[2], r[3]};
}

// ---- Sobol's sequences, also scrambled -----------------------------------------------------------------

template <class W, int bits> struct hsaemu_sobol {
	W i, x, c, direction_vectors[bits];
};
struct curandStateSobol32 : hsaemu_sobol<unsigned, 32> {};
struct curandStateScrambledSobol32 : hsaemu_sobol<unsigned, 32> {};
struct curandStateSobol64 : hsaemu_sobol<unsigned long long, 64> {};
struct curandStateScrambledSobol64 : hsaemu_sobol<unsigned long long, 64> {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

template <class W, int bits> HSAEMU_DEVICE void hsaemu_sobol_skip(hsaemu_sobol<W, bits> *s, W n)
{
	s->i += n;
	W gray = s->i ^ s->i >> 1;
	s->x = s->c;
	for (int k = 0; k < bits; k++)
		s->x ^= gray >> k & 1 ? s->direction_vectors[k] : 0;
}
template <class W, int bits> HSAEMU_DEVICE W hsaemu_sobol_next(hsaemu_sobol<W, bits> *s)
{
	W r = s->x;
	int k = __ffsll((long long)~s->i) - 1;
	s->x ^= s->direction_vectors[k < bits ? k : bits - 1];
	s->i++;
	return r;
}
template <class W, int bits> HSAEMU_DEVICE void hsaemu_sobol_start(hsaemu_sobol<W, bits> *s, const W *vectors, W c, W offset)
{
	for (int k = 0; k < bits; k++)
		s->direction_vectors[k] = vectors[k];
	s->i = 0;
	s->c = c;
	hsaemu_sobol_skip(s, offset);
}
#define HSAEMU_SOBOL(S, W, init, c) \
	HSAEMU_DEVICE void curand_init init { hsaemu_sobol_start(s, (const W *)vectors, (W)c, (W)offset); } \
	HSAEMU_DEVICE void skipahead(W n, S *s) { hsaemu_sobol_skip(s, n); } \
	HSAEMU_DEVICE W curand(S *s) { return hsaemu_sobol_next(s); }
HSAEMU_SOBOL(curandStateSobol32, unsigned, (curandDirectionVectors32_t vectors, unsigned offset, curandStateSobol32 *s), 0)
HSAEMU_SOBOL(curandStateSobol64, unsigned long long, (curandDirectionVectors64_t vectors, unsigned long long offset, curandStateSobol64 *s), 0)
HSAEMU_SOBOL(curandStateScrambledSobol32, unsigned, (curandDirectionVectors32_t vectors, unsigned c, unsigned offset, curandStateScrambledSobol32 *s), c)
HSAEMU_SOBOL(curandStateScrambledSobol64, unsigned long long, (curandDirectionVectors64_t vectors, unsigned long long c, unsigned long long offset, curandStateScrambledSobol64 *s), c)
#undef HSAEMU_SOBOL

// ---- numbers above 0 up to 1 ---------------------------------------------------------------------------

HSAEMU_DEVICE float curand_uniform(curandStateXORWOW *s) { return hsaemu_unit(curand(s)); }
HSAEMU_DEVICE double curand_uniform_double(curandStateXORWOW *s)
{
	unsigned x = curand(s), y = curand(s);
	return hsaemu_unit_double_of(x, y);
}
HSAEMU_DEVICE float curand_uniform(curandStateMRG32k3a *s) { return (float)(hsaemu_mrg_step(s) * (1.0 / HSAEMU_MRG_1)); }
HSAEMU_DEVICE double curand_uniform_double(curandStateMRG32k3a *s) { return hsaemu_mrg_step(s) * (1.0 / HSAEMU_MRG_1); }
HSAEMU_DEVICE float curand_uniform(curandStatePhilox4_32_10 *s) { return hsaemu_unit(curand(s)); }
HSAEMU_DEVICE double curand_uniform_double(curandStatePhilox4_32_10 *s) { return hsaemu_unit_double(curand(s)); }
HSAEMU_DEVICE float4 curand_uniform4(curandStatePhilox4_32_10 *s)
{
	uint4 x = curand4(s);
	return {hsaemu_unit(x.x), hsaemu_unit(x.y), hsaemu_unit(x.z), hsaemu_unit(x.w)};
}
HSAEMU_DEVICE double2 curand_uniform2_double(curandStatePhilox4_32_10 *s)
{
	uint4 x = curand4(s);
	return {hsaemu_unit_double_of(x.x, x.y), hsaemu_unit_double_of(x.z, x.w)};
}
HSAEMU_DEVICE double4 curand_uniform4_double(curandStatePhilox4_32_10 *s)
{
	double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
	return {a.x, a.y, b.x, b.y};
}
#define HSAEMU_SOBOL(S, shift, factor) \
	HSAEMU_DEVICE float curand_uniform(S *s) { return hsaemu_unit((unsigned)(curand(s) >> shift)); } \
	HSAEMU_DEVICE double curand_uniform_double(S *s) { return (double)(curand(s) >> (shift ? 11 : 0)) * factor + factor / (shift ? 2 : 1); }
HSAEMU_SOBOL(curandStateSobol32, 0, 0x1p-32)
HSAEMU_SOBOL(curandStateScrambledSobol32, 0, 0x1p-32)
HSAEMU_SOBOL(curandStateSobol64, 32, 0x1p-53)
HSAEMU_SOBOL(curandStateScrambledSobol64, 32, 0x1p-53)
#undef HSAEMU_SOBOL

// ---- normal and log-normal numbers ---------------------------------------------------------------------

// Box's and Muller's pair.
HSAEMU_DEVICE float2 hsaemu_normal_pair(float u, float v)
{
	float r = ::sqrtf(-2.0f * ::logf(u)), s, c;
	__sincosf(v, &s, &c);
	return {r * s, r * c};
}
HSAEMU_DEVICE float2 hsaemu_normal_pair(unsigned x, unsigned y)
{
	return hsaemu_normal_pair(hsaemu_unit(x), __builtin_fmaf((float)y, 0x1.921fb6p-30f, 0x1.921fb6p-31f));
}
static __device__ __attribute__((noinline, unused)) double2 hsaemu_normal_pair(double u, double v) // v in half turns
{
	double r = ::sqrt(-2.0 * ::log(u)), s, c;
	::sincospi(v, &s, &c);
	return {r * s, r * c};
}
HSAEMU_DEVICE double2 hsaemu_normal_pair(unsigned x0, unsigned x1, unsigned y0, unsigned y1)
{
	return hsaemu_normal_pair(hsaemu_unit_double_of(x0, x1), 2 * hsaemu_unit_double_of(y0, y1));
}
template <class S> HSAEMU_DEVICE float2 curand_normal2(S *s)
{
	unsigned x = curand(s), y = curand(s);
	return hsaemu_normal_pair(x, y);
}
HSAEMU_DEVICE float2 curand_normal2(curandStateMRG32k3a *s)
{
	float u = curand_uniform(s), v = curand_uniform(s) * 6.2831853f;
	return hsaemu_normal_pair(u, v);
}
template <class S> HSAEMU_DEVICE double2 curand_normal2_double(S *s)
{
	unsigned x0 = curand(s), x1 = curand(s), y0 = curand(s), y1 = curand(s);
	return hsaemu_normal_pair(x0, x1, y0, y1);
}
HSAEMU_DEVICE double2 curand_normal2_double(curandStateMRG32k3a *s)
{
	double u = curand_uniform_double(s), v = 2 * curand_uniform_double(s);
	return hsaemu_normal_pair(u, v);
}
HSAEMU_DEVICE double2 curand_normal2_double(curandStatePhilox4_32_10 *s)
{
	uint4 x = curand4(s);
	return hsaemu_normal_pair(x.x, x.y, x.z, x.w);
}
// Numbers come in pairs; the second is kept for who asks for the same next.
enum hsaemu_kept { HSAEMU_KEPT_NORMAL = 1, HSAEMU_KEPT_LOG_NORMAL };
#define HSAEMU_FROM_PAIR(flag, extra, kept, pair, of) \
	if (s->flag == kept) { \
		s->flag = 0; \
		return s->extra; \
	} \
	auto v = pair(s); \
	s->flag = kept; \
	s->extra = of(v.y); \
	return of(v.x)
#define HSAEMU_NORMAL(S) \
	HSAEMU_DEVICE float curand_normal(S *s) { HSAEMU_FROM_PAIR(boxmuller_flag, boxmuller_extra, HSAEMU_KEPT_NORMAL, curand_normal2, ); } \
	HSAEMU_DEVICE double curand_normal_double(S *s) { HSAEMU_FROM_PAIR(boxmuller_flag_double, boxmuller_extra_double, HSAEMU_KEPT_NORMAL, curand_normal2_double, ); } \
	HSAEMU_DEVICE float curand_log_normal(S *s, float mean, float deviation) \
	{ \
		auto of = [=](float x) { return ::expf(mean + deviation * x); }; \
		HSAEMU_FROM_PAIR(boxmuller_flag, boxmuller_extra, HSAEMU_KEPT_LOG_NORMAL, curand_normal2, of); \
	} \
	HSAEMU_DEVICE double curand_log_normal_double(S *s, double mean, double deviation) \
	{ \
		auto of = [=](double x) { return ::exp(mean + deviation * x); }; \
		HSAEMU_FROM_PAIR(boxmuller_flag_double, boxmuller_extra_double, HSAEMU_KEPT_LOG_NORMAL, curand_normal2_double, of); \
	} \
	HSAEMU_DEVICE float2 curand_log_normal2(S *s, float mean, float deviation) \
	{ \
		float2 v = curand_normal2(s); \
		return {::expf(mean + deviation * v.x), ::expf(mean + deviation * v.y)}; \
	} \
	HSAEMU_DEVICE double2 curand_log_normal2_double(S *s, double mean, double deviation) \
	{ \
		double2 v = curand_normal2_double(s); \
		return {::exp(mean + deviation * v.x), ::exp(mean + deviation * v.y)}; \
	}
HSAEMU_NORMAL(curandStateXORWOW)
HSAEMU_NORMAL(curandStateMRG32k3a)
HSAEMU_NORMAL(curandStatePhilox4_32_10)
#undef HSAEMU_NORMAL
#undef HSAEMU_FROM_PAIR
// One number each, by the inverse.
#define HSAEMU_NORMAL(S) \
	HSAEMU_DEVICE float curand_normal(S *s) { return (float)(-1.41421356237309504880 * ::erfcinv(2.0 * curand_uniform(s))); } \
	HSAEMU_DEVICE double curand_normal_double(S *s) { return -1.41421356237309504880 * ::erfcinv(2 * curand_uniform_double(s)); } \
	HSAEMU_DEVICE float curand_log_normal(S *s, float mean, float deviation) { return ::expf(mean + deviation * curand_normal(s)); } \
	HSAEMU_DEVICE double curand_log_normal_double(S *s, double mean, double deviation) { return ::exp(mean + deviation * curand_normal_double(s)); }
HSAEMU_NORMAL(curandStateSobol32)
HSAEMU_NORMAL(curandStateScrambledSobol32)
HSAEMU_NORMAL(curandStateSobol64)
HSAEMU_NORMAL(curandStateScrambledSobol64)
#undef HSAEMU_NORMAL
HSAEMU_DEVICE float4 curand_normal4(curandStatePhilox4_32_10 *s)
{
	uint4 x = curand4(s);
	float2 a = hsaemu_normal_pair(x.x, x.y), b = hsaemu_normal_pair(x.z, x.w);
	return {a.x, a.y, b.x, b.y};
}
HSAEMU_DEVICE double4 curand_normal4_double(curandStatePhilox4_32_10 *s)
{
	double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
	return {a.x, a.y, b.x, b.y};
}
HSAEMU_DEVICE float4 curand_log_normal4(curandStatePhilox4_32_10 *s, float mean, float deviation)
{
	float4 v = curand_normal4(s);
	return {::expf(mean + deviation * v.x), ::expf(mean + deviation * v.y), ::expf(mean + deviation * v.z), ::expf(mean + deviation * v.w)};
}
HSAEMU_DEVICE double4 curand_log_normal4_double(curandStatePhilox4_32_10 *s, double mean, double deviation)
{
	double4 v = curand_normal4_double(s);
	return {::exp(mean + deviation * v.x), ::exp(mean + deviation * v.y), ::exp(mean + deviation * v.z), ::exp(mean + deviation * v.w)};
}

// ---- Poisson's distribution ------------------------------------------------------------------------------

// Hörmann's rejection, good from lambda 10 on.
template <class S> __device__ __attribute__((noinline)) unsigned hsaemu_poisson_rejection(S *s, double lambda)
{
	double root = ::sqrt(lambda), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
	double alpha = 1.1239 + 1.1328 / (b - 3.4), v_r = 0.9277 - 3.6224 / (b - 2), k;
	for (;;) {
		double u = curand_uniform_double(s) - 0.5, v = curand_uniform_double(s), us = 0.5 - ::fabs(u);
		k = ::floor((2 * a / us + b) * u + lambda + 0.43);
		if (us >= 0.07 && v <= v_r)
			break;
		if (k < 0 || (us < 0.013 && v > us))
			continue;
		if (::log(v * alpha / (a / (us * us) + b)) <= k * ::log(lambda) - lambda - ::lgamma(k + 1))
			break;
	}
	return (unsigned)k;
}
template <class S> HSAEMU_DEVICE unsigned curand_poisson(S *s, double lambda)
{
	if (lambda < 64) { // Knuth's product
		unsigned k = 0;
		float p = ::expf((float)lambda);
		do {
			k++;
			p *= curand_uniform(s);
		} while (p > 1);
		return k - 1;
	}
	if (lambda > 4000)
		return (unsigned)(::sqrt(lambda) * curand_normal_double(s) + lambda + 0.5);
	return hsaemu_poisson_rejection(s, lambda);
}
HSAEMU_DEVICE uint4 curand_poisson4(curandStatePhilox4_32_10 *s, double lambda)
{
	unsigned r[4];
	for (int i = 0; i < 4; i++)
		r[i] = curand_poisson(s, lambda);
	return {r[0], r[1], r[2], r[3]};
}

// ---- discrete distributions ------------------------------------------------------------------------------

// One of a histogram's columns, all of which are as high: below or above what parts it.
HSAEMU_DEVICE unsigned hsaemu_column(double u, const curandDistributionM2Shift_st *m)
{
	unsigned j = (unsigned)(u * m->length);
	j = j < m->length ? j : m->length - 1;
	return m->shift + (u < m->histogram->V[j] ? j : m->histogram->K[j]);
}
template <class S> HSAEMU_DEVICE unsigned curand_discrete(S *s, curandDiscreteDistribution_t d)
{
	if (d->method == CURAND_M2)
		return hsaemu_column(curand_uniform_double(s), d->M2);
	return (unsigned)(d->stddev * curand_normal_double(s) + d->mean + 0.5);
}
HSAEMU_DEVICE uint4 curand_discrete4(curandStatePhilox4_32_10 *s, curandDiscreteDistribution_t d)
{
	unsigned r[4];
	for (int i = 0; i < 4; i++)
		r[i] = curand_discrete(s, d);
	return {r[0], r[1], r[2], r[3]};
}

#endif
