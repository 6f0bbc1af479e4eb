# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cuRAND's host interface: its numbers, its errors, and its work in streams and graphs beside kernels.
. "$T/nvcc.subr"
needs_runtime
flags="-I$toolkit/include -L$toolkit/lib64 -Wl,-rpath,$toolkit/lib64"
g++ -std=c++17 -O1 -Wall -Wextra -Werror "$T/cuda_rand/numbers.cpp" -o numbers $flags -lcurand
./numbers
gcc -std=c99 -Wall -Wextra -Werror "$T/cuda_rand/errors.c" -o errors $flags -lcurand -lcudart
./errors 2>err || { cat err; exit 1; }
printf 'libcurand: %s is not supported\n' CURAND_RNG_PSEUDO_MTGP32 curandGeneratePoissonMethod | diff - err
hsaemu-nvcc -std=c++17 -O1 "$T/cuda_rand/streams.cu" -o streams -lcurand
./streams >out 2>err || { cat out err; exit 1; }
[ "$(cat out)" = done ]
[ "$(sort -u err)" = 'libcurand: a graph generates numbers of a generator that was destroyed' ]
