/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "native.h"

#include <tgmath.h>

/* The kernel's own text, as C of one work-item at a time: its formulas are there only once. */
#define kernel static
#define global
#define get_local_id(dimension) 0
#define get_group_id(dimension) group
static _Thread_local int group;
#include "rodinia/myocyte.cl"

void rodinia_myocyte(int32_t time, float *y, float *dy, float *parameters, float *com)
{
	for (group = 0; group < 2; group++)
		kernel_gpu_opencl(time, y, dy, parameters, com);
}
