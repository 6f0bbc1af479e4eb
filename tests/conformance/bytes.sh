# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every byte of some modules changed to some other values: each makes a module that is refused or one
# that its text assembles to again. The reference assembler's modules are laid out differently.
for f in "$TOP"/tests/asm/ok_*.hsail "$TOP"/examples/vecadd.hsail; do
	hsail-as "$f" -o ours.brig
	set -- ours.brig
	if HSAILasm -assemble "$f" -o theirs.brig >/dev/null 2>&1; then set -- ours.brig theirs.brig; fi
	"$BUILD/tests/conformance/bytes" "$@" >out || { echo "$f"; cat out; exit 1; }
done
