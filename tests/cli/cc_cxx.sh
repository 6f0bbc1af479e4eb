# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C++: virtual functions, new, recursion, tables of functions, lambdas, the standard library's
# templates, printf and assert; and kernels that launch kernels are refused.
. "$T/compile.subr"
. "$T/common.subr"
cat >k.cu <<'C'
#include <cstdio>
#include <cassert>
#include <utility>
#include <type_traits>
#include <array>
#include <limits>
#include <tuple>
struct Base { __device__ virtual int f(int x) const { return x; } __device__ virtual ~Base() {} };
struct Abstract { __device__ virtual int h(int x) const = 0; };
struct Left : Abstract { __device__ int h(int x) const override { return x; } };
struct Right : Abstract { __device__ int h(int x) const override { return -x; } };
struct Derived : Base { __device__ int f(int x) const override { return 2 * x; } };
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
typedef int (*op)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
__device__ op table[2] = {twice, thrice};
template <class F> __device__ int apply(F f, int x) { return f(x); }
__constant__ int lut[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__managed__ int shared_with_host = 3;
extern "C" __global__ void k(int *o, int n)
{
	int i = threadIdx.x;
	Base *b = i & 1 ? new Derived : new Base;
	o[i] = b->f(i) + fib(i % 8) + table[i % 2](i) + apply([=](int x) { return x + n; }, i) + lut[i % 4];
	delete b;
	Abstract *p = i & 1 ? (Abstract *)new Left : (Abstract *)new Right;
	o[i] += p->h(i) + (i & 1 ? -i : i);
	auto [q, r] = std::pair<int, int>(i / 3, i % 3);
	if constexpr (std::is_same_v<decltype(q), int>) o[i] += q + r + std::numeric_limits<int>::max() % 7;
	o[i] += counter + shared_with_host + std::get<1>(std::make_tuple(1, 2));
	std::array<int, 3> a{1, 2, 3}; o[i] += a[i % 3];
	assert(n == 7);
	if (i == 0) printf("n=%d %s\n", n, "ok");
}
C
hsaemu-cc -std=c++17 k.cu -o k.img
runs k.img >out <<'R'
buffer o s32[16]
dispatch &k grid(16) group(16) args(o, 7)
check o: list(20, 30, 35, 44, 42, 61, 56, 82, 58, 79, 68, 98, 75, 110, 94, 131)
R
[ "$(cat out)" = 'n=7 ok' ]
echo '__global__ void child() {} __global__ void parent() { child<<<1, 1>>>(); }' >nested.cu
expect_status 3 hsaemu-cc -c nested.cu
grep -q "error: unsupported: dynamic parallelism, device code that launches the kernel 'child'" err
