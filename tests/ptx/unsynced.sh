# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Votes and shuffles of older modules, without .sync.
"${CC:-cc}" -std=gnu11 -O1 -w '-DFORMS="unsynced.def"' '-DDIRECTIVES=".version 6.3\n.target sm_70\n"' -I"$T" \
	-o forms "$T/forms.c" -lm
./forms
ptx2hsail forms.ptx -o forms.hsail
hsail-as forms.hsail -o forms.brig
for simd in off auto; do
	hsail-fin --simd=$simd -O1 forms.brig -o forms.o
	hsa-ld forms.o -o forms.img
	hsa-run --run forms.run
done
