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
