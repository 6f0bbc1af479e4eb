/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVML: what is told of a device, which is all of the machine's processors. */
#ifndef HSAEMU_CUDA_NVML_IMPL_H
#define HSAEMU_CUDA_NVML_IMPL_H

#define NVML_NO_UNVERSIONED_FUNC_DEFS
#pragma GCC visibility push(default)
#include <nvml.h>
#pragma GCC visibility pop
#include "cuda/library/library.h"

struct nvmlDevice_st {
	CUdevice device;
};

/* ---- init.c ---------------------------------------------------------------------------------- */

/* Returns an error between the last nvmlShutdown() and the next nvmlInit(). */
nvmlReturn_t nvml_check(void) NODISCARD;
/* Returns an error also where `any`, which may be any number, is no device. */
nvmlReturn_t nvml_check_device(const void *any) NODISCARD;
unsigned nvml_device_count(void);
/* Returns the device of a valid index. */
nvmlDevice_t nvml_device(unsigned index);
nvmlReturn_t nvml_error(CUresult error) NODISCARD;

/* ---- text.c ---------------------------------------------------------------------------------- */

/* Writes a text into a client's array of this length. */
nvmlReturn_t nvml_put_text(char *to, unsigned length, const char *text) NODISCARD;

#endif
