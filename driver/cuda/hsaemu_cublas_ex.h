/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuBLAS's functions that are not of one of the four types, with sizes of two types: HB_I.
 *
 *   HB_EX(name, (parameters), (arguments))
 *   HB_EX_BOTH(name, (parameters))      where one form cannot hand its arguments on to the other */

#ifndef HB_OF_GEMM
#define HB_OF_GEMM \
	cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, HB_I m, HB_I n, HB_I k
#define HB_OF_MATRICES(T) \
	const T *alpha, const void *A, cudaDataType Atype, HB_I lda, const void *B, cudaDataType Btype, HB_I ldb, \
		const T *beta, void *C, cudaDataType Ctype, HB_I ldc
#define HB_OF_GEMM_EX HB_OF_GEMM, HB_OF_MATRICES(void)
#define HB_OF_GEMM_BATCHED_EX \
	HB_OF_GEMM, const void *alpha, const void *const Aarray[], cudaDataType Atype, HB_I lda, \
		const void *const Barray[], cudaDataType Btype, HB_I ldb, const void *beta, void *const Carray[], \
		cudaDataType Ctype, HB_I ldc, HB_I batchCount
#define HB_OF_GEMM_STRIDED_EX \
	HB_OF_GEMM, const void *alpha, const void *A, cudaDataType Atype, HB_I lda, long long strideA, const void *B, \
		cudaDataType Btype, HB_I ldb, long long strideB, const void *beta, void *C, cudaDataType Ctype, HB_I ldc, \
		long long strideC, HB_I batchCount
#define HB_TYPED_ARGUMENTS \
	(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc)
#define HB_GEMM_EX_ARGUMENTS \
	(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, computeType, algo)
#define HB_GEMM_BATCHED_EX_ARGUMENTS \
	(handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc, \
		batchCount, computeType, algo)
#define HB_GEMM_STRIDED_EX_ARGUMENTS \
	(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc, \
		strideC, batchCount, computeType, algo)
#define HB_GEMV_ARGUMENTS (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)
#define HB_GEMV_STRIDED_ARGUMENTS \
	(handle, trans, m, n, alpha, A, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount)
#define HB_OF_RANK_K(T) \
	cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, HB_I n, HB_I k, const T *alpha, \
		const void *A, cudaDataType Atype, HB_I lda, const T *beta, void *C, cudaDataType Ctype, HB_I ldc
#define HB_RANK_K_ARGUMENTS (handle, uplo, trans, n, k, alpha, A, Atype, lda, beta, C, Ctype, ldc)
#define HB_OF_X cublasHandle_t handle, HB_I n, const void *x, cudaDataType xType, HB_I incx
#define HB_OF_XY HB_OF_X, const void *y, cudaDataType yType, HB_I incy
#define HB_OF_X_TO_Y HB_OF_X, void *y, cudaDataType yType, HB_I incy
#define HB_OF_BOTH \
	cublasHandle_t handle, HB_I n, void *x, cudaDataType xType, HB_I incx, void *y, cudaDataType yType, HB_I incy
#endif

/* ---- vectors --------------------------------------------------------------------------------- */

HB_EX(Nrm2Ex, (HB_OF_X, void *result, cudaDataType resultType, cudaDataType executionType),
	(handle, n, x, xType, incx, result, resultType, executionType))
HB_EX(AsumEx, (HB_OF_X, void *result, cudaDataType resultType, cudaDataType executionType),
	(handle, n, x, xType, incx, result, resultType, executionType))
HB_EX(DotEx, (HB_OF_XY, void *result, cudaDataType resultType, cudaDataType executionType),
	(handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType))
HB_EX(DotcEx, (HB_OF_XY, void *result, cudaDataType resultType, cudaDataType executionType),
	(handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType))
HB_EX(ScalEx,
	(cublasHandle_t handle, HB_I n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType,
		HB_I incx, cudaDataType executionType),
	(handle, n, alpha, alphaType, x, xType, incx, executionType))
