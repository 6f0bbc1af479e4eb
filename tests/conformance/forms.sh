# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every form that the instruction tables have, against the reference assembler: both make the same
# module of it, seen through either disassembler, and the reference's module passes our verifier.
command -v HSAILasm >/dev/null || { echo "HSAILasm (hsail-tools) is not installed"; exit 77; }
for profile in base full; do
	for model in small large; do
		"$BUILD/tests/conformance/forms" $profile $model >forms.hsail
		HSAILasm -assemble -brig forms.hsail -o theirs.brig
		hsail-as forms.hsail -o ours.brig
		for file in ours theirs; do
			HSAILasm -disassemble $file.brig -o $file.reference.hsail
			brig-dis $file.brig -o $file.hsail
		done
		cmp ours.hsail theirs.hsail
		cmp ours.reference.hsail theirs.reference.hsail
		[ "$(wc -l <forms.hsail)" -gt 5000 ]
	done
done
