/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How much code a kernel becomes for a number of lanes. LLVM's time and memory follow from it. */
#ifndef HSAEMU_FIN_TRIAL_H
#define HSAEMU_FIN_TRIAL_H

#include "lower/entry.h"
#include "pipeline/pipeline.h"

/* Makes the code of a kernel that has been through fin_prepare(), and drops it again. Returns the
 * size of the code: instructions of LLVM IR, and a number for each block (fin_llvm_weight()); 0
 * after a diagnostic. */
size_t fin_trial_size(const struct fin_unit *u, struct fin_prepared *p);

#endif
