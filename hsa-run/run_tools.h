/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making an image of a source by running the other tools. */
#ifndef HSA_RUN_RUN_TOOLS_H
#define HSA_RUN_RUN_TOOLS_H

#include "hsaemu/buf.h"
#include "hsaemu/diag.h"
#include "hsaemu/stage.h"

/* Flags for hsail-fin: those of an image statement come before those of the command line. When the
 * source is OpenCL C or CUDA C, the statement's flags go to hsaemu-cc, as `cc` do. */
struct run_flags {
	const char *const *statement, *const *fin, *const *cc;
	uint32_t statement_count, fin_count, cc_count;
};

/* Appends to `out` the image of `bytes`, which are at `stage`. Tools are looked for in
 * $HSAEMU_BINDIR, beside the running executable, on $PATH. Their messages go to standard error,
 * with `path` as the input's name where that can be opened. Temporary files are removed. False
 * after a diagnostic or the tool's own. */
bool run_build(const char *path, enum stage stage, struct str bytes, const struct run_flags *flags,
	bool verbose, struct buf *out, struct diag *d) NODISCARD;

#endif
