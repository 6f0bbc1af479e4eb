/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options of finalization, as text. */
#ifndef HSAEMU_HSA_FINALIZE_OPTIONS_IMPL_H
#define HSAEMU_HSA_FINALIZE_OPTIONS_IMPL_H

#include "hsaemu/compiler.h"

/* Applies the options, which may be NULL. */
void hr_finalize_options(const char *options, struct hsaemu_program *p);

#endif
