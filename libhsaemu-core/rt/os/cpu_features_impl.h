/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Asks which features this machine's processor has, by LLVM's names. */
#ifndef HSAEMU_CPU_IMPL_H
#define HSAEMU_CPU_IMPL_H

#include "hsaemu/str.h"

/* Returns the first feature of a level ("x86-64-v3") and of a space-separated list that this
 * machine lacks or the table does not know. The result is empty when the machine has all of
 * them. */
struct str cpu_missing(const char *level, const char *features);

#endif
