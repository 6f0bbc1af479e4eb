# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sums of 32 bits that are widened where a branch tells how large they are, and where what it tells is not enough: of ids
# that come to 0, 2^31 and 2^32, and of loaded numbers. Indices that a branch bounds are linear.

# The condition of a branch on $s2, by name: instructions that set $c0, from $s2 and $s1, and the same of expressions for
# these: $s and $u with and without a sign, $ns and $n.
condition()
{
	case $1 in
	gt0) code='cmp_gt_b1_s32 $c0, $s2, 0;' same="($s > 0)" ;;
	gt_minus) code='cmp_gt_b1_s32 $c0, $s2, 0xfffffffe;' same="($s > -2)" ;;
	zero_lt) code='cmp_lt_b1_s32 $c0, 0, $s2;' same="($s > 0)" ;;
	not_0) code='cmp_ne_b1_u32 $c0, $s2, 0;' same="($u != 0)" ;;
	ge2) code='cmp_ge_b1_u32 $c0, $s2, 2;' same="($u >= 2)" ;;
	lt) code='cmp_lt_b1_u32 $c0, $s2, $s1;' same="($u < $n)" ;;
	gt) code='cmp_gt_b1_u32 $c0, $s2, $s1;' same="($u > $n)" ;;
	lts) code='cmp_lt_b1_s32 $c0, $s2, $s1;' same="($s < $ns)" ;;
	is) code='cmp_eq_b1_s32 $c0, $s2, 9;' same="($u == 9)" ;;
	is_not) code='cmp_ne_b1_s32 $c0, $s2, 9;' same="($u != 9)" ;;
	both) code='cmp_gt_b1_s32 $c1, $s2, 0; cmp_gt_b1_s32 $c2, $s1, $s2; and_b1 $c0, $c1, $c2;' same="(($s > 0) & ($s < $ns))" ;;
	neither) code='cmp_lt_b1_s32 $c1, $s2, 1; cmp_ge_b1_u32 $c2, $s2, $s1; or_b1 $c0, $c1, $c2; not_b1 $c0, $c0;'
		same="(($s >= 1) & ($u < $n))" ;;
	either) code='cmp_gt_b1_s32 $c1, $s2, 0; cmp_gt_b1_u32 $c2, $s2, 9; or_b1 $c0, $c1, $c2;' same="(($s > 0) | ($u > 9))" ;;
	range) code='sub_u32 $s6, $s2, 1; cmp_lt_b1_u32 $c0, $s6, $s1;' same="(($u - 1 & 0xffffffff) < $n)" ;;
	below) code='cmp_ge_b1_u32 $c1, $s2, 2; not_b1 $c0, $c1;' same="($u < 2)" ;;
	else) code='cmp_ge_b1_u32 $c0, $s2, 2; cbr_b1 $c0, @off; cmp_eq_b1_u32 $c0, $s2, $s2;' same="($u < 2)" ;;
	not_both) code='cmp_lt_b1_u32 $c1, $s2, 1; cmp_gt_b1_u32 $c2, $s2, 9; and_b1 $c0, $c1, $c2; not_b1 $c0, $c0;'
		same="($u >= 0)" ;;
	number_ge) code='cmp_ge_b1_u32 $c0, 2, $s2;' same="($u <= 2)" ;;
	nested) code='cmp_gt_b1_s32 $c0, $s2, 0; cbr_b1 $c0, @more; br @off; @more: cmp_le_b1_u32 $c0, $s2, $s1;'
		same="(($s > 0) & ($u <= $n))" ;;
	esac
}
conditions='gt0 gt_minus zero_lt not_0 ge2 lt gt lts is is_not both neither either range below else not_both number_ge nested'

# How $d2 becomes the sum of $s2, or $d1, and a number, widened: as a conversion, by a mask, and shifted with a mask.
form()
{
	case $1 in
	cvt) code="add_u32 \$s3, \$s2, $2; cvt_u64_u32 \$d2, \$s3;" ;;
	mask) code="add_u64 \$d2, \$d1, $2; and_b64 \$d2, \$d2, 0xffffffff;" ;;
	shift) code="add_u64 \$d2, \$d1, $2; shl_u64 \$d2, \$d2, 2; and_b64 \$d2, \$d2, 0x3fffffffc; shr_u64 \$d2, \$d2, 2;" ;;
	half) code="add_u64 \$d2, \$d1, $2; shl_u64 \$d2, \$d2, 2; and_b64 \$d2, \$d2, 0x1fffffffc; shr_u64 \$d2, \$d2, 2;" ;;
	esac
}

