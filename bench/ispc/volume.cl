// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rays through a volume of smoke, which a light from a direction shines on: what is between a point and the light
// is summed up in steps, too. Cells are interpolated.
static float cell(global const float *density, int n, int x, int y, int z)
{
	float r = 0;
	if (x >= 0 && x < n && y >= 0 && y < n && z >= 0 && z < n)
		r = density[(z * n + y) * n + x];
	return r;
}

static float smoke(global const float *density, int n, float3 p)
{
	float3 at = p * n - 0.5f, down = floor(at), f = at - down;
	int x = (int)down.x, y = (int)down.y, z = (int)down.z;
	float a = mix(cell(density, n, x, y, z), cell(density, n, x + 1, y, z), f.x);
	float b = mix(cell(density, n, x, y + 1, z), cell(density, n, x + 1, y + 1, z), f.x);
	float c = mix(cell(density, n, x, y, z + 1), cell(density, n, x + 1, y, z + 1), f.x);
	float d = mix(cell(density, n, x, y + 1, z + 1), cell(density, n, x + 1, y + 1, z + 1), f.x);
	return mix(mix(a, b, f.y), mix(c, d, f.y), f.z);
}

// Where the ray is in the unit cube, from .x to .y.
static float2 inside(float3 o, float3 d)
{
	float3 a = (0.0f - o) / d, b = (1.0f - o) / d, low = fmin(a, b), high = fmax(a, b);
	return (float2)(fmax(fmax(low.x, low.y), fmax(low.z, 0.0f)), fmin(fmin(high.x, high.y), high.z));
}

static float shade(global const float *density, int n, float3 p, float3 light)
{
	float sum = 0, end = inside(p, light).y;
	for (float t = 0.04f; t < end; t += 0.08f)
		sum += smoke(density, n, p + t * light) * 0.08f;
	return exp(-6.0f * sum);
}

kernel void volume(global const float *density, int n, global float *out, uint width, uint height)
{
	uint i = get_global_id(0), j = get_global_id(1);
	float3 o = (float3)(0.5f, 0.6f, -1.5f), light = normalize((float3)(0.4f, 0.8f, -0.45f));
	float3 d = normalize((float3)((i + 0.5f) / width - 0.5f, 0.5f - (j + 0.5f) / height, 1.2f));
	float2 way = inside(o, d);
	float left = 1, sum = 0;
	for (float t = way.x; t < way.y && left > 0.005f; t += 0.025f) {
		float3 p = o + t * d;
		float here = smoke(density, n, p);
		if (here > 0.01f) {
			float through = exp(-8.0f * here * 0.025f);
			sum += left * (1.0f - through) * shade(density, n, p, light);
			left *= through;
		}
	}
	out[j * width + i] = sum;
}
