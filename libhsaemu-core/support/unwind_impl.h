/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the allocators tell the scopes. */
#ifndef HSAEMU_UNWIND_IMPL_H
#define HSAEMU_UNWIND_IMPL_H

#include "hsaemu/unwind.h"

/* Makes sure that unwind_took() has room for one more block. oom() if there is none. */
void unwind_make_room(void);
/* Notes a new block of this thread's scope, if it is in one. */
void unwind_took(void *block);
/* Notes that a block lies elsewhere now. It still belongs to the scope that it was of, if any. */
void unwind_moved(uintptr_t from, void *to);
/* Forgets a block that is about to be freed. */
void unwind_gave(const void *block);

#endif
