# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lldb stops at lines of HSAIL and at kernels' names, in images that come and go, and where a kernel faults.
lldb=$(command -v lldb-19 || command -v lldb || command -v lldb-16) || { echo "lldb is not installed"; exit 77; }
cp "$TOP/examples/vecadd.hsail" vecadd.hsail
a='-a f32[1024]:1 -a f32[1024]:2 -a c=f32[1024]'
cat >commands <<'END'
settings set plugin.jit-loader.gdb.enable on
settings set symbols.enable-external-lookup false
settings set auto-confirm true
process handle SIGURG --stop false --notify false --pass true
END
debugger=lldb script=x.lldb
refused='Operation not permitted|lost connection|unable to locate lldb-server|personality set failed'
. "$T/debugger.subr"
lldb_session() { # COMMANDS ARGUMENTS...
	commands=$1
	shift
	session "$commands" "$lldb" --no-lldbinit --batch --source x.lldb -- "$(command -v hsa-run)" "$@"
}
show='thread backtrace
breakpoint delete
continue'
lldb_session "breakpoint set --file vecadd.hsail --line 17
run
next
$show" vecadd.hsail --fin=-O0 -k '&vecadd' --grid 1024 --group 60 -j 1 $a --check c=each:3
has 'stop reason = breakpoint 1.1' 'vecadd at vecadd.hsail:17' '^-> 17.*add_u64 \$d1, \$d1, \$d0' \
	'frame #0: .*vecadd at vecadd.hsail:18' 'frame #[0-9]+: .*(worker_main|rt_signal_wait)' 'exited with status = 0'
# (a client that waits works, too); each work-item passes the line once
lldb_session 'breakpoint set --file vecadd.hsail --line 23 --ignore-count 100000
run
breakpoint list' vecadd.hsail --fin=-O0 -k '&vecadd' --grid 130 --group 60 $a
has 'exited with status = 0' 'hit count = 130'
# by the kernel's name, in optimised code
lldb_session "breakpoint set --name vecadd
run
$show" vecadd.hsail -k '&vecadd' --grid 1024 -j 1 $a
has 'stop reason = breakpoint 1.1' 'frame #0: .*vecadd at vecadd.hsail' 'exited with status = 0'
# at each pass the image is somewhere else
cat >x.run <<'END'
run a { image vecadd.hsail -O0 buffer c f32[64] dispatch &vecadd grid(64) args(c, c, c) }
run b { image vecadd.hsail -O0 buffer c f32[64] dispatch &vecadd grid(64) args(c, c, c) }
END
lldb_session 'breakpoint set --file vecadd.hsail --line 23 --ignore-count 100000
run
breakpoint list' --run x.run
has 'exited with status = 0' '1.1: .*hit count = 64' '1.2: .*hit count = 64'
# A kernel that faults stops there, and ends its dispatch when it goes on. With a time limit the main
# thread leaves the kernel to the worker: lldb may send a thread's signal once more when the thread comes
# to the breakpoint that tells of images, and the worker has ended by then.
lldb_session 'run
thread backtrace
process handle SIGSEGV --stop false --notify false --pass true
continue' vecadd.hsail --fin=-O0 -k '&vecadd' --grid 64 -j 1 --timeout=60 -a 0 -a 0 -a 0
has 'stop reason = signal SIGSEGV' 'frame #0: .*vecadd at vecadd.hsail:20' 'frame #[0-9]+: .*worker_main' \
	'exited with status = 126'
# on fibers the backtrace ends where the fiber began
for f in wave item; do
	lldb_session "breakpoint set --file vecadd.hsail --line 23
run
$show" vecadd.hsail --fin=-O0 --fin=--fibers=$f -k '&vecadd' --grid 64 -j 1 $a
	has 'frame #0: .*vecadd at vecadd.hsail:23' 'frame #[0-9]+: .*rt_(switch_begin|fiber_main)' 'exited with status = 0'
done
