# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL's options that permit less precise or fewer special results: they are taken without a word, what is
# precise without them stays so for finite arguments, and vectors give what their elements do.
. "$T/compile.subr"
cat >r.cl <<'C'
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void r(global const float *x, global const double *y, global float *o, global double *d)
{
	o[0] = tgamma(x[0]), o[1] = lgamma(x[1]), o[2] = exp(x[2]), o[3] = exp2(x[3]);
	o[4] = fmod(x[4], x[5]), o[5] = remainder(x[4], x[5]);
	d[0] = tgamma(y[0]), d[1] = lgamma(y[1]), d[2] = fmod(y[2], y[3]), d[3] = remainder(y[2], y[3]);
	float3 v = vload3(0, x), w = vload3(1, x);
	float3 u = v * 0.0625f;
	o[6] = all(tgamma(u).zx == (float2)(tgamma(u.z), tgamma(u.x)));
	o[7] = all(lgamma(u).yz == (float2)(lgamma(u.y), lgamma(u.z)));
	double16 p = (double16)(9.5), q = (double16)(vload4(0, y), vload4(1, y), vload4(0, y), vload4(1, y));
	o[8] = fmod(p, q).s8 == fmod(p.s8, q.s8) && remainder(p, q).sf == remainder(p.sf, q.sf);
	int3 n;
	int k, l;
	half8 h = (half8)(7, 8, 9, 10, 11, 12, 13, 14);
	int8 m;
	float3 rest = remquo(v, w, &n);
	o[10] = rest.z == remquo(v.z, w.z, &k) && rest.x == remquo(v.x, w.x, &l) && n.z == k && n.x == l;
	o[11] = remquo(h, (half8)-4, &m).s5 == 0 && all(m.s0123 == (int4)(-2)) && m.s7 == -4;
	o[9] = all(fmod(v, w).xy == (float2)(fmod(v.x, w.x), fmod(v.y, w.y)));
}
C
for option in '' -cl-fast-relaxed-math -cl-finite-math-only -cl-unsafe-math-optimizations -cl-denorms-are-zero \
	-cl-no-signed-zeros -cl-mad-enable '-cl-std=CL3.0 -cl-no-subgroup-ifp'; do
	# shellcheck disable=SC2086
	hsaemu-cc -Werror $option r.cl -o r.img 2>messages
	[ ! -s messages ]
	runs r.img <<'R'
buffer x f32[6]: list(4.5, 75.125, -100, -140.5, 1e30, 3e-39)
buffer y f64[8]: list(171.6, 17.25, 1.7976931348623157e308, 3e-310, 1, 2, 3, 4)
buffer o f32[12]
buffer d f64[4]
dispatch &r grid(1) args(x, y, o, d)
check o: list(11.631728396567448, 248.1118697308261, 3.720075976020836e-44, 5.073242350542713e-43,
	1.484210491861988e-39, 1.484210491861988e-39, 1, 1, 1, 1, 1, 1) within ulp=1
check d: list(1.5858969096672565e308, 31.374622313677687, 2.43719544113837e-310, -5.6280455886163e-311) within ulp=6
R
done
