/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conditional nodes: what they run, in each other, in clones and children, changed, and failing. */
#include "cuda_client.h"

/* void set(handle, unsigned v): the condition becomes v. void load(handle, unsigned *p): *p.
 * void count_down(handle, unsigned *p): *p becomes less by 1, and the condition *p. */
static const char conditions_ptx[] =
	".version 8.3\n.target sm_80\n.address_size 64\n"
	".extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);\n"
	".visible .entry set(.param .u64 h, .param .u32 v)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
	"	ld.param.u64 %rd1, [h]; ld.param.u32 %r1, [v];\n"
	"	{ .param .b64 a; .param .b32 b; st.param.b64 [a], %rd1; st.param.b32 [b], %r1;\n"
	"	call.uni cudaGraphSetConditional, (a, b); }\n"
	"	ret;\n"
	"}\n"
	".visible .entry load(.param .u64 h, .param .u64 p)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<3>;\n"
	"	ld.param.u64 %rd1, [h]; ld.param.u64 %rd2, [p]; ld.global.u32 %r1, [%rd2];\n"
	"	{ .param .b64 a; .param .b32 b; st.param.b64 [a], %rd1; st.param.b32 [b], %r1;\n"
	"	call.uni cudaGraphSetConditional, (a, b); }\n"
	"	ret;\n"
	"}\n"
	".visible .entry count_down(.param .u64 h, .param .u64 p)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<3>;\n"
	"	ld.param.u64 %rd1, [h]; ld.param.u64 %rd2, [p];\n"
	"	ld.global.u32 %r1, [%rd2]; sub.u32 %r1, %r1, 1; st.global.u32 [%rd2], %r1;\n"
	"	{ .param .b64 a; .param .b32 b; st.param.b64 [a], %rd1; st.param.b32 [b], %r1;\n"
	"	call.uni cudaGraphSetConditional, (a, b); }\n"
	"	ret;\n"
	"}\n";

static CUfunction add_f, set_f, load_f, count_f, fault_f;

static CUgraphNode launch_node(CUgraph g, CUgraphNode before, CUfunction f, void **args)
{
	CUgraphNodeParams p = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
	CUgraphNode n;
	p.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){.func = f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 1,
		.blockDimY = 1,
		.blockDimZ = 1,
		.kernelParams = args};
	OK(cuGraphAddNode(&n, g, before != NULL ? &before : NULL, before != NULL, &p));
	return n;
}

static CUgraphNode add_node(CUgraph g, CUgraphNode before, CUdeviceptr p, unsigned v)
{
	return launch_node(g, before, add_f, (void *[]){&p, &v});
}

static CUgraphNode set_node(CUgraph g, CUgraphNode before, CUgraphConditionalHandle h, unsigned v)
{
	return launch_node(g, before, set_f, (void *[]){&h, &v});
}

static CUgraphNode on(CUfunction f, CUgraph g, CUgraphNode before, CUgraphConditionalHandle h,
	CUdeviceptr p)
{
	return launch_node(g, before, f, (void *[]){&h, &p});
}

static CUgraphNode fill_node(CUgraph g, CUgraphNode before, CUdeviceptr p, unsigned v)
{
	CUgraphNodeParams f = {.type = CU_GRAPH_NODE_TYPE_MEMSET};
	CUgraphNode n;
	f.memset = (CUDA_MEMSET_NODE_PARAMS_v2){
		.dst = p, .value = v, .elementSize = 4, .width = 1, .height = 1};
	OK(cuGraphAddNode(&n, g, before != NULL ? &before : NULL, before != NULL, &f));
	return n;
}

static CUgraphNode condition(CUgraph g, CUgraphNode before, CUgraphConditionalHandle h,
	CUgraphConditionalNodeType type, unsigned size, CUgraph **bodies)
{
	CUgraphNodeParams p = {
		.type = CU_GRAPH_NODE_TYPE_CONDITIONAL, .conditional = {h, type, size, NULL, NULL}};
	CUgraphNode n;
	OK(cuGraphAddNode(&n, g, before != NULL ? &before : NULL, before != NULL, &p));
	*bodies = p.conditional.phGraph_out;
	return n;
}

