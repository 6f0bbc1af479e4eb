/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Searches for archives. */
#ifndef HSAEMU_FIND_LIBRARY_IMPL_H
#define HSAEMU_FIND_LIBRARY_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/cli.h"

/* Sets `path` to lib<name>.a in the first of `dirs` that has it, or else in one of the folders that
 * libs_find_helpers() searches. Returns false when no folder has it. */
bool libs_find(const char *name, const struct cli_strings *dirs, struct buf *path);
/* Sets `path` to libhsahelpers.a in $HSAEMU_LIBDIR, in ../lib/hsaemu or ../lib beside the running
 * program, or in PREFIX/lib/hsaemu. Returns false when no folder has it. */
bool libs_find_helpers(struct buf *path);

#endif
