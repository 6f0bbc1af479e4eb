# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUB and Thrust, as Debian's libcub-dev and libthrust-dev have them: functions of a block, kernels of algorithms for
# the device, and algorithms within a thread.
. "$T/compile.subr"
found=
for folder in /usr/include ${CPATH-}; do
	[ ! -r "$folder/cub/cub.cuh" ] || [ ! -r "$folder/thrust/sort.h" ] || found=$folder
done
[ -n "$found" ] || { echo "libcub-dev and libthrust-dev are not both installed"; exit 77; }
cat >b.cu <<'C'
#include <cub/cub.cuh>
extern "C" __global__ void b(const int *in, int *sum, int *scan, int *sorted, int *most)
{
	typedef cub::BlockReduce<int, 128> Reduce;
	typedef cub::BlockScan<int, 128> Scan;
	typedef cub::BlockRadixSort<unsigned, 128, 2> Sort;
	typedef cub::WarpReduce<int> Warp;
	__shared__ union {
		typename Reduce::TempStorage reduce;
		typename Scan::TempStorage scan;
		typename Sort::TempStorage sort;
		typename Warp::TempStorage warp[4];
	} room;
	int i = threadIdx.x, before;
	int total = Reduce(room.reduce).Sum(in[i]);
	if (i == 0)
		*sum = total;
	__syncthreads();
	Scan(room.scan).ExclusiveSum(in[i], before);
	scan[i] = before;
	__syncthreads();
	unsigned keys[2] = {(unsigned)in[i] * 2654435761u >> 20, (unsigned)in[i] * 40503u & 4095};
	Sort(room.sort).Sort(keys);
	sorted[2 * i] = keys[0];
	sorted[2 * i + 1] = keys[1];
	__syncthreads();
	int m = Warp(room.warp[i / 32]).Reduce(in[i], cub::Max());
	if (i % 32 == 0)
		most[i / 32] = m;
}
C
hsaemu-cc b.cu -o b.img
runs b.img >out <<'R'
buffer in s32[128]: ramp(1, 1)
buffer sum s32[1]
buffer scan s32[128]
buffer sorted s32[256]
buffer most s32[4]
dispatch &b grid(128) group(128) args(in, sum, scan, sorted, most)
check sum: 8256
check scan: each(i * (i + 1) / 2)
check most: each(32 * (i + 1))
print sorted
R
sed 's/^[^ ]*//' out | tr ' ' '\n' | grep . >keys
[ "$(wc -l <keys)" = 256 ]
sort -n keys | cmp - keys
cat >t.cu <<'C'
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
extern "C" __global__ void t(int *v, int *sum)
{
	int *mine = v + 8 * threadIdx.x;
	thrust::sort(thrust::seq, mine, mine + 8, thrust::greater<int>());
	sum[threadIdx.x] = thrust::reduce(thrust::seq, mine, mine + 8, 0, thrust::plus<int>());
}
int main()
{
	thrust::device_vector<int> d(1000);
	thrust::transform(d.begin(), d.end(), d.begin(), thrust::negate<int>());
	thrust::sequence(d.begin(), d.end());
	return d[0];
}
C
hsaemu-cc -std=c++14 t.cu -o t.img
runs t.img <<'R'
buffer v s32[32]: ramp(0, 1)
buffer sum s32[4]
dispatch &t grid(4) group(4) args(v, sum)
check v: each(i / 8 * 8 + 7 - i % 8)
check sum: each(8 * 8 * i + 28)
R
