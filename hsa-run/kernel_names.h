/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels by the names that people have for them. */
#ifndef HSA_RUN_KERNEL_NAMES_H
#define HSA_RUN_KERNEL_NAMES_H

#include "session.h"

/* Returns the HSAIL name of the kernel that `name` stands for; the image owns the text. NULL stands
 * for the image's only kernel. Returns NULL after an error. */
const char *run_kernel_name(struct run_session *s, const char *name, struct diag_place place);
/* Returns a kernel's name as its programmer wrote it, for messages. */
const char *run_kernel_text(struct run_session *s, const char *name);

#endif
