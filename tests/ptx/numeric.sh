# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# More numeric forms on edge values against plain C, in scalar and, every second one, in vector code
# (FORMS_SHARE=0/1: all).
"${CC:-cc}" -std=gnu11 -O1 -w -frounding-math -DFORMS='"numeric.def"' -DORACLES='"numeric.h"' \
	-I"$T" -o forms "$T/forms.c" -lm
level() {
	./forms "$2"
	ptx2hsail forms.ptx -o forms.hsail
	hsail-as forms.hsail -o forms.brig
	hsail-fin "--simd=$1" -O1 forms.brig -o forms.o
	hsa-ld forms.o -o forms.img
	hsa-run --run forms.run || { echo "--simd=$1"; exit 1; }
}
level off 0/1
level auto "${FORMS_SHARE:-1/2}"
