// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ambient occlusion: how much of the sky is seen from the points of three spheres and a plane, by rays in random
// directions, after aobench.
struct hit { float t; float3 p, n; };
enum { DIRECTIONS = 8 };

static float draw(uint *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) * 0x1p-24f;
}

static void meet_sphere(float3 centre, float radius, float3 o, float3 d, struct hit *h)
{
	float3 r = o - centre;
	float b = dot(r, d), c = dot(r, r) - radius * radius, q = b * b - c;
	if (q > 0) {
		float t = -b - sqrt(q);
		if (t > 0 && t < h->t) {
			h->t = t;
			h->p = o + t * d;
			h->n = normalize(h->p - centre);
		}
	}
}

static void meet_all(float3 o, float3 d, struct hit *h)
{
	h->t = 1e17f;
	meet_sphere((float3)(-2.0f, 0, -3.5f), 0.5f, o, d, h);
	meet_sphere((float3)(-0.5f, 0, -3.0f), 0.5f, o, d, h);
	meet_sphere((float3)(1.0f, 0, -2.2f), 0.5f, o, d, h);
	float t = -(o.y + 0.5f) / d.y;
	if (fabs(d.y) > 1e-17f && t > 0 && t < h->t) {
		h->t = t;
		h->p = o + t * d;
		h->n = (float3)(0, 1, 0);
	}
}

static float open_sky(struct hit h, uint *state)
{
	float3 n = h.n, o = h.p + 0.0001f * n;
	float3 across = fabs(n.x) < 0.6f ? (float3)(1, 0, 0) : (float3)(0, 1, 0);
	float3 s = normalize(cross(across, n)), t = cross(n, s);
	float seen = 0;
	for (int j = 0; j < DIRECTIONS * DIRECTIONS; j++) {
		float u = draw(state), phi = 6.2831853f * draw(state), r = sqrt(1.0f - u);
		struct hit other;
		meet_all(o, r * cos(phi) * s + r * sin(phi) * t + sqrt(u) * n, &other);
		seen += other.t < 1e17f ? 0 : 1;
	}
	return seen / (DIRECTIONS * DIRECTIONS);
}

kernel void occlusion(global float *out, uint width, uint height)
{
	uint i = get_global_id(0), j = get_global_id(1), state = (j * width + i) * 2654435761u + 12345u;
	float x = (i + draw(&state) - width * 0.5f) / (width * 0.5f);
	float y = -(j + draw(&state) - height * 0.5f) / (height * 0.5f);
	struct hit h;
	meet_all((float3)(0), normalize((float3)(x, y, -1)), &h);
	float light = 0;
	if (h.t < 1e17f)
		light = open_sky(h, &state);
	out[j * width + i] = light;
}
