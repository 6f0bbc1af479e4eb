# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C: images of depths, buffers and arrays, half, samplers that leave things open, and images that a kernel
# both reads and writes.
. "$T/compile.subr"
cat >reads.cl <<'C'
const sampler_t no_filter = CLK_ADDRESS_CLAMP;
const sampler_t no_repeat = CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
kernel void reads(read_only image2d_depth_t d, read_only image2d_array_depth_t e, read_only image1d_buffer_t b,
	read_only image2d_array_t a, read_only image1d_array_t l, sampler_t s, global float *out)
{
	int i = get_global_id(0);
	float v[] = {
		read_imagef(d, s, (float2)(i + 0.5f, 1.5f)),
		read_imagef(d, s, (int2)(i, 0)) + read_imagef(d, (int2)(i, 1)),
		read_imagef(e, s, (float4)(i + 0.5f, 0.5f, 1.2f, 0)),
		read_imagef(e, s, (int4)(i, 0, -3, 0)) + read_imagef(e, (int4)(i, 0, 1, 0)),
		read_imageui(b, i).x,
		(float)read_imageh(a, s, (float4)(i + 0.5f, 0.5f, -4, 0)).x,
		(float)read_imageh(a, (int4)(i, 0, 1, 0)).x,
		read_imagef(l, s, (float2)(i + 0.5f, -7)).x + read_imagef(l, s, (int2)(i, 9)).x,
		read_imagef(a, no_filter, (int4)(i - 1, 0, 0, 0)).x,
		read_imagef(a, no_repeat, (int4)(i + 1, 0, 0, 0)).x,
	};
	for (int j = 0; j < 10; j++)
		out[10 * i + j] = v[j];
}
kernel void asks(read_only image2d_depth_t d, write_only image2d_array_depth_t e, read_only image1d_buffer_t b,
	write_only image2d_array_t a, global int *out)
{
	int v[] = {
		get_image_dim(d).x, get_image_dim(e).y, get_image_array_size(e), get_image_height(d), get_image_width(e),
		get_image_channel_order(d) == CLK_DEPTH && get_image_channel_order(e) == CLK_DEPTH,
		get_image_channel_data_type(d) == CLK_FLOAT && get_image_channel_data_type(e) == CLK_FLOAT,
		get_image_width(b), get_image_dim(a).x, get_image_dim(a).y,
	};
	for (int j = 0; j < 10; j++)
		out[j] = v[j];
}
kernel void writes(write_only image2d_depth_t d, write_only image2d_array_depth_t e, write_only image1d_buffer_t b,
	write_only image2d_array_t a, write_only image1d_array_t l)
{
	int i = get_global_id(0);
	write_imagef(d, (int2)(i, 1), i + 0.5f);
	write_imagef(e, (int4)(i, 0, 1, 0), i + 0.25f);
	write_imageui(b, i, (uint4)(i + 7));
	write_imageh(a, (int4)(i, 0, 1, 0), (half4)(i + 2));
	write_imagef(l, (int2)(i, 1), (float4)(i + 3));
}
C
cat >both.cl <<'C'
kernel void both(read_write image2d_t a, read_write image3d_t b, read_write image1d_buffer_t c,
	read_write image1d_array_t d, read_write image2d_array_depth_t e)
{
	int i = get_global_id(0);
	for (int k = 0; k < 3; k++) {
		write_imagef(a, (int2)(i, 0), read_imagef(a, (int2)(i, 0)) + 1);
		write_imagef(a, (int2)(i, 1), read_imagef(a, (int2)(i, 0)) * 2);
	}
	write_imagei(b, (int4)(i, 1, 1, 0), read_imagei(b, (int4)(i, 0, 0, 0)) + get_image_depth(b));
	write_imageui(c, i, read_imageui(c, i) + 1);
	write_imageui(c, i, read_imageui(c, i) + get_image_width(c));
	write_imageh(d, (int2)(i, 1), read_imageh(d, (int2)(i, 0)) + (half)1);
	write_imagef(e, (int4)(i, 0, 1, 0), read_imagef(e, (int4)(i, 0, 0, 0)) + 10 * get_image_dim(e).x);
}
C
hsaemu-cc reads.cl -o reads.img
runs reads.img <<'R'
roimg d 2d[4, 2] r float: ramp(1)
roimg e 2da[4, 1, 2] r float: ramp(10)
roimg b 1db[4] r unsigned_int8: ramp(20)
roimg a 2da[4, 1, 2] r half_float: ramp(30)
roimg l 1da[4, 2] r float: ramp(50)
samp s unnormalized nearest clamp_to_edge
buffer od u64[2]: list(d, 0)
buffer oe u64[2]: list(e, 0)
buffer ob u64[2]: list(b, 0)
buffer oa u64[2]: list(a, 0)
buffer ol u64[2]: list(l, 0)
buffer os u64[2]: list(0, s)
buffer out f32[40]
dispatch &reads grid(4) group(4) args(od, oe, ob, oa, ol, os, out)
check out: list(
	5, 6, 14, 24, 20, 30, 34, 104, 0, 31,
	6, 8, 15, 26, 21, 31, 35, 106, 30, 32,
	7, 10, 16, 28, 22, 32, 36, 108, 31, 33,
	8, 12, 17, 30, 23, 33, 37, 110, 32, 33)
