# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every direct and short instruction form, on edge values, against plain C: all of them as scalar code
# and with vectors, shares of them (FORMS_SHARE=0/1: all).
"${CC:-cc}" -std=gnu11 -O1 -w -frounding-math "-DFORMS=\"${FORMS:-forms.def}\"" -I"$T" \
	-o forms "$T/forms.c" -lm
level() {
	./forms "$2"
	ptx2hsail forms.ptx -o forms.hsail
	hsail-as forms.hsail -o forms.brig
	hsail-fin "--simd=$1" "-O$3" forms.brig -o forms.o
	hsa-ld forms.o -o forms.img
	hsa-run --run forms.run || { echo "--simd=$1"; exit 1; }
}
level off 0/1 0
level auto "${FORMS_SHARE:-${AUTO:-1/2}}" 2
level sse "${FORMS_SHARE:-0/6}" 2
! grep -qw avx2 /proc/cpuinfo || level avx2 "${FORMS_SHARE:-1/6}" 2
