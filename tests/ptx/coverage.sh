# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each row of ptx2hsail's table of instructions is executed by a test that compares results, with all
# its types and modifiers: coverage.c reads the PTX of those tests.
oracle() { # NAME GENERATOR FLAGS...: what a test makes
	name=$1 program=$2
	shift 2
	"${CC:-cc}" -std=gnu11 -O1 -w "-I$T" -o make "$T/$program.c" "$@" -lm
	case $program in
	product|approx) ./make make ;;
	mma|tensor) ./make 0/1 ;;
	*) ./make ;;
	esac
	mv "$program.ptx" "$name.PTX"
}
oracle forms forms '-DFORMS="forms.def"'
oracle unsynced forms '-DFORMS="unsynced.def"' '-DDIRECTIVES=".version 6.3\n.target sm_70\n"'
oracle memory forms '-DFORMS="memory.def"'
oracle numeric forms '-DFORMS="numeric.def"' '-DORACLES="numeric.h"'
oracle traps forms '-DFORMS="traps.def"' '-DORACLES="traps.h"'
oracle product product
oracle product_old product '-DFORMS="product_old.h"' '-DDIRECTIVES=".version 1.3\n.target sm_13\n"'
oracle approx approx
oracle approx_old approx -DOLD
oracle video video
oracle rounding rounding
oracle mma mma
oracle tensor tensor
awk -f "$T/texels.awk" >texels.PTX
for f in "$T/"*.text "$TOP/tests/exec/"*.ptx "$TOP/bench/"*/*.ptx; do cp "$f" "$(basename "$f").PTX"; done
for f in "$T/"*.sh "$TOP/tests/exec/"*.sh; do # their here documents
	awk -v name="$(basename "$f")" '
		open && $1 == end { open = 0 }
		match($0, /<<-?[^ ]?[A-Z]+/) { end = substr($0, RSTART, RLENGTH); gsub(/[^A-Z]/, "", end) }
		/^[ \t]*\.version/ && end != "" && !open { open = 1; file = name "." ++n ".PTX" }
		open { print >file }' "$f"
done
"$BUILD/tests/ptx/coverage" ./*.PTX
