# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Approximate functions keep the bounds of the PTX ISA, in scalar and in vector code.
for flags in "" -DOLD; do
	"${CC:-cc}" -std=gnu11 -O1 -w -o approx "$T/approx.c" $flags -lm
	./approx make
	ptx2hsail approx.ptx -o approx.hsail
	hsail-as approx.hsail -o approx.brig
	for simd in off auto; do
		hsail-fin --simd=$simd approx.brig -o approx.o
		hsa-ld approx.o -o approx.img
		hsa-run --run approx.run
		./approx check
	done
done
