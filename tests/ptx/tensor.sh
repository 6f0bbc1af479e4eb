# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Matrices of small floats, sparse and scaled ones, against plain C; shares of them (FORMS_SHARE=0/1: all).
"${CC:-cc}" -std=gnu11 -O1 -w -o tensor "$T/tensor.c" -lm
level() {
	./tensor "${FORMS_SHARE:-$2}"
	{ echo "image tensor.ptx --simd=$1"; cat tensor.run; } >x.run
	hsa-run --run x.run || { echo "--simd=$1"; exit 1; }
}
level off 0/60
level auto 2/30
level sse 5/90
