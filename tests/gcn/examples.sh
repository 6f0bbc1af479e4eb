# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every instruction of the table in each of its encodings, and every kind of operand: what the
# assembler makes of the text is disassembled to text of which it makes the same.
. "$T/common.subr"
for f in instructions operands; do
	assemble "$T/examples/$f.s" $f.o
	same_again $f.o
	# one instruction for each line, and none of them as numbers
	[ "$(grep -c '^	[a-z]' $f.o.s)" = "$(grep -c . "$T/examples/$f.s")" ]
	grep -n '^	\.long' $f.o.s && exit 1
done
sed 's/ .*//' "$T/examples/instructions.s" | sed 's/_e[36][24]$//' | sort -u >tried
sed -n 's/^GCN_INST([A-Z0-9_]*, "\([a-z0-9_]*\)".*/\1/p' "$TOP/include/hsaemu/gcn_instructions.def" | sort -u >rows
diff rows tried
echo "$(cat "$T"/examples/*.s | wc -l) instructions"
