# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Texts and modules beyond the limits are refused before they are read; the files are sparse.
. "$T/common.subr"
truncate -s 5000000001 large.hsail
expect_status 1 hsail-as large.hsail
expect_line err 'large.hsail: error: a source text must be smaller than 4 GiB'
truncate -s 600000001 large.hsail
expect_status 1 hsail-as large.hsail
expect_line err 'large.hsail: error: the text is larger than 512 MiB'
truncate -s 3000000001 large.ptx
expect_status 1 ptx2hsail large.ptx
expect_line err 'large.ptx: error: file is larger than 2 GiB'
# A section's size has 64 bits, offsets into it 32.
hsail-as "$TOP/examples/vecadd.hsail" -o large.brig
size=5000000016
poke() { # OFFSET VALUE: 8 bytes, little-endian
	perl -e 'print pack "Q<", shift' "$2" |
		dd of=large.brig bs=1 seek="$1" conv=notrunc status=none
}
index=$(od -An -tu8 -j96 -N8 large.brig | tr -d ' ')
last=$(od -An -tu8 -j$((index + 16)) -N8 large.brig | tr -d ' ')
truncate -s $size large.brig
poke 16 $size
poke "$last" $((size - last))
expect_status 1 brig-dis large.brig
grep -q "error: section 'hsa_operand' is larger than 4 GiB" err
