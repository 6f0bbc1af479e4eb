/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels by the names that people have for them. */
#ifndef HSA_RUN_KERNEL_NAMES_H
#define HSA_RUN_KERNEL_NAMES_H

#include "session.h"

/* Returns the kernel of the image that `name` stands for. NULL stands for the only kernel. Returns
 * NULL after an error. */
const struct image_kernel *run_kernel_find(struct run_session *s, const char *name,
	struct diag_place place);
/* Returns a kernel's name as its programmer wrote it, for messages. */
const char *run_kernel_text(struct run_session *s, const char *name);

#endif
