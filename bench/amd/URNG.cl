// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Noise on an image: each pixel's brightness seeds a generator by Park and Miller, with the shuffle
// of Bays and Durham in local memory.

enum { NUMBERS = 16, GROUP = 64, MULTIPLIER = 16807, MODULUS = 2147483647 };

// By Schrage's method: no product is larger than the modulus.
static int next(int seed)
{
	const int q = MODULUS / MULTIPLIER, r = MODULUS % MULTIPLIER;
	seed = MULTIPLIER * (seed % q) - r * (seed / q);
	return seed < 0 ? seed + MODULUS : seed;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void noise_uniform(
	global const uchar4 *inputImage, global uchar4 *outputImage, int factor)
{
	local int table[GROUP][NUMBERS];
	local int *own = table[get_local_id(0)];
	size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
	float4 pixel = convert_float4(inputImage[at]);
	int seed = next(-(int)((pixel.x + 2 * pixel.y + pixel.z) / 4));
	for (int i = NUMBERS - 1; i >= 0; i--)
		own[i] = seed = next(seed);
	float uniform = own[own[0] / (1 + (MODULUS - 1) / NUMBERS)] * (1.0 / MODULUS);
	float noise = (uniform - 0.55) * factor;
	outputImage[at] = convert_uchar4_sat(pixel + noise);
}
