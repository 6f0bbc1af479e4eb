/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Translates mangled names to those that C++ programmers wrote (Itanium C++ ABI, 5.1), because CUDA
 * kernels have mangled names. */
#ifndef HSAEMU_DEMANGLE_H
#define HSAEMU_DEMANGLE_H

#include "hsaemu/arena.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* Returns the C++ name for a mangled name, such as "scale(float*, int)", in the arena. Returns NULL
 * when the name is not mangled, and where the C++ runtime library, which knows the rules, is not
 * installed. An HSAIL sigil before the name is skipped. */
const char *str_demangle(struct arena *a, const char *name);

HSAEMU_END_DECLS

#endif
