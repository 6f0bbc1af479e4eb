/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Conditional nodes by the runtime's names: Newton's square roots until they are exact enough, into a captured body; and
// kernels of NVRTC's that declare the function themselves.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <vector>

#define CHECK(call) \
	do { \
		int got_ = (int)(call); \
		if (got_ != 0) { \
			printf("%d: error %d: %s\n", __LINE__, got_, #call); \
			exit(1); \
		} \
	} while (0)

__global__ void improve(double *x, double of, cudaGraphConditionalHandle again, int *turns)
{
	double y = (*x + of / *x) / 2;
	++*turns;
	cudaGraphSetConditional(again, y < *x - 1e-15 || *turns == 1);
	*x = y;
}

static void check_captured()
{
	double *x;
	int *turns;
	cudaStream_t s;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaMallocManaged(&x, sizeof *x));
	CHECK(cudaMallocManaged(&turns, sizeof *turns));
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	CHECK(cudaMemsetAsync(turns, 0, sizeof *turns, s));
	cudaStreamCaptureStatus status;
	const cudaGraphNode_t *before;
	size_t count;
	CHECK(cudaStreamGetCaptureInfo(s, &status, nullptr, &graph, &before, &count));
	cudaGraphConditionalHandle again;
	CHECK(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
	cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
	p.conditional.handle = again;
	p.conditional.type = cudaGraphCondTypeWhile;
	p.conditional.size = 1;
	cudaGraphNode_t node;
	CHECK(cudaGraphAddNode(&node, graph, before, count, &p));
	CHECK(cudaStreamUpdateCaptureDependencies(s, &node, 1, cudaStreamSetCaptureDependencies));
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaStreamBeginCaptureToGraph(s, p.conditional.phGraph_out[0], nullptr, nullptr, 0,
		cudaStreamCaptureModeThreadLocal));
	improve<<<1, 1, 0, s>>>(x, 2, again, turns);
	CHECK(cudaStreamEndCapture(s, nullptr));
	CHECK(cudaGraphInstantiate(&exec, graph));
	for (double from : {2.0, 1000.0, 1.5}) {
		*x = from;
		CHECK(cudaGraphLaunch(exec, s));
		CHECK(cudaStreamSynchronize(s));
		printf("from %g: %.12f, %d turns\n", from, *x, *turns);
	}
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaStreamDestroy(s));
	CHECK(cudaFree(x));
	CHECK(cudaFree(turns));
}

static void check_nvrtc()
{
	const char *text = "typedef __device_builtin__ unsigned long long cudaGraphConditionalHandle;\n"
			   "extern \"C\" __device__ __cudart_builtin__ void cudaGraphSetConditional("
			   "cudaGraphConditionalHandle handle, unsigned int value);\n"
			   "extern \"C\" __global__ void step(cudaGraphConditionalHandle h, const bool *any, int *n)\n"
			   "{ ++*n; cudaGraphSetConditional(h, any[*n]); }\n";
	nvrtcProgram program;
	size_t bytes;
	CUmodule m;
	CUfunction f;
	CHECK(nvrtcCreateProgram(&program, text, "step.cu", 0, nullptr, nullptr));
	CHECK(nvrtcCompileProgram(program, 0, nullptr));
	CHECK(nvrtcGetPTXSize(program, &bytes));
	std::vector<char> ptx(bytes);
	CHECK(nvrtcGetPTX(program, ptx.data()));
	CHECK(nvrtcDestroyProgram(&program));
	CHECK(cuModuleLoadData(&m, ptx.data()));
	CHECK(cuModuleGetFunction(&f, m, "step"));
	bool *any;
	int *n;
	CHECK(cudaMallocManaged(&any, 8));
	CHECK(cudaMallocManaged(&n, sizeof *n));
	for (int i = 0; i < 8; i++)
		any[i] = i < 5;
	*n = 0;
	CUgraph g;
	CUgraphExec exec;
	CUgraphNode node;
	CUgraphConditionalHandle h;
	CHECK(cuGraphCreate(&g, 0));
	CHECK(cuGraphConditionalHandleCreate(&h, g, nullptr, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	CUgraphNodeParams p = {CU_GRAPH_NODE_TYPE_CONDITIONAL};
	p.conditional.handle = h;
	p.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
	p.conditional.size = 1;
	CHECK(cuGraphAddNode(&node, g, nullptr, 0, &p));
	void *args[] = {&h, &any, &n};
	CUgraphNodeParams k = {CU_GRAPH_NODE_TYPE_KERNEL};
	k.kernel.func = f;
	k.kernel.gridDimX = k.kernel.gridDimY = k.kernel.gridDimZ = 1;
	k.kernel.blockDimX = k.kernel.blockDimY = k.kernel.blockDimZ = 1;
	k.kernel.kernelParams = args;
	CHECK(cuGraphAddNode(&node, p.conditional.phGraph_out[0], nullptr, 0, &k));
	CHECK(cuGraphInstantiate(&exec, g, 0));
	CHECK(cuGraphLaunch(exec, nullptr));
	CHECK(cudaDeviceSynchronize());
	printf("nvrtc: %d turns\n", *n);
	CHECK(cuGraphExecDestroy(exec));
	CHECK(cuGraphDestroy(g));
}

int main()
{
	check_captured();
	check_nvrtc();
}
