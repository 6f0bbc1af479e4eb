/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes the sections that the loader reads. ld_make_dynamic() fixes their sizes before the layout;
 * ld_finish_dynamic() fills in the addresses after it. */
#ifndef HSAEMU_LD_DYNAMIC_SECTION_IMPL_H
#define HSAEMU_LD_DYNAMIC_SECTION_IMPL_H

#include "ld_impl.h"

void ld_make_dynamic(struct ld *ld);
void ld_finish_dynamic(struct ld *ld);

#endif
