/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a file holds of the way from a kernel's source to an image, told from its first bytes, so
 * that a tool that is given another one's file says which tool takes it. */
#ifndef HSAEMU_STAGE_H
#define HSAEMU_STAGE_H

#include "hsaemu/decls.h"
#include "hsaemu/str.h"

HSAEMU_BEGIN_DECLS

struct diag;

enum stage {
	STAGE_UNKNOWN,
	/* stages on the way, in the order in which they come */
	STAGE_OPENCL,
	STAGE_CUDA,
	STAGE_PTX,
	STAGE_HSAIL,
	STAGE_BRIG,
	STAGE_OBJECT, /* relocatable x86-64 ELF */
	STAGE_IMAGE,  /* what hsa-ld makes: ELF, ET_DYN */
	/* stages that are beside the way */
	STAGE_ARCHIVE, /* of objects */
	STAGE_BITCODE, /* of LLVM, or its IR as text */
	STAGE_SPIRV,
	STAGE_GPU_CODE, /* machine code of a GPU: cubin, fat binary, AMD code object */
	STAGE_COUNT
};

/* `path` tells sources of OpenCL C and CUDA C by their suffix; NULL when there is none. */
enum stage stage_of(const char *path, struct str bytes);

/* False, after an error that names the tools to run, when the file surely holds something else than
 * the tool `tool` takes, which is `wanted`. What is not known is the tool's to judge. */
bool stage_expect(const char *tool, enum stage wanted, const char *path, struct str bytes,
	struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
