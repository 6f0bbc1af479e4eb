# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's mma.h against loops: shapes, types, layouts, accumulators in memory both ways.
. "$T/compile.subr"
cat >m.cu <<'C'
#include <mma.h>
using namespace nvcuda;

template <class L> struct is_row { enum { value = 0 }; };
template <> struct is_row<wmma::row_major> { enum { value = 1 }; };
template <class T> struct memory { typedef T type; };
template <> struct memory<wmma::precision::tf32> { typedef float type; };

// d = a * b + c of small whole numbers, exact in all types; adds up what differs
template <int m, int n, int k, class T, class La, class Lb, class C, class D>
__device__ void product(int *bad, wmma::layout_t layout)
{
	typedef typename memory<T>::type E;
	__shared__ E a[m * k], b[k * n];
	__shared__ C c[m * n];
	__shared__ D d[m * n];
	bool row = layout == wmma::mem_row_major;
	for (int i = threadIdx.x; i < m * k; i += 32)
		a[i] = (E)(float)(i * 7 % 5 + (sizeof(E) > 1 ? -2 : 0));
	for (int i = threadIdx.x; i < k * n; i += 32)
		b[i] = (E)(float)(i * 3 % 7);
	for (int i = threadIdx.x; i < m * n; i += 32)
		c[i] = (C)(float)(i % 11);
	__syncthreads();
	wmma::fragment<wmma::matrix_a, m, n, k, T, La> fa;
	wmma::fragment<wmma::matrix_b, m, n, k, T, Lb> fb;
	wmma::fragment<wmma::accumulator, m, n, k, C> fc;
	wmma::fragment<wmma::accumulator, m, n, k, D> fd;
	wmma::load_matrix_sync(fa, a, is_row<La>::value ? k : m);
	wmma::load_matrix_sync(fb, b, is_row<Lb>::value ? n : k);
	wmma::load_matrix_sync(fc, c, row ? n : m, layout);
	wmma::mma_sync(fd, fa, fb, fc);
	for (int i = 0; i < fd.num_elements; i++)
		fd.x[i] = (D)((float)fd.x[i] + 1);
	wmma::store_matrix_sync(d, fd, row ? n : m, layout);
	__syncthreads();
	for (int i = threadIdx.x; i < m * n; i += 32) {
		int y = row ? i / n : i % m, x = row ? i % n : i / m;
		float sum = 1 + (float)c[i];
		for (int j = 0; j < k; j++)
			sum += (float)a[is_row<La>::value ? y * k + j : j * m + y] * (float)b[is_row<Lb>::value ? j * n + x : x * k + j];
		if ((float)d[i] != sum)
			atomicAdd(bad, 1);
	}
	__syncthreads();
}
typedef wmma::row_major R;
typedef wmma::col_major L;
extern "C" __global__ void m(int *bad)
{
	product<16, 16, 16, half, R, L, float, float>(bad + 0, wmma::mem_row_major);
	product<32, 8, 16, half, L, R, half, float>(bad + 1, wmma::mem_col_major);
	product<8, 32, 16, half, R, R, half, half>(bad + 2, wmma::mem_row_major);
	product<32, 8, 16, unsigned char, L, L, int, int>(bad + 5, wmma::mem_row_major);
	product<32, 8, 16, __nv_bfloat16, R, L, float, float>(bad + 8, wmma::mem_row_major);
	product<16, 16, 8, wmma::precision::tf32, R, L, float, float>(bad + 9, wmma::mem_row_major);
	product<8, 8, 4, double, R, L, double, double>(bad + 10, wmma::mem_row_major);
	// saturation, and what is filled
	wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, R> a;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, R> b;
	wmma::fragment<wmma::accumulator, 16, 16, 16, int> c;
	wmma::fill_fragment(a, 1);
	wmma::fill_fragment(b, 1);
	wmma::fill_fragment(c, 0x7fffffff);
	wmma::mma_sync(c, a, b, c, true);
	bad[11] += c.x[7] != 0x7fffffff;
	bad[12] += __float_as_uint(wmma::__float_to_tf32(1.0f + 0x1p-11f)) != 0x3f802000;
}
C
hsaemu-cc -arch=sm_80 -std=c++17 -O1 m.cu --simd=off -o m.img
runs m.img <<'R'
buffer bad s32[13]
dispatch &m grid(32) group(32) args(bad)
check bad: 0
R
