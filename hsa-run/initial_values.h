/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Initial values of buffers. */
#ifndef HSA_RUN_INITIAL_VALUES_H
#define HSA_RUN_INITIAL_VALUES_H

#include "session.h"

/* Number of elements of type `t` that an initial value has by itself (files, lists); 0: any. */
bool run_init_count(struct run_session *s, const struct run_init *init, enum run_type t,
	uint64_t *out) NODISCARD;
bool run_fill(struct run_session *s, const struct run_init *init,
	const struct run_target *t) NODISCARD;

#endif
