/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// A program of its time: streams, events, symbols, textures, graphs, cooperative groups, memory from pools, and an error.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call) \
	do { \
		cudaError_t e_ = (call); \
		if (e_ != cudaSuccess) { \
			printf("%d: %s: %s\n", __LINE__, #call, cudaGetErrorName(e_)); \
			exit(1); \
		} \
	} while (0)

enum { N = 1000 };
__constant__ float factors[4];
__device__ int total;

struct parameters {
	char tag;
	double by;
	int offset[3];
};

__global__ void scale(float *p, parameters q)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < N)
		p[i] = p[i] * factors[i % 4] * float(q.by) + q.offset[2];
}

template <typename T> __global__ void sum(const T *p, int n)
{
	extern __shared__ int parts[];
	cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
	int own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += int(p[i]);
	parts[threadIdx.x] = own;
	block.sync();
	for (int half = blockDim.x / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			parts[threadIdx.x] += parts[threadIdx.x + half];
		block.sync();
	}
	if (threadIdx.x == 0)
		atomicAdd(&total, parts[0]);
}

__global__ void sample(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f); }
__global__ void add_one(int *p) { *p += 1; }
__global__ void all_together(int *p)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	p[grid.thread_rank()] = 1;
	grid.sync();
	if (grid.thread_rank() == 0)
		for (unsigned i = 1; i < grid.size(); i++)
			p[0] += p[i];
}
__global__ void wrong(int *p) { *p = 1; }

static void check_streams()
{
	float four[4] = {1, 2, 3, 4}, *p, *host;
	cudaStream_t first, second;
	cudaEvent_t scaled, begin, end;
	CHECK(cudaMemcpyToSymbol(factors, four, sizeof four));
	CHECK(cudaStreamCreate(&first));
	CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
	CHECK(cudaEventCreateWithFlags(&scaled, cudaEventDisableTiming));
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cudaMallocHost(&host, N * sizeof *host));
	CHECK(cudaMallocAsync(&p, N * sizeof *p, first));
	for (int i = 0; i < N; i++)
		host[i] = float(i);
	CHECK(cudaEventRecord(begin, first));
	CHECK(cudaMemcpyAsync(p, host, N * sizeof *p, cudaMemcpyHostToDevice, first));
	scale<<<(N + 255) / 256, 256, 0, first>>>(p, {'x', 0.5, {0, 0, 7}});
	CHECK(cudaEventRecord(scaled, first));
	CHECK(cudaStreamWaitEvent(second, scaled));
	sum<<<2, 128, 128 * sizeof(int), second>>>(p, N);
	CHECK(cudaEventRecord(end, second));
	CHECK(cudaStreamSynchronize(second));
	int got, want = 0;
	float ms;
	for (int i = 0; i < N; i++)
		want += int(float(i) * four[i % 4] * 0.5f + 7);
	CHECK(cudaMemcpyFromSymbol(&got, total, sizeof got));
	CHECK(cudaEventElapsedTime(&ms, begin, end));
	printf("streams: %s %s\n", got == want ? "right" : "wrong", ms >= 0 ? "after" : "before");
	CHECK(cudaFreeAsync(p, first));
	CHECK(cudaStreamDestroy(first));
	CHECK(cudaStreamDestroy(second));
	CHECK(cudaFreeHost(host));
}

static void check_texture()
{
	float image[3][8], got[8], *out;
	cudaArray_t array;
	cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 8; x++)
			image[y][x] = float(10 * y + x);
	CHECK(cudaMallocArray(&array, &format, 8, 3));
	CHECK(cudaMemcpy2DToArray(array, 0, 0, image, sizeof image[0], sizeof image[0], 3, cudaMemcpyHostToDevice));
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaTextureDesc how = {};
	cudaTextureObject_t texture;
	CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
	CHECK(cudaMalloc(&out, sizeof got));
	sample<<<1, 8>>>(texture, out);
	CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
	printf("texture: %g %g\n", got[0], got[7]);
	CHECK(cudaDestroyTextureObject(texture));
	CHECK(cudaFreeArray(array));
	CHECK(cudaFree(out));
}

static void check_graph()
{
	int *p, got;
	cudaStream_t s;
	cudaGraph_t graph;
	cudaGraphExec_t ready;
	CHECK(cudaMallocManaged(&p, sizeof *p));
	*p = 0;
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < 20; i++)
		add_one<<<1, 1, 0, s>>>(p);
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(&ready, graph));
	for (int i = 0; i < 5; i++)
		CHECK(cudaGraphLaunch(ready, s));
	CHECK(cudaStreamSynchronize(s));
	got = *p;
	printf("graph: %d\n", got);
	CHECK(cudaGraphExecDestroy(ready));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(p));
}

static void check_cooperative()
{
	int *p, got;
	CHECK(cudaMalloc(&p, 64 * sizeof *p));
	void *arguments[] = {&p};
	CHECK(cudaLaunchCooperativeKernel(all_together, 2, 32, arguments));
	CHECK(cudaMemcpy(&got, p, sizeof got, cudaMemcpyDeviceToHost));
	printf("cooperative: %d\n", got);
	CHECK(cudaFree(p));
}

int main()
{
	check_streams();
	check_texture();
	check_graph();
	check_cooperative();
	scale<<<1, 5000>>>(nullptr, {}); // too many threads: not sticky
	printf("%s, then %s\n", cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaGetLastError()));
	wrong<<<1, 1>>>((int *)16); // a fault: sticky
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("%s, then %s\n", cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
