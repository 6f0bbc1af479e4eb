/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory that graphs allocate: whose it is and for how long; and graphs whose context has ended. */
#include "cuda_client.h"

static CUfunction add_f;
static CUstream s;

static CUgraphNode fill_node(CUgraph g, const CUgraphNode *before, CUdeviceptr p, unsigned v)
{
	const CUDA_MEMSET_NODE_PARAMS f = {
		.dst = p, .value = v, .elementSize = 4, .width = 1, .height = 1};
	CUgraphNode n;
	OK(cuGraphAddMemsetNode(&n, g, before, before != NULL, &f, NULL));
	return n;
}

static CUdeviceptr allocate(CUgraph g, CUgraphNode *n)
{
	CUDA_MEM_ALLOC_NODE_PARAMS a = {.bytesize = 1 << 20};
	OK(cuGraphAddMemAllocNode(n, g, NULL, 0, &a));
	EXPECT(a.dptr != 0);
	return a.dptr;
}

static CUgraphExec ready(CUgraph g, unsigned flags)
{
	CUgraphExec e;
	OK(cuGraphInstantiate(&e, g, flags));
	OK(cuGraphDestroy(g)); /* what was made of it has the memory */
	return e;
}

static void run(CUgraphExec e)
{
	OK(cuGraphLaunch(e, s));
	OK(cuStreamSynchronize(s));
}

static cuuint64_t used(void)
{
	cuuint64_t n;
	OK(cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &n));
	return n;
}

/* A graph that stores to memory which it leaves to the client. */
static CUgraphExec leaver(CUdeviceptr *p, unsigned v, unsigned flags)
{
	CUgraph g;
	CUgraphNode n;
	OK(cuGraphCreate(&g, 0));
	*p = allocate(g, &n);
	fill_node(g, &n, *p, v);
	return ready(g, flags);
}

static void check_left(void)
{
	CUdeviceptr p, q, other;
	CUgraphExec a = leaver(&p, 5, 0),
		    b = leaver(&q, 6, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
	EXPECT(p != q);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p)); /* not yet allocated */
	run(a);
	EXPECT(number_at(p, 0) == 5);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(a, s)); /* is allocated */
	OK(cuMemFree(p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
	run(a);
	OK(add(add_f, s, p, 10, 1));
	OK(cuMemFreeAsync(p, s));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s));
	run(a);
	EXPECT(number_at(p, 0) == 5);
	run(b);
	run(b);
	EXPECT(number_at(q, 0) == 6);
	/* it is the client's until that frees it */
	OK(cuGraphExecDestroy(a));
	OK(cuGraphExecDestroy(b));
	EXPECT(number_at(p, 0) == 5 && number_at(q, 0) == 6 && used() == 2 << 20);
	OK(cuMemFreeAsync(p, s));
	OK(cuMemFree(q));
	EXPECT(used() == 0);
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(q));
	/* another graph may free it */
	CUgraph g;
	CUgraphNode n, m;
	CUgraphExec c = leaver(&other, 7, 0);
	OK(cuGraphCreate(&g, 0));
	CUgraphNode f = fill_node(g, NULL, other, 8);
	OK(cuGraphAddMemFreeNode(&n, g, &f, 1, other));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&m, g, &f, 1, other));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&m, g, &f, 1, other + 4));
	CUgraphExec d = ready(g, 0);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(d, s));
	run(c);
	OK(cuGraphExecDestroy(c));
	OK(cuGraphLaunch(d, s));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(d, s));
	OK(cuGraphExecDestroy(d));
	EXPECT(used() == 0);
}

static void check_captured(CUdeviceptr to)
{
	CUdeviceptr p, q;
	CUgraph g;
	CUgraphNodeType type;
	CUgraphNode nodes[6];
	size_t count = 6;
	CUmemoryPool pool;
	OK(cuDeviceGetDefaultMemPool(&pool, 0));
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	OK(cuMemAllocAsync(&p, 4, s));
	OK(cuMemAllocFromPoolAsync(&q, 4, pool, s));
	OK(cuMemsetD32Async(p, 40, 1, s));
	OK(add(add_f, s, p, 2, 1));
	OK(cuMemcpyDtoDAsync(to, p, 4, s));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(to, s));
	OK(cuMemFreeAsync(p, s));
	OK(cuStreamEndCapture(s, &g));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(g, NULL, NULL));
	OK(cuGraphGetNodes(g, nodes, &count));
	OK(cuGraphNodeGetType(nodes[1], &type));
	EXPECT(type == CU_GRAPH_NODE_TYPE_MEM_ALLOC);
	OK(cuGraphNodeGetType(nodes[5], &type));
	EXPECT(type == CU_GRAPH_NODE_TYPE_MEM_FREE);
	CUgraphExec e = ready(g, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
	OK(cuMemsetD32(to, 0, 1));
	OK(cuStreamSynchronize(NULL));
	for (int i = 0; i < 3; i++)
		run(e);
	EXPECT(number_at(to, 0) == 42);
	OK(cuGraphExecDestroy(e));
	OK(cuMemFree(q));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
	EXPECT(used() == 0);
}

