/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the elements that a name in a statement stands for. */
#ifndef HSA_RUN_TARGETS_H
#define HSA_RUN_TARGETS_H

#include "session.h"

/* Returns the handle of an indirect function of the image; 0 when it has none of this name. */
uint64_t run_function_find(const struct run_session *s, const char *name);
/* Waits for pending dispatches, then finds the elements of a buffer or program variable. Returns
 * false after an error. */
bool run_target_find(struct run_session *s, const char *name, struct diag_place place,
	struct run_target *out) NODISCARD;

#endif
