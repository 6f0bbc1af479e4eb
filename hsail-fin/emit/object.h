/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an object has besides code and variables: descriptors of kernels and functions, and
 * notes. */
#ifndef HSAEMU_FIN_OBJECT_H
#define HSAEMU_FIN_OBJECT_H

#include "lower/entry.h"

struct fin_descriptor {
	struct hsaemu_kernel_descriptor kd;
	LLVMValueRef entry, global;
	uint64_t stack_bytes; /* of the entry's stack frame */
	size_t kernel;        /* index in fin_object.kernels */
};

/* Metadata while it is collected. Its strings live in the module's arena. */
struct fin_object {
	struct image_kernel *kernels;
	size_t kernel_count, kernel_cap;
	struct fin_descriptor *descriptors;
	size_t descriptor_count, descriptor_cap;
	/* the largest stack frames: of functions that kernels share, and of pieces of large
	 * kernels */
	uint64_t shared_stack_bytes, piece_stack_bytes;
	const struct fin_unit *unit;
};

/* Makes a kernel's descriptor, NAME.kd, and its metadata. */
void fin_object_kernel(struct fin_object *o, const struct fin_unit *u, const struct fin_function *f,
	const struct hsaemu_kernel_descriptor *kd, LLVMValueRef entry);
/* The descriptor of a function (fd.NAME of kernel_abi.h), whose address is the function's handle.
 * It may be a declaration: it may be defined later, or in another module. */
LLVMValueRef fin_object_handle(const struct fin_unit *u, const struct fin_function *f,
	const char *suffix);
/* Defines this descriptor for the function's code for a work-item and for a wave. */
void fin_object_function(const struct fin_unit *u, const struct fin_function *f, LLVMValueRef item,
	LLVMValueRef wave);
/* Makes the section of notes, after the last kernel. One note has a hash of `brig`. */
void fin_object_notes(struct fin_object *o, const struct fin_unit *u,
	const struct finalize_options *options, const struct fin_version *versions, unsigned count,
	struct str brig);
/* Makes the symbols weak that pragmas name; after all code. */
void fin_object_weak(const struct fin_unit *u, const struct fin_version *versions, unsigned count);
void fin_object_release(struct fin_object *o);

#endif
