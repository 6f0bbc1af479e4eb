# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A kernel of thousands of instructions is cut into functions: with work-items that end early, values
# of the whole group, ifs, a stack, and an exchange over a barrier. Short loops say what is right.
body() { # ROUNDS as text, or one for a loop over $s3
	cat <<-'END'
	ld_kernarg_align(8)_u64 $d0, [%out];
	workitemflatabsid_u32 $s0;
	currentworkitemflatid_u32 $s9;
	shl_u32 $s9, $s9, 2;
	st_group_u32 0, [%shared][$s9];
	barrier;
	workgroupid_u32 $s8, 0;
	cvt_u64_u32 $d1, $s0;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	mov_b32 $s1, $s0;
	END
}
round() { # VALUE NUMBER
	cat <<-END
	mad_u32 \$s1, \$s1, 5, $1;
	mad_u32 \$s8, \$s8, 3, $1;
	and_b32 \$s2, \$s1, 1;
	cmp_eq_b1_u32 \$c0, \$s2, 0;
	cbr_b1 \$c0, @even$2;
	xor_b32 \$s1, \$s1, \$s8;
	@even$2:
	and_b32 \$s2, \$s1, 1023;
	cmp_eq_b1_u32 \$c0, \$s2, 77;
	cbr_b1 \$c0, @end;
	END
}
middle() {
	cat <<-'END'
	st_group_u32 $s1, [%shared][$s9];
	barrier;
	ld_group_u32 $s4, [%shared];
	alloca_u32 $s5, 8;
	st_private_u32 $s4, [$s5];
	ld_private_u32 $s4, [$s5];
	add_u32 $s1, $s1, $s4;
	END
}
kernel() { echo "prog kernel &$1(kernarg_u64 %out) { group_u32 %shared[256];"; body; }
last() { printf '@end:\nst_global_u32 $s1, [$d0];\nret;\n};\n'; }
loop() { # LABEL FIRST END
	printf 'mov_b32 $s3, %s;\n@%s:\n' "$2" "$1"
	round '$s3' "$1"
	printf 'add_u32 $s3, $s3, 1;\ncmp_lt_b1_u32 $c1, $s3, %s;\ncbr_b1 $c1, @%s;\n' "$3" "$1"
}
text() { for n in $(seq "$1" $(($2 - 1))); do round "$n" "$n"; done; }
{
	echo 'module &m:1:0:$full:$large:$default;'
	# work-items that have ended are not waited for
	kernel loops; loop a 0 200; middle; loop b 200 400; last
	kernel long; text 0 200; middle; text 200 400; last
} >a.hsail
for level in off sse auto; do
	hsail-as a.hsail -o a.brig
	hsail-fin --simd=$level --emit=llvm-ir a.brig -o a.ll
	[ "$(grep -c '^define internal i32 @hsa.piece' a.ll)" -ge 3 ] || { echo "$level: not cut"; exit 1; }
	for shape in '1000 256' '1000 100' '100,10 17,5'; do
		run="hsa-run a.hsail --fin=--simd=$level --grid=${shape% *} --group=${shape#* }"
		$run -k '&loops' -a 'o=u32[1000]' --out=o=expected
		$run -k '&long' -a 'o=u32[1000]' --check=o=expected
	done
done

# The stack that the kernel asks for has room for its frame and a piece's: so clients that wait run it themselves.
kernel-stack long '^hsa.piece' 0 --simd=sse -mcpu=x86-64-v2 a.brig

# Code that is measured in a trial first, because remarks are asked for, is the same; also that of functions
# which kernels share.
"$TOP/bench/gen_shape" barriers 200 >shared.hsail
hsail-as shared.hsail
for brig in a.brig shared.brig; do
	hsail-fin -mcpu=x86-64-v3 -o plain.o $brig
	hsail-fin -mcpu=x86-64-v3 -Rpass=simd -Rpass-missed=simd -o told.o $brig 2>remarks
	[ -s remarks ]
	cmp plain.o told.o
done

# A kernel can have any name.
sed 's/&loops/\&hsa.piece.0.long/' a.hsail >named.hsail
for name in hsa.piece.0.long long; do
	hsa-run named.hsail --grid=1000 --group=256 -k "&$name" -a 'o=u32[1000]' --out=o=$name.out
done
cmp hsa.piece.0.long.out long.out
hsail-as named.hsail
hsail-fin named.brig
nm named.o | grep -q ' T \$68sa\.piece\.0\.long$'
