/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The services that the runtime offers to kernels, as the tables of functions that a dispatch hands
 * to them. */
#ifndef HSAEMU_RT_SERVICE_IMPL_H
#define HSAEMU_RT_SERVICE_IMPL_H

#include "hsaemu/kernel_abi.h"

/* The first table is for kernels whose entry runs a whole group, the second for those that run on
 * fibers. */
extern const struct hsaemu_services rt_services, rt_fiber_services;

#endif
