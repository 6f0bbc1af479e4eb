# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The commands of docs/design/worked-example.md run, and what stands below each is in its output, in that
# order; `...` stands for anything.
cp "$TOP"/examples/neighbours.* .
# one file for each command: its first line, and patterns for grep, one for each line that it prints
awk '/^    \$ / { n++; close(f); f = "step" n; sub(/^    \$ /, ""); print >f; on = 1; next }
	/^    / && on { sub(/^    /, ""); print >f; next }
	{ on = 0 }' "$TOP/docs/design/worked-example.md"
steps=$(ls step* | wc -l)
[ "$steps" -ge 12 ] || { echo "only $steps steps"; exit 1; }
for n in $(seq "$steps"); do
	command=$(head -n 1 "step$n")
	sh -c "$command" >out 2>&1 || { echo "$command: status $?"; cat out; exit 1; }
	tail -n +2 "step$n" | grep -vx '\.\.\.' | awk '
		FNR == NR { want[++m] = $0; next }
		BEGIN { k = 1 }
		k <= m { # the parts between dots, one behind the other
			parts = split(want[k], part, /\.\.\./); rest = $0
			for (p = 1; p <= parts; p++) {
				at = index(rest, part[p])
				if (part[p] != "" && at == 0) next
				if (part[p] != "") rest = substr(rest, at + length(part[p]))
			}
			k++
		}
		END { if (k <= m) { print "not printed: " want[k]; exit 1 } }' - out || { echo "$command"; exit 1; }
done
