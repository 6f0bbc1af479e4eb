/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the values of expressions. */
#ifndef HSA_RUN_EVALUATE_H
#define HSA_RUN_EVALUATE_H

#include "session.h"

/* Fails the run and returns false when the expression has no value. */
bool run_eval(struct run_session *s, const struct run_expr *e, struct run_number *out) NODISCARD;
/* Returns the number as messages show it. The text is in the session's arena. */
const char *run_number_text(struct run_session *s, struct run_number n);
/* Returns the range of the type's integers as messages show it, such as "-128 to 255". It reaches
 * from the least signed to the greatest unsigned value. The text is in the session's arena. */
const char *run_range_text(struct run_session *s, enum run_type t);
/* Evaluates the expression to an integer from 0 to `max`. Fails the run and returns false when it
 * has another value. */
bool run_eval_count(struct run_session *s, const struct run_expr *e, uint64_t max,
	uint64_t *out) NODISCARD;

#endif
