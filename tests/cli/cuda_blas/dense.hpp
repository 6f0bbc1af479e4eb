/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Matrices of small integers, of which sums of products are exact in all types, and plain loops over
// them, with which cuBLAS is compared.
#pragma once
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define OK(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

template <class T> struct type_of { typedef T cu, real; static const bool is_complex = false; };
template <class R> struct type_of<std::complex<R>> {
	typedef typename std::conditional<sizeof(R) == 4, cuComplex, cuDoubleComplex>::type cu;
	typedef R real;
	static const bool is_complex = true;
};
template <class T> using cu_of = typename type_of<T>::cu;
template <class T> using real_of = typename type_of<T>::real;
template <class T> cu_of<T> *c(T *p) { return reinterpret_cast<cu_of<T> *>(p); }
template <class T> const cu_of<T> *c(const T *p) { return reinterpret_cast<const cu_of<T> *>(p); }

static unsigned seed = 1;
static int digit() { return (int)((seed = seed * 1103515245 + 12345) >> 16) % 5 - 2; }
inline void fill(float &x) { x = (float)digit(); }
inline void fill(uint16_t &x) { x = 0; }
inline void fill(double &x) { x = digit(); }
template <class R> void fill(std::complex<R> &x)
{
	R re = (R)digit();
	x = std::complex<R>(re, (R)digit());
}
template <class T> T conjugate(T x) { return x; }
template <class R> std::complex<R> conjugate(std::complex<R> x) { return std::conj(x); }

// Memory of the device, which is the host's, too.
template <class T> struct Memory {
	T *p;
	size_t n;
	explicit Memory(size_t count) : n(count)
	{
		CHECK(cudaMallocManaged((void **)&p, n * sizeof(T) + 1, cudaMemAttachGlobal) == cudaSuccess);
		for (size_t i = 0; i < n; i++)
			fill(p[i]);
	}
	Memory(const Memory &m) : Memory(m.n) { std::copy(m.p, m.p + n, p); }
	Memory &operator=(const Memory &) = delete;
	~Memory() { cudaFree(p); }
};

// By columns, with a leading dimension that is greater than the number of rows.
template <class T> struct Matrix : Memory<T> {
	int rows, columns, ld;
	Matrix(int m, int n) : Memory<T>((size_t)(m + 3) * n), rows(m), columns(n), ld(m + 3) {}
	T &operator()(int i, int j) { return this->p[i + j * ld]; }
	T operator()(int i, int j) const { return this->p[i + j * ld]; }
};

template <class T> T at(const Matrix<T> &a, cublasOperation_t op, int i, int j)
{
	return op == CUBLAS_OP_N ? a(i, j) : op == CUBLAS_OP_T ? a(j, i) : conjugate(a(j, i));
}
template <class T> Matrix<T> of_op(cublasOperation_t op, int rows, int columns)
{
	return op == CUBLAS_OP_N ? Matrix<T>(rows, columns) : Matrix<T>(columns, rows);
}
// C = alpha op(A) op(B) + beta C
template <class T> void multiply(Matrix<T> &to, T alpha, const Matrix<T> &a, cublasOperation_t opa, const Matrix<T> &b,
	cublasOperation_t opb, T beta)
{
	int k = opa == CUBLAS_OP_N ? a.columns : a.rows;
	for (int j = 0; j < to.columns; j++)
		for (int i = 0; i < to.rows; i++) {
			T sum = 0;
			for (int l = 0; l < k; l++)
				sum += at(a, opa, i, l) * at(b, opb, l, j);
			to(i, j) = alpha * sum + (beta == T(0) ? T(0) : beta * to(i, j));
		}
}
template <class T> bool same(const Memory<T> &a, const Memory<T> &b, double tolerance = 0)
{
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (size_t i = 0; i < a.n; i++)
		if (!(std::abs(a.p[i] - b.p[i]) <= tolerance))
			return false;
	return true;
}

// What a triangle stands for: 'T' triangular, 'S' symmetric, 'H' Hermitian.
template <class T> Matrix<T> whole(const Matrix<T> &a, cublasFillMode_t uplo, char kind, bool has_unit = false)
{
	Matrix<T> to(a.rows, a.rows);
	for (int j = 0; j < a.rows; j++)
		for (int i = 0; i < a.rows; i++) {
			bool is_there = i == j || (uplo == CUBLAS_FILL_MODE_UPPER) == (i < j);
			to(i, j) = is_there ? a(i, j) : kind == 'T' ? T(0) : kind == 'H' ? conjugate(a(j, i)) : a(j, i);
			if (i == j && kind == 'H')
				to(i, j) = std::real(a(i, i));
			if (i == j && has_unit)
				to(i, j) = 1;
		}
	return to;
}
// Only a triangle of the result counts.
template <class T> void keep_triangle(Matrix<T> &to, const Matrix<T> &before, cublasFillMode_t uplo, bool is_real_diagonal)
{
	for (int j = 0; j < to.columns; j++)
		for (int i = 0; i < to.rows; i++) {
			if (i != j && (uplo == CUBLAS_FILL_MODE_UPPER) != (i < j))
				to(i, j) = before(i, j);
			if (i == j && is_real_diagonal)
				to(i, j) = std::real(to(i, j));
		}
}

#define OF_TYPES(name, S, D, C, Z) \
	inline decltype(&S) name(float) { return S; } \
	inline decltype(&D) name(double) { return D; } \
	inline decltype(&C) name(std::complex<float>) { return C; } \
	inline decltype(&Z) name(std::complex<double>) { return Z; }
#define FOUR(name) OF_TYPES(name, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define COMPLEX(name) \
	inline decltype(&cublasC##name) name(std::complex<float>) { return cublasC##name; } \
	inline decltype(&cublasZ##name) name(std::complex<double>) { return cublasZ##name; }
