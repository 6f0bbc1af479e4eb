/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Nodes by one structure, and copies to and from variables of kernels, by the runtime's names.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) IS(cudaSuccess, call)
#define IS(wanted, call) \
	do { \
		cudaError_t got_ = (call); \
		if (got_ != (wanted)) { \
			printf("%d: %s, not %s: %s\n", __LINE__, cudaGetErrorName(got_), #wanted, #call); \
			exit(1); \
		} \
	} while (0)

__device__ int table[4];

__global__ void twice(int *out)
{
	out[threadIdx.x] = 2 * table[threadIdx.x];
}

static void show(const char *what, const int *n)
{
	printf("%s: %d %d %d %d\n", what, n[0], n[1], n[2], n[3]);
}

static void check_symbols()
{
	int first[4] = {1, 2, 3, 4}, second[2] = {50, 60}, back[4] = {}, *out;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	cudaGraphNode_t to, kernel, from;
	CHECK(cudaMallocManaged(&out, 4 * sizeof *out));
	CHECK(cudaGraphCreate(&g, 0));
	CHECK(cudaGraphAddMemcpyNodeToSymbol(&to, g, nullptr, 0, table, first, sizeof first, 0, cudaMemcpyHostToDevice));
	cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
	void *args[] = {&out};
	p.kernel.func = (void *)twice;
	p.kernel.gridDim = dim3(1);
	p.kernel.blockDim = dim3(4);
	p.kernel.kernelParams = args;
	CHECK(cudaGraphAddNode(&kernel, g, &to, 1, &p));
	CHECK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &kernel, 1, back, table, sizeof back, 0, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphInstantiate(&exec, g));
	CHECK(cudaGraphLaunch(exec, 0));
	CHECK(cudaDeviceSynchronize());
	show("twice", out);
	show("back", back);
	// in what is launched: other bytes of the variable
	CHECK(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, to, table, second, sizeof second, sizeof(int), cudaMemcpyDefault));
	CHECK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, back, table, sizeof(int), 2 * sizeof(int), cudaMemcpyDeviceToHost));
	CHECK(cudaGraphLaunch(exec, 0));
	CHECK(cudaDeviceSynchronize());
	show("twice", out);
	show("back", back);
	CHECK(cudaGraphExecDestroy(exec));
	// in the graph
	CHECK(cudaGraphMemcpyNodeSetParamsToSymbol(to, table, second, sizeof second, 0, cudaMemcpyHostToDevice));
	CHECK(cudaGraphMemcpyNodeSetParamsFromSymbol(from, back, table, 2 * sizeof(int), 0, cudaMemcpyDeviceToHost));
	CHECK(cudaGraphInstantiate(&exec, g));
	CHECK(cudaGraphLaunch(exec, 0));
	CHECK(cudaDeviceSynchronize());
	show("twice", out);
	show("back", back);
	cudaMemcpy3DParms c;
	CHECK(cudaGraphMemcpyNodeGetParams(from, &c));
	printf("from: %d bytes, kind %d, to %s\n", (int)c.extent.width, (int)c.kind, c.dstPtr.ptr == back ? "back" : "?");
	IS(cudaErrorInvalidMemcpyDirection, cudaGraphMemcpyNodeSetParamsToSymbol(to, table, second, 4, 0, cudaMemcpyDeviceToHost));
	IS(cudaErrorInvalidValue, cudaGraphMemcpyNodeSetParamsToSymbol(to, table, second, 8, 12, cudaMemcpyHostToDevice));
	IS(cudaErrorInvalidSymbol, cudaGraphMemcpyNodeSetParamsToSymbol(to, second, second, 8, 0, cudaMemcpyHostToDevice));
	IS(cudaErrorInvalidValue, cudaGraphMemcpyNodeGetParams(kernel, &c));
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(g));
	CHECK(cudaFree(out));
}

// An array's copy is told in elements.
static void check_array()
{
	const cudaChannelFormatDesc d = cudaCreateChannelDesc<float2>();
	float2 host[8] = {};
	cudaArray_t a;
	cudaGraph_t g;
	cudaGraphNode_t n;
	CHECK(cudaMallocArray(&a, &d, 4, 4));
	CHECK(cudaGraphCreate(&g, 0));
	cudaGraphNodeParams p = {cudaGraphNodeTypeMemcpy};
	p.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(host, 2 * sizeof *host, 2, 4);
	p.memcpy.copyParams.dstArray = a;
	p.memcpy.copyParams.dstPos = make_cudaPos(1, 2, 0);
	p.memcpy.copyParams.extent = make_cudaExtent(2, 1, 1);
	p.memcpy.copyParams.kind = cudaMemcpyHostToDevice;
	CHECK(cudaGraphAddNode(&n, g, nullptr, 0, &p));
	cudaMemcpy3DParms c;
	CHECK(cudaGraphMemcpyNodeGetParams(n, &c));
	printf("array: %s, at %d %d, %d x %d, kind %d\n", c.dstArray == a ? "same" : "?", (int)c.dstPos.x, (int)c.dstPos.y,
		(int)c.extent.width, (int)c.extent.height, (int)c.kind);
	CHECK(cudaGraphMemcpyNodeSetParams(n, &c));
	CHECK(cudaGraphDestroy(g));
	CHECK(cudaFreeArray(a));
}

static void check_edges()
{
	cudaGraph_t g;
	cudaGraphNode_t a, b, from, to;
	cudaGraphNodeParams k = {cudaGraphNodeTypeKernel}, empty = {cudaGraphNodeTypeEmpty};
	int *out = nullptr;
	void *args[] = {&out};
	k.kernel.func = (void *)twice;
	k.kernel.gridDim = k.kernel.blockDim = dim3(1);
	k.kernel.kernelParams = args;
	cudaGraphEdgeData early = {}, got;
	early.from_port = cudaGraphKernelNodePortProgrammatic;
	early.type = cudaGraphDependencyTypeProgrammatic;
	size_t count = 1;
	CHECK(cudaGraphCreate(&g, 0));
	CHECK(cudaGraphAddNode(&a, g, nullptr, 0, &k));
	IS(cudaErrorInvalidValue, cudaGraphAddNode_v2(&b, g, &a, &early, 1, &empty));
	CHECK(cudaGraphAddNode_v2(&b, g, &a, &early, 1, &k));
	IS(cudaErrorLossyQuery, cudaGraphGetEdges(g, &from, &to, &count));
	CHECK(cudaGraphGetEdges_v2(g, &from, &to, &got, &count));
	printf("edges: %d, %s, port %d, type %d\n", (int)count, from == a && to == b ? "right" : "?", got.from_port, got.type);
	CHECK(cudaGraphRemoveDependencies_v2(g, &a, &b, &early, 1));
	CHECK(cudaGraphNodeGetDependencies_v2(b, nullptr, nullptr, &count));
	printf("left: %d\n", (int)count);
	CHECK(cudaGraphDestroy(g));
}

int main()
{
	check_symbols();
	check_array();
	check_edges();
}
