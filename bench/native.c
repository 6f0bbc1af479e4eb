/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The C loops. gcc and clang build them with -O3 -march=native -fno-math-errno, so that a ratio to
 * the better one means something, and with -fopenmp for runs with threads. A loop calls fma() only
 * where the kernel has an fma, so that results agree to the last bit where they can. */
#include "native.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PARALLEL_STEP = 4096 }; /* in walsh, the inner loop is the long one from this step on */

static void vecadd(const float *a, const float *b, float *c, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}

static void triad(float *a, const float *b, const float *c, float scale, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		a[i] = b[i] + scale * c[i];
}

static void saxpy(float alpha, const float *x, float *y, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		y[i] = fmaf(alpha, x[i], y[i]);
}

static void nn(const float *records, float *distance, size_t n, float lat, float lng)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		float a = lat - records[2 * i], b = lng - records[2 * i + 1];
		distance[i] = sqrtf(a * a + b * b);
	}
}

static void transpose(const float *in, float *out, size_t rows, size_t columns)
{
#pragma omp parallel for
	for (size_t r = 0; r < rows; r++)
		for (size_t c = 0; c < columns; c++)
			out[c * rows + r] = in[r * columns + c];
}

static void kmeans_assign(const float *feature_swap, const float *clusters, uint32_t *membership,
	size_t npoints, size_t nclusters, size_t nfeatures)
{
#pragma omp parallel for
	for (size_t p = 0; p < npoints; p++) {
		float best = FLT_MAX;
		uint32_t nearest = 0;
		for (size_t c = 0; c < nclusters; c++) {
			float distance = 0;
			for (size_t l = 0; l < nfeatures; l++) {
				float d =
					feature_swap[l * npoints + p] - clusters[c * nfeatures + l];
				distance = fmaf(d, d, distance);
			}
			if (distance < best) {
				best = distance;
				nearest = (uint32_t)c;
			}
		}
		membership[p] = nearest;
	}
}

static void kmeans_update(const float *feature_swap, float *clusters, const uint32_t *membership,
	size_t npoints, size_t nclusters, size_t nfeatures)
{
#pragma omp parallel for collapse(2)
	for (size_t c = 0; c < nclusters; c++) {
		for (size_t l = 0; l < nfeatures; l++) {
			double sum = 0;
			uint32_t members = 0;
			for (size_t p = 0; p < npoints; p++) {
				if (membership[p] != c)
					continue;
				sum += feature_swap[l * npoints + p];
				members++;
			}
			if (members)
				clusters[c * nfeatures + l] = (float)(sum / members);
		}
	}
}

static void fft_pass(const float *src, float *dst, size_t n, size_t ns)
{
#pragma omp parallel for
	for (size_t j = 0; j < n / 2; j++) {
		size_t k = j & (ns - 1), o = 2 * j - k;
		float angle = (float)k / (float)ns * -3.14159265358979f;
		float c = cosf(angle), s = sinf(angle);
		const float *v0 = src + 2 * j, *v1 = src + 2 * (j + n / 2);
		float re = v1[0] * c - v1[1] * s, im = fmaf(v1[1], c, v1[0] * s);
		dst[2 * o] = v0[0] + re;
		dst[2 * o + 1] = v0[1] + im;
		dst[2 * (o + ns)] = v0[0] - re;
		dst[2 * (o + ns) + 1] = v0[1] - im;
	}
}

static void scan_exclusive(const uint32_t *in, uint32_t *out, size_t n)
{
	uint32_t sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
	for (size_t i = 0; i < n; i++) {
		out[i] = sum;
#pragma omp scan exclusive(sum)
		sum += in[i];
	}
}

/* Does Blelloch's up and down sweep over 512 elements with the loop bodies of the work-items. */
static void scan_block(const uint32_t *in, uint32_t *out, uint32_t *total, size_t n)
{
	uint32_t tile[512];
	for (size_t i = 0; i < 512; i++)
		tile[i] = i < n ? in[i] : 0;
	for (size_t o = 1; o < 512; o *= 2)
		for (size_t i = 0; i < 256 / o; i++)
			tile[o * (2 * i + 2) - 1] += tile[o * (2 * i + 1) - 1];
	*total = tile[511];
	tile[511] = 0;
	for (size_t o = 256; o > 0; o /= 2) {
		for (size_t i = 0; i < 256 / o; i++) {
			size_t left = o * (2 * i + 1) - 1, right = o * (2 * i + 2) - 1;
			uint32_t t = tile[left];
			tile[left] = tile[right];
			tile[right] += t;
		}
	}
	for (size_t i = 0; i < 512 && i < n; i++)
		out[i] = tile[i];
}

static void scan_tree(const uint32_t *in, uint32_t *out, uint32_t *totals, uint32_t *offsets,
	size_t n)
{
	size_t groups = (n + 511) / 512;
	uint32_t all;
#pragma omp parallel for
	for (size_t g = 0; g < groups; g++)
		scan_block(in + 512 * g, out + 512 * g, &totals[g], n - 512 * g);
	scan_block(totals, offsets, &all, groups);
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		out[i] += offsets[i / 512];
}

static float sum(const float *in, size_t n)
{
	float sum = 0;
#pragma omp parallel for reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += in[i];
	return sum;
}

