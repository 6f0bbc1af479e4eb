/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The interface without handles, in C. */
#include <cublas.h>
#include <stdio.h>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%d: %s\n", __LINE__, #condition); \
			return 1; \
		} \
	} while (0)

int main(void)
{
	float a[] = {1, 2, 3, 4, 5, 6}, b[] = {1, 0, 1, 2, 1, 0}, got[4] = {0}, *d, c, s;
	cuComplex x[] = {{1, 2}, {3, -1}}, *dx, sum, ca = {3, 0}, cb = {4, 0}, cs;
	double m[] = {1, 0, 2, 1}, *dm;
	CHECK(cublasAlloc(1, 4, (void **)&d) == CUBLAS_STATUS_NOT_INITIALIZED);
	CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(16, sizeof *d, (void **)&d) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(4, sizeof *dx, (void **)&dx) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasAlloc(4, sizeof *dm, (void **)&dm) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetMatrix(2, 3, sizeof *a, a, 2, d, 2) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetVector(6, sizeof *b, b, 1, d + 6, 1) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasSetVector(2, sizeof *x, x, 1, dx, 1) == CUBLAS_STATUS_SUCCESS);
	cublasSgemm('n', 'N', 2, 2, 3, 2, d, 2, d + 6, 3, 0, d + 12, 2);
	CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasGetMatrix(2, 2, sizeof *got, d + 12, 2, got, 2) == CUBLAS_STATUS_SUCCESS);
	CHECK(got[0] == 12 && got[1] == 16 && got[2] == 10 && got[3] == 16);
	CHECK(cublasSdot(6, d, 1, d + 6, 1) == 17 && cublasIsamax(6, d, 1) == 6 &&
		cublasSasum(6, d, 1) == 21);
	sum = cublasCdotc(2, dx, 1, dx, 1);
	CHECK(sum.x == 15 && sum.y == 0);
	cublasCrotg(&ca, cb, &c, &cs);
	CHECK(ca.x > 4.9999f && ca.x < 5.0001f && c > 0.5999f && cs.x > 0.7999f);
	a[0] = 3, b[0] = 4;
	cublasSrotg(&a[0], &b[0], &c, &s);
	CHECK(a[0] > 4.9999f && a[0] < 5.0001f);
	/* in place */
	CHECK(cublasSetMatrix(2, 2, sizeof *m, m, 2, dm, 2) == CUBLAS_STATUS_SUCCESS);
	cublasDtrmm('L', 'U', 'N', 'N', 2, 2, 3, dm, 2, dm, 2);
	CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
	cublasSgemm('x', 'N', 2, 2, 3, 2, d, 2, d + 6, 3, 0, d + 12, 2);
	CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE &&
		cublasGetError() == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasFree(d) == CUBLAS_STATUS_SUCCESS && cublasFree(dx) == CUBLAS_STATUS_SUCCESS);
	CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS &&
		cublasShutdown() == CUBLAS_STATUS_NOT_INITIALIZED);
	puts("legacy: ok");
	return 0;
}
