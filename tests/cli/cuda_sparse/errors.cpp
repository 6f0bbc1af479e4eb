// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program that is wrong gets: a status, and of malformed matrices a line and the next call's status.
#include "check.hpp"

static const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE;
static cusparseHandle_t handle;
static float one = 1, zero = 0;

static cusparseStatus_t multiply(cusparseSpMatDescr_t a, cusparseDnVecDescr_t x, cusparseDnVecDescr_t y)
{
	return cusparseSpMV(handle, N, &one, a, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
}

static void handles()
{
	int version, value;
	cudaStream_t stream;
	cusparsePointerMode_t mode;
	char wild[64] = {0};
	cusparseHandle_t none = nullptr, other = (cusparseHandle_t)(void *)wild, freed;
	OK(cusparseCreate(&freed));
	OK(cusparseDestroy(freed));
	for (cusparseHandle_t h : {none, other, freed}) {
		FAILS(cusparseDestroy(h), NOT_INITIALIZED);
		FAILS(cusparseGetVersion(h, &version), NOT_INITIALIZED);
		FAILS(cusparseSetStream(h, nullptr), NOT_INITIALIZED);
		FAILS(cusparseGetStream(h, &stream), NOT_INITIALIZED);
		FAILS(cusparseGetPointerMode(h, &mode), NOT_INITIALIZED);
		FAILS(cusparseAxpby(h, &one, nullptr, &one, nullptr), NOT_INITIALIZED);
		FAILS(cusparseXcoo2csr(h, nullptr, 0, 0, nullptr, CUSPARSE_INDEX_BASE_ZERO), NOT_INITIALIZED);
	}
	FAILS(cusparseCreate(nullptr), INVALID_VALUE);
	FAILS(cusparseGetVersion(handle, nullptr), INVALID_VALUE);
	FAILS(cusparseSetPointerMode(handle, (cusparsePointerMode_t)7), INVALID_VALUE);
	OK(cusparseGetVersion(handle, &version));
	EXPECT(version == CUSPARSE_VERSION);
	OK(cusparseGetProperty(MAJOR_VERSION, &value));
	EXPECT(value == 12);
	FAILS(cusparseGetProperty((libraryPropertyType)9, &value), INVALID_VALUE);
	EXPECT(strcmp(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT), "CUSPARSE_STATUS_ZERO_PIVOT") == 0);
	EXPECT(strcmp(cusparseGetErrorString((cusparseStatus_t)99), "unrecognized error code") == 0);
}

static void descriptors(cusparseSpMatDescr_t a, cusparseDnVecDescr_t x, cusparseDnVecDescr_t y)
{
	cusparseSpMatDescr_t m;
	cusparseDnVecDescr_t v;
	cusparseDnMatDescr_t d;
	cusparseSpVecDescr_t s;
	const cusparseIndexType_t i32 = CUSPARSE_INDEX_32I;
	const cusparseIndexBase_t b0 = CUSPARSE_INDEX_BASE_ZERO;
	FAILS(cusparseCreateDnVec(nullptr, 1, nullptr, CUDA_R_32F), INVALID_VALUE);
	FAILS(cusparseCreateDnVec(&v, -1, nullptr, CUDA_R_32F), INVALID_VALUE);
	FAILS(cusparseCreateDnVec(&v, 1, nullptr, (cudaDataType)99), NOT_SUPPORTED);
	FAILS(cusparseCreateDnMat(&d, 4, 2, 3, nullptr, CUDA_R_32F, CUSPARSE_ORDER_COL), INVALID_VALUE);
	FAILS(cusparseCreateDnMat(&d, 1ll << 40, 1ll << 40, 1ll << 40, nullptr, CUDA_R_32F, CUSPARSE_ORDER_COL), INVALID_VALUE);
	FAILS(cusparseCreateSpVec(&s, 2, 3, nullptr, nullptr, i32, b0, CUDA_R_32F), INVALID_VALUE);
	FAILS(cusparseCreateCsr(&m, -1, 1, 0, nullptr, nullptr, nullptr, i32, i32, b0, CUDA_R_32F), INVALID_VALUE);
	FAILS(cusparseCreateCsr(&m, 1, 1, 0, nullptr, nullptr, nullptr, CUSPARSE_INDEX_16U, i32, b0, CUDA_R_32F), NOT_SUPPORTED);
	FAILS(cusparseCreateBsr(&m, 1ll << 40, 1, 1, 1ll << 40, 1, nullptr, nullptr, nullptr, i32, i32, b0, CUDA_R_32F, CUSPARSE_ORDER_ROW), INVALID_VALUE);
	FAILS(cusparseCreateBlockedEll(&m, 4, 4, 3, 3, nullptr, nullptr, i32, b0, CUDA_R_32F), INVALID_VALUE);
	FAILS(cusparseCooSetPointers(a, x, x, x), INVALID_VALUE);
	FAILS(cusparseDestroyDnVec((cusparseDnVecDescr_t)(void *)a), INVALID_VALUE);
	FAILS(multiply(nullptr, x, y), INVALID_VALUE);
	FAILS(multiply((cusparseSpMatDescr_t)(void *)x, x, y), INVALID_VALUE);
	FAILS(cusparseSpMV(handle, (cusparseOperation_t)5, &one, a, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr), INVALID_VALUE);
	FAILS(cusparseSpMV(handle, N, nullptr, a, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr), INVALID_VALUE);
	FAILS(cusparseSpMV(handle, N, &one, a, x, &zero, y, CUDA_R_32I, CUSPARSE_SPMV_ALG_DEFAULT, nullptr), NOT_SUPPORTED);
	OK(cusparseCreateDnVec(&v, 5, nullptr, CUDA_R_32F));
	FAILS(multiply(a, v, y), INVALID_VALUE);
	OK(cusparseDestroyDnVec(v));
	FAILS(cusparseDestroyDnVec(v), INVALID_VALUE);
	int bad = 9;
	FAILS(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &bad, sizeof bad), INVALID_VALUE);
	FAILS(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &bad, 1), INVALID_VALUE);
	cusparseMatDescr_t none = nullptr;
	FAILS(cusparseSetMatType(none, CUSPARSE_MATRIX_TYPE_GENERAL), INVALID_VALUE);
	FAILS(cusparseDestroyMatDescr(none), INVALID_VALUE);
	float *f = nullptr;
	int *i = nullptr;
	csrilu02Info_t info = nullptr;
	FAILS(cusparseScsrilu02(handle, 1, 1, none, f, i, i, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr), INVALID_VALUE);
}