static void walsh_pairs(float *data, size_t base, size_t step)
{
#pragma omp parallel for if (step >= PARALLEL_STEP)
	for (size_t i = base; i < base + step; i++) {
		float a = data[i], b = data[i + step];
		data[i] = a + b;
		data[i + step] = a - b;
	}
}

static void walsh(float *data, size_t n)
{
	for (size_t step = 1; step < n; step *= 2) {
#pragma omp parallel for if (step < PARALLEL_STEP)
		for (size_t base = 0; base < n; base += 2 * step)
			walsh_pairs(data, base, step);
	}
}

static void bitonic(uint32_t *data, size_t n)
{
	for (size_t size = 2; size <= n; size *= 2) {
		for (size_t d = size / 2; d > 0; d /= 2) {
#pragma omp parallel for
			for (size_t i = 0; i < n; i++) {
				size_t partner = i ^ d;
				if (partner < i)
					continue;
				uint32_t a = data[i], b = data[partner];
				if ((a > b) == ((i & size) == 0)) {
					data[i] = b;
					data[partner] = a;
				}
			}
		}
	}
}

static void nbody(const float *pos, const float *vel, float *new_pos, float *new_vel, size_t n,
	float dt, float eps2)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		const float *p = pos + 4 * i, *v = vel + 4 * i;
		float a[3] = {0, 0, 0};
		for (size_t j = 0; j < n; j++) {
			const float *q = pos + 4 * j;
			float x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
			float d2 = fmaf(z, z, fmaf(y, y, fmaf(x, x, eps2)));
			float inverse = 1.0f / sqrtf(d2);
			float s = inverse * inverse * inverse * q[3];
			a[0] = fmaf(s, x, a[0]);
			a[1] = fmaf(s, y, a[1]);
			a[2] = fmaf(s, z, a[2]);
		}
		float half_dt2 = dt * dt * 0.5f;
		for (int k = 0; k < 3; k++) {
			new_pos[4 * i + k] = fmaf(a[k], half_dt2, fmaf(v[k], dt, p[k]));
			new_vel[4 * i + k] = fmaf(a[k], dt, v[k]);
		}
		new_pos[4 * i + 3] = p[3];
		new_vel[4 * i + 3] = v[3];
	}
}

static void matmul(const float *a, const float *b, float *c, size_t n)
{
	memset(c, 0, n * n * sizeof *c);
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			for (size_t j = 0; j < n; j++)
				c[i * n + j] = fmaf(a[i * n + k], b[k * n + j], c[i * n + j]);
}

static uint32_t gcd2(uint32_t a, uint32_t b)
{
	while (b != 0) {
		uint32_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static void gcd(const uint32_t *a, const uint32_t *b, uint32_t *out, uint32_t c, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n; i++)
		out[i] = gcd2(gcd2(a[i], b[i]), c);
}

static void histogram(const uint8_t *data, uint32_t bins[256], size_t n)
{
	memset(bins, 0, 256 * sizeof bins[0]);
#pragma omp parallel for reduction(+ : bins[ : 256])
	for (size_t i = 0; i < n; i++)
		bins[data[i]]++;
}

static void mandelbrot(uint32_t *out, uint32_t width, uint32_t height, float x0, float y0, float dx,
	float dy, uint32_t limit)
{
#pragma omp parallel for schedule(static, 1)
	for (uint32_t y = 0; y < height; y++) {
		for (uint32_t x = 0; x < width; x++) {
			float cx = fmaf((float)x, dx, x0), cy = fmaf((float)y, dy, y0);
			float zx = 0, zy = 0;
			uint32_t i = 0;
			for (; i < limit; i++) {
				float xx = zx * zx, yy = zy * zy;
				if (xx + yy > 4.0f)
					break;
				float xy = zx * zy;
				zx = xx - yy + cx;
				zy = fmaf(2.0f, xy, cy);
			}
			out[(size_t)y * width + x] = i;
		}
	}
}

static void stencil3d(const float *in, float *out, size_t nx, size_t ny, size_t nz, float c0,
	float c1)
{
	size_t row = nx, plane = nx * ny;
#pragma omp parallel for
	for (size_t z = 0; z < nz; z++) {
		for (size_t y = 0; y < ny; y++) {
			for (size_t x = 0; x < nx; x++) {
				const float *p = in + z * plane + y * row + x;
				if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 ||
					z == nz - 1) {
					out[p - in] = *p;
					continue;
				}
				float sum = p[-1] + p[1];
				sum += *(p - row);
				sum += *(p + row);
				sum += *(p - plane);
				sum += *(p + plane);
				out[p - in] = fmaf(sum, c1, *p * c0);
			}
		}
	}
}

static void spmv(const uint32_t *row, const uint32_t *column, const float *value, const float *x,
	float *y, size_t rows)
{
#pragma omp parallel for
	for (size_t i = 0; i < rows; i++) {
		float sum = 0;
		for (uint32_t k = row[i]; k < row[i + 1]; k++)
			sum = fmaf(value[k], x[column[k]], sum);
		y[i] = sum;
	}
}

static void sum32(const float *in, float *out, size_t n)
{
#pragma omp parallel for
	for (size_t i = 0; i < n / 32; i++) {
		float sum = 0;
		for (size_t k = 0; k < 32; k++)
			sum += in[32 * i + k];
		out[i] = sum;
	}
}

const struct native_loops native_loops = {
#define LOOP(result, name, parameters) .name = name,
#include "native.def"
};
