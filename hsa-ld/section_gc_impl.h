/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sections that nothing needs. */
#ifndef HSAEMU_LD_SECTION_GC_IMPL_H
#define HSAEMU_LD_SECTION_GC_IMPL_H

#include "ld_impl.h"

/* With --gc or --keep, leaves out sections that nothing needs. False after an error. */
bool ld_collect(struct ld *ld);

#endif
