/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a source language says of its kernels and of their arguments, which their HSAIL types do
 * not: an OpenCL buffer, a pointer to local memory and an image are all a u64 there. It comes as
 * properties, words such as "address_space=global", in the pragmas "hsaemu.kernel_arg" and
 * "hsaemu.kernel" of PTX and HSAIL (docs/kernel-abi.md), and goes into the metadata note. */
#ifndef HSAEMU_KERNEL_INFO_H
#define HSAEMU_KERNEL_INFO_H

#include <stdbool.h>
#include <stdint.h>

#include "hsaemu/arena.h"
#include "hsaemu/decls.h"
#include "hsaemu/str.h"

HSAEMU_BEGIN_DECLS

#define KERNEL_ARG_PRAGMA "hsaemu.kernel_arg"
#define KERNEL_PRAGMA "hsaemu.kernel"

enum kernel_arg_kind {
	KERNEL_ARG_BY_VALUE,
	KERNEL_ARG_GLOBAL_BUFFER,
	KERNEL_ARG_DYNAMIC_SHARED_POINTER, /* the caller says how many bytes of group memory */
	KERNEL_ARG_IMAGE,
	KERNEL_ARG_SAMPLER,
};
enum kernel_arg_space {
	KERNEL_ARG_NO_SPACE, /* it is neither a pointer nor an image, or nothing is known */
	KERNEL_ARG_PRIVATE,
	KERNEL_ARG_GLOBAL,
	KERNEL_ARG_CONSTANT,
	KERNEL_ARG_LOCAL,
	KERNEL_ARG_GENERIC,
};
enum kernel_arg_access {
	KERNEL_ARG_NO_ACCESS, /* it is no image, or nothing is known */
	KERNEL_ARG_READ_ONLY,
	KERNEL_ARG_WRITE_ONLY,
	KERNEL_ARG_READ_WRITE,
};

struct kernel_arg_info {
	/* "", never NULL after kernel_arg_info_init(); "src", "float*" */
	const char *source_name, *source_type;
	uint32_t kind, space, access; /* the enumerations above */
	bool is_const, is_volatile, is_restrict;
	uint32_t seen; /* of kernel_arg_info_add(): a bit for each property */
};

struct kernel_info {
	const char *vec_type_hint; /* "float4"; "", never NULL after kernel_info_init() */
	uint32_t wg_hint[3];       /* 0: not given */
	/* its grids have to be multiples of its work-groups; else they may end in smaller ones */
	bool uniform_work_groups;
	uint32_t seen;
};

/* The words of the enumerations, each list ended by NULL; "" for what is not written. */
extern const char *const kernel_arg_kinds[], *const kernel_arg_spaces[],
						     *const kernel_arg_accesses[];

void kernel_arg_info_init(struct kernel_arg_info *info);
void kernel_info_init(struct kernel_info *info);
/* Adds a property; text is copied to the arena. Returns NULL, or what is wrong with it, as the end
 * of a message that begins with the property. */
const char *kernel_arg_info_add(struct kernel_arg_info *info, struct str property,
	struct arena *a) NODISCARD;
const char *kernel_info_add(struct kernel_info *info, struct str property,
	struct arena *a) NODISCARD;

HSAEMU_END_DECLS

#endif
