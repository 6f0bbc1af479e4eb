# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Straight-line kernels of hundreds of stores: no block of LLVM IR is long when code is generated from it,
# and results are the same at every level.
levels="sse"
for f in avx2 avx512vl; do ! grep -qw $f /proc/cpuinfo || levels="$levels ${f%vl}"; done
longest() { # of all functions of a.ll, in lines
	awk '/^[a-zA-Z0-9_.]+:/ { n = 0 } /^}/ { n = 0 } { if (++n > most) most = n } END { print most }' a.ll
}

for shape in st.global.u32.4 st.global.u16.4 st.private.u32.3 st.group.u8 st.varied.u64.2 arith; do
	# each work-item's KiB of memory is its own
	"$TOP/bench/gen_shape" $shape 600 | sed 's/shl_u64 $d2, $d2, 6;/shl_u64 $d2, $d2, 10;/' >a.hsail
	hsail-as a.hsail
	for level in off $levels; do
		hsail-fin --simd=$level --verify-ir a.brig -o a.o
		hsail-fin --simd=$level --emit=llvm-ir a.brig -o a.ll
		[ "$(longest)" -lt 2000 ] || { echo "$shape, $level: a block of $(longest) lines"; exit 1; }
		hsa-ld a.o -o a.img
		hsa-run a.img --grid 100 --group 64 -a 'i=u32[25600]:ramp:1:7' -a 'o=u8[102400]' -a 3 --out=o=$level >log || { cat log; exit 1; }
		cmp $level off
	done
done

# A line of the source stays with its instructions, and what faults in a cut block is found.
"$TOP/bench/gen_shape" st.global.u32.4 600 | sed 's/^\(\t*\)xor_b32 $s10, $s10, $s11;/\1add_u64 $d1, $d1, $d0;\n&/' >a.hsail
line=$(grep -n 'st_global_u64 $d10' a.hsail | cut -d: -f1)
for level in off $levels; do
	status=0
	hsa-run a.hsail --simd=$level --grid 64 --group 64 -a 'i=u32[2000]' -a 'o=u8[16384]' -a 3 2>err >log || status=$?
	[ $status = 126 ] && grep -q "(a.hsail:$line)" err || { cat err; exit 1; }
done

# Lanes at a constant distance from each other are a scalar and a vector of constants.
printf '%s\n' 'module &m:1:0:$full:$large:$default;' 'prog kernel &k(kernarg_u64 %out) {' \
	'workitemabsid_u32 $s0, 0; cvt_u64_u32 $d0, $s0; shl_u64 $d0, $d0, 6; ld_kernarg_u64 $d1, [%out];' \
	'add_u64 $d1, $d1, $d0; st_global_u32 $s0, [$d1+12]; };' >a.hsail
hsail-as a.hsail
hsail-fin --simd=avx512 -mcpu=x86-64-v4 --emit=llvm-ir a.brig -o a.ll
grep -q 'getelementptr i8, ptr %[^,]*, <16 x i64> <i64 [0-9]*, i64 [0-9]*,' a.ll
