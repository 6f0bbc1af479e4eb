/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses whether the parts of a gang are stacked. */
#ifndef HSAEMU_FIN_CHOOSE_STACK_H
#define HSAEMU_FIN_CHOOSE_STACK_H

#include "pipeline/pipeline.h"

/* Sets p->stacked, and p->across, when parts that are stacked have enough alike. It comes after
 * fin_choose_row(). */
void fin_choose_stack(struct fin_prepared *p);

#endif
