/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's host interface, in C and C++. */
#ifndef HSAEMU_CURAND_H
#define HSAEMU_CURAND_H
#define CURAND_H_
#ifndef CURANDAPI
#define CURANDAPI
#endif

#include "cuda_runtime_api.h"
#include "library_types.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 3
#define CURAND_VER_PATCH 10
#define CURAND_VER_BUILD 19
#define CURAND_VERSION (CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)

enum curandStatus {
	CURAND_STATUS_SUCCESS = 0,
	CURAND_STATUS_VERSION_MISMATCH = 100,
	CURAND_STATUS_NOT_INITIALIZED = 101,
	CURAND_STATUS_ALLOCATION_FAILED = 102,
	CURAND_STATUS_TYPE_ERROR = 103,
	CURAND_STATUS_OUT_OF_RANGE = 104,
	CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
	CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
	CURAND_STATUS_LAUNCH_FAILURE = 201,
	CURAND_STATUS_PREEXISTING_FAILURE = 202,
	CURAND_STATUS_INITIALIZATION_FAILED = 203,
	CURAND_STATUS_ARCH_MISMATCH = 204,
	CURAND_STATUS_INTERNAL_ERROR = 999
};
typedef enum curandStatus curandStatus_t;
enum curandRngType {
	CURAND_RNG_TEST = 0,
	CURAND_RNG_PSEUDO_DEFAULT = 100,
	CURAND_RNG_PSEUDO_XORWOW = 101,
	CURAND_RNG_PSEUDO_MRG32K3A = 121,
	CURAND_RNG_PSEUDO_MTGP32 = 141,
	CURAND_RNG_PSEUDO_MT19937 = 142,
	CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
	CURAND_RNG_QUASI_DEFAULT = 200,
	CURAND_RNG_QUASI_SOBOL32 = 201,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
	CURAND_RNG_QUASI_SOBOL64 = 203,
	CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
};
typedef enum curandRngType curandRngType_t;
enum curandOrdering {
	CURAND_ORDERING_PSEUDO_BEST = 100,
	CURAND_ORDERING_PSEUDO_DEFAULT = 101,
	CURAND_ORDERING_PSEUDO_SEEDED = 102,
	CURAND_ORDERING_PSEUDO_LEGACY = 103,
	CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
	CURAND_ORDERING_QUASI_DEFAULT = 201
};
typedef enum curandOrdering curandOrdering_t;
enum curandDirectionVectorSet {
	CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
	CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
	CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
};
typedef enum curandDirectionVectorSet curandDirectionVectorSet_t;
typedef unsigned curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandGenerator_st *curandGenerator_t;

enum curandMethod {
	CURAND_CHOOSE_BEST = 0,
	CURAND_ITR = 1,
	CURAND_KNUTH = 2,
	CURAND_HITR = 3,
	CURAND_M1 = 4,
	CURAND_M2 = 5,
	CURAND_BINARY_SEARCH = 6,
	CURAND_DISCRETE_GAUSS = 7,
	CURAND_REJECTION = 8,
	CURAND_DEVICE_API = 9,
	CURAND_FAST_REJECTION = 10,
	CURAND_3RD = 11,
	CURAND_DEFINITION = 12,
	CURAND_POISSON = 13
};
typedef enum curandMethod curandMethod_t;
typedef double curandDistribution_st, curandHistogramM2V_st;
typedef unsigned curandHistogramM2K_st;
typedef double *curandDistribution_t, *curandHistogramM2V_t;
typedef unsigned *curandHistogramM2K_t;
typedef struct curandDistributionShift_st *curandDistributionShift_t;
typedef struct curandHistogramM2_st *curandHistogramM2_t;
typedef struct curandDistributionM2Shift_st *curandDistributionM2Shift_t;
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;
struct curandDistributionShift_st {
	curandDistribution_t probability, host_probability;
	unsigned shift, length, host_gen;
};
struct curandHistogramM2_st {
	curandHistogramM2V_t V, host_V;
	curandHistogramM2K_t K, host_K;
	unsigned host_gen;
};
struct curandDistributionM2Shift_st {
	curandHistogramM2_t histogram, host_histogram;
	unsigned shift, length, host_gen;
};
struct curandDiscreteDistribution_st {
	curandDiscreteDistribution_t self_host_ptr;
	curandDistributionM2Shift_t M2, host_M2;
	double stddev, mean;
	curandMethod_t method;
	unsigned host_gen;
};

#ifdef __cplusplus
extern "C" {
#endif
curandStatus_t CURANDAPI curandCreateGenerator(curandGenerator_t *, curandRngType_t);
curandStatus_t CURANDAPI curandCreateGeneratorHost(curandGenerator_t *, curandRngType_t);
curandStatus_t CURANDAPI curandDestroyGenerator(curandGenerator_t);
curandStatus_t CURANDAPI curandGetVersion(int *);
curandStatus_t CURANDAPI curandGetProperty(libraryPropertyType, int *);
curandStatus_t CURANDAPI curandSetStream(curandGenerator_t, cudaStream_t);
curandStatus_t CURANDAPI curandSetPseudoRandomGeneratorSeed(curandGenerator_t, unsigned long long);
curandStatus_t CURANDAPI curandSetGeneratorOffset(curandGenerator_t, unsigned long long);
curandStatus_t CURANDAPI curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t);
curandStatus_t CURANDAPI curandSetQuasiRandomGeneratorDimensions(curandGenerator_t, unsigned);
curandStatus_t CURANDAPI curandGenerateSeeds(curandGenerator_t);
curandStatus_t CURANDAPI curandGenerate(curandGenerator_t, unsigned *, size_t);
curandStatus_t CURANDAPI curandGenerateLongLong(curandGenerator_t, unsigned long long *, size_t);
curandStatus_t CURANDAPI curandGenerateUniform(curandGenerator_t, float *, size_t);
curandStatus_t CURANDAPI curandGenerateUniformDouble(curandGenerator_t, double *, size_t);
curandStatus_t CURANDAPI curandGenerateNormal(curandGenerator_t, float *, size_t, float, float);
curandStatus_t CURANDAPI curandGenerateNormalDouble(curandGenerator_t, double *, size_t, double, double);
curandStatus_t CURANDAPI curandGenerateLogNormal(curandGenerator_t, float *, size_t, float, float);
curandStatus_t CURANDAPI curandGenerateLogNormalDouble(curandGenerator_t, double *, size_t, double, double);
curandStatus_t CURANDAPI curandGeneratePoisson(curandGenerator_t, unsigned *, size_t, double);
curandStatus_t CURANDAPI curandGeneratePoissonMethod(curandGenerator_t, unsigned *, size_t, double, curandMethod_t);
curandStatus_t CURANDAPI curandCreatePoissonDistribution(double, curandDiscreteDistribution_t *);
curandStatus_t CURANDAPI curandDestroyDistribution(curandDiscreteDistribution_t);
curandStatus_t CURANDAPI curandGetDirectionVectors32(curandDirectionVectors32_t **, curandDirectionVectorSet_t);
curandStatus_t CURANDAPI curandGetDirectionVectors64(curandDirectionVectors64_t **, curandDirectionVectorSet_t);
curandStatus_t CURANDAPI curandGetScrambleConstants32(unsigned **);
curandStatus_t CURANDAPI curandGetScrambleConstants64(unsigned long long **);
#ifdef __cplusplus
}
#endif

#endif
