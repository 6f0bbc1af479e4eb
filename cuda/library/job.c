/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work of a library in a stream: a function of the host's, with its arguments. The job is freed
 * when it was called, or with the graph into which it was captured. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "cuda/library/library.h"

struct job {
	culib_function function;
	max_align_t arguments[];
};

static void CUDA_CB call(void *data)
{
	struct job *j = data;
	j->function(j->arguments);
}

static void CUDA_CB call_once(void *data)
{
	call(data);
	free(data);
}

static void CUDA_CB end(void *data)
{
	free(data);
}

static CUresult captured_in(CUstream stream, CUgraph *graph)
{
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
	*graph = NULL;
	CUresult error = DRIVER(cuStreamGetCaptureInfo)(stream, &status, NULL, graph, NULL, NULL);
	if (error != CUDA_SUCCESS)
		return error;
	if (status == CU_STREAM_CAPTURE_STATUS_INVALIDATED)
		return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
	if (status == CU_STREAM_CAPTURE_STATUS_NONE)
		*graph = NULL;
	return CUDA_SUCCESS;
}

bool culib_is_captured(CUstream stream)
{
	CUgraph graph;
	return captured_in(stream, &graph) == CUDA_SUCCESS && graph != NULL;
}

static CUresult capture(CUstream stream, CUgraph graph, struct job *j)
{
	CUuserObject owner;
	CUresult error =
		DRIVER(cuUserObjectCreate)(&owner, j, end, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
	if (error != CUDA_SUCCESS) {
		free(j);
		return error;
	}
	error = DRIVER(cuGraphRetainUserObject)(graph, owner, 1, CU_GRAPH_USER_OBJECT_MOVE);
	if (error == CUDA_SUCCESS)
		return DRIVER(cuLaunchHostFunc)(stream, call, j);
	(void)DRIVER(cuUserObjectRelease)(owner, 1);
	return error;
}

CUresult culib_do(CUstream stream, culib_function function, const void *arguments, size_t bytes)
{
	CUgraph graph;
	CUresult error = captured_in(stream, &graph);
	if (error != CUDA_SUCCESS)
		return error;
	struct job *j = mem_try_new(1, sizeof *j + bytes);
	if (j == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	j->function = function;
	memcpy(j->arguments, arguments, bytes);
	if (graph != NULL)
		return capture(stream, graph, j);
	error = DRIVER(cuLaunchHostFunc)(stream, call_once, j);
	if (error != CUDA_SUCCESS)
		free(j);
	return error;
}

CUresult culib_do_now(CUstream stream, culib_function function, void *arguments)
{
	CUgraph graph;
	CUresult error = captured_in(stream, &graph);
	if (error == CUDA_SUCCESS && graph != NULL)
		error = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	if (error == CUDA_SUCCESS)
		error = DRIVER(cuStreamSynchronize)(stream);
	if (error == CUDA_SUCCESS)
		function(arguments);
	return error;
}

bool culib_is_memory(const void *p, size_t bytes)
{
	if (bytes == 0)
		return true;
	if ((uintptr_t)p > UINTPTR_MAX - bytes)
		return false;
	uint8_t ends[2];
	struct iovec to[2] = {{&ends[0], 1}, {&ends[1], 1}};
	struct iovec from[2] = {{(void *)(uintptr_t)p, 1}, {(void *)((uintptr_t)p + bytes - 1), 1}};
	ssize_t got = process_vm_readv(getpid(), to, 2, from, 2, 0);
	return got == 2 ||
	       (got < 0 && errno != EFAULT); /* where that is not allowed, nobody knows */
}
