/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the map for option --map. */
#ifndef HSAEMU_LD_LINK_MAP_IMPL_H
#define HSAEMU_LD_LINK_MAP_IMPL_H

#include "ld_impl.h"

void ld_print_map(struct ld *ld, struct buf *out);

#endif
