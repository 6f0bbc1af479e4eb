// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of 1024 complex numbers each, in place, by 64 work-items: five passes of radix
// 4 in Stockham's order, by way of local memory. An item makes four butterflies, one in each vector
// lane.

struct four { // the numbers of four butterflies
	float4 re[4], im[4];
};

static struct four butterflies(struct four v)
{
	float4 a = v.re[0] + v.re[2], b = v.re[0] - v.re[2];
	float4 c = v.re[1] + v.re[3], d = v.re[1] - v.re[3];
	float4 e = v.im[0] + v.im[2], f = v.im[0] - v.im[2];
	float4 g = v.im[1] + v.im[3], h = v.im[1] - v.im[3];
	return (struct four){{a + c, b + h, a - c, b - h}, {e + g, f - d, e - g, f + d}};
}

static struct four turn(struct four v, float4 angle)
{
#pragma unroll
	for (int i = 1; i < 4; i++) {
		float4 c = native_cos(angle * i), s = native_sin(angle * i), re = v.re[i];
		v.re[i] = re * c - v.im[i] * s;
		v.im[i] = re * s + v.im[i] * c;
	}
	return v;
}

kernel void kfft(global float *greal, global float *gimag)
{
	local float re[1024], im[1024];
	uint item = get_local_id(0);
	uint4 j = 4 * item + (uint4)(0, 1, 2, 3);
	global float *gre = greal + 1024 * get_group_id(0), *gim = gimag + 1024 * get_group_id(0);
	struct four v;
#pragma unroll
	for (int i = 0; i < 4; i++) {
		v.re[i] = vload4(item, gre + 256 * i);
		v.im[i] = vload4(item, gim + 256 * i);
	}
	for (uint done = 1; done < 256; done *= 4) {
		uint4 k = j & (done - 1);
		if (done > 1)
			v = turn(v, convert_float4(k) * (-M_PI_2_F / done));
		v = butterflies(v);
		uint4 to = 4 * j - 3 * k;
		barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
		for (int i = 0; i < 4; i++, to += done) {
			re[to.x] = v.re[i].x;
			re[to.y] = v.re[i].y;
			re[to.z] = v.re[i].z;
			re[to.w] = v.re[i].w;
			im[to.x] = v.im[i].x;
			im[to.y] = v.im[i].y;
			im[to.z] = v.im[i].z;
			im[to.w] = v.im[i].w;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
		for (int i = 0; i < 4; i++) {
			v.re[i] = vload4(item, re + 256 * i);
			v.im[i] = vload4(item, im + 256 * i);
		}
	}
	v = butterflies(turn(v, convert_float4(j) * (-M_PI_2_F / 256)));
#pragma unroll
	for (int i = 0; i < 4; i++) {
		vstore4(v.re[i], item, gre + 256 * i);
		vstore4(v.im[i], item, gim + 256 * i);
	}
}
