/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nodes of any kind by one structure: made, changed in the graph and in what was made of it. */
#include "cuda_client.h"

static CUfunction add_f;
static unsigned calls;

static void CUDA_CB count(void *by)
{
	calls += *(const unsigned *)by;
}

static CUgraphNodeParams add_params(void **args)
{
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
	p.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){.func = add_f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 1,
		.blockDimY = 1,
		.blockDimZ = 1,
		.kernelParams = args};
	return p;
}

static CUgraphNodeParams fill_params(CUdeviceptr to, unsigned value)
{
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
	p.memset = (CUDA_MEMSET_NODE_PARAMS_v2){
		.dst = to, .value = value, .elementSize = 4, .width = 1, .height = 1};
	return p;
}

static CUgraphNodeParams copy_params(CUdeviceptr to, CUdeviceptr from)
{
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_MEMCPY};
	p.memcpy.copyParams = (CUDA_MEMCPY3D){.srcMemoryType = CU_MEMORYTYPE_DEVICE,
		.srcDevice = from,
		.dstMemoryType = CU_MEMORYTYPE_DEVICE,
		.dstDevice = to,
		.WidthInBytes = 4,
		.Height = 1,
		.Depth = 1};
	return p;
}

static CUgraphNodeParams host_params(unsigned *by)
{
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_HOST};
	p.host = (CUDA_HOST_NODE_PARAMS_v2){.fn = count, .userData = by};
	return p;
}

static CUgraphNode add_behind(CUgraph g, CUgraphNode before, CUgraphNodeParams *p)
{
	CUgraphNode n;
	OK(cuGraphAddNode_v2(&n, g, before != NULL ? &before : NULL, NULL, before != NULL, p));
	return n;
}

static void launch(CUgraphExec exec)
{
	OK(cuGraphLaunch(exec, NULL));
	OK(cuStreamSynchronize(NULL));
}

/* p[0] becomes 5, then 12; p[1] is a copy of it. */
static void check_kinds(CUdeviceptr p)
{
	unsigned seven = 7, eight = 8, one = 1, ten = 10;
	void *args[] = {&p, &seven};
	CUgraph g;
	CUgraphExec exec;
	CUgraphNodeType type;
	OK(cuGraphCreate(&g, 0));
	CUgraphNodeParams fill = fill_params(p, 5), kernel = add_params(args),
			  copy = copy_params(p + 4, p), host = host_params(&one),
			  empty = {.type = CU_GRAPH_NODE_TYPE_EMPTY};
	CUgraphNode n_fill = add_behind(g, NULL, &fill), n_kernel = add_behind(g, n_fill, &kernel),
		    n_empty = add_behind(g, n_kernel, &empty),
		    n_copy = add_behind(g, n_empty, &copy), n_host = add_behind(g, n_copy, &host);
	OK(cuGraphNodeGetType(n_empty, &type));
	EXPECT(type == CU_GRAPH_NODE_TYPE_EMPTY);
	OK(cuGraphInstantiate(&exec, g, 0));
	launch(exec);
	EXPECT(number_at(p, 0) == 12 && number_at(p, 1) == 12 && calls == 1);
	/* in what is launched */
	args[1] = &eight;
	fill = fill_params(p, 100);
	copy = copy_params(p + 8, p);
	host = host_params(&ten);
	OK(cuGraphExecNodeSetParams(exec, n_kernel, &kernel));
	OK(cuGraphExecNodeSetParams(exec, n_fill, &fill));
	OK(cuGraphExecNodeSetParams(exec, n_copy, &copy));
	OK(cuGraphExecNodeSetParams(exec, n_host, &host));
	launch(exec);
	EXPECT(number_at(p, 0) == 108 && number_at(p, 1) == 12 && number_at(p, 2) == 108);
	EXPECT(calls == 11);
	OK(cuGraphExecDestroy(exec));
	/* in the graph */
	fill = fill_params(p, 200);
	OK(cuGraphNodeSetParams(n_fill, &fill));
	OK(cuGraphNodeSetParams(n_kernel, &kernel));
	OK(cuGraphNodeSetParams(n_copy, &copy));
	OK(cuGraphNodeSetParams(n_host, &host));
	OK(cuGraphNodeSetParams(n_empty, &empty));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetParams(n_fill, &kernel));
	OK(cuGraphInstantiate(&exec, g, 0));
	launch(exec);
	EXPECT(number_at(p, 0) == 208 && number_at(p, 2) == 208 && calls == 21);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphExecNodeSetParams(exec, n_fill, &kernel));
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphExecNodeSetParams(exec, n_empty, &empty));
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
}