HB_EX(AxpyEx,
	(cublasHandle_t handle, HB_I n, const void *alpha, cudaDataType alphaType, const void *x, cudaDataType xType,
		HB_I incx, void *y, cudaDataType yType, HB_I incy, cudaDataType executionType),
	(handle, n, alpha, alphaType, x, xType, incx, y, yType, incy, executionType))
HB_EX(CopyEx, (HB_OF_X_TO_Y), (handle, n, x, xType, incx, y, yType, incy))
HB_EX(SwapEx, (HB_OF_BOTH), (handle, n, x, xType, incx, y, yType, incy))
HB_EX_BOTH(IamaxEx, (HB_OF_X, HB_I *result))
HB_EX_BOTH(IaminEx, (HB_OF_X, HB_I *result))
HB_EX(RotEx, (HB_OF_BOTH, const void *c, const void *s, cudaDataType csType, cudaDataType executionType),
	(handle, n, x, xType, incx, y, yType, incy, c, s, csType, executionType))
HB_EX(RotmEx, (HB_OF_BOTH, const void *param, cudaDataType paramType, cudaDataType executionType),
	(handle, n, x, xType, incx, y, yType, incy, param, paramType, executionType))

/* ---- matrices -------------------------------------------------------------------------------- */

HB_EX(GemmEx, (HB_OF_GEMM_EX, cublasComputeType_t computeType, cublasGemmAlgo_t algo), HB_GEMM_EX_ARGUMENTS)
HB_EX(GemmBatchedEx, (HB_OF_GEMM_BATCHED_EX, cublasComputeType_t computeType, cublasGemmAlgo_t algo),
	HB_GEMM_BATCHED_EX_ARGUMENTS)
HB_EX(GemmStridedBatchedEx, (HB_OF_GEMM_STRIDED_EX, cublasComputeType_t computeType, cublasGemmAlgo_t algo),
	HB_GEMM_STRIDED_EX_ARGUMENTS)
HB_EX(SgemmEx, (HB_OF_GEMM, HB_OF_MATRICES(float)), HB_TYPED_ARGUMENTS)
HB_EX(CgemmEx, (HB_OF_GEMM, HB_OF_MATRICES(cuComplex)), HB_TYPED_ARGUMENTS)
HB_EX(Cgemm3mEx, (HB_OF_GEMM, HB_OF_MATRICES(cuComplex)), HB_TYPED_ARGUMENTS)
HB_EX(CsyrkEx, (HB_OF_RANK_K(cuComplex)), HB_RANK_K_ARGUMENTS)
HB_EX(Csyrk3mEx, (HB_OF_RANK_K(cuComplex)), HB_RANK_K_ARGUMENTS)
HB_EX(CherkEx, (HB_OF_RANK_K(float)), HB_RANK_K_ARGUMENTS)
HB_EX(Cherk3mEx, (HB_OF_RANK_K(float)), HB_RANK_K_ARGUMENTS)
HB_EX(Hgemm,
	(HB_OF_GEMM, const __half *alpha, const __half *A, HB_I lda, const __half *B, HB_I ldb, const __half *beta,
		__half *C, HB_I ldc),
	(handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc))
HB_EX(HgemmBatched,
	(HB_OF_GEMM, const __half *alpha, const __half *const Aarray[], HB_I lda, const __half *const Barray[],
		HB_I ldb, const __half *beta, __half *const Carray[], HB_I ldc, HB_I batchCount),
	(handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount))
HB_EX(HgemmStridedBatched,
	(HB_OF_GEMM, const __half *alpha, const __half *A, HB_I lda, long long strideA, const __half *B, HB_I ldb,
		long long strideB, const __half *beta, __half *C, HB_I ldc, long long strideC, HB_I batchCount),
	(handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC, batchCount))