static void CUDA_CB count(void *by)
{
	++*(unsigned *)by;
}

/* Graphs are the client's to destroy, also when their context is not there any more. */
static void check_ends(void)
{
	unsigned ends = 0;
	CUcontext c, first;
	CUuserObject o;
	CUgraph g;
	CUgraphNode n, k;
	CUgraphExec e;
	CUgraphConditionalHandle h;
	size_t nodes;
	OK(cuCtxGetCurrent(&first));
	OK(cuCtxCreate(&c, 0, 0));
	CUmodule m = module();
	CUfunction f = kernel(m, "add");
	OK(cuGraphCreate(&g, 0));
	CUdeviceptr p = allocate(g, &n);
	unsigned v = 3;
	void *args[] = {&p, &v};
	const CUDA_KERNEL_NODE_PARAMS add_p = {.func = f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 1,
		.blockDimY = 1,
		.blockDimZ = 1,
		.kernelParams = args};
	OK(cuGraphAddKernelNode(&k, g, &n, 1, &add_p));
	OK(cuGraphConditionalHandleCreate(&h, g, NULL, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	CUgraphNodeParams w = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
		.conditional = {h, CU_GRAPH_COND_TYPE_IF, 1, NULL, NULL}};
	OK(cuGraphAddNode(&n, g, &k, 1, &w));
	OK(cuGraphAddKernelNode(&k, w.conditional.phGraph_out[0], NULL, 0, &add_p));
	OK(cuUserObjectCreate(&o, &ends, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	OK(cuGraphRetainUserObject(g, o, 1, CU_GRAPH_USER_OBJECT_MOVE));
	OK(cuGraphInstantiate(&e, g, 0));
	OK(cuGraphLaunch(e, NULL));
	OK(cuStreamSynchronize(NULL));
	EXPECT(number_at(p, 0) == 6);
	OK(cuCtxDestroy(c));
	OK(cuCtxSetCurrent(first));
	EXPECT(ends == 0);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(e, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphGetNodes(g, NULL, &nodes));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphKernelNodeSetParams(k, &add_p));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroyNode(n));
	OK(cuGraphDestroy(g));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(g));
	EXPECT(ends == 0); /* what was made of it has it */
	OK(cuGraphExecDestroy(e));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphExecDestroy(e));
	EXPECT(ends == 1 && used() == 0);
}

/* A launch in a stream of a context that has ended is no longer waited for. */
static void check_other_context(void)
{
	CUcontext c, first;
	CUstream t;
	CUgraph g;
	CUdeviceptr p = numbers(1);
	OK(cuCtxGetCurrent(&first));
	OK(cuGraphCreate(&g, 0));
	fill_node(g, NULL, p, 9);
	CUgraphExec e = ready(g, 0);
	OK(cuCtxCreate(&c, 0, 0));
	OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
	OK(cuGraphLaunch(e, t));
	OK(cuStreamSynchronize(t));
	OK(cuCtxDestroy(c));
	OK(cuCtxSetCurrent(first));
	EXPECT(number_at(p, 0) == 9);
	OK(cuMemsetD32(p, 0, 1));
	OK(cuStreamSynchronize(NULL));
	run(e);
	EXPECT(number_at(p, 0) == 9);
	OK(cuGraphExecDestroy(e));
	OK(cuMemFree(p));
}

int main(void)
{
	begin();
	CUmodule m = module();
	CUdeviceptr p = numbers(1);
	add_f = kernel(m, "add");
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	check_left();
	check_captured(p);
	check_ends();
	check_other_context();
	OK(cuStreamDestroy(s));
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
	return 0;
}
