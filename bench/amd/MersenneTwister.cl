// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four generators an item, SFMT607 (Saito, Matsumoto) of 128 bits, and normal deviates by Box and
// Muller of successive numbers. As in the sample each number but the first and the last is used
// twice.

static uint4 left24(uint4 v)
{
	return (uint4)(v.x << 24, v.y << 24 | v.x >> 8, v.z << 24 | v.y >> 8, v.w << 24 | v.z >> 8);
}

static uint4 right24(uint4 v)
{
	return (uint4)(v.x >> 24 | v.y << 8, v.y >> 24 | v.z << 8, v.z >> 24 | v.w << 8, v.w >> 24);
}

kernel void gaussianRand(global const uint4 *seedArray, uint width, uint mulFactor,
	global float4 *gaussianRand)
{
	const uint4 mask = (uint4)(0xfdff37ff, 0xef7f3f7d, 0xff777b7d, 0x7ff7fb2f);
	size_t item = get_global_id(1) * width + get_global_id(0);
	uint4 state[5];
	state[0] = seedArray[item];
#pragma unroll
	for (uint i = 1; i < 5; i++)
		state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >> 30) + i;

	global float4 *out = gaussianRand + item * mulFactor;
	float4 last = 0;
	for (uint i = 0; i <= mulFactor / 2; i++) {
		uint4 a = state[0], next = a ^ left24(a) ^ (state[2] >> 13 & mask) ^
			right24(state[3]) ^ state[4] << 15;
#pragma unroll
		for (uint k = 0; k < 4; k++)
			state[k] = state[k + 1];
		state[4] = next;
		float4 uniform = convert_float4(next) * 0x1p-32f;
		if (i > 0) {
			float4 r = sqrt(-2 * log(last)), phi = 2 * M_PI_F * uniform;
			out[2 * i - 2] = r * cos(phi);
			out[2 * i - 1] = r * sin(phi);
		}
		last = uniform;
	}
}
