/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What reading and writing files share. */
#ifndef HSAEMU_FILEIO_IMPL_H
#define HSAEMU_FILEIO_IMPL_H

#include "hsaemu/fileio.h"

/* open(), but no descriptor of ours is ever 0, 1 or 2, so that a closed standard stream cannot make
 * diagnostics land in an output file. */
int file_open_high(const char *path, int flags, mode_t mode) NODISCARD;

#endif
