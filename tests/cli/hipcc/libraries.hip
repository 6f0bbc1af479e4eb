// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HIP's libraries, whose names are those of CUDA's.
#include <cstdio>
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <hipsparse/hipsparse.h>

__global__ void draw(unsigned *o)
{
	hiprandStateXORWOW_t s;
	hiprand_init(7, 0, 0, &s);
	*o = hiprand(&s);
}

int main()
{
	float *x, one = 1, zero = 0, dot;
	unsigned *random;
	hipMallocManaged(&x, 64);
	hipMallocManaged(&random, 8);
	for (int i = 0; i < 16; i++)
		x[i] = i;

	hipblasHandle_t blas;
	int error = hipblasCreate(&blas) != HIPBLAS_STATUS_SUCCESS;
	error |= hipblasSdot(blas, 16, x, 1, x, 1, &dot);
	error |= hipblasSgemm(blas, HIPBLAS_OP_N, HIPBLAS_OP_T, 2, 2, 2, &one, x, 2, x + 4, 2, &zero, x + 8, 2) << 1;
	hipDeviceSynchronize();
	printf("%d %g %g %g\n", error, dot, x[8], x[11]);
	hipblasDestroy(blas);

	hipfftHandle plan;
	error = hipfftPlan1d(&plan, 4, HIPFFT_C2C, 1) != HIPFFT_SUCCESS;
	error |= hipfftExecC2C(plan, (hipfftComplex *)x, (hipfftComplex *)x, HIPFFT_BACKWARD);
	hipDeviceSynchronize();
	printf("%d %g %g\n", error, x[0], x[1]);
	hipfftDestroy(plan);

	hiprandGenerator_t generator;
	error = hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_XORWOW) != HIPRAND_STATUS_SUCCESS;
	error |= hiprandSetPseudoRandomGeneratorSeed(generator, 7);
	error |= hiprandGenerate(generator, random, 1);
	draw<<<1, 1>>>(random + 1);
	hipDeviceSynchronize();
	printf("%d %d\n", error, random[0] == random[1]);
	hiprandDestroyGenerator(generator);

	hipsparseHandle_t sparse;
	error = hipsparseCreate(&sparse) != HIPSPARSE_STATUS_SUCCESS;
	hipsparseDnVecDescr_t vector;
	error |= hipsparseCreateDnVec(&vector, 4, x, HIP_R_32F);
	printf("%d %s\n", error | hipsparseDestroyDnVec(vector) | hipsparseDestroy(sparse), hipsparseGetErrorName(HIPSPARSE_STATUS_SUCCESS));
	return 0;
}