static void check_others(CUdeviceptr p)
{
	CUgraph g;
	CUgraphExec exec;
	CUevent e, f;
	OK(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
	OK(cuEventCreate(&f, CU_EVENT_DISABLE_TIMING));
	OK(cuGraphCreate(&g, 0));
	CUgraphNodeParams record = {.type = CU_GRAPH_NODE_TYPE_EVENT_RECORD, .eventRecord = {e}},
			  wait = {.type = CU_GRAPH_NODE_TYPE_WAIT_EVENT, .eventWait = {e}},
			  alloc = {.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC, .alloc = {.bytesize = 4}};
	CUgraphNode n_record = add_behind(g, NULL, &record),
		    n_wait = add_behind(g, n_record, &wait),
		    n_alloc = add_behind(g, n_wait, &alloc);
	EXPECT(alloc.alloc.dptr != 0);
	CUgraphNodeParams fill = fill_params(alloc.alloc.dptr, 77),
			  copy = copy_params(p, alloc.alloc.dptr),
			  release = {
				  .type = CU_GRAPH_NODE_TYPE_MEM_FREE, .free = {alloc.alloc.dptr}};
	add_behind(g, add_behind(g, add_behind(g, n_alloc, &fill), &copy), &release);
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphNodeSetParams(n_alloc, &alloc));
	record.eventRecord.event = f;
	wait.eventWait.event = f;
	OK(cuGraphNodeSetParams(n_record, &record));
	OK(cuGraphNodeSetParams(n_wait, &wait));
	CUevent seen;
	OK(cuGraphEventWaitNodeGetEvent(n_wait, &seen));
	EXPECT(seen == f);
	OK(cuGraphInstantiate(&exec, g, 0));
	launch(exec);
	OK(cuEventQuery(f));
	EXPECT(number_at(p, 0) == 77);
	record.eventRecord.event = e;
	OK(cuGraphExecNodeSetParams(exec, n_record, &record));
	launch(exec);
	OK(cuEventQuery(e));
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuEventDestroy(e));
	OK(cuEventDestroy(f));
}

/* A graph whose kernels add these numbers to p[0]. */
static CUgraph adder(CUdeviceptr p, unsigned a, unsigned b)
{
	CUgraph g;
	void *args[] = {&p, &a};
	CUgraphNodeParams k = add_params(args);
	OK(cuGraphCreate(&g, 0));
	CUgraphNode first = add_behind(g, NULL, &k);
	args[1] = &b;
	add_behind(g, first, &k);
	return g;
}

static void check_children(CUdeviceptr p)
{
	CUgraph g, moved = adder(p, 1, 2), other = adder(p, 100, 200), inside;
	CUgraphExec exec;
	CUgraphNodeParams child = {.type = CU_GRAPH_NODE_TYPE_GRAPH,
				  .graph = {moved, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE}},
			  fill = fill_params(p, 0);
	OK(cuGraphCreate(&g, 0));
	CUgraphNode first = add_behind(g, NULL, &fill), n = add_behind(g, first, &child), last;
	OK(cuGraphChildGraphNodeGetGraph(n, &inside));
	EXPECT(inside == moved);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(moved)); /* is the node's now */
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&last, g, NULL, 0, &child));
	child.graph.graph = g; /* would be in itself */
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&last, moved, NULL, 0, &child));
	child.graph = (CUDA_CHILD_GRAPH_NODE_PARAMS){other, CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE};
	last = add_behind(g, n, &child);
	OK(cuGraphInstantiate(&exec, g, 0));
	launch(exec);
	EXPECT(number_at(p, 0) == 303);
	/* one child of the two does the other one's work */
	OK(cuGraphExecChildGraphNodeSetParams(exec, n, other));
	launch(exec);
	EXPECT(number_at(p, 0) == 600);
	child.graph.graph = moved;
	OK(cuGraphExecNodeSetParams(exec, last, &child));
	launch(exec);
	EXPECT(number_at(p, 0) == 303);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, n, g));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphExecChildGraphNodeSetParams(exec, first, other));
	OK(cuGraphExecDestroy(exec));
	child.graph.graph = other;
	OK(cuGraphNodeSetParams(n, &child));
	OK(cuGraphInstantiate(&exec, g, 0));
	launch(exec);
	EXPECT(number_at(p, 0) == 600);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(other));
	OK(cuGraphDestroy(g));
}

