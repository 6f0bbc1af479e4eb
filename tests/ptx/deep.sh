# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Blocks and brackets inside each other end in a message, however many there are.
deep() { # BEFORE TEXT AFTER
	printf '.version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k()\n{ .reg .u32 %%r; %s' "$1"
	head -c 30000 /dev/zero | tr '\0' "$2"
	printf '%s' "$3"
	head -c 30000 /dev/zero | tr '\0' "$4"
	echo '; ret; }'
}
deep '' '{' '' '}' >blocks.ptx
deep 'mov.u32 %r, ' '(' 1 ')' >brackets.ptx
for file in blocks brackets; do
	status=0
	ptx2hsail $file.ptx -o x.hsail 2>err || status=$?
	[ $status = 1 ] && [ ! -e x.hsail ] || exit 1
	grep -q "^$file.ptx:5:[0-9]*: error: nested too deeply$" err
done
