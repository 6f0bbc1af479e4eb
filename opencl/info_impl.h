/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where clGet*Info() functions put what was asked for. */
#ifndef HSAEMU_OPENCL_INFO_IMPL_H
#define HSAEMU_OPENCL_INFO_IMPL_H

#include "object_impl.h"

struct ocl_out {
	size_t bytes;     /* room at `value` */
	void *value;      /* NULL: only the size is wanted */
	size_t *size_ret; /* may be NULL */
};

/* Puts `bytes` bytes; CL_INVALID_VALUE when there is less room. */
cl_int ocl_put(const struct ocl_out *out, const void *from, size_t bytes);
/* Puts a text with its NUL. */
cl_int ocl_put_text(const struct ocl_out *out, const char *text);

/* Puts a value of a type, or an array of values. */
#define OCL_PUT(out, type, v) ocl_put((out), &(type){v}, sizeof(type))
#define OCL_PUT_ARRAY(out, type, ...) \
	ocl_put((out), (type[]){__VA_ARGS__}, sizeof((type[]){__VA_ARGS__}))

#endif
