# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's curand_kernel.h: the numbers are those of cuRAND's header compiled by nvcc.
. "$T/compile.subr"
cat >r.cu <<'C'
#include <curand_kernel.h>
template <class S> __device__ void words(unsigned *o, unsigned long long seed, unsigned long long sub, unsigned long long off)
{
	S s;
	curand_init(seed, sub, off, &s);
	for (int i = 0; i < 4; i++)
		o[i] = curand(&s);
}
template <class S> __device__ void all(unsigned *o)
{
	words<S>(o, 0, 0, 0);
	words<S>(o + 4, 1234, 1, 0);
	words<S>(o + 8, 0xfedcba9876543210, 77, 123456789012);
	S s;
	curand_init(99, 3, 7, &s);
	skipahead(1000, &s);
	skipahead_sequence(5, &s);
	for (int i = 0; i < 4; i++)
		o[12 + i] = curand(&s);
}
extern "C" __global__ void r(unsigned *w) { all<curandState>(w), all<curandStateMRG32k3a_t>(w + 16), all<curandStatePhilox4_32_10_t>(w + 32); }
extern "C" __global__ void numbers(unsigned *o, float *f, double *d)
{
	curandState s;
	curand_init(7, 2, 1, &s);
	f[0] = curand_uniform(&s);
	d[0] = curand_uniform_double(&s);
	for (int i = 0; i < 3; i++) {
		f[1 + i] = curand_normal(&s);
		d[1 + i] = curand_normal_double(&s);
		o[48 + i] = curand_poisson(&s, 3.5 + 5000 * i);
	}
	f[4] = curand_log_normal(&s, 0.5f, 0.25f);
	d[4] = curand_log_normal_double(&s, 0.5, 0.25);
	o[51] = (unsigned)(1000 * fabs(curand_normal2(&s).y)) + (unsigned)(1000 * fabs(curand_normal2_double(&s).x));
}
extern "C" __global__ void more(unsigned *w, float *f, double *d)
{
	curandStatePhilox4_32_10_t s;
	curand_init(11, 5, 3, &s);
	uint4 q = curand4(&s);
	float4 n = curand_normal4(&s), u = curand_uniform4(&s);
	w[52] = q.x, w[53] = q.w, f[5] = n.x, f[6] = n.w, f[7] = u.z, d[5] = curand_uniform_double(&s);
	unsigned v[32];
	unsigned long long l[64];
	for (int i = 0; i < 32; i++)
		v[i] = (2 * i + 1u) << (31 - i);
	for (int i = 0; i < 64; i++)
		l[i] = (2 * i + 1ull) << (63 - i);
	curandStateSobol32 a;
	curandStateScrambledSobol64 b;
	curand_init(v, 5, &a);
	curand_init(l, 0x123456789abcdef, 100000, &b);
	w[54] = curand(&a), w[55] = curand(&b) >> 32;
	skipahead(1000, &a);
	skipahead(1000, &b);
	f[8] = curand_uniform(&a), d[6] = curand_uniform_double(&a);
}
C
hsaemu-cc r.cu -O1 --simd=off -o r.img
runs r.img >out <<'R'
buffer w u32[56]
buffer f f32[9]
buffer d f64[7]
dispatch &r grid(1) group(1) args(w)
dispatch &numbers grid(1) group(1) args(w, f, d)
dispatch &more grid(1) group(1) args(w, f, d)
print w
print f
print d
R
# floating-point numbers to five places
awk '{
	for (i = 2; i <= NF; i++)
		print $i ~ /[.e]/ ? sprintf("%.4g", $i) : $i
}' out | fmt -70 >got
cat >expected <<'E'
3179217846 1883133293 2220552389 674260989 3522650202 3978931785
2198015705 2308946676 1669265407 2199241807 3341672313 771693133
424241730 1138757429 2382512702 296436142 545508615 1368065476
1327943825 3546985268 653317650 2890950871 2749090064 2410030135
3793979963 3540492590 2986610734 969367214 2591828283 2148727135
2301758997 3369852577 1713891541 3781805453 3159862348 2600524760
3507855656 1392278645 3354607383 253049307 4180464456 2385840333
2859577283 3407604154 3228398830 2533091781 181738757 819752059 3
4975 10054 3177 1409307261 1119365583 3758096384 2049557863 0.9942
-0.01201 0.06501 -0.3862 1.96 0.5152 0.5668 0.8693 0.7373 0.9862
-0.07363 -0.9788 0.4073 1.548 0.678 0.2373
E
cmp got expected || { cat got; exit 1; }
