# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's cooperative groups: tiles, coalesced threads, reductions, and the barrier of a grid.
. "$T/compile.subr"
cat >g.cu <<'C'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
extern "C" __global__ void g(int *out, int *met)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
	auto warp = cg::tiled_partition<32>(block);
	int i = block.thread_rank(), *o = out + 8 * i;
	o[0] = cg::reduce(tile, i, cg::plus<int>());
	o[1] = tile.shfl_down(i, 1) + 1000 * tile.meta_group_rank();
	o[2] = warp.ballot(i % 2) == 0xaaaaaaaa && tile.any(i % 8 == 3) && !tile.all(i % 8 == 3);
	o[3] = cg::exclusive_scan(warp, 1);
	if (i % 3 == 0) {
		auto some = cg::coalesced_threads();
		o[4] = some.size() * 100 + some.thread_rank();
		o[5] = some.shfl(i, 2);
	}
	o[6] = tile.shfl_xor(make_double2(i, 2 * i), 1).y;
	cg::thread_group four = cg::tiled_partition(block, 4);
	o[7] = four.size() * 10 + four.thread_rank();
	four.sync();
	auto grid = cg::this_grid();
	for (int step = 0; step < 3; step++) {
		if (i == 0)
			atomicAdd(&met[step], 1);
		grid.sync();
		if (met[step] != (int)gridDim.x)
			met[3] = 1;
		grid.sync();
	}
}
C
hsaemu-cc g.cu -o g.img
runs g.img >out <<'R'
buffer out s32[512]
buffer met s32[4]
dispatch &g grid(512) group(64) args(out, met)
check met: list(8, 8, 8, 0)
print out[24, 8]
print out[464, 8]
R
printf 'out[24] 28 4 1 3 1101 6 4 43\nout[464] 476 7059 1 26 0 0 118 42\n' | cmp - out || { cat out; exit 1; }

# Tiles of several warps, with and without the memory that they need on GPUs.
cat >w.cu <<'C'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
struct three { double v[3]; };
__device__ three operator+(three a, three b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2]}}; }
extern "C" __global__ void w(int *out)
{
	__shared__ cg::block_tile_memory<256> scratch;
	cg::thread_block block = cg::this_thread_block(scratch);
	auto tile = cg::tiled_partition<64>(block);
	auto half = cg::tiled_partition<128>(cg::this_thread_block());
	auto inner = cg::tiled_partition<64>(half);
	int i = block.thread_rank(), *o = out + 10 * i;
	o[0] = cg::reduce(tile, i, cg::plus<int>());
	o[1] = cg::inclusive_scan(half, 1);
	o[2] = cg::exclusive_scan(tile, i, cg::greater<int>());
	o[3] = tile.shfl(i, 37) + 1000 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
	o[4] = 10 * half.any(i == 130) + half.all(i < 128);
	o[5] = (int)cg::reduce(half, three{{0.5, 1.0 * i, 2}}, cg::plus<three>()).v[1];
	o[6] = inner.meta_group_rank() * 1000 + inner.thread_rank();
	if (tile.meta_group_rank() == 2) // others do not wait for it
		for (int k = 0; k < 3; k++)
			tile.sync();
	int count = 0;
	cg::invoke_one(tile, [&] { count = 7; });
	o[7] = count;
	o[8] = cg::invoke_one_broadcast(tile, [&] { return i + 1; });
	o[9] = cg::reduce(cg::tiled_partition<32>(tile), 1, cg::plus<int>());
}
C
hsaemu-cc -std=c++14 w.cu -o w.img
runs w.img >out <<'R'
buffer out s32[2560]
dispatch &w grid(256) group(256) args(out)
print out[0, 10]
print out[750, 10]
print out[1990, 10]
R
printf '%s\n' 'out[0] 2016 1 0 40037 1 8128 0 7' 'out[8] 1 32' 'out[750] 6112 76 74 41101 1 8128 1011 0' 'out[758] 65 32' \
	'out[1990] 14304 72 198 43229 10 24512 1007 0' 'out[1998] 193 32' | diff - out

# Reductions of a warp, and of some of its lanes.
cat >r.cu <<'C'
extern "C" __global__ void r(int *out)
{
	int i = threadIdx.x, *o = out + 8 * i;
	unsigned few = __ballot_sync(~0u, i % 32 < 5);
	o[0] = __reduce_add_sync(~0u, i - 40);
	o[1] = __reduce_min_sync(~0u, i - 40);
	o[2] = __reduce_max_sync(~0u, (unsigned)(i - 40));
	o[3] = __reduce_xor_sync(~0u, 1u << i % 7);
	if (i % 32 < 5) {
		o[4] = __reduce_add_sync(few, 1000);
		o[5] = __reduce_max_sync(few, i - 40);
		o[6] = __reduce_or_sync(few, 2u << i % 32);
		o[7] = __reduce_and_sync(few, 6u + i % 2);
	}
}
C
hsaemu-cc -arch sm_80 r.cu -o r.img
runs r.img >out <<'R'
buffer out s32[512]
dispatch &r grid(64) group(64) args(out)
print out[8, 8]
print out[272, 8]
R
printf '%s\n' 'out[8] -784 -40 -9 15 5000 -36 62 6' 'out[272] 240 -8 -1 113 5000 -4 62 6' | diff - out
