/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-as as a library: HSAIL text to BRIG. */
#ifndef HSAEMU_ASSEMBLE_H
#define HSAEMU_ASSEMBLE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

struct assemble_options {
	/* make loc directives for the lines of the text itself where it has none */
	bool debug_lines;
};

/* Assembles the text and appends the module, which has passed brig_verify(), to `out`. False after
 * diagnostics. */
bool assemble(struct source *text, const struct assemble_options *o, struct buf *out,
	struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
