// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat spreads in a plate: each step replaces a point by the mean of its neighbours. The steps are captured into a
// graph, which is launched again and again, and the result is compared with the same steps on the host.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

constexpr int SIDE = 256, TILE = 16, STEPS = 20, LAUNCHES = 10;

static void check(cudaError_t error, const char *what)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
	exit(1);
}
#define CHECK(call) check(call, #call)

// A block loads its tile and the points around it into shared memory; the plate's edge stays as it is.
__global__ void step(const float *from, float *to)
{
	__shared__ float tile[TILE + 2][TILE + 2];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	int row = threadIdx.y + 1, column = threadIdx.x + 1;
	tile[row][column] = from[y * SIDE + x];
	if (threadIdx.x == 0 && x > 0)
		tile[row][0] = from[y * SIDE + x - 1];
	if (threadIdx.x == TILE - 1 && x < SIDE - 1)
		tile[row][TILE + 1] = from[y * SIDE + x + 1];
	if (threadIdx.y == 0 && y > 0)
		tile[0][column] = from[(y - 1) * SIDE + x];
	if (threadIdx.y == TILE - 1 && y < SIDE - 1)
		tile[TILE + 1][column] = from[(y + 1) * SIDE + x];
	__syncthreads();
	bool edge = x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
	to[y * SIDE + x] = edge ? tile[row][column]
		: 0.25f * (tile[row - 1][column] + tile[row + 1][column] + tile[row][column - 1] + tile[row][column + 1]);
}

static void step_on_host(const std::vector<float> &from, std::vector<float> &to)
{
	to = from;
	for (int y = 1; y < SIDE - 1; y++)
		for (int x = 1; x < SIDE - 1; x++)
			to[y * SIDE + x] = 0.25f * (from[(y - 1) * SIDE + x] + from[(y + 1) * SIDE + x] +
				from[y * SIDE + x - 1] + from[y * SIDE + x + 1]);
}

int main()
{
	std::vector<float> plate(SIDE * SIDE), host, other(SIDE * SIDE);
	for (int x = 0; x < SIDE; x++)
		plate[x] = 100; // one side is hot
	host = plate;
	const size_t bytes = plate.size() * sizeof(float);
	float *a, *b, milliseconds;
	cudaStream_t stream;
	cudaEvent_t begin, end;
	cudaGraph_t graph;
	cudaGraphExec_t steps;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cudaEventCreate(&begin));
	CHECK(cudaEventCreate(&end));
	CHECK(cudaMalloc(&a, bytes));
	CHECK(cudaMalloc(&b, bytes));
	CHECK(cudaMemcpyAsync(a, plate.data(), bytes, cudaMemcpyHostToDevice, stream));

	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < STEPS; i += 2) {
		step<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE), 0, stream>>>(a, b);
		step<<<dim3(SIDE / TILE, SIDE / TILE), dim3(TILE, TILE), 0, stream>>>(b, a);
	}
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&steps, graph, 0));

	CHECK(cudaEventRecord(begin, stream));
	for (int i = 0; i < LAUNCHES; i++)
		CHECK(cudaGraphLaunch(steps, stream));
	CHECK(cudaEventRecord(end, stream));
	CHECK(cudaMemcpyAsync(plate.data(), a, bytes, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaEventElapsedTime(&milliseconds, begin, end));

	for (int i = 0; i < STEPS * LAUNCHES; i += 2) {
		step_on_host(host, other);
		step_on_host(other, host);
	}
	int wrong = 0;
	for (size_t i = 0; i < plate.size(); i++)
		wrong += std::fabs(plate[i] - host[i]) > 1e-4f;
	printf("%d steps, %d points differ\n", STEPS * LAUNCHES, wrong);
	fprintf(stderr, "%.2f ms\n", milliseconds);

	CHECK(cudaGraphExecDestroy(steps));
	CHECK(cudaGraphDestroy(graph));
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaEventDestroy(begin));
	CHECK(cudaEventDestroy(end));
	CHECK(cudaStreamDestroy(stream));
	return wrong != 0;
}
