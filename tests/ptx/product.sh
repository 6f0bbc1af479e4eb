# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every form of product.def, with all combinations of modifiers and types, on edge values, against plain C:
# shares of them at each level (FORMS_SHARE=0/1: all).
build() { "${CC:-cc}" -std=gnu11 -O2 -w -o product "$T/product.c" "$@" -lm; }
level() {
	share=${FORMS_SHARE:-$3}
	./product make "$share"
	ptx2hsail product.ptx -o product.hsail
	hsail-as product.hsail -o product.brig
	hsail-fin "--simd=$1" "-O$2" product.brig -o product.o
	hsa-ld product.o -o product.img
	hsa-run --run product.run
	./product check "$share" || { echo "--simd=$1"; exit 1; }
}
build '-DFORMS="product_old.h"' '-DDIRECTIVES=".version 1.3\n.target sm_13\n"'
level off 0 0/1
level auto 1 0/1
build
level off 0 0/1
level auto 1 1/12
level sse 1 5/12
! grep -qw avx2 /proc/cpuinfo || level avx2 1 9/12
