/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be asked about partitions of devices. */
#ifndef HSAEMU_OPENCL_SUB_DEVICE_IMPL_H
#define HSAEMU_OPENCL_SUB_DEVICE_IMPL_H

#include "platform_impl.h"

/* Returns the domains by which the device can be partitioned. */
cl_device_affinity_domain ocl_affinity_domains(const struct _cl_device_id *d);
/* Puts the ways in which the device can be partitioned; one that is 0 if there is none. */
cl_int ocl_put_partition_properties(const struct ocl_out *out, const struct _cl_device_id *d);
/* Put the same as cl_ext_device_fission says it. */
cl_int ocl_put_partition_types_ext(const struct ocl_out *out, const struct _cl_device_id *d);
cl_int ocl_put_domains_ext(const struct ocl_out *out, const struct _cl_device_id *d);

#endif
