/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether there is memory behind an address. Clients hand over addresses and sizes that may be
 * wrong, and a library must not fault on them. */
#ifndef HSAEMU_MAPPED_H
#define HSAEMU_MAPPED_H

#include <stdbool.h>
#include <stdint.h>
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* Returns whether all these bytes are on pages that are mapped, whatever may be done with them. */
bool mem_is_mapped(const void *at, uint64_t count);

HSAEMU_END_DECLS

#endif
