/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the library loops-ispc.so: what ispc compiles, and nothing else. */
#include "native.h"

const struct native_loops native_loops = {
#define LOOP(result, name, parameters) .name = name,
#include "ispc/loops.def"
#undef LOOP
};
