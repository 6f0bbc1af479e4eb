/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an agent of the base profile refuses. */
#ifndef HSAEMU_HSA_BASE_PROFILE_IMPL_H
#define HSAEMU_HSA_BASE_PROFILE_IMPL_H

#include "hsa_impl.h"

/* Looks at a packet's arguments, as rt_inspect; `arg` is the state. */
const char *hr_base_profile_inspect(void *arg, const hsa_kernel_dispatch_packet_t *p,
	uint64_t *number);

#endif
