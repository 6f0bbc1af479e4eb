/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Functions whose types are arguments, of cuBLAS and of cuBLASLt. Numbers are integers, but for what
// must be rounded once.
#include <cublasLt.h>
#include <cstdint>
#include <cstring>
#include "dense.hpp"

static cublasHandle_t h;
static cublasLtHandle_t lt;

// ---- formats, of numbers that they have ------------------------------------------------------------

static uint32_t bits(float x)
{
	uint32_t u;
	memcpy(&u, &x, sizeof u);
	return u;
}
// A sign, an exponent and `fraction` bits; x is one of the format's normal numbers, or 0.
static uint32_t small(float x, int fraction, int exponent_bits)
{
	uint32_t u = bits(x), bias = 127 - ((1u << (exponent_bits - 1)) - 1);
	return x == 0 ? 0 : u >> 31 << (fraction + exponent_bits) | ((u & 0x7fffffff) - (bias << 23)) >> (23 - fraction);
}
struct Format {
	cudaDataType type;
	int bytes;
	uint32_t (*make)(float);
};
static const Format f32 = {CUDA_R_32F, 4, bits};
static const Format f16 = {CUDA_R_16F, 2, [](float x) { return small(x, 10, 5); }};
static const Format bf16 = {CUDA_R_16BF, 2, [](float x) { return bits(x) >> 16; }};
static const Format i8 = {CUDA_R_8I, 1, [](float x) { return (uint32_t)(uint8_t)(int8_t)x; }};
static const Format i32 = {CUDA_R_32I, 4, [](float x) { return (uint32_t)(int)x; }};
static const Format e4m3 = {CUDA_R_8F_E4M3, 1, [](float x) { return small(x, 3, 4); }};
static const Format e5m2 = {CUDA_R_8F_E5M2, 1, [](float x) { return small(x, 2, 5); }};

// The same matrix in a format; and whether one in memory is it.
struct Stored {
	Memory<double> memory;
	const Format &f;
	Stored(const Memory<float> &m, const Format &format) : memory(m.n), f(format)
	{
		for (size_t i = 0; i < m.n; i++)
			put(i, m.p[i]);
	}
	void put(size_t i, float x)
	{
		uint32_t u = f.make(x);
		memcpy((char *)memory.p + i * f.bytes, &u, f.bytes);
	}
	bool is(const Memory<float> &m) const
	{
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
		for (size_t i = 0; i < m.n; i++) {
			uint32_t u = f.make(m.p[i]);
			if (memcmp((char *)memory.p + i * f.bytes, &u, f.bytes) != 0)
				return false;
		}
		return true;
	}
	void *p() const { return memory.p; }
};

// ---- cublasGemmEx() --------------------------------------------------------------------------------

static void product(const Format &ab, const Format &to, cublasComputeType_t compute, bool has_integers)
{
	int m = 4, n = 3, k = 5, one[] = {2, -1};
	float real[] = {2, -1};
	uint16_t halves[] = {(uint16_t)f16.make(2), (uint16_t)f16.make(-1)};
	const char *factors = has_integers ? (char *)one : compute == CUBLAS_COMPUTE_16F ? (char *)halves : (char *)real;
	int step = compute == CUBLAS_COMPUTE_16F ? 2 : 4;
	Matrix<float> a(k, m), b(k, n), c0(m, n), want(c0);
	Stored sa(a, ab), sb(b, ab), sc(c0, to);
	OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, factors, sa.p(), ab.type, a.ld, sb.p(), ab.type, b.ld,
		factors + step, sc.p(), to.type, c0.ld, compute, CUBLAS_GEMM_DEFAULT));
	multiply(want, 2.0f, a, CUBLAS_OP_T, b, CUBLAS_OP_N, -1.0f);
	CHECK(sc.is(want));
	long long stride = (long long)c0.n;
	OK(cublasGemmStridedBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, factors, sa.p(), ab.type, a.ld, 0, sb.p(), ab.type,
		b.ld, 0, factors + step, sc.p(), to.type, c0.ld, stride, 1, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
	multiply(want, 2.0f, a, CUBLAS_OP_T, b, CUBLAS_OP_N, -1.0f);
	CHECK(sc.is(want));
}

