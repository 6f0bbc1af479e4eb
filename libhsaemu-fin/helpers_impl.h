/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The bytes of libhsahelpers.a, which helpers.c embeds. */
#ifndef HSAEMU_HELPERS_IMPL_H
#define HSAEMU_HELPERS_IMPL_H

#include <stdint.h>

extern const uint8_t fin_helpers_begin[], fin_helpers_end[];

#endif
