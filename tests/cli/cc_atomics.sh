# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's __nv_atomic_*: each operation and size, by 100 work-items at once.
. "$T/compile.subr"
cat >a.cu <<'C'
struct pair { int a, b; };
template <class T> __device__ void count(T *p, T one)
{
	__nv_atomic_fetch_add(p, one, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
	__nv_atomic_sub(p + 1, one, __NV_ATOMIC_SEQ_CST);
}
extern "C" __global__ void a(int *i, unsigned long long *u, float *f, double *d, pair *pairs, short *s, unsigned char *b)
{
	unsigned long long bit = 1ull << threadIdx.x % 64;
	pair now, next;

	count(i, 1), count(u, 1ull), count(f, 1.f), count(d, 1.);
	__nv_atomic_max(i + 2, threadIdx.x, __NV_ATOMIC_RELAXED), __nv_atomic_min(i + 3, threadIdx.x, __NV_ATOMIC_RELAXED);
	__nv_atomic_or(u + 2, bit, __NV_ATOMIC_CONSUME), __nv_atomic_xor(u + 3, bit, __NV_ATOMIC_ACQ_REL);
	__nv_atomic_and(u + 4, ~bit, __NV_ATOMIC_RELEASE);
	__nv_atomic_load(pairs, &now, __NV_ATOMIC_ACQUIRE);
	do
		next = {now.a + 1, now.b + 2};
	while (!__nv_atomic_compare_exchange(pairs, &now, &next, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED));
	int before = __nv_atomic_exchange_n(i + 4, (int)threadIdx.x + 1, __NV_ATOMIC_RELAXED);
	__nv_atomic_add(i + 5, before, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
	__nv_atomic_store_n(s, 7, __NV_ATOMIC_RELEASE);
	s[1] = __nv_atomic_load_n(s, __NV_ATOMIC_RELAXED);
	__nv_atomic_store_n(b, 9, __NV_ATOMIC_RELAXED);
	__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
	b[1] = __nv_atomic_load_n((const volatile unsigned char *)b, __NV_ATOMIC_SEQ_CST);
	__syncthreads();
	if (threadIdx.x == 0)
		i[5] += i[4], i[4] = 0; // all that was exchanged
}
C
hsaemu-cc a.cu -o a.img
runs a.img <<'R'
buffer i s32[]: list(0, 0, 0, 99, 0, 0)
buffer u u64[]: list(0, 0, 0, 0, 18446744073709551615)
buffer f f32[2]
buffer d f64[2]
buffer pairs s32[2]
buffer s s16[2]
buffer b u8[2]
dispatch &a grid(100) group(100) args(i, u, f, d, pairs, s, b)
check i: list(100, -100, 99, 0, 0, 5050)
check u: list(100, 18446744073709551516, 18446744073709551615, 18446744004990074880, 0)
check f: list(100.0, -100.0)
check d: list(100.0, -100.0)
check pairs: list(100, 200)
check s: 7
check b: 9
R
