/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the initial values of buffers. */
#ifndef HSA_RUN_INITIAL_VALUES_H
#define HSA_RUN_INITIAL_VALUES_H

#include "session.h"

/* Sets *out to the number of elements of type `t` that a file or a list gives; to 0 for other
 * initial values, which fit any number. Returns false after an error. */
bool run_init_count(struct run_session *s, const struct run_init *init, enum run_type t,
	uint64_t *out) NODISCARD;
/* Gives the elements of `t` the initial value. Fails the run and returns false when it cannot. */
bool run_fill(struct run_session *s, const struct run_init *init,
	const struct run_target *t) NODISCARD;

#endif