# kernel CONDITION FORM NUMBER SOURCE: out[id] is the widened number where the condition holds
kernel()
{
	s= u= n= ns=
	condition "$1"
	branch=$code
	form "$2" "${3#*:}"
	case $4 in
	id) source='cvt_u64_u32 $d1, $s0; add_u64 $d1, $d1, $d4; cvt_u32_u64 $s2, $d1;' ;;
	in) source='cvt_u64_u32 $d1, $s0; shl_u64 $d1, $d1, 2; add_u64 $d1, $d3, $d1; ld_global_u32 $s2, [$d1]; cvt_u64_u32 $d1, $s2;' ;;
	esac
	echo "prog kernel &$1_$2_${3%:*}_$4(kernarg_u64 %out, kernarg_u64 %in, kernarg_u64 %from, kernarg_u32 %n)"
	echo "{
workitemabsid_u32 \$s0, 0;
ld_kernarg_u64 \$d0, [%out];
ld_kernarg_u64 \$d3, [%in];
ld_kernarg_u64 \$d4, [%from];
ld_kernarg_u32 \$s1, [%n];
$source
$branch
cbr_b1 \$c0, @on;
br @off;
@on:
$code
cvt_u64_u32 \$d5, \$s0; shl_u64 \$d5, \$d5, 3; add_u64 \$d5, \$d0, \$d5;
st_global_u64 \$d2, [\$d5];
@off:
ret;
};"
}

# run CONDITION FORM NUMBER SOURCE FROM
run()
{
	n=50
	case $5 in
	0x7*) n=0x7fffffff ;;
	0xf*) n=0xffffffff ;;
	esac
	ns="(($n ^ 0x80000000) - 0x80000000)"
	case $4 in
	id) u="(i + $5 & 0xffffffff)" ;;
	in) u='(i * 0x3ffffff1 + 7 & 0xffffffff)' ;;
	esac
	s="(($u ^ 0x80000000) - 0x80000000)"
	condition "$1"
	mask=0xffffffff
	[ "$2" != half ] || mask=0x7fffffff
	echo "dispatch &$1_$2_${3%:*}_$4 grid(70) group(35) args(out, in, $5, $n)"
	echo "check out : each($same * ($u + (${3#*:}) & $mask) + !$same * 7)"
	echo 'fill out : 7'
}

all() # COMMAND [FROM]
{
	for c in $conditions; do
		for k in m2:-2 m1:-1 0:0 1:1 2:2; do
			"$1" $c cvt $k id ${2-}
			"$1" $c mask $k id ${2-}
		done
		for k in m1:-1 1:1; do
			"$1" $c shift $k id ${2-}
			"$1" $c half $k id ${2-}
			"$1" $c mask $k in ${2-}
		done
	done
}

{
	echo 'module &m:1:0:$full:$large:$default;'
	all kernel
} >bounds.hsail
for from in 0 -20 0x7fffffe0 0xffffffe0; do
	cat <<-E
		run from_$(echo "$from" | tr - m) {
		buffer in u32[70] : each(i * 0x3ffffff1 + 7 & 0xffffffff)
		buffer out u64[70] : 7
	E
	all run "$from"
	echo "}"
done >runs

set -- "-O1 -mcpu=x86-64-v2 --simd=sse" "-O1 -mcpu=x86-64-v3 --simd=avx2"
! grep -qw avx512vl /proc/cpuinfo || set -- "$@" "-O1 -mcpu=x86-64-v4 --simd=avx512"
for flags; do
	{ echo "image \"bounds.hsail\" $flags"; cat runs; } >bounds.run
	hsa-run -r bounds.run >log 2>&1 || { echo "with $flags"; head -30 log; exit 1; }
done
