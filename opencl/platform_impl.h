/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The platform and its devices (OpenCL 3.0 API, 4.1 and 4.2). */
#ifndef HSAEMU_OPENCL_PLATFORM_IMPL_H
#define HSAEMU_OPENCL_PLATFORM_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/environment.h"
#include "info_impl.h"

/* Of the functions that the loader looks up by name. */
#define OCL_EXPORT __attribute__((visibility("default")))

enum {
	OCL_NAME_BYTES = 64,
	OCL_MAX_GROUP_ITEMS = 1024, /* work-items of a work-group */
	OCL_LOCAL_BYTES = 64 << 10, /* of a work-group */
	/* of a work-group on the GPU, whose LDS has room for gaps, too */
	OCL_DEEP_LOCAL_BYTES = 32 << 10,
	OCL_ARGUMENT_BYTES = 4096,     /* of a kernel */
	OCL_BASE_ALIGN_BYTES = 128,    /* of buffers and sub-buffers: sizeof(long16) */
	OCL_CONSTANT_BYTES = 64 << 20, /* of a buffer of constants; larger ones work, too */
	OCL_VARIABLE_BYTES = 64 << 20, /* of a variable of a program; larger ones work, too */
	OCL_PRINTF_BYTES = 1 << 20,
	OCL_MAX_SAMPLERS = 128,
	OCL_MAX_READ_IMAGES = 128,
	OCL_MAX_WRITE_IMAGES = 64,
};

struct _cl_platform_id {
	struct ocl_object base;
};

struct _cl_device_id {
	struct ocl_object base;
	cl_device_type type;
	cl_uint compute_units;
	char name[OCL_NAME_BYTES];
	cl_ulong memory_bytes, max_allocation;
	cl_ulong cache_bytes; /* of the largest cache */
	/* of a sub-device; NULL and 0 of a root device */
	struct _cl_device_id *parent; /* used */
	cl_uint first_cu;
	cl_device_partition_property *partition; /* that made it, with the 0 at the end */
	size_t partition_words;
};

extern struct _cl_platform_id ocl_platform;

/* Makes the handle of the platform valid, whose functions `dispatch` has. All objects get it from
 * their parents. */
void ocl_platform_publish(const cl_icd_dispatch *dispatch);
/* Returns what the user asked for by the environment, which is read once. */
const struct rt_environment *ocl_start(void);
/* Returns whether kernels run as machine code of a GPU (HSAEMU_DEEP), which has no images. */
bool ocl_is_deep(void);
/* Returns how much local memory a work-group may have. */
size_t ocl_local_bytes(void);
/* Returns the processors that code is for. */
const char *ocl_cpus(void);
/* Returns what the environment says that the platform's vendor is. */
const char *ocl_vendor(void);
/* Puts the version of the platform and its devices. */
cl_int ocl_put_version(const struct ocl_out *out);
/* Put the names of all extensions: with a space between two, and with their versions. */
cl_int ocl_put_extensions_text(const struct ocl_out *out);
cl_int ocl_put_extensions(const struct ocl_out *out);
/* Returns whether OpenCL C can be compiled. The second one appends a line that says what is
 * missing; it must run in a scope (unwind.h). */
bool ocl_has_compiler(void);
bool ocl_find_compiler(struct buf *why);
/* Returns whether SPIR-V can be compiled; the second one is about the translator only. */
bool ocl_has_translator(void);
bool ocl_find_translator(struct buf *why);

#endif
