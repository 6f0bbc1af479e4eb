/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <math.h>

enum { DIRECTIONS = 8 };
struct vec {
	float x, y, z;
};
struct hit {
	float t;
	struct vec p, n;
};

static float draw(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (float)(*state >> 8) * 0x1p-24f;
}

static float dot(struct vec a, struct vec b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vec along(struct vec o, float t, struct vec d)
{
	return (struct vec){o.x + t * d.x, o.y + t * d.y, o.z + t * d.z};
}

static struct vec cross(struct vec a, struct vec b)
{
	return (struct vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static struct vec normalize(struct vec v)
{
	float r = 1.0f / sqrtf(dot(v, v));
	return (struct vec){v.x * r, v.y * r, v.z * r};
}

static void meet_sphere(struct vec centre, float radius, struct vec o, struct vec d, struct hit *h)
{
	struct vec r = along(o, -1, centre);
	float b = dot(r, d), c = dot(r, r) - radius * radius, q = b * b - c;
	if (q > 0) {
		float t = -b - sqrtf(q);
		if (t > 0 && t < h->t) {
			h->t = t;
			h->p = along(o, t, d);
			h->n = normalize(along(h->p, -1, centre));
		}
	}
}

static void meet_all(struct vec o, struct vec d, struct hit *h)
{
	h->t = 1e17f;
	meet_sphere((struct vec){-2.0f, 0, -3.5f}, 0.5f, o, d, h);
	meet_sphere((struct vec){-0.5f, 0, -3.0f}, 0.5f, o, d, h);
	meet_sphere((struct vec){1.0f, 0, -2.2f}, 0.5f, o, d, h);
	float t = -(o.y + 0.5f) / d.y;
	if (fabsf(d.y) > 1e-17f && t > 0 && t < h->t) {
		h->t = t;
		h->p = along(o, t, d);
		h->n = (struct vec){0, 1, 0};
	}
}

static float open_sky(const struct hit *h, uint32_t *state)
{
	struct vec n = h->n, o = along(h->p, 0.0001f, n);
	struct vec across = fabsf(n.x) < 0.6f ? (struct vec){1, 0, 0} : (struct vec){0, 1, 0};
	struct vec s = normalize(cross(across, n)), t = cross(n, s);
	float seen = 0;
	for (int j = 0; j < DIRECTIONS * DIRECTIONS; j++) {
		float u = draw(state), phi = 6.2831853f * draw(state), r = sqrtf(1.0f - u);
		struct vec d = along((struct vec){0, 0, 0}, r * cosf(phi), s);
		d = along(along(d, r * sinf(phi), t), sqrtf(u), n);
		struct hit other;
		meet_all(o, d, &other);
		seen += other.t < 1e17f ? 0 : 1;
	}
	return seen / (DIRECTIONS * DIRECTIONS);
}

static float pixel(uint32_t i, uint32_t j, uint32_t width, uint32_t height)
{
	uint32_t state = (j * width + i) * 2654435761u + 12345u;
	float x = ((float)i + draw(&state) - (float)width * 0.5f) / ((float)width * 0.5f);
	float y = -((float)j + draw(&state) - (float)height * 0.5f) / ((float)height * 0.5f);
	struct hit h;
	meet_all((struct vec){0, 0, 0}, normalize((struct vec){x, y, -1}), &h);
	return h.t < 1e17f ? open_sky(&h, &state) : 0;
}

void ispc_occlusion(float *out, uint32_t width, uint32_t height)
{
#pragma omp parallel for schedule(dynamic)
	for (uint32_t j = 0; j < height; j++)
		for (uint32_t i = 0; i < width; i++)
			out[j * width + i] = pixel(i, j, width, height);
}
