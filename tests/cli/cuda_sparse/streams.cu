// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls are in the order of their stream with kernels and copies, may be captured, take factors from the device and come
// from several threads.
#include <cstdio>
#include <thread>
#include <cuda_fp16.h>
#include <cusparse_v2.h>

#define OK(call) \
	do { \
		int status = (int)(call); \
		if (status != 0) \
			return printf("line %d: %s: %d\n", __LINE__, #call, status), 1; \
	} while (0)
enum { COUNT = 1000 };

__global__ void put(float *x, float value, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = value;
}
__global__ void put_diagonal(int *offsets, int *columns, float *values, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		offsets[i] = i;
	if (i < n)
		columns[i] = n - 1 - i, values[i] = (float)(i % 10);
}

struct problem {
	int *offsets, *columns;
	float *values, *x, *y, *factors; // 2 and 0.5
	cusparseHandle_t handle;
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t vx, vy;
	cudaStream_t stream;
};

static int make(problem *p)
{
	const float factors[] = {2, 0.5f};
	OK(cudaMalloc(&p->offsets, (COUNT + 1) * sizeof(int)));
	OK(cudaMalloc(&p->columns, COUNT * sizeof(int)));
	OK(cudaMalloc(&p->values, COUNT * sizeof(float)));
	OK(cudaMalloc(&p->x, COUNT * sizeof(float)));
	OK(cudaMalloc(&p->y, COUNT * sizeof(float)));
	OK(cudaMalloc(&p->factors, sizeof factors));
	OK(cudaMemcpy(p->factors, factors, sizeof factors, cudaMemcpyHostToDevice));
	OK(cudaStreamCreate(&p->stream));
	OK(cusparseCreate(&p->handle));
	OK(cusparseSetStream(p->handle, p->stream));
	OK(cusparseSetPointerMode(p->handle, CUSPARSE_POINTER_MODE_DEVICE));
	OK(cusparseCreateCsr(&p->a, COUNT, COUNT, COUNT, p->offsets, p->columns, p->values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
		CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	OK(cusparseCreateDnVec(&p->vx, COUNT, p->x, CUDA_R_32F));
	OK(cusparseCreateDnVec(&p->vy, COUNT, p->y, CUDA_R_32F));
	return 0;
}

static int release(problem *p)
{
	OK(cusparseDestroySpMat(p->a));
	OK(cusparseDestroyDnVec(p->vx));
	OK(cusparseDestroyDnVec(p->vy));
	OK(cusparseDestroy(p->handle));
	OK(cudaStreamDestroy(p->stream));
	void *all[] = {p->offsets, p->columns, p->values, p->x, p->y, p->factors};
	for (void *m : all)
		OK(cudaFree(m));
	return 0;
}

// y = 2 A x + 0.5 y, where kernels before it make all of A, x and y.
static int enqueue(problem *p, float x, float y)
{
	put_diagonal<<<COUNT / 64 + 1, 64, 0, p->stream>>>(p->offsets, p->columns, p->values, COUNT);
	put<<<COUNT / 64 + 1, 64, 0, p->stream>>>(p->x, x, COUNT);
	put<<<COUNT / 64 + 1, 64, 0, p->stream>>>(p->y, y, COUNT);
	OK(cusparseSpMV(p->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, p->factors, p->a, p->vx, p->factors + 1, p->vy, CUDA_R_32F,
		CUSPARSE_SPMV_ALG_DEFAULT, nullptr));
	return 0;
}

static int is_right(problem *p, float x, float y)
{
	static thread_local float got[COUNT];
	OK(cudaMemcpyAsync(got, p->y, sizeof got, cudaMemcpyDeviceToHost, p->stream));
	OK(cudaStreamSynchronize(p->stream));
	for (int i = 0; i < COUNT; i++)
		if (got[i] != 2 * (i % 10) * x + 0.5f * y)
			return printf("y[%d] is %g\n", i, got[i]), 1;
	return 0;
}

static int in_order()
{
	problem p;
	OK(make(&p));
	for (int i = 0; i < 20; i++) {
		OK(enqueue(&p, (float)i, 4));
		OK(is_right(&p, (float)i, 4));
	}
	OK(release(&p));
	return 0;
}

static int captured()
{
	problem p;
	cudaGraph_t graph;
	cudaGraphExec_t run;
	OK(make(&p));
	OK(cudaStreamBeginCapture(p.stream, cudaStreamCaptureModeGlobal));
	OK(enqueue(&p, 3, 8));
	// What has to wait for a number cannot be captured.
	cusparseSpGEMMDescr_t d;
	size_t bytes;
	char buffer[8];
	OK(cusparseSpGEMM_createDescr(&d));
	if (cusparseSpGEMM_workEstimation(p.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, p.factors, p.a, p.a,
		    p.factors, p.a, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, d, &bytes, buffer) != CUSPARSE_STATUS_NOT_SUPPORTED)
		return puts("captured"), 1;
	OK(cusparseSpGEMM_destroyDescr(d));
	OK(cudaStreamEndCapture(p.stream, &graph));
	OK(cudaGraphInstantiate(&run, graph, 0));
	OK(cudaGraphDestroy(graph));
	for (int i = 0; i < 3; i++) {
		OK(cudaMemset(p.y, 0, COUNT * sizeof(float)));
		OK(cudaGraphLaunch(run, p.stream));
		OK(is_right(&p, 3, 8));
	}
	OK(cudaGraphExecDestroy(run));
	OK(release(&p));
	return 0;
}

// The results of kernels' halves.
static int halves()
{
	cusparseHandle_t handle;
	cusparseMatDescr_t descr;
	__half *a, *values, threshold = __float2half(1.5f);
	int *offsets, *columns, total;
	OK(cudaMallocManaged(&a, 4 * sizeof *a));
	OK(cudaMallocManaged(&values, 4 * sizeof *values));
	OK(cudaMallocManaged(&offsets, 3 * sizeof *offsets));
	OK(cudaMallocManaged(&columns, 4 * sizeof *columns));
	for (int i = 0; i < 4; i++)
		a[i] = __float2half((float)i - 2); // by columns: -2 0, -1 1
	OK(cusparseCreate(&handle));
	OK(cusparseCreateMatDescr(&descr));
	OK(cusparseHpruneDense2csrNnz(handle, 2, 2, a, 2, &threshold, descr, offsets, &total, nullptr));
	OK(total != 1);
	OK(cusparseHpruneDense2csr(handle, 2, 2, a, 2, &threshold, descr, values, offsets, columns, nullptr));
	OK(cudaDeviceSynchronize());
	OK(__half2float(values[0]) != -2 || columns[0] != 0 || offsets[1] != 1);
	OK(cusparseDestroyMatDescr(descr));
	OK(cusparseDestroy(handle));
	return 0;
}

int main()
{
	int results[2] = {1, 1};
	if (in_order() != 0 || captured() != 0 || halves() != 0)
		return 1;
	std::thread first([&] { results[0] = in_order(); }), second([&] { results[1] = in_order(); });
	first.join();
	second.join();
	if (results[0] + results[1] == 0)
		puts("passed");
	return results[0] + results[1];
}
