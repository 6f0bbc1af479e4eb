# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --source takes a case's kernels from the folder of the original benchmark.
command -v clang-19 >/dev/null && [ -e /usr/lib/clc/nvptx64--nvidiacl.bc ] ||
	{ echo "clang-19 and libclc-19 are not installed"; exit 77; }
bench() {
	"$BUILD/bin/hsaemu-bench" --top "$TOP" --least 0 --repeat 1 --size small --simd=off --peers=none \
		--threads=1 --case=rodinia/nn "$@"
}

mkdir -p dir/opencl/nn
original=dir/opencl/nn/nearestNeighbor_kernel.cl
cp "$TOP/bench/rodinia/nn.cl" $original
bench --source dir >out
grep -q "^rodinia/nn: kernels of $original" out
grep -q '^rodinia/nn  *[0-9]' out

# what it says is what was run
sed 's/sqrt(/1 + sqrt(/' "$TOP/bench/rodinia/nn.cl" >$original
! BENCH_SRC=dir bench >out || exit 1
grep -q '^no off of rodinia/nn: distances\[0\] is ' out

echo 'kernel void NearestNeighbor(' >$original
! bench --source dir >out 2>err || exit 1
grep -q '^no off of rodinia/nn: dir.*error: ' out
grep -q '^hsaemu-bench: error: off of rodinia/nn: dir.*error: ' err
! bench --source none >out 2>err || exit 1
grep -q "^hsaemu-bench: error: off of rodinia/nn: .*cannot read 'none/" err
