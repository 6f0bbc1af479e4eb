// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For the tests of cuSPARSE: memory of the device, values of all types, matrices as arrays of all their values.
#ifndef HSAEMU_TESTS_CUDA_SPARSE_CHECK_H
#define HSAEMU_TESTS_CUDA_SPARSE_CHECK_H
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>
#include <cuda_runtime_api.h>
#include <cusparse.h>

static int failures;
#define EXPECT(condition) \
	((condition) ? (void)0 : (void)(failures++, printf("%s:%d: %s\n", __FILE__, __LINE__, #condition)))
#define OK(call) expect(call, CUSPARSE_STATUS_SUCCESS, #call, __LINE__)
#define FAILS(call, status) expect(call, CUSPARSE_STATUS_##status, #call, __LINE__)
static inline void expect(cusparseStatus_t got, cusparseStatus_t wanted, const char *call, int line)
{
	if (got == wanted)
		return;
	failures++;
	printf("line %d: %s: %s, not %s\n", line, call, cusparseGetErrorName(got), cusparseGetErrorName(wanted));
}

// A copy of values in memory of the device.
template <class T> struct on_device {
	T *at = nullptr;
	size_t count;
	on_device(const std::vector<T> &v) : count(v.size())
	{
		cudaMalloc((void **)&at, count * sizeof(T) + 1);
		cudaMemcpy(at, v.data(), count * sizeof(T), cudaMemcpyHostToDevice);
	}
	on_device(size_t n) : on_device(std::vector<T>(n)) {}
	on_device(const on_device &) = delete;
	~on_device() { cudaFree(at); }
	operator T *() const { return at; }
	std::vector<T> get() const
	{
		std::vector<T> v(count);
		cudaDeviceSynchronize();
		cudaMemcpy(v.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
		return v;
	}
};

typedef std::complex<float> c32;
typedef std::complex<double> c64;
template <class T> cudaDataType type_of();
template <> inline cudaDataType type_of<float>() { return CUDA_R_32F; }
template <> inline cudaDataType type_of<double>() { return CUDA_R_64F; }
template <> inline cudaDataType type_of<c32>() { return CUDA_C_32F; }
template <> inline cudaDataType type_of<c64>() { return CUDA_C_64F; }
template <> inline cudaDataType type_of<int>() { return CUDA_R_32I; }
template <> inline cudaDataType type_of<signed char>() { return CUDA_R_8I; }
template <class I> cusparseIndexType_t index_of() { return sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I; }

// Small numbers, the same ones in each run.
static inline unsigned next_number()
{
	static unsigned state = 12345;
	state = state * 1664525 + 1013904223;
	return state >> 16;
}
static inline void put_number(float &v) { v = (float)(int)(next_number() % 17 - 8u); }
static inline void put_number(double &v) { v = (double)(int)(next_number() % 17 - 8u); }
static inline void put_number(int &v) { v = (int)(next_number() % 17 - 8u); }
static inline void put_number(signed char &v) { v = (signed char)(next_number() % 17 - 8u); }
template <class R> void put_number(std::complex<R> &v)
{
	R re, im;
	put_number(re), put_number(im);
	v = {re, im};
}
template <class T> std::vector<T> numbers(size_t n)
{
	std::vector<T> v(n);
	for (T &x : v)
		put_number(x);
	return v;
}
static inline float conjugate(float x) { return x; }
static inline double conjugate(double x) { return x; }
static inline int conjugate(int x) { return x; }
static inline int conjugate(signed char x) { return x; }
template <class R> std::complex<R> conjugate(std::complex<R> x) { return std::conj(x); }

// All values of a matrix, by rows.
template <class T> struct full {
	int rows, cols;
	std::vector<T> v;
	full(int r, int c) : rows(r), cols(c), v((size_t)r * (size_t)c) {}
	T &operator()(int i, int j) { return v[(size_t)(i * cols + j)]; }
	const T &operator()(int i, int j) const { return v[(size_t)(i * cols + j)]; }
};
// Has about a third of its values.
template <class T> full<T> sparse_numbers(int rows, int cols)
{
	full<T> m(rows, cols);
	for (T &x : m.v)
		if (next_number() % 3 == 0)
			put_number(x);
	return m;
}
template <class T> full<T> operation(const full<T> &m, cusparseOperation_t op)
{
	if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
		return m;
	full<T> t(m.cols, m.rows);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			t(j, i) = op == CUSPARSE_OPERATION_TRANSPOSE ? m(i, j) : (T)conjugate(m(i, j));
	return t;
}
template <class T> full<T> product(const full<T> &a, const full<T> &b)
{
	full<T> c(a.rows, b.cols);
	for (int i = 0; i < a.rows; i++)
		for (int k = 0; k < a.cols; k++)
			for (int j = 0; j < b.cols; j++)
				c(i, j) += a(i, k) * b(k, j);
	return c;
}
template <class T> bool near(const T &a, const T &b, double tolerance) { return std::abs(c64(a) - c64(b)) <= tolerance * (1 + std::abs(c64(b))); }
template <class T> bool near(const std::vector<T> &a, const std::vector<T> &b, double tolerance)
{
	for (size_t i = 0; i < a.size(); i++)
		if (!near(a[i], b[i], tolerance))
			return false;
	return a.size() == b.size();
}

// The arrays of a matrix: by rows, by columns with `transposed`, and the row of each.
template <class T, class I = int> struct csr {
	std::vector<I> offsets, columns, rows;
	std::vector<T> values;
	csr(const full<T> &m, int base = 0, bool transposed = false)
	{
		int lines = transposed ? m.cols : m.rows, length = transposed ? m.rows : m.cols;
		offsets.push_back((I)base);
		for (int i = 0; i < lines; i++) {
			for (int j = 0; j < length; j++) {
				T x = transposed ? m(j, i) : m(i, j);
				if (x == T(0))
					continue;
				rows.push_back((I)(i + base)), columns.push_back((I)(j + base));
				values.push_back(x);
			}
			offsets.push_back((I)(values.size() + (size_t)base));
		}
	}
};
static const cusparseOperation_t operations[] = {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
	CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

static inline int done()
{
	if (failures == 0)
		puts("passed");
	return failures != 0;
}
#endif
