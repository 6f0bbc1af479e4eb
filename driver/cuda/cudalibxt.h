/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory that a library of CUDA has spread over devices, in C and C++. */
#ifndef HSAEMU_CUDALIBXT_H
#define HSAEMU_CUDALIBXT_H
#define _CUDA_LIB_XT_H_

#include "cuda_runtime.h"

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000
#define MAX_CUDA_DESCRIPTOR_GPUS 64

enum cudaXtCopyType_t { LIB_XT_COPY_HOST_TO_DEVICE, LIB_XT_COPY_DEVICE_TO_HOST, LIB_XT_COPY_DEVICE_TO_DEVICE };
typedef enum cudaXtCopyType_t cudaLibXtCopyType;
enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 };
typedef enum libFormat_t libFormat;

struct cudaXtDesc_t {
	int version;
	int nGPUs;
	int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
	void *data[MAX_CUDA_DESCRIPTOR_GPUS];
	size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
	void *cudaXtState;
};
typedef struct cudaXtDesc_t cudaXtDesc;
struct cudaLibXtDesc_t {
	int version;
	cudaXtDesc *descriptor;
	libFormat library;
	int subFormat;
	void *libDescriptor;
};
typedef struct cudaLibXtDesc_t cudaLibXtDesc;

#endif
