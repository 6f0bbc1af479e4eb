# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Whatever the translator, the assembler and the loader refuse in their tests they refuse inside of a program,
# too: it goes on, and nothing is printed.
for f in "$TOP"/tests/brig/*.hex; do
	unhex=$(basename "$f" .hex).brig
	perl -ne 's/#.*//; s/\s//g; print pack "H*", $_' "$f" >"$unhex"
done
hsaemu-cc "$TOP/examples/vecadd.hsail" -o whole.img
for n in 1 20 64 300 1000 4096 5000; do head -c $n whole.img >"cut$n.img"; done
"$BUILD/tests/lib/load" all "$TOP"/tests/ptx/*.ptx "$TOP"/tests/asm/*.hsail ./*.brig ./*.img >out 2>err
cat err
[ ! -s err ]
cat out
[ "$(sed 's/.*, \([0-9]*\) refused/\1/' out)" -gt 120 ]
[ "$(sed 's/ loaded.*//' out)" -gt 20 ]
