/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

struct vec {
	float x, y, z;
};
struct smoke {
	const float *density;
	int n;
};

static struct vec along(struct vec o, float t, struct vec d)
{
	return (struct vec){o.x + t * d.x, o.y + t * d.y, o.z + t * d.z};
}

static struct vec normalize(struct vec v)
{
	float r = 1.0f / sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
	return (struct vec){v.x * r, v.y * r, v.z * r};
}

static float mix(float a, float b, float t)
{
	return a + (b - a) * t;
}

static float cell(const struct smoke *s, int x, int y, int z)
{
	uint32_t n = (uint32_t)s->n;
	if ((uint32_t)x >= n || (uint32_t)y >= n || (uint32_t)z >= n)
		return 0;
	return s->density[(z * s->n + y) * s->n + x];
}

static float smoke_at(const struct smoke *s, struct vec p)
{
	float n = (float)s->n, ax = p.x * n - 0.5f, ay = p.y * n - 0.5f, az = p.z * n - 0.5f;
	float fx = ax - floorf(ax), fy = ay - floorf(ay), fz = az - floorf(az);
	int x = (int)floorf(ax), y = (int)floorf(ay), z = (int)floorf(az);
	float a = mix(cell(s, x, y, z), cell(s, x + 1, y, z), fx);
	float b = mix(cell(s, x, y + 1, z), cell(s, x + 1, y + 1, z), fx);
	float c = mix(cell(s, x, y, z + 1), cell(s, x + 1, y, z + 1), fx);
	float d = mix(cell(s, x, y + 1, z + 1), cell(s, x + 1, y + 1, z + 1), fx);
	return mix(mix(a, b, fy), mix(c, d, fy), fz);
}

static void inside(struct vec o, struct vec d, float *from, float *to)
{
	float ax = (0 - o.x) / d.x, ay = (0 - o.y) / d.y, az = (0 - o.z) / d.z;
	float bx = (1 - o.x) / d.x, by = (1 - o.y) / d.y, bz = (1 - o.z) / d.z;
	*from = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fmaxf(fminf(az, bz), 0.0f));
	*to = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fmaxf(az, bz));
}

static float shade(const struct smoke *s, struct vec p, struct vec light)
{
	float sum = 0, from, end;
	inside(p, light, &from, &end);
	for (float t = 0.04f; t < end; t += 0.08f)
		sum += smoke_at(s, along(p, t, light)) * 0.08f;
	return expf(-6.0f * sum);
}

static float ray(const struct smoke *s, float x, float y)
{
	struct vec o = {0.5f, 0.6f, -1.5f}, light = normalize((struct vec){0.4f, 0.8f, -0.45f});
	struct vec d = normalize((struct vec){x, y, 1.2f});
	float from, to, left = 1, sum = 0;
	inside(o, d, &from, &to);
	for (float t = from; t < to && left > 0.005f; t += 0.025f) {
		struct vec p = along(o, t, d);
		float here = smoke_at(s, p);
		if (here > 0.01f) {
			float through = expf(-8.0f * here * 0.025f);
			sum += left * (1.0f - through) * shade(s, p, light);
			left *= through;
		}
	}
	return sum;
}

void ispc_volume(const float *density, uint32_t n, float *out, uint32_t width, uint32_t height)
{
	struct smoke s = {density, (int)n};
#pragma omp parallel for schedule(dynamic)
	for (uint32_t j = 0; j < height; j++)
		for (uint32_t i = 0; i < width; i++)
			out[j * width + i] = ray(&s, ((float)i + 0.5f) / (float)width - 0.5f,
				0.5f - ((float)j + 0.5f) / (float)height);
}
