/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The container in which kernels of CUDA lie in host programs and are handed to the driver, where
 * nvcc has its fat binaries: a head, a table of members and their bytes. Numbers are little endian.
 * This header is not installed: cuda-pack writes containers, and the driver of the same ABI reads
 * them. */
#ifndef HSAEMU_CUDA_CONTAINER_H
#define HSAEMU_CUDA_CONTAINER_H

#include <stdint.h>
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

enum {
	CUDA_CONTAINER_VERSION = 1,
	CUDA_CONTAINER_ALIGN = 64,       /* of members, counted from the head's first byte */
	CUDA_CONTAINER_MAX_MEMBERS = 64, /* a table with more is damaged */
};
/* Host code uses variables of the image, which has to be loaded before it runs. */
enum { CUDA_CONTAINER_MANAGED = 1 };
#define CUDA_CONTAINER_MAGIC "HSAcuda" /* with its 0, the first 8 bytes */

struct cuda_container {
	char magic[8];
	uint32_t version;
	uint32_t abi;   /* HSAEMU_ABI_VERSION of the images and objects */
	uint64_t bytes; /* of all: head, table and members */
	uint32_t member_count;
	uint32_t flags; /* CUDA_CONTAINER_*; others are 0 */
	/* SHA-256 of all that follows: the table and the members, with what lies between them */
	uint8_t sum[32];
};
HSAEMU_STATIC_ASSERT(sizeof(struct cuda_container) == 64, "size of the head");

enum cuda_member_kind {
	CUDA_MEMBER_IMAGE = 1, /* of hsa-ld, for the CPU that its notes name */
	/* Text, without a 0 at its end; several are the files of one program (-rdc=true). */
	CUDA_MEMBER_PTX = 2,
	CUDA_MEMBER_OBJECT = 3, /* of hsail-fin, to be linked with those of the other files */
};

struct cuda_member {
	uint32_t kind;     /* enum cuda_member_kind */
	uint32_t arch;     /* the virtual GPU, 75 for sm_75 */
	uint64_t first;    /* where its bytes begin; a multiple of CUDA_CONTAINER_ALIGN */
	uint64_t bytes;    /* not 0 */
	uint64_t reserved; /* 0 */
};
HSAEMU_STATIC_ASSERT(sizeof(struct cuda_member) == 32, "size of a member's row");

/* How host code of clang and nvcc refers to a container, or to a fat binary. */
struct cuda_wrapper {
	uint32_t magic, version;
	const void *bytes;
	const void *unused;
};
#define CUDA_WRAPPER_MAGIC 0x466243b1u

HSAEMU_END_DECLS

#endif
