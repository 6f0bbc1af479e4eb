// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the CUDA libraries cost their programs, beside the kernels' own time:
//
//   costs          medians and minima of launches and graphs
//   costs start    launches one kernel and says how long after the process's start it had ended
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>
#include <unistd.h>
#include <cuda_runtime.h>

constexpr int REPEATS = 201, QUEUED = 1000, NODES = 100;

__global__ void nothing() {}

static void check(cudaError_t error, const char *what)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
	exit(1);
}
#define CHECK(call) check(call, #call)

static double microseconds(clockid_t clock)
{
	timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

// Prints the least and the middle time of `body`, for one of its `count` operations.
template <class Body> static void measure(const char *what, int count, Body body)
{
	std::vector<double> times;
	for (int i = 0; i < REPEATS; i++) {
		double begin = microseconds(CLOCK_MONOTONIC);
		body();
		times.push_back((microseconds(CLOCK_MONOTONIC) - begin) / count);
	}
	std::sort(times.begin(), times.end());
	printf("%-44s %8.2f %8.2f us\n", what, times[0], times[REPEATS / 2]);
}

// When the process began, by the clock that counts from the machine's start.
static double process_start()
{
	char text[1024];
	FILE *f = fopen("/proc/self/stat", "r");
	size_t n = f != NULL ? fread(text, 1, sizeof text - 1, f) : 0;
	text[n] = 0;
	if (f != NULL)
		fclose(f);
	char *at = strrchr(text, ')');
	for (int field = 2; at != NULL && field < 22; field++)
		at = strchr(at + 1, ' ');
	return at == NULL ? 0 : strtod(at, NULL) * 1e6 / sysconf(_SC_CLK_TCK);
}

int main(int count, char **words)
{
	if (count > 1 && strcmp(words[1], "start") == 0) {
		nothing<<<1, 1>>>();
		CHECK(cudaDeviceSynchronize());
		// the kernel tells starts in steps of 10 ms: CPU time is what it took at most
		printf("%.2f %.2f\n", microseconds(CLOCK_PROCESS_CPUTIME_ID) / 1e3,
			(microseconds(CLOCK_BOOTTIME) - process_start()) / 1e3);
		return 0;
	}
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamCreate(&stream));
	measure("an empty kernel, waited for", 1, [&] {
		nothing<<<1, 1, 0, stream>>>();
		CHECK(cudaStreamSynchronize(stream));
	});
	measure("an empty kernel in the default stream", 1, [&] {
		nothing<<<1, 1>>>();
		CHECK(cudaDeviceSynchronize());
	});
	measure("each of 1,000 empty kernels, queued", QUEUED, [&] {
		for (int i = 0; i < QUEUED; i++)
			nothing<<<1, 1, 0, stream>>>();
		CHECK(cudaStreamSynchronize(stream));
	});
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	for (int i = 0; i < NODES; i++)
		nothing<<<1, 1, 0, stream>>>();
	CHECK(cudaStreamEndCapture(stream, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	measure("a graph of 100 empty kernels, waited for", 1, [&] {
		CHECK(cudaGraphLaunch(exec, stream));
		CHECK(cudaStreamSynchronize(stream));
	});
	return 0;
}
