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

# No function is empty, and between functions there is nothing that could be run.
hsail-fin -O2 --simd=off null.brig -o null.o
size -A null.o | awk '$1 ~ /^\.text\./ && $2 < 8 { print; bad = 1 } END { exit bad }'
hsa-ld null.o -o null.img
objdump -d --no-show-raw-insn null.img >code
grep -q 'int3' code
! grep -q 'add    %al,(%rax)' code

for level in off sse; do
	hsail-fin -O3 --simd=$level null.brig -o null.o
	hsa-ld null.o -o null.img
	status=0
	hsa-run null.img -k '&endless' --grid 64 --timeout 0.3 -a 'p=u32[64]' -a 40 >out 2>&1 || status=$?
	[ $status = 124 ] || { cat out; echo "an endless loop ends: $status"; exit 1; }
done
