/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells from a file's first bytes which step it is on the way from a kernel's source to an image,
 * so that a tool that is given a file for another tool can name that tool. */
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
	STAGE_CODE_OBJECT, /* machine code of a GPU of AMD: ELF */
	STAGE_GPU_CODE,    /* machine code of another GPU: cubin, fat binary */
	STAGE_COUNT
};

/* Returns the stage of a file that begins with `bytes`. The suffix of `path`, which may be NULL,
 * tells sources of OpenCL C and CUDA C. */
enum stage stage_of(const char *path, struct str bytes);

/* Checks the input of `tool`, which takes files of stage `wanted`. Returns false, after an error
 * that names the tools to run, when the file surely is of another stage. A file of unknown stage
 * passes; the tool finds out itself. */
bool stage_expect(const char *tool, enum stage wanted, const char *path, struct str bytes,
	struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
