/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pipes (OpenCL 3.0 API, 5.4). No device supports them, so no memory object is one. */
#include "memory_impl.h"

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
	void *param_value, size_t *param_value_size_ret)
{
	(void)pipe, (void)param_name, (void)param_value_size, (void)param_value;
	(void)param_value_size_ret;
	return CL_INVALID_MEM_OBJECT;
}
