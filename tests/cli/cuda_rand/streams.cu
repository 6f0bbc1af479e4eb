/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The library's work is in streams and graphs, two threads have generators of their own, kernels have the same
// numbers as the library, and its distributions.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <curand.h>
#include <curand_kernel.h>
#include <thread>
#include <vector>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("%d: %s\n", __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define OK(call) CHECK((call) == 0)

enum { N = 6 * 4096 };

__global__ void wait_and_clear(float *p, int turns)
{
	for (volatile int i = 0; i < turns; i++)
		;
	for (int i = 0; i < N; i++)
		p[i] = -1;
}
__global__ void twice(const float *p, float *q) { q[threadIdx.x] = 2 * p[threadIdx.x]; }

// A thread for each subsequence, as cuRAND's own kernels have them.
template <class S> __global__ void uniform(float *p, int threads, int each)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	S s;
	curand_init(1234, t, 0, &s);
	for (int i = 0; i < each; i++)
		p[i * threads + t] = curand_uniform(&s);
}
__global__ void discrete(unsigned *p, curandDiscreteDistribution_t d)
{
	curandStatePhilox4_32_10_t s;
	curand_init(5, threadIdx.x, 0, &s);
	for (int i = 0; i < 100; i++)
		p[threadIdx.x * 100 + i] = i < 96 ? curand_discrete(&s, d) : curand_discrete4(&s, d).w;
}

static std::vector<float> expected(curandRngType_t type, int n)
{
	std::vector<float> r(n);
	curandGenerator_t g;
	OK(curandCreateGeneratorHost(&g, type));
	OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
	OK(curandGenerateUniform(g, r.data(), n));
	OK(curandDestroyGenerator(g));
	return r;
}

static void streams(curandRngType_t type)
{
	std::vector<float> want = expected(type, 3 * N);
	float *p, *q;
	cudaStream_t stream;
	curandGenerator_t g;
	OK(cudaMalloc(&p, N * sizeof *p));
	OK(cudaMallocManaged(&q, N * sizeof *q));
	OK(cudaStreamCreate(&stream));
	OK(curandCreateGenerator(&g, type));
	OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
	OK(curandSetStream(g, stream));
	wait_and_clear<<<1, 1, 0, stream>>>(p, 3000000);
	OK(curandGenerateUniform(g, p, N));
	twice<<<1, 1024, 0, stream>>>(p, q);
	OK(cudaStreamSynchronize(stream));
	for (int i = 0; i < 1024; i++)
		CHECK(q[i] == 2 * want[i]);
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	OK(curandGenerateUniform(g, p, N));
	twice<<<1, 1024, 0, stream>>>(p, q);
	OK(cudaStreamEndCapture(stream, &graph));
	OK(cudaGraphInstantiate(&exec, graph, 0));
	for (int run = 1; run < 3; run++) { // each launch has new numbers
		OK(cudaGraphLaunch(exec, stream));
		OK(cudaStreamSynchronize(stream));
		for (int i = 0; i < 1024; i++)
			CHECK(q[i] == 2 * want[run * N + i]);
	}
	wait_and_clear<<<1, 1, 0, stream>>>(p, 3000000);
	OK(curandSetGeneratorOffset(g, 0) == 0 ? 0 : type != CURAND_RNG_PSEUDO_MT19937);
	OK(curandGenerateUniform(g, p, N));
	OK(curandDestroyGenerator(g)); // before its work was done
	OK(cudaStreamSynchronize(stream));
	CHECK(type == CURAND_RNG_PSEUDO_MT19937 || p[5] == want[5]);
	CHECK(p[N - 1] > 0);
	OK(cudaGraphLaunch(exec, stream)); // tells that its generator is no more
	OK(cudaStreamSynchronize(stream));
	OK(cudaGraphExecDestroy(exec));
	OK(cudaGraphDestroy(graph));
	OK(cudaStreamDestroy(stream));
}

template <class S> static void kernels(curandRngType_t type, int threads)
{
	const int each = 2;
	float *p;
	OK(cudaMallocManaged(&p, threads * each * sizeof *p));
	uniform<S><<<threads / 256, 256>>>(p, threads, each);
	OK(cudaDeviceSynchronize());
	std::vector<float> want = expected(type, threads * each);
	for (int i = 0; i < threads * each; i++)
		CHECK(std::fabs(p[i] - want[i]) < 1e-7);
}

static void distributions()
{
	for (double lambda : {1.5, 300.0, 3000.0}) {
		curandDiscreteDistribution_t d;
		unsigned *p;
		double mean = 0, square = 0;
		OK(cudaMallocManaged(&p, 25600 * sizeof *p));
		OK(curandCreatePoissonDistribution(lambda, &d));
		discrete<<<1, 256>>>(p, d);
		OK(cudaDeviceSynchronize());
		OK(curandDestroyDistribution(d));
		for (int i = 0; i < 25600; i++)
			mean += p[i] / 25600.0, square += (double)p[i] * p[i] / 25600;
		CHECK(std::fabs(mean - lambda) < 4 * std::sqrt(lambda / 25600));
		CHECK(std::fabs((square - mean * mean) / lambda - 1) < 0.05);
	}
}

static void many(const std::vector<float> *want)
{
	for (int i = 0; i < 5; i++) {
		curandGenerator_t g;
		float *p;
		OK(cudaMalloc(&p, N * sizeof *p));
		OK(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW));
		OK(curandSetPseudoRandomGeneratorSeed(g, 1234));
		OK(curandGenerateUniform(g, p, N));
		OK(cudaDeviceSynchronize());
		for (int k = 0; k < N; k++)
			CHECK(p[k] == (*want)[k]);
		OK(curandDestroyGenerator(g));
		OK(cudaFree(p));
	}
}

int main()
{
	streams(CURAND_RNG_PSEUDO_XORWOW);
	streams(CURAND_RNG_PSEUDO_PHILOX4_32_10);
	streams(CURAND_RNG_PSEUDO_MRG32K3A);
	kernels<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_XORWOW, 4096);
	kernels<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A, 81920);
	distributions();
	std::vector<float> want = expected(CURAND_RNG_PSEUDO_XORWOW, N);
	std::thread other(many, &want);
	many(&want);
	other.join();
	puts("done");
}
