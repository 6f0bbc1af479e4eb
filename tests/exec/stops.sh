# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Kernels that never end are stopped, by a fault, a time-out or a signal, and it is said where they were.
cp "$T/stops.text" stops.hsail
runs() { # STATUS KERNEL ARGUMENTS..., with a guest and without
	want=$1 kernel=$2
	shift 2
	status=0
	timeout 100 hsa-run stops.img -k "&$kernel" --grid 192 --group 64 -a 'p=u32[8]' "$@" 2>err || status=$?
	[ $status = "$want" ] || { cat err; echo "&$kernel $*: status $status"; exit 1; }
}
says() { grep -Eq "$1" err || { cat err; echo "not: $1"; exit 1; }; }
for form in --simd=off --simd=sse --fibers=item --fibers=wave; do
	hsail-as -g stops.hsail -o - | hsail-fin -g $form - -o - | hsa-ld - -o stops.img
	for scheduler in static dynamic; do
		runs 126 fault -j 2 --scheduler=$scheduler
		says "'&fault': segmentation fault at address 0x10 .*stops.hsail:20\) in work-group \(0, 0, 0\)"
		runs 126 fault_before_flag -j 2 --scheduler=$scheduler
		says "address 0x10 .*stops.hsail:39\) in work-group \(0, 0, 0\)"
	done
	runs 124 endless -j 2 --timeout=0.2
	says "'&endless' did not end within 0.200 s"
	says 'note: work-group \([01], 0, 0\).* runs?, code at 0x[0-9a-f]+ \(stops.hsail:7\)'
	runs 126 misaligned
	says 'at a misaligned or non-canonical address by code at .*stops.hsail:62\)'
	runs 126 far
	says 'at a misaligned or non-canonical address by code at .*stops.hsail:68\)'
	runs 126 deeper --timeout=60
	says 'call stack exhausted by code at|private stack full'
done
hsail-as -g stops.hsail -o - | hsail-fin -g --fibers=item - -o - | hsa-ld - -o stops.img
runs 124 barrier -j 1 --timeout=0.2
says 'work-group \(0, 0, 0\): work-item 5 (lets others run|runs), code at .*stops.hsail:5[0-3]\)'
says 'work-group \(0, 0, 0\): 63 work-items from 0 on wait at barriers, code at .*stops.hsail:5[0-9]\)'
# later runs go on
cat >x.run <<'END'
image stops.img
run first { buffer p u32[1] dispatch &endless grid(64) args(p) check p: 0 }
run second { buffer p u32[1] dispatch &good grid(64) args(p) check p: 1 }
END
status=0
hsa-run --run x.run --timeout=0.3 --json >out 2>err || status=$?
[ $status = 124 ]
grep -q '"run": "first", "status": 124.*"messages": \[".*did not end within.*", "work-group (0, 0, 0)' out
grep -q '"run": "second", "status": 0' out
# Ctrl-C; perl undoes that a parent ignores it
for name in INT=2 TERM=15 HUP=1; do
	for threads in 1 2; do
		perl -e 'my $name = shift; $SIG{$name} = "DEFAULT"; my $child = fork // die;
			exec @ARGV if !$child;
			sleep 1; kill $name, $child; waitpid $child, 0; print $? & 127, "\n"' ${name%=*} \
			hsa-run stops.img -k '&endless' --grid 64 -j $threads -a 'p=u32[4]' >out 2>err
		[ "$(cat out)" = ${name#*=} ] || { cat out err; exit 1; }
		says "kernel '&endless' had not ended when SIG${name%=*} came"
		says 'note: work-group \(0, 0, 0\)'
	done
done
