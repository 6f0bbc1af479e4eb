# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C: images of each geometry, samplers of the program and of the host, reading, writing, queries.
. "$T/compile.subr"
cat >im.cl <<'C'
const sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
kernel void k(read_only image2d_t a, read_only image3d_t b, read_only image1d_t c, read_only image2d_array_t d,
	      read_only image1d_array_t e, sampler_t repeat, global float *out)
{
	int i = get_global_id(0);
	const sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
	float v[9] = {
		read_imagef(a, edge, (int2)(i + 1, 1)).x,
		read_imagef(a, border, (float2)(i, 0.5f)).x,
		read_imagef(a, repeat, (float2)((i + 4.5f) / 4, 0)).x,
		read_imagef(a, mirror, (float2)((i + 4.5f) / 4, 0)).x,
		read_imageui(b, (int4)(i, 1, 1, 0)).x,
		read_imagei(c, edge, i).x,
		read_imagef(d, edge, (float4)(i, 0, 1, 0)).y,
		read_imagef(e, (int2)(i, 1)).x,
		get_image_width(a) + 10 * get_image_height(a) + 100 * get_image_depth(b) + 1000 * (int)get_image_array_size(d),
	};
	for (int j = 0; j < 9; j++)
		out[9 * i + j] = v[j];
}
kernel void w(write_only image2d_t a, write_only image3d_t b, write_only image1d_t c, write_only image2d_array_t d)
{
	int i = get_global_id(0);
	write_imagef(a, (int2)(i, 1), (float4)(i * 0.25f, 0, 0, 1));
	write_imageui(b, (int4)(i, 1, 1, 0), (uint4)(i + 1));
	write_imagei(c, i, (int4)(-i));
	write_imagef(d, (int4)(i, 0, 1, 0), (float4)(i, i + 1, 0, 0));
	if (i == 0)
		write_imagei(c, get_image_width(a) - 1, (int4)(77));
}
C
hsaemu-cc im.cl -o im.img
runs im.img <<'R'
roimg a 2d[4, 2] r float: ramp(1)
roimg b 3d[4, 2, 2] r unsigned_int8: ramp(10)
roimg c 1d[4] r signed_int16: ramp(-3)
roimg d 2da[4, 1, 2] rg float: ramp(20)
roimg e 1da[4, 2] r float: ramp(50)
samp s normalized nearest repeat
buffer oa u64[2]: list(a, 0)
buffer ob u64[2]: list(b, 0)
buffer oc u64[2]: list(c, 0)
buffer od u64[2]: list(d, 0)
buffer oe u64[2]: list(e, 0)
buffer os u64[2]: list(0, s)
buffer out f32[36]
dispatch &k grid(4) group(4) args(oa, ob, oc, od, oe, os, out)
check out: list(
	6, 0.5, 1, 4, 22, -3, 29, 54, 2224,
	7, 1.5, 2, 3, 23, -2, 31, 55, 2224,
	8, 2.5, 3, 2, 24, -1, 33, 56, 2224,
	8, 3.5, 4, 1, 25, 0, 35, 57, 2224)
rwimg wa 2d[4, 2] r unorm_int8
rwimg wb 3d[4, 2, 2] r unsigned_int8
rwimg wc 1d[4] r signed_int16
rwimg wd 2da[4, 1, 2] rg float
buffer pa u64[2]: list(wa, 0)
buffer pb u64[2]: list(wb, 0)
buffer pc u64[2]: list(wc, 0)
buffer pd u64[2]: list(wd, 0)
dispatch &w grid(4) group(4) args(pa, pb, pc, pd)
check wa: list(0, 0, 0, 0, 0, 64, 128, 191)
check wb: list(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4)
check wd: list(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4)
R
