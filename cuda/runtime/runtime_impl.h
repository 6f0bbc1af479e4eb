/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CUDA runtime: what it knows beside the driver. That is what the compiler has registered, and
 * of each thread the device that it has chosen and its last error. */
#ifndef HSAEMU_CUDA_RUNTIME_IMPL_H
#define HSAEMU_CUDA_RUNTIME_IMPL_H

#pragma GCC visibility push(default)
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#pragma GCC visibility pop
#include <pthread.h>
#include <stdbool.h>
#include "hsaemu/base.h"

enum { CUDART_MAX_DEVICES = 16 };

/* ---- driver.c: the driver's functions -------------------------------------------------------- */

struct cudart_driver {
#define CUDART_DRIVER(name) __typeof__(&name) name;
#include "driver_functions.def"
};
/* The table, which is filled when cudart_enter() or cudart_driver_is_there() have succeeded. */
extern struct cudart_driver cudart_driver;
#define DRIVER(name) (cudart_driver.name)
/* Loads the driver: cudaErrorInsufficientDriver when there is none, or one that lacks functions; or
 * the error of its initialisation. */
cudaError_t cudart_driver_is_there(void);

/* ---- thread.c -------------------------------------------------------------------------------- */

/* Begins a call that needs the current device's context. */
cudaError_t cudart_enter(void) NODISCARD;
/* Returns the error, which it makes the thread's last one unless there is none. */
cudaError_t cudart_leave(cudaError_t error);
/* Does so with an error of the driver. Their numbers are the same. */
static inline cudaError_t cudart_result(CUresult error)
{
	return cudart_leave((cudaError_t)error);
}
/* Is the body of a function that is nothing but a call of the driver's, in the current context. */
#define CUDART_CALL(call) \
	cudaError_t error = cudart_enter(); \
	return error == cudaSuccess ? cudart_result(call) : cudart_leave(error)
/* Gets the primary context of a device, which there is. */
cudaError_t cudart_primary(int device, CUcontext *out) NODISCARD;
/* Returns the device that the thread has chosen. */
int cudart_device(void);

/* ---- own_stream.c ---------------------------------------------------------------------------- */

/* Returns the stream that a handle means: the thread's own default one in calls of functions of
 * per_thread.def, which begin and end here. */
cudaStream_t cudart_stream(cudaStream_t stream);
void cudart_own_stream_begin(void);
void cudart_own_stream_end(void);

/* ---- registry.c: what the compiler has registered -------------------------------------------- */

/* What a host program has of one file with kernels. */
struct cudart_binary {
	struct cudart_binary *next;
	const void *code;                       /* for cuModuleLoadData() */
	bool is_managed;                        /* host code uses variables of it */
	CUmodule modules[CUDART_MAX_DEVICES];   /* NULL: not loaded */
	cudaError_t errors[CUDART_MAX_DEVICES]; /* that loading has ended with */
	/* names, by address in the host program */
	struct cudart_symbol *symbols;
};

enum cudart_symbol_kind { CUDART_FUNCTION, CUDART_VARIABLE, CUDART_TEXTURE, CUDART_SURFACE };

struct cudart_symbol {
	struct cudart_symbol *next_in_binary, *next_in_bucket;
	enum cudart_symbol_kind kind;
	const void *host;
	struct cudart_binary *binary;
	const char *name;      /* in the module */
	bool reads_normalized; /* of a texture: numbers as fractions */
	void **pointer; /* of a managed variable: where nvcc's host code has its address; or NULL */
	/* of textures and surfaces: the objects that they are bound to; 0: none */
	unsigned long long objects[CUDART_MAX_DEVICES];
	CUfunction functions[CUDART_MAX_DEVICES]; /* NULL: not looked for */
};

/* Finds what the compiler has registered for an address; NULL: nothing. */
struct cudart_symbol *cudart_symbol_find(const void *host);
/* Gets the function that stands for a kernel on the current device; cudaErrorInvalidDeviceFunction,
 * or why its module cannot be loaded. */
cudaError_t cudart_function(const void *host, CUfunction *out) NODISCARD;
/* Forgets what was loaded on a device, which is about to end. */
void cudart_modules_forget(int device);
/* Returns the host's address of a kernel; NULL: it was not registered. */
const void *cudart_host_of(CUfunction f);
/* Gets a variable's place and size on the current device; cudaErrorInvalidSymbol. */
cudaError_t cudart_variable(const void *host, CUdeviceptr *at, size_t *bytes) NODISCARD;

/* ---- array.c --------------------------------------------------------------------------------- */

/* Gets the driver's format of elements; cudaErrorInvalidChannelDescriptor. */
cudaError_t cudart_format(const struct cudaChannelFormatDesc *d, CUarray_format *format,
	unsigned *channels) NODISCARD;
size_t cudart_element_bytes(const CUDA_ARRAY3D_DESCRIPTOR *d);
/* Returns the description of elements of a format. */
struct cudaChannelFormatDesc cudart_channels(CUarray_format format, unsigned channels);

#endif
