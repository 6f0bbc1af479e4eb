/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes elements to files and to standard output. */
#ifndef HSA_RUN_WRITE_ELEMENTS_H
#define HSA_RUN_WRITE_ELEMENTS_H

#include "session.h"

/* Returns false, after an error, when an output file is one of the images that are run or the run
 * file, which is NULL when there is none. */
bool run_spares_inputs(struct run_session *s, const struct run_stmt *first,
	const char *run_file) NODISCARD;
/* Both write in the last pass only, and return false after an error. */
bool run_write(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
bool run_print(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

#endif
