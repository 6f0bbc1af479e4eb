/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices, for those who take or make them. */
#ifndef HSAEMU_OPENCL_DEVICE_IMPL_H
#define HSAEMU_OPENCL_DEVICE_IMPL_H

#include "platform_impl.h"

/* Returns the device that all others are parts of. */
struct _cl_device_id *ocl_root_device(void);
/* Makes a device have all attributes of another one, for which it is to be a part. */
void ocl_device_describe(struct _cl_device_id *d, const struct _cl_device_id *like);
/* Returns whether the words of a type mean something, and whether the device is meant. */
bool ocl_is_device_type(cl_device_type type);
bool ocl_device_has_type(const struct _cl_device_id *d, cl_device_type type);

#endif
