/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// cuFFT on several GPUs and with callbacks: types, beside what cufft.h declares.
#ifndef HSAEMU_CUFFT_XT_H
#define HSAEMU_CUFFT_XT_H
#include "cufft.h"

enum cufftXtSubFormat_t {
	CUFFT_XT_FORMAT_INPUT,
	CUFFT_XT_FORMAT_OUTPUT,
	CUFFT_XT_FORMAT_INPLACE,
	CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
	CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED
};
typedef cufftXtSubFormat_t cufftXtSubFormat;
enum cufftXtCopyType_t { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE };
typedef cufftXtCopyType_t cufftXtCopyType;
enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX,
	CUFFT_CB_LD_COMPLEX_DOUBLE,
	CUFFT_CB_LD_REAL,
	CUFFT_CB_LD_REAL_DOUBLE,
	CUFFT_CB_ST_COMPLEX,
	CUFFT_CB_ST_COMPLEX_DOUBLE,
	CUFFT_CB_ST_REAL,
	CUFFT_CB_ST_REAL_DOUBLE
};
typedef cufftXtCallbackType_t cufftXtCallbackType;
struct cudaXtDesc { int version, nGPUs, GPUs[64]; void *data[64]; size_t size[64]; void *cudaXtState; };
struct cudaLibXtDesc { int version; cudaXtDesc *descriptor; int library, subFormat; void *libDescriptor; };
typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *, size_t, void *, void *);
typedef cufftReal (*cufftCallbackLoadR)(void *, size_t, void *, void *);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *, void *);
typedef void (*cufftCallbackStoreZ)(void *, size_t, cufftDoubleComplex, void *, void *);
typedef void (*cufftCallbackStoreR)(void *, size_t, cufftReal, void *, void *);
typedef void (*cufftCallbackStoreD)(void *, size_t, cufftDoubleReal, void *, void *);

#endif
