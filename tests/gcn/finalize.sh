# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code for a GPU of every kernel of the examples and benchmarks, and of the test kernels that it can
# run: every instruction is in the table, and is one that no GPU after this one has to be for. Which
# test kernels are refused, and why, stands in refused.txt. Every second file is taken (FORMS_SHARE=0/1: all).
: >refused
count=0
printf '%s\n' "$TOP"/examples/*.hsail "$TOP"/examples/ptx/*.ptx "$TOP"/bench/kernels/*.hsail "$TOP"/bench/*/*.ptx \
	"$TOP"/tests/exec/*.hsail "$TOP"/tests/fin/*.hsail | share 1/2 >files
# shellcheck disable=SC2013
for f in $(cat files); do
	case $f in
	*.ptx) ptx2hsail "$f" -o k.hsail ;;
	*) cp "$f" k.hsail ;;
	esac
	# a file of these folders may be one that is wrong on purpose
	hsail-as k.hsail -o k.brig 2>/dev/null || { case $f in */tests/*) continue ;; esac; exit 1; }
	if hsail-fin -mcpu=gfx600 --verify-ir k.brig -o k.o 2>why; then
		gcn-dis k.o -o k.s
		grep -n '^	\.long' k.s && { echo "$f"; exit 1; }
		brig-dis k.brig -o - | sed -n "s/^\(prog \)*kernel &\([a-zA-Z0-9_]*\).*/\2/p" | sort >kernels
		sed -n 's/^\/\/ kernel \([^,]*\),.*/\1/p' k.s | sort >listed
		diff kernels listed || { echo "$f"; exit 1; }
		count=$((count + $(wc -l <kernels)))
	else
		[ $? = 3 ] || { cat why; exit 1; }
		[ ! -e k.o ] || exit 1
		echo "${f#"$TOP"/}: $(sed 's/.*unsupported: //' why | head -1)" >>refused
	fi
	rm -f k.o
done
echo "$count kernels"
awk -F: -v top="$TOP/" 'NR == FNR { of[substr($0, length(top) + 1)] = 1; next } of[$1]' files "$T/refused.txt" | diff - refused