// 2049 is not a number of 16 bits, and a sum that were rounded in between would lose each 1.
static void one_rounding()
{
	int k = 4;
	Matrix<float> a(k, 1), b(k, 1), to(1, 1);
	float one = 1, zero = 0;
	for (int i = 0; i < k; i++)
		a(i, 0) = i == 0 ? 2048 : 1, b(i, 0) = 1;
	Stored sa(a, f16), sb(b, f16), sc(to, f16);
	OK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, k, &one, sa.p(), CUDA_R_16F, a.ld, sb.p(), CUDA_R_16F, b.ld, &zero,
		sc.p(), CUDA_R_16F, to.ld, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	CHECK(cudaDeviceSynchronize() == cudaSuccess && *(uint16_t *)sc.p() == f16.make(2052)); // a tie, to even
}

// A sum of no products is 0, of matrices that are not there.
static void empty_sums()
{
	float one = 1, two = 2;
	Matrix<float> to(2, 3), want(to);
	Stored sc(to, f32);
	OK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 3, 0, &one, NULL, CUDA_R_16F, 2, NULL, CUDA_R_16F, 1, &two, sc.p(),
		CUDA_R_32F, to.ld, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	for (int j = 0; j < 3; j++)
		for (int i = 0; i < 2; i++)
			want(i, j) *= 2;
	CHECK(sc.is(want));
}

// Each number of 16 bits comes back; what lies between two becomes the nearer one, or the even one.
static void halves()
{
	int n = 0x7c00; // infinity
	Memory<float> exact((size_t)n), between((size_t)3 * n);
	Memory<uint16_t> all((size_t)n), back((size_t)3 * n);
	for (int i = 0; i < n; i++)
		all.p[i] = (uint16_t)i;
	OK(cublasCopyEx(h, n, all.p, CUDA_R_16F, 1, exact.p, CUDA_R_32F, 1));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < n; i++) {
		double want = i < 0x400 ? std::ldexp(i, -24) : std::ldexp(0x400 + i % 0x400, i / 0x400 - 25);
		double next = i + 1 < n ? std::ldexp(i + 1 < 0x400 ? i + 1 : 0x400 + (i + 1) % 0x400,
						  i + 1 < 0x400 ? -24 : (i + 1) / 0x400 - 25) : 65536;
		float middle = (float)((want + next) / 2);
		CHECK(exact.p[i] == want);
		between.p[3 * i] = std::nextafter(middle, 0.0f);
		between.p[3 * i + 1] = -middle;
		between.p[3 * i + 2] = std::nextafter(middle, 1e9f);
	}
	OK(cublasCopyEx(h, 3 * n, between.p, CUDA_R_32F, 1, back.p, CUDA_R_16F, 1));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < n; i++)
		CHECK(back.p[3 * i] == i && back.p[3 * i + 1] == (0x8000 | (i + i % 2)) && back.p[3 * i + 2] == i + 1);
}

// ---- vectors ---------------------------------------------------------------------------------------

