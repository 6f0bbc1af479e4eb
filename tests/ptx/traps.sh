# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where PTX means something else than HSAIL does: traps.def.
"${CC:-cc}" -std=gnu11 -O1 -w -frounding-math -DFORMS='"traps.def"' -DORACLES='"traps.h"' \
	-I"$T" -o forms "$T/forms.c" -lm
./forms
ptx2hsail forms.ptx -o forms.hsail
hsail-as forms.hsail -o forms.brig
for simd in off sse auto; do
	hsail-fin --simd=$simd -O1 forms.brig -o forms.o
	hsa-ld forms.o -o forms.img
	hsa-run --run forms.run
done
