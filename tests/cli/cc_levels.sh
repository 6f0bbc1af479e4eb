# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of mathematics give the same bits in scalar code and in vector code of each level, on the arguments of
# cc_sweep.sh.
. "$T/compile.subr"
"${CC:-cc}" -std=gnu11 -w -O1 "$T/cc_sweep.c" -o sweep -lm
./sweep write cl sweep.img
hsaemu-cc -O1 --emit=brig sweep.cl -o sweep.brig
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin -O1 --simd="$level" sweep.brig -o sweep.o
	hsa-ld sweep.o -o sweep.img
	hsa-run --run sweep.run
	mkdir "$level"
	mv ./*.out "$level"
	diff -rq off "$level"
done
