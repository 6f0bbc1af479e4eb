/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an object has besides code and variables: kernel descriptors and notes. */
#ifndef HSAEMU_FIN_OBJECT_H
#define HSAEMU_FIN_OBJECT_H

#include "lower/entry.h"

struct fin_descriptor {
	struct hsaemu_kernel_descriptor kd;
	LLVMValueRef entry, global;
	uint64_t stack_bytes; /* of its frame */
	size_t kernel;        /* index of its metadata */
};

/* Metadata while it is collected; strings live in the module's arena. */
struct fin_object {
	struct image_kernel *kernels;
	size_t kernel_count, kernel_cap;
	struct fin_descriptor *descriptors;
	size_t descriptor_count, descriptor_cap;
	uint64_t shared_stack_bytes; /* the largest frame of code that kernels share */
	const struct fin_unit *unit;
};

/* The descriptor NAME.kd and the metadata of a kernel. */
void fin_object_kernel(struct fin_object *o, const struct fin_unit *u, const struct fin_function *f,
	const struct hsaemu_kernel_descriptor *kd, LLVMValueRef entry);
/* The descriptor of a function (kernel_abi.h: fd.NAME), whose address is its handle; perhaps it is
 * defined later, or in another module. */
LLVMValueRef fin_object_handle(const struct fin_unit *u, const struct fin_function *f,
	const char *suffix);
/* Defines it. */
void fin_object_function(const struct fin_unit *u, const struct fin_function *f, LLVMValueRef item,
	LLVMValueRef wave);
/* The note section; after the last kernel. `brig` is hashed. */
void fin_object_notes(struct fin_object *o, const struct fin_unit *u,
	const struct finalize_options *options, const struct fin_version *versions, unsigned count,
	struct str brig);
/* Makes symbols weak whose HSAIL says so; after all code. */
void fin_object_weak(const struct fin_unit *u, const struct fin_version *versions, unsigned count);
void fin_object_release(struct fin_object *o);

#endif
