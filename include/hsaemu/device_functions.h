/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of what code for a GPU asks the runtime for (kernel_abi.h: HSAEMU_GPU_SERVICE). */
#ifndef HSAEMU_DEVICE_FUNCTIONS_H
#define HSAEMU_DEVICE_FUNCTIONS_H

#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

enum hsaemu_gpu_service {
/* the functions that HSAIL calls by name, with their arguments */
#define DEVICE_FUNCTION(name, result, arguments) HSAEMU_GPU_SERVICE_##name,
#include "hsaemu/device_functions.def"
	HSAEMU_GPU_SERVICE_CLOCK,  /* hsaemu_services.clock */
	HSAEMU_GPU_SERVICE_CU,     /* hsaemu_wg.cu */
	HSAEMU_GPU_SERVICE_SIGNAL, /* hsaemu_services.signal, with its arguments */
	HSAEMU_GPU_SERVICES
};

HSAEMU_END_DECLS

#endif
