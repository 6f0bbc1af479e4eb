# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Video instructions in many random forms, on edge values, against plain C; in scalar and vector code.
"${CC:-cc}" -std=gnu11 -O1 -w -o video "$T/video.c"
./video
ptx2hsail video.ptx -o video.hsail
hsail-as video.hsail -o video.brig
for simd in off auto; do
	hsail-fin --simd=$simd video.brig -o video.o
	hsa-ld video.o -o video.img
	hsa-run --run video.run
done
