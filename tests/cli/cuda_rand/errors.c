/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What calls refuse. */
#include <curand.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define GIVES(status, call) \
	do { \
		curandStatus_t s_ = (call); \
		if (s_ != CURAND_STATUS_##status) { \
			printf("%d: %s: %d\n", __LINE__, #call, (int)s_); \
			exit(1); \
		} \
	} while (0)

static void handles(void)
{
	curandGenerator_t g;
	unsigned x[8];
	GIVES(TYPE_ERROR, curandCreateGenerator(&g, (curandRngType_t)5));
	GIVES(TYPE_ERROR, curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32));
	GIVES(NOT_INITIALIZED, curandCreateGenerator(NULL, CURAND_RNG_PSEUDO_DEFAULT));
	GIVES(SUCCESS, curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
	GIVES(SUCCESS, curandDestroyGenerator(g));
	GIVES(NOT_INITIALIZED, curandDestroyGenerator(g));
	GIVES(NOT_INITIALIZED, curandGenerate(g, x, 8));
	GIVES(NOT_INITIALIZED, curandGenerate(NULL, x, 8));
	GIVES(NOT_INITIALIZED,
		curandGenerateNormal((curandGenerator_t)(uintptr_t)0x123, NULL, 8, 0, 1));
	GIVES(NOT_INITIALIZED, curandSetStream(NULL, NULL));
	GIVES(NOT_INITIALIZED, curandGenerateSeeds(NULL));
	GIVES(NOT_INITIALIZED, curandSetGeneratorOffset(NULL, 1));
	GIVES(NOT_INITIALIZED, curandGeneratePoisson(NULL, x, 1, 2));
}

static void options(void)
{
	curandGenerator_t p, q, t;
	GIVES(SUCCESS, curandCreateGenerator(&p, CURAND_RNG_PSEUDO_XORWOW));
	GIVES(SUCCESS, curandCreateGeneratorHost(&q, CURAND_RNG_QUASI_DEFAULT));
	GIVES(SUCCESS, curandCreateGeneratorHost(&t, CURAND_RNG_PSEUDO_MT19937));
	GIVES(TYPE_ERROR, curandSetPseudoRandomGeneratorSeed(q, 1));
	GIVES(TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(p, 1));
	GIVES(OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(q, 0));
	GIVES(OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(q, 20001));
	GIVES(TYPE_ERROR, curandSetGeneratorOffset(t, 1));
	GIVES(OUT_OF_RANGE, curandSetGeneratorOrdering(t, CURAND_ORDERING_PSEUDO_SEEDED));
	GIVES(OUT_OF_RANGE, curandSetGeneratorOrdering(p, CURAND_ORDERING_PSEUDO_DYNAMIC));
	GIVES(OUT_OF_RANGE, curandSetGeneratorOrdering(p, CURAND_ORDERING_QUASI_DEFAULT));
	GIVES(OUT_OF_RANGE, curandSetGeneratorOrdering(q, CURAND_ORDERING_PSEUDO_BEST));
	GIVES(SUCCESS, curandDestroyGenerator(p));
	GIVES(SUCCESS, curandDestroyGenerator(q));
	GIVES(SUCCESS, curandDestroyGenerator(t));
}

static void numbers(curandStatus_t (*create)(curandGenerator_t *, curandRngType_t))
{
	curandGenerator_t p, q, w;
	static double x[1000];
	float *f = (float *)x;
	unsigned *u = (unsigned *)x;
	GIVES(SUCCESS, create(&p, CURAND_RNG_PSEUDO_XORWOW));
	GIVES(SUCCESS, create(&q, CURAND_RNG_QUASI_SOBOL32));
	GIVES(SUCCESS, create(&w, CURAND_RNG_QUASI_SOBOL64));
	GIVES(LENGTH_NOT_MULTIPLE, curandGenerateNormal(p, f, 3, 0, 1));
	GIVES(LENGTH_NOT_MULTIPLE, curandGenerateLogNormalDouble(p, x, 3, 0, 1));
	GIVES(SUCCESS, curandSetQuasiRandomGeneratorDimensions(q, 3));
	GIVES(LENGTH_NOT_MULTIPLE, curandGenerateUniform(q, f, 100));
	GIVES(TYPE_ERROR, curandGenerateLongLong(p, (unsigned long long *)x, 4));
	GIVES(TYPE_ERROR, curandGenerate(w, u, 4));
	GIVES(OUT_OF_RANGE, curandGeneratePoisson(p, u, 4, 0));
	GIVES(OUT_OF_RANGE, curandGeneratePoisson(p, u, 4, 400001));
	GIVES(OUT_OF_RANGE, curandGeneratePoisson(p, u, 4, -1));
	GIVES(LAUNCH_FAILURE, curandGenerate(p, (unsigned *)(uintptr_t)0x123456, 4));
	GIVES(LAUNCH_FAILURE, curandGenerate(p, NULL, 4));
	GIVES(LAUNCH_FAILURE, curandGenerateUniformDouble(p, x, SIZE_MAX / 4));
	GIVES(LAUNCH_FAILURE, curandGenerateUniform(p, f, (size_t)1 << 45));
	GIVES(SUCCESS, curandGenerate(p, NULL, 0));
	GIVES(INTERNAL_ERROR, curandGeneratePoissonMethod(p, u, 4, 2, CURAND_M1));
	GIVES(INTERNAL_ERROR, curandGeneratePoissonMethod(p, u, 4, 2, CURAND_M1));
	GIVES(SUCCESS, curandDestroyGenerator(p));
	GIVES(SUCCESS, curandDestroyGenerator(q));
	GIVES(SUCCESS, curandDestroyGenerator(w));
}

static void others(void)
{
	int version;
	curandDirectionVectors32_t *v;
	curandDirectionVectors64_t *w;
	curandDiscreteDistribution_t d;
	GIVES(OUT_OF_RANGE, curandGetVersion(NULL));
	GIVES(SUCCESS, curandGetVersion(&version));
	GIVES(OUT_OF_RANGE, curandGetProperty((libraryPropertyType)7, &version));
	GIVES(OUT_OF_RANGE, curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
	GIVES(OUT_OF_RANGE, curandGetDirectionVectors64(&w, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
	GIVES(OUT_OF_RANGE, curandGetScrambleConstants32(NULL));
	GIVES(NOT_INITIALIZED, curandCreatePoissonDistribution(2, NULL));
	GIVES(OUT_OF_RANGE, curandCreatePoissonDistribution(-2, &d));
	GIVES(SUCCESS, curandCreatePoissonDistribution(2, &d));
	GIVES(SUCCESS, curandDestroyDistribution(d));
	GIVES(NOT_INITIALIZED, curandDestroyDistribution(d));
	GIVES(NOT_INITIALIZED, curandDestroyDistribution(NULL));
}

int main(void)
{
	handles();
	options();
	numbers(curandCreateGenerator);
	numbers(curandCreateGeneratorHost);
	others();
	return 0;
}
