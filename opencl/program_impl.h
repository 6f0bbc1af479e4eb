/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs (OpenCL 3.0 API, 5.8), for those who make kernels of them. */
#ifndef HSAEMU_OPENCL_PROGRAM_IMPL_H
#define HSAEMU_OPENCL_PROGRAM_IMPL_H

#include "build_impl.h"
#include "context_impl.h"

/* What a program was made of. */
enum ocl_program_origin {
	OCL_OF_SOURCE,
	OCL_OF_BINARY,
	OCL_OF_LINK, /* clLinkProgram() */
	OCL_OF_IL,
};

struct _cl_program {
	struct ocl_object base;
	struct _cl_context *context; /* used */
	enum ocl_program_origin origin;
	/* OCL_OF_SOURCE: with a 0 behind its last byte; OCL_OF_IL: the module with the values of
	 * specialization constants, guarded by `lock` until a build begins; else NULL */
	char *source;
	size_t source_bytes;
	char *il; /* OCL_OF_IL: the module as it was given, of as many bytes; else NULL */
	cl_uint device_count;
	cl_device_id *devices; /* each is used */
	/* one for each device: the binary that the client gave, or NULL; used */
	struct ocl_build **given;
	pthread_mutex_t lock;
	pthread_cond_t builds_move; /* a build has ended */
	/* guarded by `lock`: */
	/* one for each device: the last build, which may be going on, or NULL; used. Those of
	 * executables stay while kernels are attached. */
	struct ocl_build **builds;
	size_t kernel_count; /* kernels that are attached */
};

/* Attaches a kernel: the caller becomes a user of the program and its images until it calls the
 * second function. *build is that of the first device that has an image; builds that go on are
 * waited for while there is none. INVALID_PROGRAM_EXECUTABLE: there is none. */
cl_int ocl_program_attach(struct _cl_program *p, struct ocl_build **build);
void ocl_program_detach(struct _cl_program *p);
/* Returns the executable for a device of a program with a kernel that is attached, or NULL. Devices
 * that were built for by the same call have the same one. */
struct ocl_build *ocl_program_build(struct _cl_program *p, const struct _cl_device_id *d);

/* ---- of the library's own files ------------------------------------------------------------- */

/* Returns a program for these devices, each of which counts once; NULL without memory. */
struct _cl_program *ocl_program_new(struct _cl_context *c, enum ocl_program_origin origin,
	cl_uint device_count, const cl_device_id *devices) NODISCARD;
/* Returns the index of a device, or else of the nearest one that it is a part of and whose code it
 * runs; the number of devices when the program is not for it. */
cl_uint ocl_program_find(const struct _cl_program *p, const struct _cl_device_id *d);
/* Returns whether a client's handle is a device that the program is for. */
bool ocl_program_is_for(const struct _cl_program *p, const struct _cl_device_id *d);
/* Checks a list of devices as all functions that take a program have it: NULL and 0, or some that
 * the program is for. INVALID_VALUE, INVALID_DEVICE. */
cl_int ocl_program_check_devices(const struct _cl_program *p, cl_uint count,
	const cl_device_id *devices);
/* Returns what there is for a device: the last build, else the binary, else NULL. The lock is
 * held. */
struct ocl_build *ocl_program_code(const struct _cl_program *p, cl_uint device);

#endif
