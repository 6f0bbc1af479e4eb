# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's mathematics where it is hard: arguments near multiples of pi/2, whose reduction contraction
# would spoil, and functions of our own. References are of C's long double.
. "$T/compile.subr"
cat >m.cu <<'C'
extern "C" __global__ void m(const double *x, double *o, float *f)
{
	o[0] = cos(x[0]);
	o[1] = tan(x[0]);
	o[2] = pow(x[1], 567);
	o[3] = tgamma(x[2]);
	o[4] = exp(-x[3]);
	o[5] = lgamma(x[4]);
	o[6] = y1(x[5]);
	o[7] = jn(5, x[6]);
	o[8] = yn(4, x[7]);
	o[9] = normcdf(-x[6]);
	o[10] = erfcx(x[8]);
	o[11] = j0(x[9]);
	o[12] = erfinv(erf(x[10])) + erfcinv(erfc(x[10])) + normcdfinv(normcdf(x[10]));
	f[0] = sinf((float)x[11]);
	f[1] = erfcf((float)x[12]);
	f[2] = tgammaf((float)x[2]);
	f[3] = expf(-(float)x[3]);
	f[4] = cosf((float)x[0]);
}
C
hsaemu-cc m.cu -O1 -o m.img
runs m.img <<'R'
buffer x f64[13]: list(23.5625, 1.0123, 1.8625, 80.5, 10.5, 3.25, 7.5, 2.5, 3, 40.5, 0.625, 28.2719993591308594, 7.96799993515014648)
buffer o f64[13]
buffer f f32[5]
dispatch &m grid(1) group(1) args(x, o, f)
check o: list(0.00055509804804329175, -1801.4832685109302, 1024.088037470926, 0.94946807351792578,
	1.0946977029531417e-35, 13.940625219403764, 0.37977777371708352, 0.28347390516255046,
	-1.4331973429670071, 3.1908916729108962e-14, 0.17900115118138995, -0.053582675632262947, 1.875) within rel=4e-15
check f: list(0.0023345210567557268, 1.8783998007568623e-29, 0.94946807351792578, 1.0946977029531417e-35,
	0.00055509804804329175) within rel=2e-7
R

# Single precision under the names of double is that of the functions with an f, in type and value.
{
	echo '#include <cmath>'
	echo 'template <class T> __device__ bool same(T a, T b) { return a == b; }'
	echo 'extern "C" __global__ void s(const float *x, int *bad) { float a = x[0], b = x[1], c = x[2], p; int n, m;'
	for f in acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor lgamma log log10 \
		log1p log2 logb nearbyint rint round sin sinh sqrt tan tanh tgamma trunc ilogb lrint lround llrint llround; do
		case $f in acosh) x=b ;; *) x=a ;; esac
		echo "bad[0] += !same($f($x), ${f}f($x)); bad[1] += !same(std::$f($x), ${f}f($x));"
	done
	for f in atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder; do
		echo "bad[2] += !same($f(a, b), ${f}f(a, b)); bad[3] += !same(std::$f(b, a), ${f}f(b, a));"
	done
	for f in rsqrt rcbrt sinpi cospi erfinv erfcinv normcdf normcdfinv erfcx exp10 j0 j1 y0 y1; do
		echo "bad[4] += !same($f(a), ${f}f(a));"
	done
	echo 'bad[5] += !same(fma(a, b, c), fmaf(a, b, c)) + !same(std::fma(a, b, c), fmaf(a, b, c));'
	echo 'bad[5] += !same(scalbn(a, 3), 8 * a) + !same(scalbln(a, 3L), 8 * a) + !same(ldexp(a, 3), 8 * a);'
	echo 'bad[5] += !same(remquo(c, a, &n), remquof(c, a, &m)) + !same(n, m) + !same(frexp(c, &n), frexpf(c, &m));'
	echo 'bad[5] += !same(modf(c, &p), c - p) + !same(__float_as_int(nanf("0x12")), 0x7fc00012) + !isnan(nan(""));'
	echo 'bad[6] += fmax(a, 2) != 2 || fmin(1.5, b) != 1.5 || round(b) != 2 || max(a, b) != b || std::abs(-a) != a; }'
} >s.cu
hsaemu-cc s.cu -O1 -o s.img
runs s.img <<'R'
buffer x f32[3]: list(0.75, 1.75, 2.5)
buffer bad s32[7]
dispatch &s grid(1) group(1) args(x, bad)
check bad: 0
R