buffer answers u32[10]
dispatch &asks grid(1) group(1) args(od, oe, ob, oa, answers)
check answers: list(4, 1, 2, 2, 4, 1, 1, 4, 4, 1)
rwimg wd 2d[4, 2] r float
rwimg we 2da[4, 1, 2] r float
rwimg wb 1db[4] r unsigned_int8
rwimg wa 2da[4, 1, 2] r half_float
rwimg wl 1da[4, 2] r float
buffer pd u64[2]: list(wd, 0)
buffer pe u64[2]: list(we, 0)
buffer pb u64[2]: list(wb, 0)
buffer pa u64[2]: list(wa, 0)
buffer pl u64[2]: list(wl, 0)
dispatch &writes grid(4) group(4) args(pd, pe, pb, pa, pl)
check wd: list(0, 0, 0, 0, 0.5, 1.5, 2.5, 3.5)
check we: list(0, 0, 0, 0, 0.25, 1.25, 2.25, 3.25)
check wb: list(7, 8, 9, 10)
check wa: list(0, 0, 0, 0, 2, 3, 4, 5)
check wl: list(0, 0, 0, 0, 3, 4, 5, 6)
R
for version in CL2.0 CL3.0; do
	hsaemu-cc -cl-std=$version both.cl -o both.img
	runs both.img <<'R'
rwimg a 2d[4, 2] r float: ramp(1)
rwimg b 3d[4, 2, 2] r signed_int16: ramp(-2)
rwimg c 1db[4] r unsigned_int8: ramp(7)
rwimg d 1da[4, 2] r half_float: ramp(3)
rwimg e 2da[4, 1, 2] r float: ramp(9)
buffer oa u64[2]: list(a, 0)
buffer ob u64[2]: list(b, 0)
buffer oc u64[2]: list(c, 0)
buffer od u64[2]: list(d, 0)
buffer oe u64[2]: list(e, 0)
dispatch &both grid(4) group(4) args(oa, ob, oc, od, oe)
check a: list(4, 5, 6, 7, 8, 10, 12, 14)
check b: list(-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3)
check c: list(12, 13, 14, 15)
check d: list(3, 4, 5, 6, 4, 5, 6, 7)
check e: list(9, 10, 11, 12, 49, 50, 51, 52)
R
done
! hsaemu-cc both.cl -o both.img 2>err || exit 1 # OpenCL C 1.2
grep -F "'__read_write image2d_t'" err