static void vectors()
{
	int n = 9, index = 0;
	int64_t wide = 0;
	Memory<float> x(n), y(n), want(y);
	Stored sx(x, f16), sy(y, f16);
	float dot = 0, alpha = 2, result = 0, squares = 0;
	uint16_t half = 0;
	int most = 0;
	for (int i = 0; i < n; i++) {
		dot += x.p[i] * y.p[i];
		squares += x.p[i] * x.p[i];
		most = std::abs(x.p[i]) > std::abs(x.p[most]) ? i : most;
	}
	OK(cublasDotEx(h, n, sx.p(), CUDA_R_16F, 1, sy.p(), CUDA_R_16F, 1, &half, CUDA_R_16F, CUDA_R_32F));
	CHECK(half == f16.make(dot));
	OK(cublasNrm2Ex(h, n, sx.p(), CUDA_R_16F, 1, &result, CUDA_R_32F, CUDA_R_32F));
	CHECK(std::abs(result - std::sqrt(squares)) < 1e-6);
	OK(cublasIamaxEx(h, n, sx.p(), CUDA_R_16F, 1, &index));
	OK(cublasIamaxEx_64(h, n, sx.p(), CUDA_R_16F, 1, &wide));
	CHECK(index == most + 1 && wide == most + 1);
	OK(cublasAxpyEx(h, n, &alpha, CUDA_R_32F, sx.p(), CUDA_R_16F, 1, sy.p(), CUDA_R_16F, -1, CUDA_R_32F));
	for (int i = 0; i < n; i++)
		want.p[n - 1 - i] += 2 * x.p[i];
	CHECK(sy.is(want));
	OK(cublasScalEx(h, n, &alpha, CUDA_R_32F, sy.p(), CUDA_R_16F, 1, CUDA_R_32F));
	for (int i = 0; i < n; i++)
		want.p[i] *= 2;
	CHECK(sy.is(want));
	Matrix<float> a(4, 3), v(3, 1), to(4, 1), product(to);
	Stored sa(a, bf16), sv(v, bf16), sto(to, bf16);
	float beta = 1;
	OK(cublasTSTgemvStridedBatched(h, CUBLAS_OP_N, 4, 3, &alpha, (__nv_bfloat16 *)sa.p(), a.ld, 0, (__nv_bfloat16 *)sv.p(), 1,
		0, &beta, (__nv_bfloat16 *)sto.p(), 1, 0, 1));
	multiply(product, 2.0f, a, CUBLAS_OP_N, v, CUBLAS_OP_N, 1.0f);
	CHECK(sto.is(product));
}

// ---- cublasLtMatmul() ------------------------------------------------------------------------------

