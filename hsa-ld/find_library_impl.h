/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where hsa-ld looks for archives. */
#ifndef HSAEMU_FIND_LIBRARY_IMPL_H
#define HSAEMU_FIND_LIBRARY_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/cli.h"

/* The path of lib<name>.a in the first of `dirs` that has it, or else in a folder of the
 * helpers. */
bool libs_find(const char *name, const struct cli_strings *dirs, struct buf *path);
/* Finds libhsahelpers.a in $HSAEMU_LIBDIR, in ../lib/hsaemu and ../lib beside the running program,
 * or in PREFIX/lib/hsaemu. False when it is nowhere. */
bool libs_find_helpers(struct buf *path);

#endif