// Each array is wrong in its own way; the call after the one that used it gets to know.
static void malformed(cusparseDnVecDescr_t x, cusparseDnVecDescr_t y)
{
	const std::vector<int> offsets[] = {{0, 2, 1}, {0, 1, 9}, {-4, 1, 2}, {0, 1, 2}, {0, 1, 2}}, columns[] = {{0, 1}, {0, 1}, {0, 1}, {0, 2}, {-1, 0}};
	cusparseSpMatDescr_t m;
	on_device<float> values(2);
	for (int k = 0; k < 5; k++) {
		on_device<int> o(offsets[k]), c(columns[k]);
		OK(cusparseCreateCsr(&m, 2, 2, 2, o, c, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
		OK(multiply(m, x, y));
		cudaDeviceSynchronize();
		FAILS(multiply(m, x, y), EXECUTION_FAILED);
		cudaDeviceSynchronize();
		OK(cusparseDestroySpMat(m));
		OK(cusparseCreateCoo(&m, 2, 2, 2, c, c, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
		OK(multiply(m, x, y));
		cudaDeviceSynchronize();
		if (k >= 3)
			FAILS(multiply(m, x, y), EXECUTION_FAILED);
		OK(cusparseDestroySpMat(m));
	}
	// Memory that is not there, of which only the end may be tried.
	OK(cusparseCreateCsr(&m, 2, 2, 2, (void *)64, (void *)64, (void *)64, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	OK(multiply(m, x, y));
	cudaDeviceSynchronize();
	FAILS(multiply(m, x, y), EXECUTION_FAILED);
	OK(cusparseDestroySpMat(m));
	on_device<int> rows(std::vector<int>{5, 1}), to(3);
	OK(cusparseXcoo2csr(handle, rows, 2, 2, to, CUSPARSE_INDEX_BASE_ZERO));
	cudaDeviceSynchronize();
	FAILS(cusparseXcoo2csr(handle, rows, 2, 2, to, CUSPARSE_INDEX_BASE_ZERO), EXECUTION_FAILED);
}

static void refused()
{
	cusparseMatDescr_t d;
	OK(cusparseCreateMatDescr(&d));
	float f = 0;
	int n = 0;
	FAILS(cusparseScsrcolor(handle, 0, 0, d, &f, &n, &n, &f, &n, &n, &n, nullptr), NOT_SUPPORTED);
	FAILS(cusparseSpMMOp_destroyPlan(nullptr), NOT_SUPPORTED);
	OK(cusparseDestroyMatDescr(d));
}

static char logged[256];
static void log_line(int level, const char *function, const char *message)
{
	snprintf(logged, sizeof logged, "%d %s %s", level, function, message);
}

int main()
{
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t x, y;
	OK(cusparseCreate(&handle));
	on_device<int> o(std::vector<int>{0, 1, 2}), c(std::vector<int>{0, 1});
	on_device<float> v(2), vx(2), vy(2);
	OK(cusparseCreateCsr(&a, 2, 2, 2, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	OK(cusparseCreateDnVec(&x, 2, vx, CUDA_R_32F));
	OK(cusparseCreateDnVec(&y, 2, vy, CUDA_R_32F));
	handles();
	descriptors(a, x, y);
	malformed(x, y);
	OK(cusparseLoggerSetCallback(log_line));
	OK(cusparseLoggerSetLevel(1));
	FAILS(cusparseLoggerSetLevel(9), INVALID_VALUE);
	refused();
	EXPECT(strcmp(logged, "1 cusparseSpMMOp_destroyPlan it is not supported") == 0);
	OK(cusparseLoggerForceDisable());
	OK(multiply(a, x, y)); // and all is well again
	cudaDeviceSynchronize();
	OK(multiply(a, x, y));
	OK(cusparseDestroySpMat(a));
	OK(cusparseDestroyDnVec(x));
	OK(cusparseDestroyDnVec(y));
	OK(cusparseDestroy(handle));
	return done();
}
