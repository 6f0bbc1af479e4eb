# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tools compose in shell pipelines, with standard input and output, and in makefile rules with -j;
# the bytes are the same.
cp "$TOP"/examples/*.hsail "$TOP/examples/Makefile" .
hsail-as vecadd.hsail -o - | hsail-fin - -O2 -o - >piped.o
hsa-ld piped.o -o piped.img
MAKEFLAGS='' make -s -j4 all
cmp piped.img vecadd.img
hsail-as -o - <vecadd.hsail | cmp - vecadd.brig
brig-dis - <vecadd.brig | hsail-as - -o - | cmp - vecadd.brig
for source in *.hsail; do [ -s "${source%.hsail}.img" ]; done
