// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turbulence: octaves of gradient noise, after Perlin. The table has a permutation of 0 to 255 twice.
static float fade(float t)
{
	return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float slope(uint hash, float x, float y, float z)
{
	uint h = hash & 15;
	float u = h < 8 || h == 12 || h == 13 ? x : y, v = h < 4 || h == 12 || h == 13 ? y : z;
	return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

static float between(float t, float a, float b)
{
	return fma(t, b - a, a);
}

static float noise(global const uint *table, float x, float y, float z)
{
	float fx = floor(x), fy = floor(y), fz = floor(z);
	uint i = (int)fx & 255, j = (int)fy & 255, k = (int)fz & 255;
	x -= fx, y -= fy, z -= fz;
	uint a = table[i] + j, b = table[i + 1] + j;
	uint aa = table[a] + k, ab = table[a + 1] + k, ba = table[b] + k, bb = table[b + 1] + k;
	float u = fade(x), v = fade(y), w = fade(z);
	float low = between(v, between(u, slope(table[aa], x, y, z), slope(table[ba], x - 1, y, z)),
		between(u, slope(table[ab], x, y - 1, z), slope(table[bb], x - 1, y - 1, z)));
	float high = between(v, between(u, slope(table[aa + 1], x, y, z - 1), slope(table[ba + 1], x - 1, y, z - 1)),
		between(u, slope(table[ab + 1], x, y - 1, z - 1), slope(table[bb + 1], x - 1, y - 1, z - 1)));
	return between(w, low, high);
}

kernel void turbulence(global const uint *table, global float *out, float x0, float y0, float dx, float dy,
	float z, uint width, uint octaves)
{
	uint i = get_global_id(0), j = get_global_id(1);
	float x = fma(i, dx, x0), y = fma(j, dy, y0), sum = 0, scale = 1, weight = 1;
	for (uint o = 0; o < octaves; o++) {
		sum += fabs(noise(table, scale * x, scale * y, scale * z)) * weight;
		scale *= 2.0f, weight *= 0.5f;
	}
	out[j * width + i] = sum * 0.5f;
}
