/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// The functions of BLAS in four types, with each operation, triangle, side and diagonal.
#include <algorithm>
#include "dense.hpp"

OF_TYPES(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
OF_TYPES(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)
OF_TYPES(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
OF_TYPES(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
OF_TYPES(dot, cublasSdot, cublasDdot, cublasCdotu, cublasZdotu)
OF_TYPES(dotc, cublasSdot, cublasDdot, cublasCdotc, cublasZdotc)
OF_TYPES(geru, cublasSger, cublasDger, cublasCgeru, cublasZgeru)
OF_TYPES(gemm_64, cublasSgemm_64, cublasDgemm_64, cublasCgemm_64, cublasZgemm_64)
FOUR(scal) FOUR(axpy) FOUR(copy) FOUR(swap) FOUR(rot) FOUR(rotg)
FOUR(gemv) FOUR(gbmv) FOUR(trmv) FOUR(tbmv) FOUR(tpmv) FOUR(trsv) FOUR(tbsv) FOUR(tpsv) FOUR(symv) FOUR(syr) FOUR(syr2)
FOUR(gemm) FOUR(symm) FOUR(syrk) FOUR(syr2k) FOUR(syrkx) FOUR(trmm) FOUR(trsm) FOUR(geam) FOUR(dgmm)
FOUR(gemmBatched) FOUR(gemmStridedBatched) FOUR(gemvStridedBatched) FOUR(trsmBatched) FOUR(tpttr) FOUR(trttp)
FOUR(getrfBatched) FOUR(getrsBatched) FOUR(getriBatched) FOUR(matinvBatched) FOUR(geqrfBatched) FOUR(gelsBatched)
COMPLEX(hemm) COMPLEX(herk) COMPLEX(her2k) COMPLEX(herkx) COMPLEX(hemv) COMPLEX(her) COMPLEX(her2) COMPLEX(gemm3m)

static cublasHandle_t h;
static const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
static const cublasFillMode_t fills[] = {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER};
static const cublasDiagType_t diags[] = {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT};
static const cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

// ---- vectors ---------------------------------------------------------------------------------------

template <class T> double size(T x) { return std::abs(std::real(x)) + std::abs(std::imag(x)); }

template <class T> void reductions()
{
	int n = 7, inc = 2, index = 0;
	Memory<T> x((size_t)n * inc), y((size_t)n);
	double sum = 0, squares = 0;
	T product = 0, conjugated = 0, result = 0;
	real_of<T> real = 0;
	int most = 0, least = 0;
	for (int i = 0; i < n; i++) {
		T a = x.p[i * inc];
		sum += size(a);
		squares += std::norm(a);
		product += a * y.p[i];
		conjugated += conjugate(a) * y.p[i];
		most = size(a) > size(x.p[most * inc]) ? i : most;
		least = size(a) < size(x.p[least * inc]) ? i : least;
	}
	OK(amax(T())(h, n, c(x.p), inc, &index));
	CHECK(index == most + 1);
	OK(amin(T())(h, n, c(x.p), inc, &index));
	CHECK(index == least + 1);
	OK(amin(T())(h, 0, c(x.p), inc, &index));
	CHECK(index == 0);
	OK(asum(T())(h, n, c(x.p), inc, &real));
	CHECK(real == sum);
	OK(nrm2(T())(h, n, c(x.p), inc, &real));
	CHECK(std::abs(real - std::sqrt(squares)) < 1e-5);
	OK(dot(T())(h, n, c(x.p), inc, c(y.p), 1, c(&result)));
	CHECK(result == product);
	OK(dotc(T())(h, n, c(x.p), inc, c(y.p), 1, c(&result)));
	CHECK(result == conjugated);
}

template <class T> void updates()
{
	int n = 6;
	T alpha;
	fill(alpha);
	Memory<T> x((size_t)n * 2), y((size_t)n), x2(x), y2(y);
	OK(axpy(T())(h, n, c(&alpha), c(x.p), 2, c(y.p), -1));
	OK(scal(T())(h, n, c(&alpha), c(x.p), 2));
	for (int i = 0; i < n; i++) {
		y2.p[n - 1 - i] += alpha * x2.p[2 * i];
		x2.p[2 * i] *= alpha;
	}
	CHECK(same(x, x2) && same(y, y2));
	OK(swap(T())(h, n, c(x.p), 2, c(y.p), 1));
	for (int i = 0; i < n; i++)
		std::swap(x2.p[2 * i], y2.p[i]);
	CHECK(same(x, x2) && same(y, y2));
	OK(copy(T())(h, n, c(x.p), 2, c(y.p), 1));
	for (int i = 0; i < n; i++)
		y2.p[i] = x2.p[2 * i];
	CHECK(same(y, y2));
	real_of<T> cosine = 2;
	T sine;
	fill(sine);
	OK(rot(T())(h, n, c(x.p), 2, c(y.p), 1, &cosine, c(&sine)));
	for (int i = 0; i < n; i++) {
		T before = x2.p[2 * i];
		x2.p[2 * i] = cosine * before + sine * y2.p[i];
		y2.p[i] = cosine * y2.p[i] - conjugate(sine) * before;
	}
	CHECK(same(x, x2) && same(y, y2));
	T a = 3, b = 4;
	OK(rotg(T())(h, c(&a), c(&b), &cosine, c(&sine)));
	CHECK(std::abs(a - T(5)) < 1e-5 && std::abs(cosine - 0.6) < 1e-6 && std::abs(sine - T(0.8)) < 1e-6);
}

// ---- matrices and vectors --------------------------------------------------------------------------

// A column of a matrix, as a vector.
template <class T> void products_with_vectors()
{
	for (cublasOperation_t op : ops) {
		int m = 5, n = 4;
		T alpha = 2, beta = -1;
		Matrix<T> a(m, n), x(op == CUBLAS_OP_N ? n : m, 1), y(op == CUBLAS_OP_N ? m : n, 1), want(y);
		OK(gemv(T())(h, op, m, n, c(&alpha), c(a.p), a.ld, c(x.p), 1, c(&beta), c(y.p), 1));
		multiply(want, alpha, a, op, x, CUBLAS_OP_N, beta);
		CHECK(same(y, want));
		// two below and one above the diagonal
		Matrix<T> band(4, n), dense(m, n);
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				dense(i, j) = i - j > 2 || j - i > 1 ? T(0) : band(1 + i - j, j);
		OK(gbmv(T())(h, op, m, n, 2, 1, c(&alpha), c(band.p), band.ld, c(x.p), 1, c(&beta), c(y.p), 1));
		multiply(want, alpha, dense, op, x, CUBLAS_OP_N, beta);
		CHECK(same(y, want));
	}
	int m = 3, n = 4;
	T alpha = 3;
	Matrix<T> a(m, n), x(m, 1), y(n, 1), want(a);
	OK(geru(T())(h, m, n, c(&alpha), c(x.p), 1, c(y.p), 1, c(a.p), a.ld));
	multiply(want, alpha, x, CUBLAS_OP_N, y, CUBLAS_OP_T, T(1));
	CHECK(same(a, want));
}

template <class T> void triangles_with_vectors(cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag)
{
	int n = 5, k = 2;
	bool is_upper = uplo == CUBLAS_FILL_MODE_UPPER, has_unit = diag == CUBLAS_DIAG_UNIT;
	Matrix<T> a(n, n), band(k + 1, n), x(n, 1), want(x), before(x);
	for (int j = 0; j < n; j++)
		a(j, j) = 1; // a solution is one of integers
	Matrix<T> dense = whole(a, uplo, 'T', has_unit);
	OK(trmv(T())(h, uplo, op, diag, n, c(a.p), a.ld, c(x.p), 1));
	multiply(want, T(1), dense, op, before, CUBLAS_OP_N, T(0));
	CHECK(same(x, want));
	OK(trsv(T())(h, uplo, op, diag, n, c(a.p), a.ld, c(x.p), 1));
	CHECK(same(x, before));
	Memory<T> packed((size_t)n * (n + 1) / 2);
	OK(trttp(T())(h, uplo, n, c(a.p), a.ld, c(packed.p)));
	OK(tpmv(T())(h, uplo, op, diag, n, c(packed.p), c(x.p), 1));
	CHECK(same(x, want));
	OK(tpsv(T())(h, uplo, op, diag, n, c(packed.p), c(x.p), 1));
	CHECK(same(x, before));
	Matrix<T> unpacked(a);
	OK(tpttr(T())(h, uplo, n, c(packed.p), c(unpacked.p), unpacked.ld));
	CHECK(same(unpacked, a));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			bool is_there = std::abs(i - j) <= k && (i == j || is_upper == (i < j));
			dense(i, j) = is_there ? a(i, j) : T(0);
			if (is_there)
				band(is_upper ? k + i - j : i - j, j) = a(i, j);
		}
	OK(tbmv(T())(h, uplo, op, diag, n, k, c(band.p), band.ld, c(x.p), 1));
	multiply(want, T(1), dense, op, before, CUBLAS_OP_N, T(0));
	CHECK(same(x, want));
	OK(tbsv(T())(h, uplo, op, diag, n, k, c(band.p), band.ld, c(x.p), 1));
	CHECK(same(x, before));
}

template <class T> void symmetric_with_vectors(cublasFillMode_t uplo)
{
	int n = 5;
	T alpha = 2, beta = 3;
	Matrix<T> a(n, n), x(n, 1), y(n, 1), want(y), dense = whole(a, uplo, 'S');
	OK(symv(T())(h, uplo, n, c(&alpha), c(a.p), a.ld, c(x.p), 1, c(&beta), c(y.p), 1));
	multiply(want, alpha, dense, CUBLAS_OP_N, x, CUBLAS_OP_N, beta);
	CHECK(same(y, want));
	Matrix<T> before(a), sum(a);
	OK(syr(T())(h, uplo, n, c(&alpha), c(x.p), 1, c(a.p), a.ld));
	multiply(sum, alpha, x, CUBLAS_OP_N, x, CUBLAS_OP_T, T(1));
	keep_triangle(sum, before, uplo, false);
	CHECK(same(a, sum));
	Matrix<T> before2(a), sum2(a);
	OK(syr2(T())(h, uplo, n, c(&alpha), c(x.p), 1, c(y.p), 1, c(a.p), a.ld));
	multiply(sum2, alpha, x, CUBLAS_OP_N, y, CUBLAS_OP_T, T(1));
	multiply(sum2, alpha, y, CUBLAS_OP_N, x, CUBLAS_OP_T, T(1));
	keep_triangle(sum2, before2, uplo, false);
	CHECK(same(a, sum2));
}

// ---- matrices --------------------------------------------------------------------------------------

template <class T> void products(cublasOperation_t opa, cublasOperation_t opb)
{
	int m = 5, n = 4, k = 3, batch = 3;
	T alpha, beta = 2;
	fill(alpha);
	Matrix<T> a = of_op<T>(opa, m, k), b = of_op<T>(opb, k, n), to(m, n), want(to);
	OK(gemm(T())(h, opa, opb, m, n, k, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
	multiply(want, alpha, a, opa, b, opb, beta);
	CHECK(same(to, want));
	OK(gemm_64(T())(h, opa, opb, m, n, k, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
	multiply(want, alpha, a, opa, b, opb, beta);
	CHECK(same(to, want));
	// one behind the other, and B is the same for all
	Memory<T> all_a(a.n * batch), all_c(to.n * batch), wants(all_c);
	OK(gemmStridedBatched(T())(h, opa, opb, m, n, k, c(&alpha), c(all_a.p), a.ld, (long long)a.n, c(b.p), b.ld, 0,
		c(&beta), c(all_c.p), to.ld, (long long)to.n, batch));
	cu_of<T> **lists;
	CHECK(cudaMallocManaged((void **)&lists, 3 * batch * sizeof *lists, cudaMemAttachGlobal) == cudaSuccess);
	for (int i = 0; i < batch; i++) {
		std::copy(all_a.p + i * a.n, all_a.p + (i + 1) * a.n, a.p);
		std::copy(wants.p + i * to.n, wants.p + (i + 1) * to.n, want.p);
		multiply(want, alpha, a, opa, b, opb, beta);
		std::copy(want.p, want.p + to.n, wants.p + i * to.n);
		lists[i] = c(all_a.p + i * a.n);
		lists[batch + i] = c(b.p);
		lists[2 * batch + i] = c(all_c.p + i * to.n);
	}
	CHECK(same(all_c, wants));
	beta = 0;
	OK(gemmBatched(T())(h, opa, opb, m, n, k, c(&alpha), lists, a.ld, lists + batch, b.ld, c(&beta), lists + 2 * batch,
		to.ld, batch));
	for (int i = 0; i < batch; i++) {
		std::copy(all_a.p + i * a.n, all_a.p + (i + 1) * a.n, a.p);
		std::copy(wants.p + i * to.n, wants.p + (i + 1) * to.n, want.p);
		multiply(want, alpha, a, opa, b, opb, beta);
		std::copy(want.p, want.p + to.n, wants.p + i * to.n);
	}
	CHECK(same(all_c, wants));
	cudaFree(lists);
}

template <class T> void sums(cublasOperation_t opa, cublasOperation_t opb)
{
	int m = 4, n = 3;
	T alpha = 2, beta = -1;
	Matrix<T> a = of_op<T>(opa, m, n), b = of_op<T>(opb, m, n), to(m, n), want(to), x(m + n, 1);
	OK(geam(T())(h, opa, opb, m, n, c(&alpha), c(a.p), a.ld, c(&beta), c(b.p), b.ld, c(to.p), to.ld));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			want(i, j) = alpha * at(a, opa, i, j) + beta * at(b, opb, i, j);
	CHECK(same(to, want));
	for (cublasSideMode_t side : sides) {
		Matrix<T> d(to);
		OK(dgmm(T())(h, side, m, n, c(to.p), to.ld, c(x.p), 1, c(d.p), d.ld));
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++)
				want(i, j) = to(i, j) * x.p[side == CUBLAS_SIDE_LEFT ? i : j];
		CHECK(same(d, want));
	}
}

template <class T> void symmetric(cublasFillMode_t uplo)
{
	int m = 4, n = 3, k = 2;
	T alpha = 2, beta = 3;
	for (cublasSideMode_t side : sides) {
		int size = side == CUBLAS_SIDE_LEFT ? m : n;
		Matrix<T> a(size, size), b(m, n), to(m, n), want(to), dense = whole(a, uplo, 'S');
		OK(symm(T())(h, side, uplo, m, n, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
		if (side == CUBLAS_SIDE_LEFT)
			multiply(want, alpha, dense, CUBLAS_OP_N, b, CUBLAS_OP_N, beta);
		else
			multiply(want, alpha, b, CUBLAS_OP_N, dense, CUBLAS_OP_N, beta);
		CHECK(same(to, want));
	}
	for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
		cublasOperation_t other = op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
		Matrix<T> a = of_op<T>(op, n, k), b = of_op<T>(op, n, k), to(n, n), want(to), before(to);
		OK(syrk(T())(h, uplo, op, n, k, c(&alpha), c(a.p), a.ld, c(&beta), c(to.p), to.ld));
		multiply(want, alpha, a, op, a, other, beta);
		keep_triangle(want, before, uplo, false);
		CHECK(same(to, want));
		OK(syr2k(T())(h, uplo, op, n, k, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
		multiply(want, alpha, a, op, b, other, beta);
		multiply(want, alpha, b, op, a, other, T(1));
		keep_triangle(want, before, uplo, false);
		CHECK(same(to, want));
		OK(syrkx(T())(h, uplo, op, n, k, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
		multiply(want, alpha, a, op, b, other, beta);
		keep_triangle(want, before, uplo, false);
		CHECK(same(to, want));
	}
}

template <class T> void hermitian(cublasFillMode_t uplo)
{
	int n = 4, k = 3;
	T alpha(2, 1), beta(3, -1);
	real_of<T> real = 2, real_beta = 3;
	Matrix<T> a(n, n), x(n, 1), y(n, 1), want(y), dense = whole(a, uplo, 'H');
	OK(hemv(T())(h, uplo, n, c(&alpha), c(a.p), a.ld, c(x.p), 1, c(&beta), c(y.p), 1));
	multiply(want, alpha, dense, CUBLAS_OP_N, x, CUBLAS_OP_N, beta);
	CHECK(same(y, want));
	Matrix<T> b(n, k), to(n, k), product(to);
	OK(hemm(T())(h, CUBLAS_SIDE_LEFT, uplo, n, k, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
	multiply(product, alpha, dense, CUBLAS_OP_N, b, CUBLAS_OP_N, beta);
	CHECK(same(to, product));
	OK(gemm3m(T())(h, CUBLAS_OP_C, CUBLAS_OP_N, n, k, n, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(&beta), c(to.p), to.ld));
	multiply(product, alpha, a, CUBLAS_OP_C, b, CUBLAS_OP_N, beta);
	CHECK(same(to, product));
	for (int i = 0; i < n; i++)
		a(i, i) = std::real(a(i, i));
	Matrix<T> before(a), sum(a);
	OK(her(T())(h, uplo, n, &real, c(x.p), 1, c(a.p), a.ld));
	multiply(sum, T(real), x, CUBLAS_OP_N, x, CUBLAS_OP_C, T(1));
	OK(her2(T())(h, uplo, n, c(&alpha), c(x.p), 1, c(y.p), 1, c(a.p), a.ld));
	multiply(sum, alpha, x, CUBLAS_OP_N, y, CUBLAS_OP_C, T(1));
	multiply(sum, conjugate(alpha), y, CUBLAS_OP_N, x, CUBLAS_OP_C, T(1));
	OK(herk(T())(h, uplo, CUBLAS_OP_N, n, k, &real, c(b.p), b.ld, &real_beta, c(a.p), a.ld));
	multiply(sum, T(real), b, CUBLAS_OP_N, b, CUBLAS_OP_C, T(real_beta));
	OK(her2k(T())(h, uplo, CUBLAS_OP_N, n, k, c(&alpha), c(b.p), b.ld, c(to.p), to.ld, &real_beta, c(a.p), a.ld));
	multiply(sum, alpha, b, CUBLAS_OP_N, to, CUBLAS_OP_C, T(real_beta));
	multiply(sum, conjugate(alpha), to, CUBLAS_OP_N, b, CUBLAS_OP_C, T(1));
	keep_triangle(sum, before, uplo, true);
	CHECK(same(a, sum));
	T one = 1;
	OK(herkx(T())(h, uplo, CUBLAS_OP_N, n, k, c(&one), c(b.p), b.ld, c(b.p), b.ld, &real_beta, c(a.p), a.ld));
	multiply(sum, one, b, CUBLAS_OP_N, b, CUBLAS_OP_C, T(real_beta));
	keep_triangle(sum, before, uplo, true);
	CHECK(same(a, sum));
}

template <class T> void triangular(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag)
{
	int m = 4, n = 3, size = side == CUBLAS_SIDE_LEFT ? m : n;
	T alpha = 2, half = 0.5;
	Matrix<T> a(size, size), b(m, n), to(m, n), want(to), before(b);
	for (int i = 0; i < size; i++)
		a(i, i) = 1;
	Matrix<T> dense = whole(a, uplo, 'T', diag == CUBLAS_DIAG_UNIT);
	OK(trmm(T())(h, side, uplo, op, diag, m, n, c(&alpha), c(a.p), a.ld, c(b.p), b.ld, c(to.p), to.ld));
	if (side == CUBLAS_SIDE_LEFT)
		multiply(want, alpha, dense, op, b, CUBLAS_OP_N, T(0));
	else
		multiply(want, alpha, b, CUBLAS_OP_N, dense, op, T(0));
	CHECK(same(to, want));
	OK(trsm(T())(h, side, uplo, op, diag, m, n, c(&half), c(a.p), a.ld, c(to.p), to.ld));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			CHECK(cudaDeviceSynchronize() == cudaSuccess && to(i, j) == before(i, j));
}

// ---- factors ---------------------------------------------------------------------------------------

template <class T> void factors()
{
	int n = 5, batch = 2, info = 1, m = 7;
	double tolerance = sizeof(real_of<T>) == 4 ? 1e-3 : 1e-10;
	Matrix<T> a(n, n), lu(a), b(n, 2), x(n, 2), inverse(n, n), inverse2(n, n), product(n, n), zero(n, n);
	for (int i = 0; i < n; i++)
		a(i, i) += T(9);
	for (int i = 0; i < n; i++)
		std::swap(a(0, i), a(3, i)); // so that there is a pivot to find
	std::copy(a.p, a.p + a.n, lu.p);
	std::fill(zero.p, zero.p + zero.n, T(0));
	multiply(b, T(1), a, CUBLAS_OP_N, x, CUBLAS_OP_N, T(0));
	cu_of<T> **list;
	int *ints;
	CHECK(cudaMallocManaged((void **)&list, 8 * sizeof *list, cudaMemAttachGlobal) == cudaSuccess);
	CHECK(cudaMallocManaged((void **)&ints, 64 * sizeof *ints, cudaMemAttachGlobal) == cudaSuccess);
	list[0] = c(lu.p), list[1] = c(zero.p), list[2] = c(b.p), list[3] = c(b.p), list[4] = c(inverse.p);
	list[6] = c(a.p), list[7] = c(inverse2.p);
	OK(getrfBatched(T())(h, n, list, lu.ld, ints, ints + 32, batch));
	OK(getrsBatched(T())(h, CUBLAS_OP_N, n, 2, list, lu.ld, ints, list + 2, b.ld, &info, 1));
	OK(getriBatched(T())(h, n, list, lu.ld, ints, list + 4, inverse.ld, ints + 40, 1));
	OK(matinvBatched(T())(h, n, list + 6, a.ld, list + 7, inverse2.ld, ints + 48, 1));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(info == 0 && ints[32] == 0 && ints[33] == 1 && ints[0] == 4 && ints[40] == 0 && ints[48] == 0);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			CHECK(j >= 2 || std::abs(b(i, j) - x(i, j)) < tolerance);
	multiply(product, T(1), a, CUBLAS_OP_N, inverse, CUBLAS_OP_N, T(0));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			CHECK(std::abs(product(i, j) - T(i == j)) < tolerance);
			CHECK(std::abs(inverse(i, j) - inverse2(i, j)) < tolerance);
		}
	CHECK(getrsBatched(T())(h, CUBLAS_OP_N, n, -1, list, lu.ld, ints, list + 2, b.ld, &info, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(info == -3);

	// Least squares: the rest is at right angles to A. R^H R is A^H A.
	Matrix<T> tall(m, n), qr(tall), y(m, 1), solution(y), rest(y), square(n, n), tau(n, 1), angle(n, 1);
	for (int i = 0; i < n; i++)
		tall(i, i) += T(9);
	std::copy(tall.p, tall.p + tall.n, qr.p);
	list[0] = c(qr.p), list[1] = c(solution.p), list[2] = c(tau.p);
	OK(gelsBatched(T())(h, CUBLAS_OP_N, m, n, 1, list, qr.ld, list + 1, solution.ld, &info, ints, 1));
	CHECK(cudaDeviceSynchronize() == cudaSuccess && info == 0 && ints[0] == 0);
	solution.rows = n;
	multiply(rest, T(-1), tall, CUBLAS_OP_N, solution, CUBLAS_OP_N, T(1));
	multiply(angle, T(1), tall, CUBLAS_OP_C, rest, CUBLAS_OP_N, T(0));
	for (int i = 0; i < n; i++)
		CHECK(std::abs(angle(i, 0)) < 10 * tolerance);
	std::copy(tall.p, tall.p + tall.n, qr.p);
	OK(geqrfBatched(T())(h, m, n, list, qr.ld, list + 2, &info, 1));
	CHECK(cudaDeviceSynchronize() == cudaSuccess && info == 0);
	Matrix<T> r = whole(qr, CUBLAS_FILL_MODE_UPPER, 'T');
	r.rows = n;
	multiply(square, T(1), tall, CUBLAS_OP_C, tall, CUBLAS_OP_N, T(0));
	multiply(square, T(-1), r, CUBLAS_OP_C, r, CUBLAS_OP_N, T(1));
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			CHECK(std::abs(square(i, j)) < 100 * tolerance);
	cudaFree(list);
	cudaFree(ints);
}

// ---- all -------------------------------------------------------------------------------------------

template <class T> void all()
{
	reductions<T>();
	updates<T>();
	products_with_vectors<T>();
	factors<T>();
	for (cublasFillMode_t uplo : fills) {
		symmetric_with_vectors<T>(uplo);
		symmetric<T>(uplo);
	}
	for (cublasOperation_t a : ops)
		for (cublasOperation_t b : ops) {
			products<T>(a, b);
			sums<T>(a, b);
		}
	for (cublasFillMode_t uplo : fills)
		for (cublasOperation_t op : ops)
			for (cublasDiagType_t diag : diags) {
				triangles_with_vectors<T>(uplo, op, diag);
				for (cublasSideMode_t side : sides)
					triangular<T>(side, uplo, op, diag);
			}
}

int main()
{
	OK(cublasCreate(&h));
	all<float>();
	all<double>();
	all<std::complex<float>>();
	all<std::complex<double>>();
	for (cublasFillMode_t uplo : fills) {
		hermitian<std::complex<float>>(uplo);
		hermitian<std::complex<double>>(uplo);
	}
	OK(cublasDestroy(h));
	puts("functions: ok");
}
