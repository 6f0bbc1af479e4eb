# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every field of some modules set to what it may not be and to what it may: each makes a module that is
# refused with few messages or one that its text assembles to again.
for f in "$TOP"/tests/asm/ok_*.hsail "$TOP"/examples/vecadd.hsail "$TOP"/examples/reduction.hsail; do
	hsail-as "$f" -o ours.brig
	set -- ours.brig
	if HSAILasm -assemble "$f" -o theirs.brig >/dev/null 2>&1; then set -- ours.brig theirs.brig; fi
	"$BUILD/tests/conformance/fields" "$@" >out || { echo "$f"; cat out; exit 1; }
done
