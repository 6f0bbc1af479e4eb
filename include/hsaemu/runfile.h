/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsa-run's run files, as far as other programs may look at them (hsa-run(5)). */
#ifndef HSAEMU_RUNFILE_H
#define HSAEMU_RUNFILE_H

#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

/* Parses a whole run file to check it, and keeps nothing. False after diagnostics. */
bool run_file_check(struct source *s, struct diag *d) NODISCARD;
/* Checks the value of an option of hsa-run, which is given by its name ("--arg"). False after
 * diagnostics, and when there is no such option. */
bool run_file_check_option(const char *option, struct source *s, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
