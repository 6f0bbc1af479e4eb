/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ptx2hsail as a library: PTX text to BRIG (printed as HSAIL by brig_print()). */
#ifndef HSAEMU_TRANSLATE_H
#define HSAEMU_TRANSLATE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

struct translate_options {
	const char *module_name; /* NULL: "&ptx" */
	bool line_info;          /* .loc to loc, or the lines of a file without .loc */
	/* the source that messages are about, as far as .loc goes; NULL: they are about the PTX */
	struct origin *origin;
	bool comments; /* each PTX instruction as a comment before its HSAIL */
};

/* Appends a verified BRIG module to `out`. Every construct that has no translation is reported
 * (diag_unsupported) with its line; false when there was one, and nothing is appended. `o` may be
 * NULL. */
bool translate_ptx(struct source *ptx, const struct translate_options *o, struct buf *out,
	struct diag *d) NODISCARD;

/* Appends lines "count <tab> construct <tab> file" for all constructs without a translation. False
 * when the file is wrong besides, which `d` then says. */
bool translate_survey(struct source *ptx, struct buf *out, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