struct Operation {
	cublasLtMatmulDesc_t d;
	Operation(cublasComputeType_t compute, cudaDataType scale) { OK(cublasLtMatmulDescCreate(&d, compute, scale)); }
	Operation(const Operation &) = delete;
	~Operation() { OK(cublasLtMatmulDescDestroy(d)); }
	template <class T> void set(cublasLtMatmulDescAttributes_t id, T value)
	{
		T back;
		size_t bytes;
		OK(cublasLtMatmulDescSetAttribute(d, id, &value, sizeof value));
		OK(cublasLtMatmulDescGetAttribute(d, id, &back, sizeof back, &bytes));
		CHECK(bytes == sizeof value && memcmp(&back, &value, bytes) == 0);
	}
};
struct Layout {
	cublasLtMatrixLayout_t d;
	Layout(cudaDataType type, int rows, int columns, int ld, cublasLtOrder_t order = CUBLASLT_ORDER_COL)
	{
		OK(cublasLtMatrixLayoutCreate(&d, type, rows, columns, ld));
		OK(cublasLtMatrixLayoutSetAttribute(d, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
	}
	Layout(const Layout &) = delete;
	~Layout() { OK(cublasLtMatrixLayoutDestroy(d)); }
};

static cublasStatus_t run(Operation &o, const void *alpha, const void *beta, const Stored &a, Layout &la, const Stored &b,
	Layout &lb, const Stored &to, Layout &lc)
{
	cublasLtMatmulPreference_t p;
	cublasLtMatmulHeuristicResult_t found;
	int count = 0;
	size_t bytes = 1 << 20;
	OK(cublasLtMatmulPreferenceCreate(&p));
	OK(cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes));
	cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(lt, o.d, la.d, lb.d, lc.d, lc.d, p, 1, &found, &count);
	OK(cublasLtMatmulPreferenceDestroy(p));
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	CHECK(count == 1 && found.workspaceSize == 0);
	return cublasLtMatmul(lt, o.d, alpha, a.p(), la.d, b.p(), lb.d, beta, to.p(), lc.d, to.p(), lc.d, &found.algo, NULL, 0, 0);
}

static void epilogues(cublasLtOrder_t order)
{
	int m = 4, n = 3, k = 2;
	float one = 1, zero = 0;
	bool by_rows = order == CUBLASLT_ORDER_ROW;
	// By rows, A is what it is by columns, transposed.
	Matrix<float> a(m, k), b(k, n), to(by_rows ? n : m, by_rows ? m : n), product(m, n), bias(m, 1);
	Matrix<float> at(k, m), bt(n, k);
	for (int i = 0; i < k; i++) {
		for (int j = 0; j < m; j++)
			at(i, j) = a(j, i);
		for (int j = 0; j < n; j++)
			bt(j, i) = b(i, j);
	}
	multiply(product, 1.0f, a, CUBLAS_OP_N, b, CUBLAS_OP_N, 0.0f);
	Stored sa(by_rows ? at : a, f16), sb(by_rows ? bt : b, f16), sbias(bias, f16), sto(to, f32);
	Layout la(CUDA_R_16F, m, k, by_rows ? at.ld : a.ld, order), lb(CUDA_R_16F, k, n, by_rows ? bt.ld : b.ld, order);
	Layout lc(CUDA_R_32F, m, n, to.ld, order);
	Operation o(CUBLAS_COMPUTE_32F, CUDA_R_32F);
	o.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, sbias.p());
	o.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, (int)CUDA_R_16F);
	for (cublasLtEpilogue_t e : {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU,
		     CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS}) {
		o.set(CUBLASLT_MATMUL_DESC_EPILOGUE, e);
		OK(run(o, &one, &zero, sa, la, sb, lb, sto, lc));
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				double x = product(i, j) + (e != CUBLASLT_EPILOGUE_DEFAULT && e & 4 ? bias(i, 0) : 0);
				double gelu = 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
				double want = e & CUBLASLT_EPILOGUE_RELU ? (x > 0 ? x : 0) : e & CUBLASLT_EPILOGUE_GELU ? gelu : x;
				float got = ((float *)sto.p())[by_rows ? j + i * to.ld : i + j * to.ld];
				CHECK(std::abs(got - want) < 1e-5);
			}
	}
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BGRADA);
	CHECK(run(o, &one, &zero, sa, la, sb, lb, sto, lc) == CUBLAS_STATUS_NOT_SUPPORTED);
}

static void kept_input()
{
	int m = 9, n = 2;
	float one = 1, zero = 0;
	Matrix<float> a(m, 1), b(1, n), product(m, n), aux(m, n);
	Stored sa(a, f32), sb(b, f32), sto(product, f32), saux(aux, f32);
	Layout la(CUDA_R_32F, m, 1, a.ld), lb(CUDA_R_32F, 1, n, b.ld), lc(CUDA_R_32F, m, n, product.ld);
	multiply(product, 1.0f, a, CUBLAS_OP_N, b, CUBLAS_OP_N, 0.0f);
	Operation o(CUBLAS_COMPUTE_32F, CUDA_R_32F);
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU_AUX);
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, saux.p());
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128);
	OK(run(o, &one, &zero, sa, la, sb, lb, sto, lc));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			CHECK((((unsigned char *)saux.p())[(i + j * 128) / 8] >> i % 8 & 1) == (product(i, j) > 0));
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX);
	o.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)aux.ld);
	OK(run(o, &one, &zero, sa, la, sb, lb, sto, lc));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			CHECK(((float *)saux.p())[i + j * aux.ld] == product(i, j));
}

