# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Random instructions: the assembler makes of their text the bytes that they had.
. "$T/common.subr"
seed=${SEED:-17}
"$BUILD/tests/gcn/random" "$seed" "${GCN_WORDS:-20000}" bytes >text.s
assemble text.s text.o
code text.o again
cmp bytes again || {
	# the first line that the assembler encodes in another way
	gcn-dis --raw=binary --no-bytes again | sed 's/[[:space:]]*//' >back
	sed 's/[[:space:]]*//' text.s | diff - back | head -n 5
	exit 1
}
