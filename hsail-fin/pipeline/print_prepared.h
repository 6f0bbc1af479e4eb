/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function with what passes have found out about it, as text (--emit=ir). */
#ifndef HSAEMU_FIN_PRINT_PREPARED_H
#define HSAEMU_FIN_PRINT_PREPARED_H

#include "pipeline/pipeline.h"

void fin_print_state(const struct fin_prepared *p, struct buf *out);

#endif