static CUgraph empty_graph(void)
{
	CUgraph g;
	OK(cuGraphCreate(&g, 0));
	return g;
}

static CUgraphConditionalHandle handle(CUgraph g)
{
	CUgraphConditionalHandle h;
	OK(cuGraphConditionalHandleCreate(&h, g, NULL, 0, 0));
	return h;
}

static CUgraphConditionalHandle handle_of(CUgraph g, unsigned v)
{
	CUgraphConditionalHandle h;
	OK(cuGraphConditionalHandleCreate(&h, g, NULL, v, CU_GRAPH_COND_ASSIGN_DEFAULT));
	return h;
}

static CUgraphExec ready(CUgraph g)
{
	CUgraphExec e;
	OK(cuGraphInstantiate(&e, g, 0));
	return e;
}

static void run(CUgraphExec e)
{
	OK(cuGraphLaunch(e, NULL));
	OK(cuStreamSynchronize(NULL));
}

/* p[0] decides; p[1] has what ran. */
static void check_choices(CUdeviceptr p)
{
	static const struct {
		CUgraphConditionalNodeType type;
		unsigned size, wanted[5];
	} kinds[] = {{CU_GRAPH_COND_TYPE_IF, 1, {0, 1, 1, 1, 1}},
		{CU_GRAPH_COND_TYPE_IF, 2, {10, 1, 1, 1, 1}},
		{CU_GRAPH_COND_TYPE_SWITCH, 4, {1, 10, 100, 1000, 0}},
		{CU_GRAPH_COND_TYPE_SWITCH, 1, {1, 0, 0, 0, 0}}};
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		CUgraph g = empty_graph(), *bodies;
		CUgraphConditionalHandle h = handle(g);
		CUgraphNode zero = fill_node(g, NULL, p + 4, 0), first = on(load_f, g, zero, h, p),
			    n = condition(g, first, h, kinds[k].type, kinds[k].size, &bodies);
		unsigned v = 1;
		for (unsigned i = 0; i < kinds[k].size; i++, v *= 10)
			add_node(bodies[i], NULL, p + 4, v);
		add_node(g, n, p + 4, 5000); /* behind it */
		CUgraphExec e = ready(g);
		for (unsigned i = 0; i < 5; i++) {
			OK(cuMemsetD32(p, i, 1));
			run(e);
			EXPECT(number_at(p, 1) == 5000 + kinds[k].wanted[i]);
		}
		OK(cuGraphExecDestroy(e));
		OK(cuGraphDestroy(g));
	}
}

