# An access at address 0 faults like any other, at every level: what guards it is not dropped, what follows
# it is not run. Work-items below n are not touched by it.
cp "$T/null_address.text" null.hsail
hsail-as -g null.hsail -o null.brig
levels="off sse"
grep -qw avx2 /proc/cpuinfo && levels="$levels avx2"
grep -qw avx512vl /proc/cpuinfo && levels="$levels avx512"
# the first one, or the gang that has it; fibers come in any order
items='in work-group \(0, 0, 0\), work-items? (4.|5.|6.|(40|44|48|52|56|60|32) to ..)$'
line() { grep -n "// &$1\$" null.hsail | cut -d: -f1; }
run() { # KERNEL N
	hsa-run null.img -k "&$1" --grid 64 --timeout 60 -a 'p=u32[64]' -a "$2" $more --check p=each:i
}
good() { # KERNEL
	run "$1" 64 >out 2>&1 || { cat out; echo "$flags: &$1 does not run"; exit 1; }
}
faults() { # KERNEL ITEMS
	status=0
	run "$1" 40 >out 2>&1 || status=$?
	at="kernel '&$1': segmentation fault at address 0x0 by code at 0x[0-9a-f]+ \(null.hsail:$(line "$1")\)"
	[ $status = 126 ] && grep -Eq "$at $2" out || { cat out; echo "$flags: &$1: status $status, not: $at"; exit 1; }
}
try() { # FLAGS...
	flags=$*
	hsail-fin -g "$@" --verify-ir null.brig -o null.o
	hsa-ld null.o -o null.img
	for k in assert check load atomic volatile scatter gather inlined called icalled regions; do
		more=
		[ $k != icalled ] || more="-a t=u64[1]:list(&fail_at)"
		case $flags in *-O[013]*) ;; *) good $k ;; esac
		faults $k "$items"
	done
	more=
	faults only 'in work-group'
	good next
	good segments
}
for level in $levels; do
	for o in 0 1 2 3; do
		try -O$o --simd=$level
	done
	try --simd=$level --fibers=wave
	try --simd=$level --flow=dispatcher
done
try --fibers=item
try --preempt=timeout

# Functions do not run into each other: none is empty, and what is after a trap is a trap.
hsail-fin -O2 --simd=off null.brig -o null.o
size -A null.o | awk '$1 ~ /^\.text\./ && $2 < 8 { print; bad = 1 } END { exit bad }'

for level in off sse; do
	hsail-fin -O3 --simd=$level null.brig -o null.o
	hsa-ld null.o -o null.img
	good endless
	status=0
	hsa-run null.img -k '&endless' --grid 64 --timeout 0.3 -a 'p=u32[64]' -a 40 >out 2>&1 || status=$?
	[ $status = 124 ] || { cat out; echo "an endless loop ends: $status"; exit 1; }
done
