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
	/* make loc directives of .loc, or of the file's own lines where it has no .loc */
	bool line_info;
	/* the source that messages refer to, where .loc names it; NULL: the PTX */
	struct origin *origin;
	bool comments; /* print each PTX instruction as a comment before its HSAIL */
};

/* Translates PTX and appends a verified BRIG module to `out`. Every construct that has no
 * translation is reported with its line (diag_unsupported). False after any error; nothing is
 * appended then. `o` may be NULL. */
bool translate_ptx(struct source *ptx, const struct translate_options *o, struct buf *out,
	struct diag *d) NODISCARD;

/* Appends lines "count <tab> construct <tab> file" for all constructs without a translation. False,
 * after diagnostics, when the file has other errors. */
bool translate_survey(struct source *ptx, struct buf *out, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
