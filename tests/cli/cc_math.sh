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
