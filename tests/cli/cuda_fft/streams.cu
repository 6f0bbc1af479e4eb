/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms are in the order of their stream, between kernels, may be captured into graphs, also
 * when their plan has gone since, and run in several threads. */
#include <cmath>
#include <cstdio>
#include <thread>
#include <vector>
#include <cufft.h>
#include "dft.h"

constexpr int N = 256, ROWS = 16;

/* A wave of `frequency` in each row, whose spectrum is N there. */
__global__ void fill(cufftComplex *data, int frequency)
{
	int i = threadIdx.x, row = blockIdx.x;
	float angle = 2 * 3.14159265f * (i * (frequency + row) % N) / N;
	data[row * N + i] = make_cuComplex(cosf(angle), sinf(angle));
}

__global__ void count(const cufftComplex *data, int frequency, int *right)
{
	int i = threadIdx.x, row = blockIdx.x;
	float expected = i == (frequency + row) % N ? N : 0;
	if (fabsf(data[row * N + i].x - expected) < 1e-2f && fabsf(data[row * N + i].y) < 1e-2f)
		atomicAdd(right, 1);
}

static int streams(int first)
{
	cufftHandle plan;
	cudaStream_t stream;
	cufftComplex *data, *spectrum;
	int *right, got;
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	CHECK(cudaMalloc(&data, ROWS * N * sizeof *data));
	CHECK(cudaMalloc(&spectrum, ROWS * N * sizeof *data));
	CHECK(cudaMallocManaged(&right, sizeof *right));
	*right = 0;
	CHECK(cufftPlan1d(&plan, N, CUFFT_C2C, ROWS));
	CHECK(cufftSetStream(plan, stream));
	for (int i = 0; i < 20; i++) {
		fill<<<ROWS, N, 0, stream>>>(data, first + i);
		CHECK(cufftExecC2C(plan, data, i % 2 ? spectrum : data, CUFFT_FORWARD));
		count<<<ROWS, N, 0, stream>>>(i % 2 ? spectrum : data, first + i, right);
	}
	CHECK(cufftDestroy(plan)); /* what is in the stream is done nevertheless */
	CHECK(cudaStreamSynchronize(stream));
	got = *right;
	cudaFree(data), cudaFree(spectrum), cudaFree(right);
	CHECK(cudaStreamDestroy(stream));
	return got;
}

static void graphs()
{
	cufftHandle plan;
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cufftComplex *data;
	int *right;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaMalloc(&data, ROWS * N * sizeof *data));
	CHECK(cudaMallocManaged(&right, sizeof *right));
	*right = 0;
	CHECK(cufftPlan1d(&plan, N, CUFFT_C2C, ROWS));
	CHECK(cufftSetStream(plan, stream));
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	fill<<<ROWS, N, 0, stream>>>(data, 7);
	CHECK(cufftExecC2C(plan, data, data, CUFFT_FORWARD));
	count<<<ROWS, N, 0, stream>>>(data, 7, right);
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphDestroy(graph)); // what can be launched has all that it needs
	CHECK(cudaStreamSynchronize(stream));
	printf("before: %d\n", *right);
	CHECK(cufftDestroy(plan));
	for (int i = 0; i < 3; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaGraphExecDestroy(exec)); // after the launches, which may go on
	CHECK(cudaStreamSynchronize(stream));
	printf("three launches: %d\n", *right);
	cudaFree(data), cudaFree(right);
}

int main()
{
	printf("one thread: %d\n", streams(3));
	graphs();
	std::vector<int> got(4);
	std::vector<std::thread> threads;
	for (int t = 0; t < 4; t++)
		threads.emplace_back([&, t] { got[t] = streams(30 * t); });
	for (auto &t : threads)
		t.join();
	printf("threads: %d %d %d %d\n", got[0], got[1], got[2], got[3]);
	return 0;
}
