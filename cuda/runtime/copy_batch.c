/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Many copies in one call (CUDA runtime API, "Memory Management"). The descriptions are the
 * driver's, but for their names. */
#include <stddef.h>
#include "runtime_impl.h"

_Static_assert(sizeof(struct cudaMemcpyAttributes) == sizeof(CUmemcpyAttributes) &&
		       offsetof(struct cudaMemcpyAttributes, flags) ==
			       offsetof(CUmemcpyAttributes, flags),
	"attributes");
_Static_assert(sizeof(struct cudaMemcpy3DBatchOp) == sizeof(CUDA_MEMCPY3D_BATCH_OP) &&
		       offsetof(struct cudaMemcpy3DBatchOp, dst) ==
			       offsetof(CUDA_MEMCPY3D_BATCH_OP, dst) &&
		       offsetof(struct cudaMemcpy3DBatchOp, flags) ==
			       offsetof(CUDA_MEMCPY3D_BATCH_OP, flags),
	"copies");

cudaError_t CUDARTAPI cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
	struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx,
	cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuMemcpyBatchAsync)((CUdeviceptr *)(void *)dsts,
		(CUdeviceptr *)(void *)srcs, sizes, count, (CUmemcpyAttributes *)(void *)attrs,
		attrsIdxs, numAttrs, failIdx, cudart_stream(stream)));
}

cudaError_t CUDARTAPI cudaMemcpy3DBatchAsync(size_t numOps, struct cudaMemcpy3DBatchOp *opList,
	size_t *failIdx, unsigned long long flags, cudaStream_t stream)
{
	CUDART_CALL(DRIVER(cuMemcpy3DBatchAsync)(numOps, (CUDA_MEMCPY3D_BATCH_OP *)(void *)opList,
		failIdx, flags, cudart_stream(stream)));
}
