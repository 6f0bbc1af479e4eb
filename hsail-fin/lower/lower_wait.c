/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Places where fiber code waits: barriers (PRM 9) and loops that yield. */
#include "lower/target_ops.h"

void fin_lower_wait(struct fin_lower *w, const struct fin_inst *i)
{
	w->target->wait(w, i->wait);
}
