# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An access at address 0 faults like any other, at every level: what guards it is not dropped, what follows
# it is not run. Work-items below n are not touched by it.
cp "$T/null_address.text" null.hsail
hsail-as -g null.hsail -o null.brig
levels="off sse"
grep -qw avx2 /proc/cpuinfo && levels="$levels avx2"
grep -qw avx512vl /proc/cpuinfo && levels="$levels avx512"
kernels="assert check load atomic volatile scatter gather inlined called icalled regions"
# the first one, or the gang that has it; fibers come in any order
items='in work-group \(0, 0, 0\), work-items? (4.|5.|6.|(40|44|48|52|56|60|32) to ..)$'
line() { grep -n "// &$1\$" null.hsail | cut -d: -f1; }
runs() { # N KERNEL...: a run of each kernel
	n=$1
	shift
	echo 'image null.img'
	for k; do
		more=
		[ "$k" != icalled ] || more=,t
		echo "run $k { buffer t u64[1]: list(&fail_at) buffer p u32[64]"
		echo "dispatch &$k grid(64) args(p, $n$more) check p: each(i) }"
	done
}
# shellcheck disable=SC2086
runs 64 $kernels next segments >good.run
# shellcheck disable=SC2086
runs 40 $kernels only >faults.run
for k in $kernels; do
	echo "kernel '&$k': segmentation fault at address 0x0 by code at 0x[0-9a-f]+ \(null.hsail:$(line "$k")\) $items"
done >expected
echo "kernel '&only': segmentation fault at address 0x0 by code at 0x[0-9a-f]+ \(null.hsail:$(line only)\)" >>expected
try() { # FLAGS...
	hsail-fin -g "$@" --verify-ir null.brig -o null.o
	hsa-ld null.o -o null.img
	hsa-run --run good.run >out 2>&1 || { cat out; echo "$*: status $?"; exit 1; }
	status=0
	hsa-run --run faults.run >out 2>&1 || status=$?
	[ $status = 126 ] && [ "$(grep -c error: out)" = "$(wc -l <expected)" ] || { cat out; echo "$*: status $status"; exit 1; }
	while read -r pattern; do
		grep -Eq "$pattern" out || { cat out; echo "$*: not there: $pattern"; exit 1; }
	done <expected
}
for level in $levels; do
	for o in 0 1 2 3; do
		try -O$o --simd=$level
	done
done
try --simd="$level" --fibers=wave
try --simd="$level" --flow=dispatcher
try --fibers=item
try --preempt=timeout

# In a kernel that is cut into several functions.
work() { for n in $(seq 900); do echo "mad_u32 \$s9, \$s9, 5, $n;"; done; }
{
	echo 'module &cut:1:0:$full:$large:$default; prog kernel &large(kernarg_u64 %p, kernarg_u32 %n) {'
	echo 'ld_kernarg_u64 $d0, [%p]; ld_kernarg_u32 $s0, [%n]; workitemflatabsid_u32 $s1; mov_b32 $s9, $s1;'
	work
	echo 'barrier; cmp_lt_b1_u32 $c0, $s1, $s0; cbr_b1 $c0, @good; st_global_u32 $s9, [0]; @good:'
	work
	echo 'barrier; cvt_u64_u32 $d1, $s1; shl_u64 $d1, $d1, 2; add_u64 $d0, $d0, $d1;'
	work
	echo 'and_b32 $s9, $s9, 0; or_b32 $s1, $s1, $s9; st_global_u32 $s1, [$d0]; };'
} >large.hsail
hsail-as -g large.hsail -o large.brig
for level in off sse; do
	hsail-fin -g -O1 --simd=$level --emit=llvm-ir large.brig -o - | grep -q '^define internal i32 @hsa.piece' ||
		{ echo "$level: not cut"; exit 1; }
	hsail-fin -g -O1 --simd=$level large.brig -o null.o
	hsa-ld null.o -o null.img
	hsa-run null.img -k '&large' --grid 64 -a 'p=u32[64]' -a 64 --check p=each:i
	status=0
	hsa-run null.img -k '&large' --grid 64 -a 'p=u32[64]' -a 40 >out 2>&1 || status=$?
	[ $status = 126 ] && grep -Eq "segmentation fault at address 0x0 .*\(large.hsail:903\) $items" out ||
		{ cat out; echo "$level: &large: status $status"; exit 1; }
done

# No function is empty, and between functions there is nothing that could be run.
hsail-fin -O2 --simd=off null.brig -o null.o
size -A null.o | awk '$1 ~ /^\.text\./ && $2 < 8 { print; bad = 1 } END { exit bad }'
hsa-ld null.o -o null.img
objdump -d --no-show-raw-insn null.img >code
grep -q 'int3' code
! grep -q 'add    %al,(%rax)' code || exit 1

for level in off sse; do
	hsail-fin -O3 --simd=$level null.brig -o null.o
	hsa-ld null.o -o null.img
	status=0
	hsa-run null.img -k '&endless' --grid 64 --timeout 0.3 -a 'p=u32[64]' -a 40 >out 2>&1 || status=$?
	[ $status = 124 ] || { cat out; echo "an endless loop ends: $status"; exit 1; }
done
