/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses the dimension of work-groups along which lanes run. */
#ifndef HSAEMU_FIN_CHOOSE_ROW_H
#define HSAEMU_FIN_CHOOSE_ROW_H

#include "pipeline/pipeline.h"

/* Whether a kernel knows nothing of waves, so that any of its work-items may run together. */
bool fin_may_reorder(const struct fin_prepared *p);
/* Sets p->row, and the shapes that belong to it, when y or z is better than x. */
void fin_choose_row(struct fin_prepared *p);
/* Decides along which dimension groups that run as one follow each other. Where lanes go across and
 * are apart in memory, none do: long rows would push out of the cache what the next ones need. */
void fin_choose_tiles(struct fin_prepared *p);

#endif
