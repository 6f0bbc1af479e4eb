/* The examples' computations as plain C loops: the reference of the tests and the yardstick of
 * `make bench`. Sizes are in elements, matrices are row-major. */
#ifndef BENCH_NATIVE_H
#define BENCH_NATIVE_H

#include <stddef.h>
#include <stdint.h>

void native_vecadd(const float *a, const float *b, float *c, size_t n);
void native_saxpy(float alpha, const float *x, float *y, size_t n);
/* records are {lat, lng} pairs */
void native_nn(const float *records, float *distance, size_t n, float lat, float lng);
void native_transpose(const float *in, float *out, size_t rows, size_t columns);
void native_kmeans_assign(const float *feature_swap, const float *clusters, uint32_t *membership,
	size_t npoints, size_t nclusters, size_t nfeatures);
void native_kmeans_update(const float *feature_swap, float *clusters, const uint32_t *membership,
	size_t npoints, size_t nclusters, size_t nfeatures);
/* one radix-2 Stockham pass over n complex numbers */
void native_fft_pass(const float *src, float *dst, size_t n, size_t ns);
void native_scan_exclusive(const uint32_t *in, uint32_t *out, size_t n);
float native_sum(const float *in, size_t n);
void native_walsh(float *data, size_t n);
void native_bitonic(uint32_t *data, size_t n);
/* bodies are {x, y, z, mass} and {vx, vy, vz, unused} */
void native_nbody(const float *pos, const float *vel, float *new_pos, float *new_vel, size_t n,
	float dt, float eps2);
void native_matmul(const float *a, const float *b, float *c, size_t n);
void native_gcd(const uint32_t *a, const uint32_t *b, uint32_t *out, uint32_t c, size_t n);
void native_histogram(const uint8_t *data, uint32_t bins[256], size_t n);
void native_mandelbrot(uint32_t *out, uint32_t width, uint32_t height, float x0, float y0, float dx,
	float dy, uint32_t limit);
void native_stencil3d(
	const float *in, float *out, size_t nx, size_t ny, size_t nz, float c0, float c1);

#endif