static void of_8_bits()
{
	int m = 16, n = 16, k = 16;
	float one = 1, zero = 0;
	Matrix<float> a(k, m), b(k, n), to(m, n), want(to);
	Memory<float> scales(4);
	float greatest = 0;
	scales.p[0] = 2, scales.p[1] = 0.5, scales.p[2] = 4;
	Stored sa(a, e4m3), sb(b, e5m2), sto(to, bf16);
	Layout la(CUDA_R_8F_E4M3, k, m, a.ld), lb(CUDA_R_8F_E5M2, k, n, b.ld), lc(CUDA_R_16BF, m, n, to.ld);
	Operation o(CUBLAS_COMPUTE_32F, CUDA_R_32F);
	o.set(CUBLASLT_MATMUL_DESC_TRANSA, (int)CUBLAS_OP_T);
	o.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, &scales.p[2]);
	o.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, &scales.p[1]);
	o.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, &scales.p[3]);
	OK(run(o, &one, &zero, sa, la, sb, lb, sto, lc));
	multiply(want, 2.0f, a, CUBLAS_OP_T, b, CUBLAS_OP_N, 0.0f);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			greatest = std::max(greatest, std::abs(want(i, j)));
	CHECK(sto.is(want) && scales.p[3] == greatest);
	// What is too large becomes the greatest number.
	Stored sc(to, e4m3);
	Layout lsmall(CUDA_R_8F_E4M3, m, n, to.ld), lwide(CUDA_R_16BF, m, n, to.ld);
	float much = 1000;
	OK(cublasLtMatmul(lt, o.d, &much, sa.p(), la.d, sb.p(), lb.d, &zero, sto.p(), lwide.d, sc.p(), lsmall.d, NULL, NULL, 0, 0));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			CHECK((((unsigned char *)sc.p())[i + j * to.ld] & 0x7f) == (want(i, j) == 0 ? 0 : 0x7e));
}

static void transformation()
{
	int m = 4, n = 3;
	float alpha = 2, beta = -1;
	Matrix<float> a(n, m), b(m, n), to(m, n), want(to);
	Stored sa(a, f16), sb(b, f32), sto(to, f32);
	Layout la(CUDA_R_16F, m, n, a.ld, CUBLASLT_ORDER_ROW), lb(CUDA_R_32F, m, n, b.ld), lc(CUDA_R_32F, m, n, to.ld);
	cublasLtMatrixTransformDesc_t d;
	OK(cublasLtMatrixTransformDescCreate(&d, CUDA_R_32F));
	OK(cublasLtMatrixTransform(lt, d, &alpha, sa.p(), la.d, &beta, sb.p(), lb.d, sto.p(), lc.d, 0));
	OK(cublasLtMatrixTransformDescDestroy(d));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			want(i, j) = 2 * a(j, i) - b(i, j);
	CHECK(sto.is(want));
}

int main()
{
	OK(cublasCreate(&h));
	product(f16, f16, CUBLAS_COMPUTE_16F, false);
	product(f16, f16, CUBLAS_COMPUTE_32F, false);
	product(f16, f32, CUBLAS_COMPUTE_32F, false);
	product(bf16, bf16, CUBLAS_COMPUTE_32F, false);
	product(bf16, f32, CUBLAS_COMPUTE_32F, false);
	product(f32, f32, CUBLAS_COMPUTE_32F_FAST_TF32, false);
	product(i8, f32, CUBLAS_COMPUTE_32F, false);
	product(i8, i32, CUBLAS_COMPUTE_32I, true);
	one_rounding();
	halves();
	empty_sums();
	vectors();
	lt = (cublasLtHandle_t)h; // one is as good as the other
	transformation();
	OK(cublasLtCreate(&lt));
	epilogues(CUBLASLT_ORDER_COL);
	epilogues(CUBLASLT_ORDER_ROW);
	kept_input();
	of_8_bits();
	OK(cublasLtDestroy(lt));
	CHECK(cublasLtDestroy(lt) == CUBLAS_STATUS_NOT_INITIALIZED);
	OK(cublasDestroy(h));
	puts("typed: ok");
}
