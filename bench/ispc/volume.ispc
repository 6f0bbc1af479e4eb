// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
typedef float<3> vec;

static inline vec normalize(vec v)
{
	return v * (1.0f / sqrt(v.x * v.x + v.y * v.y + v.z * v.z));
}

static inline float mix(float a, float b, float t)
{
	return a + (b - a) * t;
}

static inline float cell(const uniform float density[], uniform int n, int x, int y, int z)
{
	float r = 0;
	if (x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n)
		r = density[(z * n + y) * n + x];
	return r;
}

static inline float smoke(const uniform float density[], uniform int n, vec p)
{
	vec at = p * n - 0.5f;
	float ix = floor(at.x), iy = floor(at.y), iz = floor(at.z);
	float fx = at.x - ix, fy = at.y - iy, fz = at.z - iz;
	int x = (int)ix, y = (int)iy, z = (int)iz;
	float a = mix(cell(density, n, x, y, z), cell(density, n, x + 1, y, z), fx);
	float b = mix(cell(density, n, x, y + 1, z), cell(density, n, x + 1, y + 1, z), fx);
	float c = mix(cell(density, n, x, y, z + 1), cell(density, n, x + 1, y, z + 1), fx);
	float d = mix(cell(density, n, x, y + 1, z + 1), cell(density, n, x + 1, y + 1, z + 1), fx);
	return mix(mix(a, b, fy), mix(c, d, fy), fz);
}

static inline void inside(vec o, vec d, float &from, float &to)
{
	vec a = (0.0f - o) / d, b = (1.0f - o) / d;
	from = max(max(min(a.x, b.x), min(a.y, b.y)), max(min(a.z, b.z), 0.0f));
	to = min(min(max(a.x, b.x), max(a.y, b.y)), max(a.z, b.z));
}

static inline float shade(const uniform float density[], uniform int n, vec p, vec light)
{
	float sum = 0, from, end;
	inside(p, light, from, end);
	for (float t = 0.04f; t < end; t += 0.08f)
		sum += smoke(density, n, p + t * light) * 0.08f;
	return exp(-6.0f * sum);
}

static inline float ray(const uniform float density[], uniform int n, float x, float y)
{
	vec o = { 0.5f, 0.6f, -1.5f }, l = { 0.4f, 0.8f, -0.45f }, d = { x, y, 1.2f };
	vec light = normalize(l);
	d = normalize(d);
	float from, to, left = 1, sum = 0;
	inside(o, d, from, to);
	for (float t = from; t < to && left > 0.005f; t += 0.025f) {
		vec p = o + t * d;
		float here = smoke(density, n, p);
		if (here > 0.01f) {
			float through = exp(-8.0f * here * 0.025f);
			sum += left * (1.0f - through) * shade(density, n, p, light);
			left *= through;
		}
	}
	return sum;
}

export void ispc_volume(const uniform float density[], uniform uint32 n, uniform float out[], uniform uint32 width,
	uniform uint32 height)
{
	for (uniform uint32 j = 0; j < height; j++)
		foreach (i = 0 ... width)
			out[j * width + i] = ray(density, n, (i + 0.5f) / width - 0.5f, 0.5f - (j + 0.5f) / height);
}
