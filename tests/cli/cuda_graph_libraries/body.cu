/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Calls of cuBLAS and cuFFT in a captured graph and in a loop of it, on memory that the graph allocates: y becomes
// y + 5 * 2 x, for x of ones, and then y + FFT(x).
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>

#define CHECK(call) \
	do { \
		int got_ = (int)(call); \
		if (got_ != 0) { \
			printf("%d: error %d: %s\n", __LINE__, got_, #call); \
			exit(1); \
		} \
	} while (0)

__global__ void count_down(int *n, cudaGraphConditionalHandle h)
{
	cudaGraphSetConditional(h, --*n);
}
__global__ void fill(double *x)
{
	x[threadIdx.x] = 1;
}

// Puts a loop behind what the captured stream has, and returns its body.
static cudaGraph_t loop(cudaStream_t s, cudaGraphConditionalHandle *h)
{
	cudaStreamCaptureStatus status;
	const cudaGraphNode_t *before;
	cudaGraph_t g;
	cudaGraphNode_t node;
	size_t count;
	CHECK(cudaStreamGetCaptureInfo(s, &status, nullptr, &g, &before, &count));
	CHECK(cudaGraphConditionalHandleCreate(h, g, 1, cudaGraphCondAssignDefault));
	cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
	p.conditional.handle = *h;
	p.conditional.type = cudaGraphCondTypeWhile;
	p.conditional.size = 1;
	CHECK(cudaGraphAddNode(&node, g, before, count, &p));
	CHECK(cudaStreamUpdateCaptureDependencies(s, &node, 1, cudaStreamSetCaptureDependencies));
	return p.conditional.phGraph_out[0];
}

int main()
{
	const double one = 1, two = 2;
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaGraphConditionalHandle h;
	cublasHandle_t blas;
	cufftHandle fft;
	double *y, *x;
	int *n;
	CHECK(cudaStreamCreate(&s));
	CHECK(cublasCreate(&blas));
	CHECK(cublasSetStream(blas, s));
	CHECK(cufftPlan1d(&fft, 4, CUFFT_Z2Z, 1));
	CHECK(cufftSetStream(fft, s));
	CHECK(cudaMallocManaged(&y, 8 * sizeof *y));
	CHECK(cudaMallocManaged(&n, sizeof *n));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CHECK(cudaMallocAsync(&x, 8 * sizeof *x, s));
	fill<<<1, 8, 0, s>>>(x);
	cudaGraph_t body = loop(s, &h);
	CHECK(cufftExecZ2Z(fft, (cufftDoubleComplex *)x, (cufftDoubleComplex *)x, CUFFT_FORWARD));
	CHECK(cublasDaxpy(blas, 8, &one, x, 1, y, 1));
	CHECK(cudaFreeAsync(x, s));
	CHECK(cudaStreamEndCapture(s, &g));
	CHECK(cudaStreamBeginCaptureToGraph(s, body, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
	CHECK(cublasDaxpy(blas, 8, &two, x, 1, y, 1));
	count_down<<<1, 1, 0, s>>>(n, h);
	CHECK(cudaStreamEndCapture(s, nullptr));
	CHECK(cudaGraphInstantiate(&e, g));
	CHECK(cudaGraphDestroy(g));
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < 8; i++)
			y[i] = i;
		*n = 5;
		CHECK(cudaGraphLaunch(e, s));
		CHECK(cudaStreamSynchronize(s));
		for (int i = 0; i < 8; i++)
			printf("%g ", y[i]);
	}
	CHECK(cudaGraphExecDestroy(e));
	CHECK(cublasDestroy(blas));
	CHECK(cufftDestroy(fft));
}
