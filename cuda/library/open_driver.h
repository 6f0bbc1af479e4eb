/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver, for the runtime and for libraries above it. */
#ifndef HSAEMU_CUDA_OPEN_DRIVER_H
#define HSAEMU_CUDA_OPEN_DRIVER_H

/* Loads libcuda.so.1 and returns its handle for dlsym(), or NULL after a line that begins with the
 * library's name. */
void *cuda_open_driver(const char *library);

#endif
