# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Host code beside kernels may call CUDA's libraries and MPI, and more of the CUDA runtime: there are declarations.
. "$T/compile.subr"
cat >l.cu <<'C'
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cublasXt.h>
#include <cudnn.h>
#include <cufft.h>
#include <cufftXt.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>
#include <mpi.h>
#include <nccl.h>
#include <nvToolsExt.h>
#include <nvml.h>
#include <nvrtc.h>
#include <nvtx3/nvtx3.hpp>
extern "C" __global__ void l(int *p) { p[threadIdx.x] = threadIdx.x; }
int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	int rank;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm near;
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &near);
	cublasHandle_t blas;
	if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS)
		return 1;
	float one = 1, *d;
	cudaMalloc(&d, 1024);
	struct local { int x; } *managed; // a type without linkage
	cudaMallocManaged(&managed, 1024);
	cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, 4, 4, 4, &one, d, 4, d, 4, &one, d, 4);
	cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, d, CUDA_R_16F, 4, d, CUDA_R_16F, 4, &one, d,
		CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
	cusparseHandle_t sparse;
	cusparseSpMatDescr_t a;
	cusparseCreate(&sparse);
	cusparseCreateCsr(&a, 4, 4, 4, d, d, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
	cusolverDnHandle_t solver;
	cusolverDnCreate(&solver);
	cufftHandle plan;
	cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
	cufftExecC2C(plan, (cufftComplex *)d, (cufftComplex *)d, CUFFT_FORWARD);
	cudnnHandle_t nn;
	cudnnTensorDescriptor_t tensor;
	cudnnCreate(&nn);
	cudnnSetTensor4dDescriptor(tensor, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 2, 3, 4);
	nvtxRangePushA("range");
	nvtx3::scoped_range range{"scope"};
	cudaGraph_t graph;
	cudaGraphNode_t node;
	cudaKernelNodeParams launch = {};
	launch.gridDim = dim3(1);
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&node, graph, nullptr, 0, &launch);
	cudaMemPool_t pool;
	cudaDeviceGetDefaultMemPool(&pool, 0);
	cudaMemLocation where = {cudaMemLocationTypeDevice, 0};
	cudaMemPrefetchAsync(d, 1024, where, 0, (cudaStream_t)0);
	l<<<1, 64>>>((int *)d);
	return MPI_Finalize();
}
C
hsaemu-cc l.cu -o l.img
runs l.img <<'R'
buffer p s32[64]
dispatch &l grid(64) group(64) args(p)
check p: each(i)
R
# What device code may call of the runtime, and assert without a header.
cat >d.cu <<'C'
extern "C" __global__ void d(int *o)
{
	int device, *p;
	assert(o != nullptr);
	o[0] = cudaMalloc(&p, 64);
	cudaMemsetAsync(p, 1, 64);
	cudaMemcpyAsync(o + 1, p, 4, cudaMemcpyDeviceToDevice);
	o[2] = cudaFree(p) + cudaDeviceSynchronize() + cudaGetLastError();
	cudaGetDevice(&device);
	o[3] = device;
	o[4] = *cudaGetErrorString(cudaErrorMemoryAllocation);
}
C
hsaemu-cc d.cu -o d.img
runs d.img <<'R'
buffer o s32[5]
dispatch &d grid(1) group(1) args(o)
check o: list(0, 0x1010101, 0, 0, 111)
R
# What they may not call is refused by name.
status=0
echo '__global__ void n() { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); }' >n.cu
hsaemu-cc n.cu -o n.img 2>err || status=$?
[ $status = 3 ] && grep -q "n.cu:1:[0-9]*: error: unsupported: 'cudaStreamCreateWithFlags' of the CUDA runtime in device code" err || exit 1
