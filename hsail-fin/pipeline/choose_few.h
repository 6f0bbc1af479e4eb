/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_FIN_CHOOSE_FEW_H
#define HSAEMU_FIN_CHOOSE_FEW_H

#include "pipeline/pipeline.h"

/* Sets p->few, p->single and p->reach of a vector kernel whose shapes are known. */
void fin_choose_few(struct fin_prepared *p);

#endif
