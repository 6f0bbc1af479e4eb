/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVRTC: programs of CUDA C++ that are compiled to PTX while their caller runs, by hsaemu-cc in a
 * process of its own. */
#ifndef HSAEMU_CUDA_NVRTC_IMPL_H
#define HSAEMU_CUDA_NVRTC_IMPL_H

#pragma GCC visibility push(default)
#include <nvrtc.h>
#pragma GCC visibility pop
#include "hsaemu/buf.h"
#include "hsaemu/handle_set.h"

enum { NVRTC_PROGRAM = 1 };

/* A name in C++, of which the program wants that in PTX. */
struct nvrtc_name {
	char *expression, *lowered; /* NULL: not known */
};

struct nvrtc_header {
	char *name, *source;
};

struct _nvrtcProgram {
	struct handle handle;
	char *source, *name;
	struct nvrtc_header *headers;
	size_t header_count;
	struct nvrtc_name *names;
	size_t name_count;
	bool was_compiled;
	struct buf ptx, log; /* each with a 0 at its end, once it was compiled */
};

/* Compiles the program: COMPILATION, INVALID_OPTION, BUILTIN_OPERATION_FAILURE. The log is filled
 * in any case. */
nvrtcResult nvrtc_compile(struct _nvrtcProgram *p, int count, const char *const *options) NODISCARD;

/* Appends to a source what makes its PTX tell the names. */
void nvrtc_names_ask(const struct _nvrtcProgram *p, struct buf *source);
/* Takes the names out of the PTX. False: one is none of a kernel or variable. */
bool nvrtc_names_take(struct _nvrtcProgram *p) NODISCARD;

#endif
