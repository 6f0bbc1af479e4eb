# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cuSPARSE: numbers against plain loops, errors, streams and graphs; the header in C, C++ and CUDA C++.
. "$T/nvcc.subr"
needs_runtime
linked="-I$toolkit/include -L$toolkit/lib64 -Wl,-rpath,$toolkit/lib64"
gcc -std=c99 -Wall -Wextra -Werror "$T/cuda_sparse/plain.c" -o plain $linked -lcusparse -lcudart
compilers=
for x in multiply generic older errors; do
	g++ -std=c++11 -Wall -Wextra -Werror "$T/cuda_sparse/$x.cpp" -o $x $linked -lcusparse -lcudart &
	compilers="$compilers $!"
done
hsaemu-nvcc "$T/cuda_sparse/streams.cu" -o streams -lcusparse
for c in $compilers; do
	wait $c
done
for x in plain multiply generic older errors streams; do
	./$x >out 2>$x.err || { echo "$x:"; cat out $x.err; exit 1; }
	[ "$(cat out)" = passed ]
	[ $x = errors ] || [ ! -s $x.err ] || { cat $x.err; exit 1; }
done
diff "$T/cuda_sparse/errors.ref" errors.err