/* Of a batch, the first one that is enabled waits for what is before it. */
static void check_enabled(CUdeviceptr p)
{
	unsigned v[] = {1, 10};
	void *args[2] = {&p, &v[0]};
	CUdeviceptr q = p + 4;
	CUgraph g, same;
	CUgraphExec exec;
	CUgraphExecUpdateResultInfo result;
	OK(cuGraphCreate(&g, 0));
	CUgraphNodeParams fill = fill_params(p, 0), k = add_params(args);
	CUgraphNode first = add_behind(g, NULL, &fill), a = add_behind(g, first, &k);
	args[0] = &q;
	add_behind(g, first, &k);
	OK(cuGraphClone(&same, g));
	OK(cuGraphInstantiate(&exec, g, 0));
	OK(cuMemsetD32(q, 0, 1));
	OK(cuGraphNodeSetEnabled(exec, a, 0));
	launch(exec);
	EXPECT(number_at(p, 0) == 0 && number_at(p, 1) == 1);
	OK(cuGraphExecUpdate(exec, same, &result));
	launch(exec);
	EXPECT(number_at(p, 0) == 0 && number_at(p, 1) == 2); /* disabled still */
	OK(cuGraphNodeSetEnabled(exec, a, 1));
	launch(exec);
	EXPECT(number_at(p, 0) == 1 && number_at(p, 1) == 3);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(same));
	OK(cuGraphDestroy(g));
}

static void check_wrong(CUdeviceptr p)
{
	CUgraph g;
	CUgraphNode n;
	CUgraphNodeParams fill = fill_params(p, 0),
			  semaphore = {.type = CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT};
	OK(cuGraphCreate(&g, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(NULL, g, NULL, 0, &fill));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, NULL, NULL, 0, &fill));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 1, &fill));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 0, NULL));
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddNode(&n, g, NULL, 0, &semaphore));
	fill.reserved0[1] = 1;
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 0, &fill));
	fill.reserved0[1] = 0;
	fill.memset.ctx = (CUcontext)(void *)&fill;
	IS(CUDA_ERROR_INVALID_CONTEXT, cuGraphAddNode(&n, g, NULL, 0, &fill));
	fill.type = (CUgraphNodeType)99;
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 0, &fill));
	size_t count_of;
	OK(cuGraphGetNodes(g, NULL, &count_of));
	EXPECT(count_of == 0);
	OK(cuGraphDestroy(g));
}

/* What was captured can be asked for. */
static void check_captured(CUdeviceptr p)
{
	CUstream s;
	CUgraph g;
	CUgraphNode nodes[2];
	size_t two = 2;
	CUDA_MEMCPY3D c;
	CUDA_MEMSET_NODE_PARAMS f;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	OK(cuMemsetD32Async(p, 3, 1, s));
	OK(cuMemcpyDtoDAsync(p + 4, p, 4, s));
	OK(cuStreamEndCapture(s, &g));
	OK(cuGraphGetNodes(g, nodes, &two));
	OK(cuGraphMemsetNodeGetParams(nodes[0], &f));
	OK(cuGraphMemcpyNodeGetParams(nodes[1], &c));
	EXPECT(f.dst == p && f.value == 3 && f.elementSize == 4 && f.width == 1);
	EXPECT(c.srcDevice == p && c.dstDevice == p + 4 && c.WidthInBytes == 4);
	c.dstDevice = p + 8;
	OK(cuGraphMemcpyNodeSetParams(nodes[1], &c));
	CUgraphExec exec;
	OK(cuGraphInstantiate(&exec, g, 0));
	OK(cuMemsetD32(p, 0, 3));
	launch(exec);
	EXPECT(number_at(p, 0) == 3 && number_at(p, 1) == 0 && number_at(p, 2) == 3);
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuStreamDestroy(s));
}

int main(void)
{
	begin();
	CUmodule m = module();
	CUdeviceptr p = numbers(3);
	add_f = kernel(m, "add");
	check_kinds(p);
	check_others(p);
	check_children(p);
	check_enabled(p);
	check_wrong(p);
	check_captured(p);
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
	return 0;
}
