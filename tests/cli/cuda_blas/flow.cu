/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuBLAS among kernels: in streams, in graphs, with scalars of the device, and in two threads.
#include <cstdio>
#include <thread>
#include "dense.hpp"

__global__ void set(float *x, int n, float value, int rounds)
{
	for (int i = 0; i < rounds; i++) // that cuBLAS would overtake
		*x = *x + 1;
	for (int i = 0; i < n; i++)
		x[i] = value;
}

__global__ void divide(float *to, const float *a, const float *b)
{
	*to = *a / *b;
}

static void in_order(cublasHandle_t h, cudaStream_t s)
{
	float *x, *y, two = 2, sum = 0;
	CHECK(cudaMalloc(&x, 8 * sizeof *x) == cudaSuccess && cudaMalloc(&y, 8 * sizeof *y) == cudaSuccess);
	set<<<1, 1, 0, s>>>(x, 8, 3, 100000);
	set<<<1, 1, 0, s>>>(y, 8, 1, 1);
	OK(cublasSetStream(h, s));
	OK(cublasSaxpy(h, 8, &two, x, 1, y, 1));
	two = 0; // was copied
	OK(cublasSasum(h, 8, y, 1, &sum));
	CHECK(sum == 8 * 7);
	// r = (x y) / (y y), of numbers that only the device knows
	float *numbers;
	CHECK(cudaMalloc(&numbers, 3 * sizeof *numbers) == cudaSuccess);
	OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
	OK(cublasSdot(h, 8, x, 1, y, 1, numbers));
	OK(cublasSdot(h, 8, y, 1, y, 1, numbers + 1));
	divide<<<1, 1, 0, s>>>(numbers + 2, numbers, numbers + 1);
	OK(cublasSscal(h, 8, numbers + 2, y, 1));
	OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
	float got[8];
	OK(cublasGetVectorAsync(8, sizeof(float), y, 1, got, 1, s));
	CHECK(cudaStreamSynchronize(s) == cudaSuccess);
	for (int i = 0; i < 8; i++)
		CHECK(got[i] == 3);
	cudaFree(x), cudaFree(y), cudaFree(numbers);
}

static void in_graph(cublasHandle_t h, cudaStream_t s)
{
	float *x, *y, one = 1, got[4], sum;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaMalloc(&x, 4 * sizeof *x) == cudaSuccess && cudaMalloc(&y, 4 * sizeof *y) == cudaSuccess);
	set<<<1, 1, 0, s>>>(y, 4, 0, 0);
	OK(cublasSetStream(h, s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess);
	set<<<1, 1, 0, s>>>(x, 4, 2, 0);
	OK(cublasSaxpy(h, 4, &one, x, 1, y, 1));
	CHECK(cublasSasum(h, 4, y, 1, &sum) != CUBLAS_STATUS_SUCCESS); // the host has nothing to wait for
	CHECK(cudaStreamEndCapture(s, &graph) == cudaSuccess);
	CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0) == cudaSuccess);
	one = 7;
	for (int i = 0; i < 5; i++)
		CHECK(cudaGraphLaunch(exec, s) == cudaSuccess);
	CHECK(cudaMemcpyAsync(got, y, sizeof got, cudaMemcpyDeviceToHost, s) == cudaSuccess);
	CHECK(cudaStreamSynchronize(s) == cudaSuccess);
	for (float f : got)
		CHECK(f == 10);
	CHECK(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess);
	cudaFree(x), cudaFree(y);
}

static void thread()
{
	cublasHandle_t h;
	cudaStream_t s;
	OK(cublasCreate(&h));
	CHECK(cudaStreamCreate(&s) == cudaSuccess);
	for (int i = 0; i < 5; i++)
		in_order(h, s);
	CHECK(cudaStreamDestroy(s) == cudaSuccess);
	OK(cublasDestroy(h));
}

int main()
{
	cublasHandle_t h;
	cudaStream_t s, told;
	OK(cublasCreate(&h));
	CHECK(cudaStreamCreate(&s) == cudaSuccess);
	in_order(h, 0);
	in_order(h, s);
	in_graph(h, s);
	OK(cublasGetStream(h, &told));
	CHECK(told == s);
	std::thread one(thread), two(thread);
	one.join();
	two.join();
	OK(cublasDestroy(h));
	puts("flow: ok");
}
