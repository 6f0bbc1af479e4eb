/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a name stands for whose elements are read or written. */
#ifndef HSA_RUN_TARGETS_H
#define HSA_RUN_TARGETS_H

#include "session.h"

/* The handle of an indirect function of the image; 0 when it has none of this name. */
uint64_t run_function_find(const struct run_session *s, const char *name);
/* Finds the buffer or program variable, and waits for pending dispatches. False after an error. */
bool run_target_find(struct run_session *s, const char *name, struct diag_place place,
	struct run_target *out) NODISCARD;

#endif
