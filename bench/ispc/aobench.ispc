// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define DIRECTIONS 8
typedef float<3> vec;
struct hit { float t; vec p, n; };

static inline float draw(uint32 &state)
{
	state = state * 1664525u + 1013904223u;
	return (int)(state >> 8) * 0x1p-24f;
}

static inline float dot(vec a, vec b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec cross(vec a, vec b)
{
	vec r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
	return r;
}

static inline vec normalize(vec v)
{
	return v * (1.0f / sqrt(dot(v, v)));
}

static inline void meet_sphere(uniform float cx, uniform float cz, vec o, vec d, hit &h)
{
	vec centre = { cx, 0.0f, cz };
	vec r = o - centre;
	float b = dot(r, d), c = dot(r, r) - 0.25f;
	float q = b * b - c;
	if (q > 0) {
		float t = -b - sqrt(q);
		if (t > 0 && t < h.t) {
			h.t = t;
			h.p = o + t * d;
			h.n = normalize(h.p - centre);
		}
	}
}

static inline void meet_all(vec o, vec d, hit &h)
{
	h.t = 1e17f;
	meet_sphere(-2.0f, -3.5f, o, d, h);
	meet_sphere(-0.5f, -3.0f, o, d, h);
	meet_sphere(1.0f, -2.2f, o, d, h);
	float t = -(o.y + 0.5f) / d.y;
	if (abs(d.y) > 1e-17f && t > 0 && t < h.t) {
		vec up = { 0.0f, 1.0f, 0.0f };
		h.t = t;
		h.p = o + t * d;
		h.n = up;
	}
}

static inline float open_sky(hit &h, uint32 &state)
{
	vec n = h.n, o = h.p + 0.0001f * h.n;
	vec across = { abs(n.x) < 0.6f ? 1.0f : 0.0f, abs(n.x) < 0.6f ? 0.0f : 1.0f, 0.0f };
	vec s = normalize(cross(across, n));
	vec t = cross(n, s);
	float seen = 0;
	for (uniform int j = 0; j < DIRECTIONS * DIRECTIONS; j++) {
		float u = draw(state);
		float phi = 6.2831853f * draw(state), r = sqrt(1.0f - u);
		hit other;
		meet_all(o, r * cos(phi) * s + r * sin(phi) * t + sqrt(u) * n, other);
		if (other.t >= 1e17f)
			seen += 1;
	}
	return seen / (DIRECTIONS * DIRECTIONS);
}

export void ispc_occlusion(uniform float out[], uniform uint32 width, uniform uint32 height)
{
	for (uniform uint32 j = 0; j < height; j++)
		foreach (i = 0 ... width) {
			uint32 state = (j * width + i) * 2654435761u + 12345u;
			float x = (i + draw(state) - width * 0.5f) / (width * 0.5f);
			float y = -(j + draw(state) - height * 0.5f) / (height * 0.5f);
			vec o = { 0.0f, 0.0f, 0.0f }, d = { x, y, -1.0f };
			hit h;
			meet_all(o, normalize(d), h);
			float light = 0;
			if (h.t < 1e17f)
				light = open_sky(h, state);
			out[j * width + i] = light;
		}
}
