/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Edges of graphs: their data is kept, in clones too, and who does not ask for it is told. */
#include "cuda_client.h"

static CUfunction add_f;
static const CUgraphEdgeData plain,
	early = {.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC,
		.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC},
	ordered = {.from_port = CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER};

static CUgraphNode add_node(CUgraph g, CUdeviceptr p, unsigned v)
{
	void *args[] = {&p, &v};
	const CUDA_KERNEL_NODE_PARAMS k = {.func = add_f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 1,
		.blockDimY = 1,
		.blockDimZ = 1,
		.kernelParams = args};
	CUgraphNode n;
	OK(cuGraphAddKernelNode(&n, g, NULL, 0, &k));
	return n;
}

static bool same(const CUgraphEdgeData *a, const CUgraphEdgeData *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static void check_kept(CUgraph g, CUgraphNode a, CUgraphNode b)
{
	CUgraphNode from[3], to[3];
	CUgraphEdgeData data[3];
	size_t count = 0;
	OK(cuGraphGetEdges(g, NULL, NULL, &count));
	EXPECT(count == 1);
	IS(CUDA_ERROR_LOSSY_QUERY, cuGraphGetEdges(g, from, to, &count));
	IS(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependencies(b, from, &count));
	IS(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependentNodes(a, to, &count));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphGetEdges_v2(g, NULL, NULL, data, &count));
	count = 3;
	OK(cuGraphGetEdges_v2(g, from, to, data, &count));
	EXPECT(count == 1 && from[0] == a && to[0] == b && same(&data[0], &early));
	EXPECT(from[1] == NULL);
	OK(cuGraphNodeGetDependencies_v2(b, from, data, &count));
	EXPECT(count == 1 && from[0] == a && same(&data[0], &early));
	OK(cuGraphNodeGetDependentNodes_v2(a, to, data, &count));
	EXPECT(count == 1 && to[0] == b && same(&data[0], &early));
}

static void check_data(CUdeviceptr p)
{
	CUgraph g, clone;
	OK(cuGraphCreate(&g, 0));
	CUgraphNode a = add_node(g, p, 1), b = add_node(g, p, 1), e, a2, b2;
	OK(cuGraphAddEmptyNode(&e, g, NULL, 0));
	OK(cuGraphAddDependencies_v2(g, &a, &b, &early, 1));
	check_kept(g, a, b);
	OK(cuGraphClone(&clone, g));
	OK(cuGraphNodeFindInClone(&a2, a, clone));
	OK(cuGraphNodeFindInClone(&b2, b, clone));
	check_kept(clone, a2, b2);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(g, &a, &b, &early, 1)); /* twice */
	OK(cuGraphAddDependencies_v2(g, &a, &b, &ordered, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies_v2(g, &a, &b, &plain, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies(g, &a, &b, 1));
	OK(cuGraphRemoveDependencies_v2(g, &a, &b, &ordered, 1));
	check_kept(g, a, b);
	OK(cuGraphRemoveDependencies_v2(g, &a, &b, &early, 1));
	OK(cuGraphAddDependencies_v2(g, &a, &b, NULL, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies(g, &a, &b, 1));
	/* what no edge can be */
	const CUgraphEdgeData wrong[] = {{.from_port = 3}, {.to_port = 1}, {.type = 2},
		{.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC}, {.reserved = {1}},
		{.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC}};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(g, &a, &b, &wrong[i], 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(g, &e, &a, &ordered, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(g, &a, &e, &early, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(g, &a, &a, NULL, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(clone, &a, &b, NULL, 1));
	OK(cuGraphAddDependencies_v2(g, &a, &e, &ordered, 1));
	OK(cuGraphDestroyNode(a));
	size_t count;
	OK(cuGraphGetEdges(g, NULL, NULL, &count));
	EXPECT(count == 0);
	OK(cuGraphDestroy(g));
	OK(cuGraphDestroy(clone));
}

static void check_capture(CUdeviceptr p)
{
	CUstream s;
	CUgraph g, captured;
	CUgraphExec exec;
	CUstreamCaptureStatus status;
	const CUgraphNode *front;
	const CUgraphEdgeData *data;
	size_t count;
	CUgraphNode from[4], to[4];
	CUgraphEdgeData edges[4];
	cuuint64_t id = 0;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	IS(CUDA_ERROR_ILLEGAL_STATE, cuStreamUpdateCaptureDependencies_v2(s, NULL, NULL, 0, 0));
	OK(cuGraphCreate(&g, 0));
	CUgraphNode a = add_node(g, p, 1);
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamBeginCaptureToGraph(s, g, NULL, NULL, 1, 0));
	OK(cuStreamBeginCaptureToGraph(s, g, &a, &ordered, 1, CU_STREAM_CAPTURE_MODE_RELAXED));
	IS(CUDA_ERROR_LOSSY_QUERY,
		cuStreamGetCaptureInfo(s, &status, &id, &captured, &front, &count));
	OK(cuStreamGetCaptureInfo(s, &status, &id, &captured, NULL, &count));
	OK(cuStreamGetCaptureInfo_v3(s, &status, &id, &captured, &front, &data, &count));
	EXPECT(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && captured == g && id != 0);
	EXPECT(count == 1 && front[0] == a && same(&data[0], &ordered));
	OK(add(add_f, s, p, 10, 1));
	OK(cuStreamGetCaptureInfo_v3(s, &status, NULL, NULL, &front, &data, &count));
	CUgraphNode b = front[0];
	EXPECT(count == 1 && same(&data[0], &plain));
	OK(cuStreamUpdateCaptureDependencies_v2(s, &b, &early, 1,
		CU_STREAM_SET_CAPTURE_DEPENDENCIES));
	OK(cuStreamUpdateCaptureDependencies_v2(s, &a, NULL, 1,
		CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamUpdateCaptureDependencies_v2(s, &a, NULL, 1, 2));
	OK(add(add_f, s, p, 100, 1));
	OK(cuStreamEndCapture(s, NULL)); /* the graph is known */
	count = 4;
	OK(cuGraphGetEdges_v2(g, from, to, edges, &count));
	EXPECT(count == 3 && from[0] == a && to[0] == b && same(&edges[0], &ordered));
	EXPECT(from[1] == b && same(&edges[1], &early) && from[2] == a && same(&edges[2], &plain));
	EXPECT(to[1] == to[2]);
	OK(cuGraphInstantiate(&exec, g, 0));
	OK(cuGraphLaunch(exec, s));
	OK(cuStreamSynchronize(s));
	EXPECT(number_at(p, 0) == 111);
	OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	IS(CUDA_ERROR_INVALID_VALUE, cuStreamEndCapture(s, NULL));
	OK(cuStreamEndCapture(s, &captured));
	OK(cuGraphDestroy(captured));
	OK(cuGraphExecDestroy(exec));
	OK(cuGraphDestroy(g));
	OK(cuStreamDestroy(s));
}

int main(void)
{
	begin();
	CUmodule m = module();
	CUdeviceptr p = numbers(1);
	add_f = kernel(m, "add");
	check_data(p);
	check_capture(p);
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
	return 0;
}