/* A graph that counts p[0] down from `from`, with `adds` additions to p[1] each time. */
static CUgraph loop(CUdeviceptr p, unsigned from, unsigned adds, bool chained)
{
	CUgraph g = empty_graph(), *bodies;
	CUgraphConditionalHandle h = handle_of(g, 1);
	condition(g, fill_node(g, NULL, p, from), h, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
	CUgraphNode n = on(count_f, bodies[0], NULL, h, p), last = n;
	for (unsigned i = 0; i < adds; i++) {
		/* those that are not chained add to different numbers */
		CUgraphNode a =
			add_node(bodies[0], chained ? last : n, p + 4 + (chained ? 0 : 4 * i), 1);
		last = chained ? a : last;
	}
	return g;
}

static void check_loops(CUdeviceptr p)
{
	CUgraph many = loop(p, 1000, 1, true), longer = loop(p, 3, 1500, true),
		wide = loop(p, 2, 1500, false);
	CUgraphExec e = ready(many), f = ready(longer), w = ready(wide);
	OK(cuMemsetD32(p, 0, 1501));
	run(e);
	EXPECT(number_at(p, 0) == 0 && number_at(p, 1) == 1000);
	run(e); /* the default again */
	EXPECT(number_at(p, 1) == 2000);
	run(f); /* a body longer than a ring */
	EXPECT(number_at(p, 1) == 6500);
	OK(cuMemsetD32(p, 0, 1501));
	run(w);
	for (unsigned i = 0; i < 1500; i += 99)
		EXPECT(number_at(p, 1 + i) == 2);
	OK(cuGraphExecDestroy(e));
	OK(cuGraphExecDestroy(f));
	OK(cuGraphExecDestroy(w));
	OK(cuGraphDestroy(many));
	OK(cuGraphDestroy(longer));
	OK(cuGraphDestroy(wide));
}

/* A loop of 3 with a loop of 4 in it, whose condition is the body's, and with a choice in that. */
static void check_nested(CUdeviceptr p)
{
	CUgraph g = empty_graph(), *outer, *inner, *choice;
	CUgraphConditionalHandle h = handle_of(g, 1);
	condition(g, fill_node(g, NULL, p, 3), h, CU_GRAPH_COND_TYPE_WHILE, 1, &outer);
	CUgraphConditionalHandle i = handle_of(outer[0], 1);
	CUgraphNode n = condition(outer[0], fill_node(outer[0], NULL, p + 4, 4), i,
		CU_GRAPH_COND_TYPE_WHILE, 1, &inner);
	CUgraphConditionalHandle c = handle(g); /* of a graph further out */
	CUgraphNode m = on(count_f, inner[0], NULL, i, p + 4),
		    load = on(load_f, inner[0], m, c, p + 4);
	CUgraphNode chosen = condition(inner[0], load, c, CU_GRAPH_COND_TYPE_IF, 2, &choice);
	add_node(choice[0], NULL, p + 8, 1);
	add_node(choice[1], NULL, p + 8, 100);
	add_node(inner[0], chosen, p + 12, 1);
	on(count_f, outer[0], n, h, p);
	CUgraphExec e = ready(g);
	OK(cuMemsetD32(p + 8, 0, 2));
	run(e);
	EXPECT(number_at(p, 0) == 0 && number_at(p, 2) == 3 * (3 + 100) && number_at(p, 3) == 12);
	/* launches follow each other, and one that is destroyed ends first */
	CUstream s, t;
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
	OK(cuMemsetD32(p + 8, 0, 2));
	for (int k = 0; k < 20; k++)
		OK(cuGraphLaunch(e, k % 2 == 0 ? s : t));
	OK(cuGraphExecDestroy(e));
	OK(cuGraphDestroy(g));
	OK(cuCtxSynchronize());
	EXPECT(number_at(p, 3) == 20 * 12 && number_at(p, 2) == 20 * 3 * (3 + 100));
	OK(cuStreamDestroy(s));
	OK(cuStreamDestroy(t));
}

/* A clone, and one in a child, use the same condition; the clone outlives the graph. */
static void check_copies(CUdeviceptr p)
{
	CUgraph g = loop(p, 5, 1, true), clone, parent = empty_graph();
	CUgraphNode child;
	OK(cuGraphClone(&clone, g));
	OK(cuGraphAddChildGraphNode(&child, parent, NULL, 0, g));
	OK(cuGraphDestroy(g));
	add_node(parent, child, p + 4, 100);
	CUgraphExec e = ready(clone), f = ready(parent);
	OK(cuGraphDestroy(clone));
	OK(cuMemsetD32(p, 0, 2));
	run(e);
	run(f);
	EXPECT(number_at(p, 0) == 0 && number_at(p, 1) == 110);
	OK(cuGraphExecDestroy(e));
	OK(cuGraphExecDestroy(f));
	OK(cuGraphDestroy(parent));
}

static void check_changes(CUdeviceptr p)
{
	CUgraph g = empty_graph(), *bodies, other = loop(p, 7, 1, true),
		shape = loop(p, 7, 2, true);
	CUgraphConditionalHandle h = handle_of(g, 1);
	CUgraphExecUpdateResultInfo info;
	condition(g, fill_node(g, NULL, p, 4), h, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
	CUgraphNode n = on(count_f, bodies[0], NULL, h, p), a = add_node(bodies[0], n, p + 4, 1);
	CUgraphExec e = ready(g);
	unsigned ten = 10;
	CUdeviceptr to = p + 4;
	void *args[] = {&to, &ten};
	CUgraphNodeParams k = {.type = CU_GRAPH_NODE_TYPE_KERNEL};
	k.kernel = (CUDA_KERNEL_NODE_PARAMS_v3){.func = add_f,
		.gridDimX = 1,
		.gridDimY = 1,
		.gridDimZ = 1,
		.blockDimX = 1,
		.blockDimY = 1,
		.blockDimZ = 1,
		.kernelParams = args};
	OK(cuMemsetD32(p + 4, 0, 1));
	OK(cuGraphLaunch(e, NULL));
	OK(cuGraphExecNodeSetParams(e, a, &k)); /* that launch is what it was */
	OK(cuGraphLaunch(e, NULL));
	EXPECT(number_at(p, 1) == 4 + 40);
	OK(cuGraphNodeSetEnabled(e, a, 0));
	run(e);
	EXPECT(number_at(p, 1) == 44);
	OK(cuGraphNodeSetEnabled(e, a, 1));
	OK(cuGraphExecUpdate(e, other, &info));
	run(e);
	EXPECT(number_at(p, 1) == 44 + 7);
	IS(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, cuGraphExecUpdate(e, shape, &info));
	EXPECT(info.result == CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
	OK(cuGraphDestroy(other));
	run(e);
	EXPECT(number_at(p, 1) == 44 + 14);
	OK(cuGraphExecNodeSetParams(e, a, &k)); /* nodes of the first graph are known still */
	run(e);
	EXPECT(number_at(p, 1) == 44 + 14 + 70);
	OK(cuGraphExecDestroy(e));
	OK(cuGraphDestroy(g));
	OK(cuGraphDestroy(shape));
}

static void CUDA_CB count(void *by)
{
	++*(unsigned *)by;
}

/* Libraries work by functions of the host, so bodies can have them; objects live with the graph. */
static void check_captured_body(CUdeviceptr p)
{
	unsigned calls = 0, ends = 0;
	CUgraph g = empty_graph(), *bodies;
	CUgraphConditionalHandle h = handle_of(g, 1);
	CUuserObject o;
	CUstream s;
	condition(g, fill_node(g, NULL, p, 6), h, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
	OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	OK(cuStreamBeginCaptureToGraph(s, bodies[0], NULL, NULL, 0,
		CU_STREAM_CAPTURE_MODE_RELAXED));
	OK(cuLaunchHostFunc(s, count, &calls));
	void *args[] = {&h, &p};
	OK(cuLaunchKernel(count_f, 1, 1, 1, 1, 1, 1, 0, s, args, NULL));
	OK(cuStreamEndCapture(s, NULL));
	OK(cuUserObjectCreate(&o, &ends, count, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	OK(cuGraphRetainUserObject(bodies[0], o, 1, CU_GRAPH_USER_OBJECT_MOVE));
	CUgraphExec e = ready(g);
	OK(cuGraphDestroy(g));
	EXPECT(ends == 0);
	OK(cuGraphLaunch(e, s));
	OK(cuGraphExecDestroy(e));
	EXPECT(ends == 1 && calls == 6);
	OK(cuStreamDestroy(s));
}

static void check_wrong(CUdeviceptr p)
{
	CUgraph g = empty_graph(), foreign = empty_graph(), *bodies;
	CUgraphConditionalHandle h = 7;
	CUgraphExec e;
	CUgraphNode n;
	CUevent event;
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(NULL, g, NULL, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&h, NULL, NULL, 0, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&h, g, NULL, 0, 2));
	IS(CUDA_ERROR_INVALID_CONTEXT,
		cuGraphConditionalHandleCreate(&h, g, (CUcontext)(void *)&h, 0, 0));
	CUgraphNodeParams c = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
		.conditional = {h, CU_GRAPH_COND_TYPE_IF, 1, NULL, NULL}};
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 0, &c)); /* no handle */
	c.conditional.handle = handle(g);
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, foreign, NULL, 0, &c));
	CUDA_GRAPH_INSTANTIATE_PARAMS params = {0};
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&e, g, &params));
	EXPECT(params.result_out == CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED);
	for (unsigned type = 0; type < 4; type++) {
		static const unsigned sizes[] = {3, 2, 0, 1};
		c.conditional.type = (CUgraphConditionalNodeType)type;
		c.conditional.size = sizes[type];
		IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&n, g, NULL, 0, &c));
	}
	n = condition(g, NULL, c.conditional.handle, CU_GRAPH_COND_TYPE_IF, 1, &bodies);
	c.conditional.type = CU_GRAPH_COND_TYPE_IF;
	c.conditional.size = 1;
	CUgraphNode second;
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode(&second, g, NULL, 0, &c)); /* has one */
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphNodeSetParams(n, &c));
	IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(bodies[0]));
	OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
	OK(cuGraphAddEventRecordNode(&second, bodies[0], NULL, 0, event));
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphInstantiateWithParams(&e, g, &params));
	EXPECT(params.result_out == CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED);
	EXPECT(params.hErrNode_out == second);
	OK(cuGraphDestroyNode(second));
	OK(cuGraphInstantiateWithParams(&e, g, &params));
	EXPECT(params.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS && params.hErrNode_out == NULL);
	IS(CUDA_ERROR_NOT_SUPPORTED, cuGraphExecNodeSetParams(e, n, &c));
	run(e); /* nothing is chosen of nothing */
	OK(cuGraphExecDestroy(e));
	OK(cuGraphDestroyNode(n)); /* the handle is free again */
	condition(g, NULL, c.conditional.handle, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
	add_node(bodies[0], NULL, p, 1);
	OK(cuGraphDebugDotPrint(g, "graph.dot", 0));
	FILE *f = fopen("graph.dot", "r");
	char text[1000] = {0};
	EXPECT(f != NULL && fread(text, 1, sizeof text - 1, f) != 0);
	fclose(f);
	EXPECT(strstr(text, "\"while\"") != NULL && strstr(text, "subgraph cluster_") != NULL);
	EXPECT(strstr(text, "\"kernel\"") != NULL);
	remove("graph.dot");
	OK(cuGraphDestroy(g));
	OK(cuGraphDestroy(foreign));
	OK(cuEventDestroy(event));
}

