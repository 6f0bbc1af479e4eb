# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Matrix instructions of all shapes and types against plain C; shares of them (FORMS_SHARE=0/1: all).
"${CC:-cc}" -std=gnu11 -O1 -w -o mma "$T/mma.c"
level() {
	./mma "${FORMS_SHARE:-$2}"
	{ echo "image mma.ptx --simd=$1"; cat mma.run; } >x.run
	hsa-run --run x.run || { echo "--simd=$1"; exit 1; }
}
level auto 0/4
level off 3/24
level sse 7/24
! grep -qw avx2 /proc/cpuinfo || level avx2 11/24
