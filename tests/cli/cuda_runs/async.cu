/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Barriers and pipelines of <cuda/barrier> and <cuda/pipeline>, <nv/target>, and alignas behind __shared__.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <nv/target>
#include <cstdio>
#include <utility>

enum { THREADS = 64, STAGES = 2, CHUNKS = 6 };
typedef cuda::barrier<cuda::thread_scope_block> block_barrier;

// Half of the threads arrive, and do something else before they wait.
__global__ void reverse(const int *in, int *out)
{
	__shared__ alignas(alignof(float4)) int part[THREADS];
	__shared__ block_barrier bar;
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int round = 0; round < 3; round++) {
		cuda::memcpy_async(&part[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<4>(sizeof(int)), bar);
		block_barrier::arrival_token token = bar.arrive();
		bar.wait(std::move(token));
		out[threadIdx.x] = part[THREADS - 1 - threadIdx.x] + round;
		bar.arrive_and_wait();
	}
}

// Some threads bring chunks, the others add them up.
__global__ void sum(const int *in, int *out, bool roles)
{
	__shared__ int chunk[STAGES][THREADS];
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
	auto block = cooperative_groups::this_thread_block();
	bool brings = !roles || block.thread_rank() < 32, adds = !roles || !brings;
	auto pipe = roles ? cuda::make_pipeline(block, &state, brings ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer)
			  : cuda::make_pipeline(block, &state);
	int mine = 0, step = roles ? 32 : THREADS, first = roles ? block.thread_rank() % 32 : block.thread_rank();
	for (int i = 0; i < CHUNKS; i++) {
		if (brings) {
			pipe.producer_acquire();
			for (int j = first; j < THREADS; j += step)
				cuda::memcpy_async(&chunk[i % STAGES][j], &in[i * THREADS + j], sizeof(int), pipe);
			pipe.producer_commit();
		}
		if (adds) {
			pipe.consumer_wait();
			for (int j = first; j < THREADS; j += step)
				mine += chunk[i % STAGES][j];
			pipe.consumer_release();
		}
	}
	atomicAdd(out, mine);
}

__global__ void own(const int *in, int *out)
{
	cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
	pipe.producer_acquire();
	cuda::memcpy_async(out, in, sizeof(int), pipe);
	pipe.producer_commit();
	cuda::pipeline_consumer_wait_prior<0>(pipe);
	NV_IF_TARGET(NV_IS_DEVICE, (out[1] = 1; out[2] = 2;), (out[1] = 3;))
	NV_IF_TARGET(NV_PROVIDES_SM_90, (out[3] = 1;), (out[3] = 2;))
}

int main()
{
	int *in, *out, wrong = 0, total = 0;
	cudaMallocManaged(&in, CHUNKS * THREADS * sizeof *in);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	for (int i = 0; i < CHUNKS * THREADS; i++)
		total += in[i] = i * 3 % 101;
	reverse<<<1, THREADS>>>(in, out);
	cudaDeviceSynchronize();
	for (int i = 0; i < THREADS; i++)
		wrong += out[i] != in[THREADS - 1 - i] + 2;
	for (int roles = 0; roles < 2; roles++) {
		*out = 0;
		sum<<<1, THREADS>>>(in, out, roles != 0);
		cudaDeviceSynchronize();
		wrong += *out != total;
	}
	own<<<1, 1>>>(in + 7, out);
	cudaError_t error = cudaDeviceSynchronize();
	wrong += out[0] != in[7] || out[1] != 1 || out[2] != 2 || out[3] != 2;
	printf("%s %d\n", cudaGetErrorName(error), wrong);
	return wrong;
}
