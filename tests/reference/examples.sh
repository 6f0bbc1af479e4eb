# Every example's BRIG equals the reference assembler's, seen through both disassemblers, and the
# finalizer takes the reference's.
command -v HSAILasm >/dev/null || { echo "HSAILasm (hsail-tools) is not installed"; exit 77; }
for source in "$TOP"/examples/*.hsail; do
	HSAILasm -assemble "$source" -o theirs.brig
	hsail-as "$source" -o ours.brig
	for file in ours theirs; do
		HSAILasm -disassemble $file.brig -o $file.reference.hsail
		brig-dis $file.brig -o $file.hsail
	done
	diff ours.reference.hsail theirs.reference.hsail
	diff ours.hsail theirs.hsail
	hsail-fin theirs.brig -o theirs.o
	hsail-fin ours.brig -o ours.o
	hsa-ld theirs.o -o theirs.img
done
