# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What clang makes of OpenCL C for tahiti: of the listing the assembler makes the same code, no
# instruction of the compiler is printed as numbers, and descriptors say what the compiler's text says.
. "$T/common.subr"
command -v clang-19 >/dev/null || { echo "clang-19 is not installed"; exit 77; }

cc() { # clang's arguments
	clang-19 --target=amdgcn-amd-amdhsa -mcpu=tahiti -nogpulib -x cl -cl-std=CL1.2 "$@"
}
says() { # TEXT KERNEL FIELD: what the compiler says of a kernel, in its directives
	awk -v k="$2" -v f=".amdhsa_$3" '$1 == ".amdhsa_kernel" { on = $2 == k } on && $1 == f { print $2 }' "$1"
}
shows() { # LISTING KERNEL FIELD: what we say
	awk -v k="$2" -v f="$3" '/^\/\/ kernel/ { on = $3 == k "," } on && $3 == f { print $4 }' "$1"
}
for f in memory arithmetic; do
	for o in -O0 -O2 '-O3 -g' '-O2 -cl-fp32-correctly-rounded-divide-sqrt'; do
		# shellcheck disable=SC2086
		cc $o -c "$T/objects/$f.cl" -o $f.o
		same_again $f.o
		grep -n '^	\.long' $f.o.s && exit 1
		# shellcheck disable=SC2086
		cc $o -S "$T/objects/$f.cl" -o $f.s
		sed -n 's/^[[:space:]]*\.amdhsa_kernel //p' $f.s >kernels
		[ "$(wc -l <kernels)" -ge 5 ]
		while read -r k; do
			for pair in group_segment_fixed_size=group_bytes private_segment_fixed_size=private_bytes \
				kernarg_size=kernarg_bytes; do
				[ "$(says $f.s "$k" "${pair%=*}")" = $(($(shows $f.o.s "$k" "${pair#*=}"))) ] ||
					{ echo "$f, $k: ${pair%=*}"; exit 1; }
			done
			[ "$(says $f.s "$k" user_sgpr_count)" = \
				"$(awk -v k="$k," '/^\/\/ kernel/ { on = $3 == k } on && /user SGPRs/ { print $2 }' $f.o.s)" ]
		done <kernels
	done
done

# Branches have labels, and one kernel can be listed alone.
grep -q 's_cbranch_execz \.L' arithmetic.o.s
gcn-dis --kernel flow arithmetic.o -o flow
grep -q '^flow:' flow
[ "$(grep -c '^// kernel' flow)" = 1 ]

# Every line that has code is named, once in a row; one that has none is not.
cc -O1 -gdwarf-4 -c "$T/objects/arithmetic.cl" -o lines.o
gcn-dis --lines lines.o -o lines.s
sed -n 's|^// arithmetic.cl:\([0-9]*\)$|\1|p' lines.s | sort -u >ours
llvm-dwarfdump-19 --debug-line lines.o |
	awk '$1 ~ /^0x/ && NF >= 6 { if (line && at != $1) print line; at = $1; line = /end_sequence/ ? 0 : $2 }' |
	sort -u >theirs
[ "$(wc -l <ours)" -ge 20 ]
diff ours theirs
assemble lines.s lines.again.o
code lines.o one
code lines.again.o two
cmp one two

command -v ld.lld-19 >/dev/null || exit 0
ld.lld-19 -shared memory.o -o memory.so
gcn-dis memory.so -o linked
[ "$(grep -c '^// kernel' linked)" = "$(grep -c '^// kernel' memory.o.s)" ]
