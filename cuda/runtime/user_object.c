/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects of the client's that graphs keep alive (CUDA runtime API, "Graph Management"). */
#include "runtime_impl.h"

cudaError_t CUDARTAPI cudaUserObjectCreate(cudaUserObject_t *object_out, void *ptr,
	cudaHostFn_t destroy, unsigned initialRefcount, unsigned flags)
{
	CUDART_CALL(DRIVER(cuUserObjectCreate)(object_out, ptr, destroy, initialRefcount, flags));
}

cudaError_t CUDARTAPI cudaUserObjectRetain(cudaUserObject_t object, unsigned count)
{
	CUDART_CALL(DRIVER(cuUserObjectRetain)(object, count));
}

cudaError_t CUDARTAPI cudaUserObjectRelease(cudaUserObject_t object, unsigned count)
{
	CUDART_CALL(DRIVER(cuUserObjectRelease)(object, count));
}

cudaError_t CUDARTAPI cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
	unsigned count, unsigned flags)
{
	CUDART_CALL(DRIVER(cuGraphRetainUserObject)(graph, object, count, flags));
}

cudaError_t CUDARTAPI cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
	unsigned count)
{
	CUDART_CALL(DRIVER(cuGraphReleaseUserObject)(graph, object, count));
}
