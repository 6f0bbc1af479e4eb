# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program of CUDA C++ runs as hsaemu-nvcc makes it, with either form of the runtime; and the driver's tests against the
# shared library, whose functions have names there.
. "$T/nvcc.subr"
needs_runtime
for cudart in shared static; do
	hsaemu-nvcc -O1 -cudart=$cudart "$T/cuda_runs/app.cu" -o app
	./app >out 2>err || { cat out err; exit 1; }
	diff "$T/cuda_runs/app.ref" out
	grep -q "kernel 'wrong(int\*)': segmentation fault at address 0x10" err || { cat err; exit 1; }
done
# What a failed kernel has done is said before its client knows that it has failed, and may end.
for run in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	./app >out 2>err && grep -q "kernel 'wrong(int\*)'" err || { echo "run $run:"; cat out err; exit 1; }
done
hsaemu-nvcc -std=c++17 "$T/cuda_runs/async.cu" -o async
[ "$(./async)" = 'cudaSuccess 0' ]
hsaemu-nvcc "$T/cuda_runs/linear.cu" -o linear
[ "$(./linear)" = '0 0 0 0, 0 wrong' ]
hsaemu-nvcc "$T/cuda_runs/beyond.cu" -o beyond
[ "$(./beyond 2>err)" = '700 0' ]
grep -q "kernel 'fill(int\*, int)': segmentation fault .*, [0-9]* bytes behind device memory of [0-9]* bytes, allocation [0-9]*\
 (HSAEMU_GUARD=0 leaves room behind it)\$" err || { cat err; exit 1; }
[ "$(HSAEMU_GUARD=0 ./beyond)" = '0 1023' ]
gcc -I"$TOP" -isystem "$toolkit/include" -I"$TOP/tests/cuda" "$TOP/tests/cuda/fat_binaries.c" -o versions -L"$toolkit/lib64" \
	-Wl,-rpath,"$toolkit/lib64" -lcuda -llz4 -lzstd
./versions >out 2>err || { cat out err; exit 1; }
[ ! -s out ]
