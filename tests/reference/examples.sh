# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every example's BRIG equals the reference assembler's, seen through both disassemblers, and what
# the reference makes finalizes and runs as well.
command -v HSAILasm >/dev/null || { echo "HSAILasm (hsail-tools) is not installed"; exit 77; }
for source in "$TOP"/examples/*.hsail "$TOP"/bench/kernels/*.hsail; do
	HSAILasm -assemble "$source" -o theirs.brig
	hsail-as "$source" -o ours.brig
	for file in ours theirs; do
		HSAILasm -disassemble $file.brig -o $file.reference.hsail
		brig-dis $file.brig -o $file.hsail
	done
	diff ours.reference.hsail theirs.reference.hsail
	diff ours.hsail theirs.hsail
	hsail-fin theirs.brig -o theirs.o
	hsa-ld theirs.o -o "$(basename "$source" .hsail).img"
done
hsaemu-bench --suite=hsail --verify=. --size=small
