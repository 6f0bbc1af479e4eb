// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
static inline float fade(float t)
{
	return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static inline float slope(uint32 hash, float x, float y, float z)
{
	uint32 h = hash & 15;
	float u = (h < 8 || h == 12 || h == 13) ? x : y, v = (h < 4 || h == 12 || h == 13) ? y : z;
	return ((h & 1) ? -u : u) + ((h & 2) ? -v : v);
}

static inline float between(float t, float a, float b)
{
	return a + t * (b - a);
}

static inline float noise(const uniform uint32 table[], float x, float y, float z)
{
	float fx = floor(x), fy = floor(y), fz = floor(z);
	int i = (int)fx & 255, j = (int)fy & 255, k = (int)fz & 255;
	x -= fx, y -= fy, z -= fz;
	int a = table[i] + j, b = table[i + 1] + j;
	int aa = table[a] + k, ab = table[a + 1] + k, ba = table[b] + k, bb = table[b + 1] + k;
	float u = fade(x), v = fade(y), w = fade(z);
	float low = between(v, between(u, slope(table[aa], x, y, z), slope(table[ba], x - 1, y, z)),
		between(u, slope(table[ab], x, y - 1, z), slope(table[bb], x - 1, y - 1, z)));
	float high = between(v, between(u, slope(table[aa + 1], x, y, z - 1), slope(table[ba + 1], x - 1, y, z - 1)),
		between(u, slope(table[ab + 1], x, y - 1, z - 1), slope(table[bb + 1], x - 1, y - 1, z - 1)));
	return between(w, low, high);
}

export void ispc_turbulence(const uniform uint32 table[], uniform float out[], uniform float x0, uniform float y0,
	uniform float dx, uniform float dy, uniform float z, uniform uint32 width, uniform uint32 height, uniform uint32 octaves)
{
	for (uniform uint32 j = 0; j < height; j++)
		foreach (i = 0 ... width) {
			float x = x0 + i * dx, y = y0 + j * dy, sum = 0;
			uniform float scale = 1, weight = 1;
			for (uniform uint32 o = 0; o < octaves; o++) {
				sum += abs(noise(table, scale * x, scale * y, scale * z)) * weight;
				scale *= 2.0f;
				weight *= 0.5f;
			}
			out[j * width + i] = sum * 0.5f;
		}
}
