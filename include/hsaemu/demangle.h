/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names as C++ programmers wrote them (Itanium C++ ABI, 5.1). CUDA kernels have mangled names. */
#ifndef HSAEMU_DEMANGLE_H
#define HSAEMU_DEMANGLE_H

#include "hsaemu/arena.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* What a mangled name stands for, in the arena, as in "scale(float*, int)"; NULL of a name that is
 * not mangled, and where the C++ library, which knows the rules, is not installed. A sigil of HSAIL
 * before the name is skipped. */
const char *str_demangle(struct arena *a, const char *name);

HSAEMU_END_DECLS

#endif
