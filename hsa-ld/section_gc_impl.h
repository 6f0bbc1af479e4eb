/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Leaves out sections that nothing needs. */
#ifndef HSAEMU_LD_SECTION_GC_IMPL_H
#define HSAEMU_LD_SECTION_GC_IMPL_H

#include "ld_impl.h"

/* With --gc or --keep, leaves out the sections that nothing needs. Returns false after an error. */
bool ld_collect(struct ld *ld);

#endif
