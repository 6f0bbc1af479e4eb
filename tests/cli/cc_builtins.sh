# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# All built-in functions of OpenCL C are there; and those of half that are this suite's own give what they should.
. "$T/compile.subr"
. "$T/common.subr"
cp "$T/cc_builtins.cl" .
hsaemu-cc -O0 -w -cl-std=CL3.0 --emit=ptx cc_builtins.cl -o all.ptx
grep 'extern .func' all.ptx | grep -v __hsaemu_ && exit 1
cat >h.cl <<'C'
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void h(global half *x, global half *o, global int *n)
{
	half4 v = vload4(0, x);
	vstore4(fmin(v, (half)1) + fmax(v, (half4)0.5h), 0, o);
	o[4] = erfc(x[0]);
	o[5] = tgamma(x[3]);
	o[6] = fma(v.x, v.y, v.z);
	o[7] = nextafter(v.x, (half)9) + nextafter((half)-0x1p-24h, (half)0);
	o[8] = convert_half_rtz(2049.9f) - convert_half_rtn(2051) + convert_half_rtp(2048.5);
	o[9] = convert_half_rtz(70000);
	o[10] = shuffle(v, (ushort2)(3, 1)).x;
	o[11] = select(v, -v, (short4)(0, -1, 0, -1)).w;
	int e;
	o[12] = frexp(v.w, &e);
	o[13] = fract((half)-0.25h, &o[14]);
	n[0] = e;
	n[1] = convert_int4_sat_rte(v * (half)1000).w + convert_char_sat(v.w * (half)100);
	n[2] = isless(v, (half4)1.5h).x + 10 * isless(v.x, v.y) + 100 * ilogb(v.w);
}
C
hsaemu-cc h.cl -o h.img
runs h.img <<'R'
buffer x f16[4]: list(0.5, 2, -1.25, 3.5)
buffer o f16[15]
buffer n s32[3]
dispatch &h grid(1) args(x, o, n)
check o: list(1, 3, -0.75, 4.5, 0.4794921875, 3.32421875, -0.25, 0.50048828125, 2048, 65504, 3.5, -3.5, 0.875, 0.75, -1)
check n: list(2, 3627, 109)
R
