/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Devices, for those who take or make them. */
#ifndef HSAEMU_OPENCL_DEVICE_IMPL_H
#define HSAEMU_OPENCL_DEVICE_IMPL_H

#include "platform_impl.h"

/* Returns those of the platform's devices that are of this type; the default one is the first. All
 * other devices are parts of them. */
const cl_device_id *ocl_root_devices(cl_device_type type, cl_uint *count);
/* Makes a device have all attributes of another one, for which it is to be a part. */
void ocl_device_describe(struct _cl_device_id *d, const struct _cl_device_id *like);
/* Returns whether the words of a type mean something. */
bool ocl_is_device_type(cl_device_type type);

#endif
