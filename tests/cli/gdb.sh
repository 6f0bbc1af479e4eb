# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Debuggers and profilers know the code of kernels: gdb stops at lines of HSAIL, with the callers down to
# where the thread began; perf gets a map of functions.
cp "$TOP/examples/vecadd.hsail" vecadd.hsail
a='-a f32[1024]:1 -a f32[1024]:2 -a c=f32[1024]'
# profilers
HSAEMU_PERF=1 sh -c 'echo $$ >pid; exec "$@"' - hsa-run vecadd.hsail -k '&vecadd' --grid 64 $a
map=/tmp/perf-$(cat pid).map
grep -Eq '^[0-9a-f]+ [0-9a-f]+ &vecadd$' "$map"
rm -f "$map"
HSAEMU_PERF=0 sh -c 'echo $$ >pid; exec "$@"' - hsa-run vecadd.hsail -k '&vecadd' --grid 64 $a
[ ! -e "/tmp/perf-$(cat pid).map" ]

command -v gdb >/dev/null || { echo "gdb is not installed"; exit 77; }
cat >commands <<'END'
set breakpoint pending on
set debuginfod enabled off
set pagination off
handle SIGSEGV nostop noprint pass
END
debugger=gdb script=x.gdb refused='ptrace: Operation not permitted|Could not trace'
. "$T/debugger.subr"
gdb_session() { # COMMANDS ARGUMENTS...
	commands=$1
	shift
	session "$commands" gdb -nx -batch -x x.gdb --args "$(command -v hsa-run)" "$@"
}
show='backtrace
info breakpoints
delete
continue'
for group in 16 60 256; do
	gdb_session "break vecadd.hsail:17
run
next
$show" vecadd.hsail --fin=-O0 -k '&vecadd' --grid 1024 --group $group -j 1 $a --check c=each:3
	has 'Breakpoint 1, vecadd \(\) at (\./)?vecadd.hsail:17' '^17.*add_u64 \$d1, \$d1, \$d0' \
		'^18.*add_u64 \$d2, \$d2, \$d0' '^#0 .*vecadd \(\) at (\./)?vecadd.hsail:18' \
		'^#[0-9]+ .*(main|clone3?|__clone3) \(' 'exited normally'
done
# each work-item passes the line once
gdb_session 'break vecadd.hsail:23
ignore 1 100000
run
info breakpoints' vecadd.hsail --fin=-O0 -k '&vecadd' --grid 130 --group 60 $a
has 'exited normally' 'already hit 130 times'
# with optimised code; by the kernel's name; at each pass the image is somewhere else
gdb_session "break vecadd
run
$show" vecadd.hsail -k '&vecadd' --grid 1024 $a
has 'Breakpoint 1, .*vecadd \(\)' 'exited normally'
cat >x.run <<'END'
run a { image vecadd.hsail -O0 buffer c f32[64] dispatch &vecadd grid(64) args(c, c, c) }
run b { image vecadd.hsail -O0 buffer c f32[64] dispatch &vecadd grid(64) args(c, c, c) }
END
gdb_session 'break vecadd.hsail:23
ignore 1 100000
run
info breakpoints' --run x.run
has 'exited normally' 'already hit 128 times'
# on fibers the backtrace ends where the fiber began
for f in wave item; do
	gdb_session "break vecadd.hsail:23
run
$show" vecadd.hsail --fin=-O0 --fin=--fibers=$f -k '&vecadd' --grid 1024 -j 1 $a
	has 'Breakpoint 1, vecadd \(\) at (\./)?vecadd.hsail:23' 'in rt_switch_begin|rt_fiber_main' 'exited normally'
	! grep -q 'Backtrace stopped: previous frame' out || { cat out; exit 1; }
done
