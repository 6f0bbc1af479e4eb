/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes an image of a source by running the other tools. */
#ifndef HSA_RUN_RUN_TOOLS_H
#define HSA_RUN_RUN_TOOLS_H

#include "hsaemu/buf.h"
#include "hsaemu/diag.h"
#include "hsaemu/stage.h"

/* Flags for the tools. hsail-fin gets the flags of the image statement before those of the command
 * line. If the source is OpenCL C or CUDA C, hsaemu-cc gets the statement's flags, followed by
 * `cc`. */
struct run_flags {
	const char *const *statement, *const *fin, *const *cc;
	uint32_t statement_count, fin_count, cc_count;
};

/* Makes an image of `bytes`, which are at `stage`, and appends it to `out`. Tools are looked for in
 * $HSAEMU_BINDIR if it is set, else beside the running executable, then on PATH. Their
 * messages on standard error name the input `path`, if it can be opened. Returns false after a
 * diagnostic of hsa-run or of the tool. */
bool run_build(const char *path, enum stage stage, struct str bytes, const struct run_flags *flags,
	bool verbose, struct buf *out, struct diag *d) NODISCARD;

#endif
