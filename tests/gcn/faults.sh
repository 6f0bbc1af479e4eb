# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ends a kernel on the GPU, or keeps it from ending, is told as for code of the host: work-group, work-item, line; and
# by the GPU's instruction. What only the emulator finds is told in the same way.
cp "$T/faults.text" k.hsail
hsail-as -g k.hsail -o k.brig
hsail-fin -g -mcpu=native,gfx600 --simd=off k.brig -o k.o
hsa-ld k.o -o k.img
gcn-dis k.img -o k.s
run() { # STATUS FILE HSA-RUN'S ARGUMENTS
	status=0
	want=$1
	file=$2
	shift 2
	hsa-run -j 1 --timeout=1 k.img -a 'p=u8[4096]' "$@" >"$file" 2>&1 || status=$?
	sed -i /warning:/d "$file" # of flags for hsail-fin
	[ "$status" = "$want" ] || { echo "'$*' exits $status, not $want"; cat "$file"; exit 1; }
}
told() { # REGEX: in the GPU's message
	grep -qE "$1" gpu || { echo "no '$1' in:"; cat gpu; exit 1; }
}

# The message is that of the host's code, but for what is the GPU's: address and text of the instruction, which is the one
# of that address.
same() { # KERNEL LINE INSTRUCTION ARGUMENTS...
	kernel=$1
	line=$2
	instruction=$3
	shift 3
	run 126 host -k "&$kernel" "$@"
	run 126 gpu -k "&$kernel" --deep=none "$@"
	told "\(k.hsail:$line\).*: $instruction"
	sed 's/ by code at 0x[0-9a-f]*//' host >host.text
	sed "s/ by code at 0x[0-9a-f]*//; s/: $instruction.*//" gpu >gpu.text
	diff host.text gpu.text
	at=$(sed -n 's/.* by code at 0x\([0-9a-f]*\) .*/\1/p' gpu)
	[ -z "$at" ] || grep -qE "^	$instruction.*// 0*$at: " k.s || { echo "no $instruction at $at"; cat gpu; exit 1; }
}
same store 7 buffer_store_dword --grid 256 --group 128 -a 37
same store 7 buffer_store_dword --grid 256 --group 128 -a 227
same load 17 s_load_dwordx2 --grid 256 --group 128 -a 100
same add 27 buffer_atomic_add --grid 256 --group 128 -a 200
same trap 42 's_trap 16' --grid 128 --group 64 -a 100
same space 66 buffer_store_dword --grid 4,10,4 --group 3,7,2 -a 0
told 'work-group \(1, 1, 0\), work-item 4 \(0, 1, 1\)'
# a scalar load is of all work-items of the wavefront
run 126 gpu -k '&all' --deep=none --grid 100 --group 100 -a 0
told "segmentation fault at address 0x40 by code at 0x[0-9a-f]+ \(k.hsail:72\) in work-group \(0, 0, 0\), work-items 0 to 63: s_load_dword "

# What the emulator finds.
run 126 gpu -k '&lds' --deep=none --grid 256 --group 128 -a 0
told "kernel '&lds': a wavefront accesses LDS beyond what its work-group has \(address 0x100\) by code at 0x[0-9a-f]+ \(k.hsail:81\) in work-group \(0, 0, 0\), work-item 64: ds_write_b32"
run 126 gpu -k '&misaligned' --deep=none --grid 256 --group 128 -a 0
told "a wavefront accesses memory at an address that is not aligned \(address 0x[0-9a-f]*1\) by code at 0x[0-9a-f]+ \(k.hsail:93\) in work-group \(0, 0, 0\), work-item 1: buffer_atomic_add"
[ "$(wc -l <gpu)" = 1 ]

# A kernel that does not end: each wavefront's place, those at one line together.
run 124 gpu -k '&spin' --deep=none --grid 250 --group 250 -a 0
told "work-group \(0, 0, 0\): 128 work-items from 0 on run, code at 0x[0-9a-f]+ \(k.hsail:(102|103|104)\): "
told "work-group \(0, 0, 0\): 122 work-items from 128 on wait at barriers, code at 0x[0-9a-f]+ \(k.hsail:106\): s_barrier"
[ "$(wc -l <gpu)" = 3 ]

# Without lines there is the code's address.
hsail-fin -mcpu=native,gfx600 k.brig -o k.o
hsa-ld k.o -o k.img
run 126 gpu -k '&store' --deep=none --grid 256 --group 128 -a 37
told 'segmentation fault at address 0x1000 by code at 0x[0-9a-f]+ in work-group \(0, 0, 0\), work-item 37: buffer_store_dword'