#define HB_SMALL_GEMV(name, T, Y) \
	HB_EX(name##gemvBatched, \
		(cublasHandle_t handle, cublasOperation_t trans, HB_I m, HB_I n, const float *alpha, \
			const T *const Aarray[], HB_I lda, const T *const xarray[], HB_I incx, const float *beta, \
			Y *const yarray[], HB_I incy, HB_I batchCount), \
		HB_GEMV_ARGUMENTS) \
	HB_EX(name##gemvStridedBatched, \
		(cublasHandle_t handle, cublasOperation_t trans, HB_I m, HB_I n, const float *alpha, const T *A, \
			HB_I lda, long long strideA, const T *x, HB_I incx, long long stridex, const float *beta, Y *y, \
			HB_I incy, long long stridey, HB_I batchCount), \
		HB_GEMV_STRIDED_ARGUMENTS)
HB_SMALL_GEMV(HSH, __half, __half)
HB_SMALL_GEMV(HSS, __half, float)
HB_SMALL_GEMV(TST, __nv_bfloat16, __nv_bfloat16)
HB_SMALL_GEMV(TSS, __nv_bfloat16, float)
#undef HB_SMALL_GEMV
#define HB_GROUPED(name, T, A_TYPE, B_TYPE, C_TYPE, ...) \
	HB_EX_BOTH(name, \
		(cublasHandle_t handle, const cublasOperation_t transa_array[], const cublasOperation_t transb_array[], \
			const HB_I m_array[], const HB_I n_array[], const HB_I k_array[], const T *alpha_array, \
			const T *const Aarray[] A_TYPE, const HB_I lda_array[], const T *const Barray[] B_TYPE, \
			const HB_I ldb_array[], const T *beta_array, T *const Carray[] C_TYPE, const HB_I ldc_array[], \
			HB_I group_count, const HB_I group_size[] __VA_ARGS__))
#define HB_COMMA ,
HB_GROUPED(SgemmGroupedBatched, float, , , , )
HB_GROUPED(DgemmGroupedBatched, double, , , , )
HB_GROUPED(GemmGroupedBatchedEx, void, HB_COMMA cudaDataType_t Atype, HB_COMMA cudaDataType_t Btype,
	HB_COMMA cudaDataType_t Ctype, HB_COMMA cublasComputeType_t computeType)
#undef HB_COMMA
#undef HB_GROUPED

/* ---- copies ---------------------------------------------------------------------------------- */

HB_EX(SetVector, (HB_I n, HB_I elemSize, const void *x, HB_I incx, void *devicePtr, HB_I incy),
	(n, elemSize, x, incx, devicePtr, incy))
HB_EX(GetVector, (HB_I n, HB_I elemSize, const void *x, HB_I incx, void *y, HB_I incy),
	(n, elemSize, x, incx, y, incy))
HB_EX(SetMatrix, (HB_I rows, HB_I cols, HB_I elemSize, const void *A, HB_I lda, void *B, HB_I ldb),
	(rows, cols, elemSize, A, lda, B, ldb))
HB_EX(GetMatrix, (HB_I rows, HB_I cols, HB_I elemSize, const void *A, HB_I lda, void *B, HB_I ldb),
	(rows, cols, elemSize, A, lda, B, ldb))
HB_EX(SetVectorAsync,
	(HB_I n, HB_I elemSize, const void *hostPtr, HB_I incx, void *devicePtr, HB_I incy, cudaStream_t stream),
	(n, elemSize, hostPtr, incx, devicePtr, incy, stream))
HB_EX(GetVectorAsync,
	(HB_I n, HB_I elemSize, const void *devicePtr, HB_I incx, void *hostPtr, HB_I incy, cudaStream_t stream),
	(n, elemSize, devicePtr, incx, hostPtr, incy, stream))
HB_EX(SetMatrixAsync,
	(HB_I rows, HB_I cols, HB_I elemSize, const void *A, HB_I lda, void *B, HB_I ldb, cudaStream_t stream),
	(rows, cols, elemSize, A, lda, B, ldb, stream))
HB_EX(GetMatrixAsync,
	(HB_I rows, HB_I cols, HB_I elemSize, const void *A, HB_I lda, void *B, HB_I ldb, cudaStream_t stream),
	(rows, cols, elemSize, A, lda, B, ldb, stream))
