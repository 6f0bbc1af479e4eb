/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pragmas of PTX about kernels, which become pragmas of HSAIL (docs/kernel-abi.md). */
#ifndef HSAEMU_PTX_KERNEL_PRAGMAS_H
#define HSAEMU_PTX_KERNEL_PRAGMAS_H

struct tr;

/* Writes them. To be called when all functions are written. */
void tr_emit_kernel_pragmas(struct tr *t);

#endif
