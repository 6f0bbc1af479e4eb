/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs whose kernels get their code late: when the first command runs them, or before that in a
 * thread of ours, as soon as the client has made the kernel. Until then there is an image of stubs,
 * which has all but the code, and the module of which the code of each kernel is made, as an image
 * of its own. The binary of such a program is an image of all kernels, made when the client asks
 * for it. */
#ifndef HSAEMU_OPENCL_LATE_IMPL_H
#define HSAEMU_OPENCL_LATE_IMPL_H

#include "build_impl.h"
#include "hsaemu/failure.h"

struct hsaemu_result;
struct ocl_late;

/* Returns whether kernels are to get their code late. They are not if the user says so, and as code
 * of a GPU, which a build is to refuse if there is none. */
bool ocl_late_is_wanted(void);

/* ---- as bytes -------------------------------------------------------------------------------- */

struct ocl_late_parts {
	struct str image, module;
	unsigned optimisation; /* as in struct hsaemu_source */
};

/* Appends image and module of a result that has both. Must run in a scope. */
void ocl_late_write(const struct hsaemu_result *r, struct buf *out);
/* Finds the parts within the bytes. Returns false if they are no such bytes. */
bool ocl_late_open(const void *bytes, size_t count, struct ocl_late_parts *out) NODISCARD;

/* ---- code ------------------------------------------------------------------------------------ */

/* Makes the state of a build. The module stays the caller's, and `stubs`, which is loaded. Returns
 * NULL without memory. */
struct ocl_late *ocl_late_new(const struct ocl_late_parts *parts,
	const struct rt_image *stubs) NODISCARD;
void ocl_late_free(struct ocl_late *l); /* does nothing for NULL */

/* Returns whether the code of a kernel is made. */
bool ocl_late_is_ready(struct ocl_late *l, uint32_t kernel);
/* Gets the code of a kernel, by its number in the metadata of the stubs. It is made if need be, or
 * waited for if another thread makes it. OUT_OF_RESOURCES: it cannot be made; what the compiler
 * says of that goes to the context, which may be NULL. OUT_OF_HOST_MEMORY. */
cl_int ocl_late_code(struct ocl_late *l, struct _cl_context *c, uint32_t kernel,
	const struct hsaemu_kernel_descriptor **kd);
/* Sees in the same way to the image of all kernels, which the second one returns then. It lives as
 * long as the build. */
cl_int ocl_late_whole(struct ocl_late *l, struct _cl_context *c);
struct str ocl_late_image(struct ocl_late *l);
/* Returns the image in which the descriptor of a kernel is. */
struct rt_code ocl_late_code_at(struct ocl_late *l, const void *kd);

/* Has the code of a kernel made in a thread, where there is a CPU for it; else does nothing. The
 * build is used meanwhile. late_soon.c */
void ocl_late_soon(struct ocl_build *b, uint32_t kernel);

#endif
