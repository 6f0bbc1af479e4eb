/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libraries of CUDA above the driver share (cuBLAS, cuFFT, cuRAND, cuSPARSE). They compute on
 * the CPU, in functions that a stream calls when its turn has come, so that their calls are ordered
 * with kernels and copies, and may be captured into graphs. Memory is the process's own: what a
 * program gives as a device's address is an address. */
#ifndef HSAEMU_CUDA_LIBRARY_H
#define HSAEMU_CUDA_LIBRARY_H

#pragma GCC visibility push(default)
#include <cuda.h>
#pragma GCC visibility pop
#include <stdbool.h>
#include <stddef.h>
#include "hsaemu/base.h"

/* ---- driver.c: the driver's functions -------------------------------------------------------- */

struct culib_driver {
#define CULIB_DRIVER(name) __typeof__(&name) name;
#include "cuda/library/driver_functions.def"
};
/* The table, which is filled when culib_enter() has succeeded. */
extern struct culib_driver culib_driver;
#define DRIVER(name) (culib_driver.name)
/* Begins a call of the library of this name ("libcublas"): loads the driver, and makes device 0's
 * primary context the current one where the thread has none. */
CUresult culib_enter(const char *library) NODISCARD;

/* ---- job.c: work in a stream ----------------------------------------------------------------- */

typedef void (*culib_function)(void *arguments);
/* Puts a job behind what the stream has. `function` gets a copy of the `bytes` at `arguments`,
 * aligned for any type, and is called by another thread, which must not call CUDA: once, or
 * whenever a graph is launched into which the stream is captured. An error of the context before
 * may leave it uncalled. */
CUresult culib_do(CUstream stream, culib_function function, const void *arguments,
	size_t bytes) NODISCARD;
/* Calls the function with `arguments` itself when all that the stream has is done. A stream that is
 * captured gives CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED. */
CUresult culib_do_now(CUstream stream, culib_function function, void *arguments) NODISCARD;
/* Returns whether what the stream gets now goes into a graph. */
bool culib_is_captured(CUstream stream);
/* Returns whether the first and the last of the bytes can be read. */
bool culib_is_memory(const void *p, size_t bytes);

/* ---- backend.c: libraries of the system that compute ----------------------------------------- */

struct culib_backend {
	const char *const *files; /* names for dlopen(), the best first, up to NULL */
	const char *symbol;       /* that it must have */
	const char *packages;     /* of Debian, for the message */
};
/* Loads a backend and returns its handle for dlsym(), or NULL after one line that says what the
 * library of this name lacks and which packages have it. */
void *culib_load(const char *library, const struct culib_backend *b);

#endif