/* What fails in a body fails the stream that waits for it; and a loop without end ends with the
 * context. */
static void check_failures(void)
{
	CUcontext c;
	for (int endless = 0; endless < 3; endless++) {
		OK(cuCtxCreate(&c, 0, 0));
		CUmodule m = module(), conditions;
		OK(cuModuleLoadData(&conditions, conditions_ptx));
		fault_f = kernel(m, "fault");
		set_f = kernel(conditions, "set");
		CUstream s;
		CUgraph g = empty_graph(), *bodies;
		CUgraphConditionalHandle h = handle_of(g, 1);
		condition(g, NULL, h, CU_GRAPH_COND_TYPE_WHILE, 1, &bodies);
		CUdeviceptr nowhere = 16;
		if (endless == 0)
			launch_node(bodies[0], NULL, fault_f, (void *[]){&nowhere});
		else if (endless == 1)
			set_node(bodies[0], NULL, h, 1);
		CUgraphExec e = ready(g);
		OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
		OK(cuGraphLaunch(e, s));
		if (endless == 0)
			IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuStreamSynchronize(s));
		else
			IS(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
		OK(cuCtxDestroy(c));
	}
}

int main(void)
{
	CUcontext c = begin();
	CUmodule m = module(), conditions;
	CUdeviceptr p = numbers(1501);
	OK(cuModuleLoadData(&conditions, conditions_ptx));
	add_f = kernel(m, "add");
	set_f = kernel(conditions, "set");
	load_f = kernel(conditions, "load");
	count_f = kernel(conditions, "count_down");
	check_choices(p);
	check_loops(p);
	check_nested(p);
	check_copies(p);
	check_changes(p);
	check_captured_body(p);
	check_wrong(p);
	check_failures();
	OK(cuCtxSetCurrent(c));
	OK(cuMemFree(p));
	OK(cuModuleUnload(conditions));
	OK(cuModuleUnload(m));
	return 0;
}
