# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Binary output goes to a terminal only with -f; text always does.
script -qec true typescript </dev/null >screen 2>&1 || { echo "no terminal: $(cat screen)"; exit 77; }
on_terminal() { # COMMAND: its output, status in $status
	status=0
	script -qec "$1" typescript </dev/null >screen || status=$?
}
src=$TOP/examples/vecadd.hsail
on_terminal "hsail-as $src -o -"
[ $status = 1 ]
grep -q '<stdout>.*error:.*binary output is not written to a terminal unless -f is given' screen
on_terminal "hsail-as -f $src -o -"
[ $status = 0 ]
on_terminal "hsail-as $src -o /dev/tty"
[ $status = 1 ]
grep -q '/dev/tty.*error:.*binary output is not written to a terminal' screen
hsail-as "$src" -o v.brig
on_terminal "brig-dis v.brig"
[ $status = 0 ]
grep -q 'prog kernel &vecadd' screen
# Messages are coloured there, unless NO_COLOR is set.
esc=$(printf '\033')
on_terminal "TERM=xterm hsail-as none"
grep -q "$esc\[1;31merror: " screen
on_terminal "TERM=xterm NO_COLOR=1 hsail-as none"
grep -q 'error: ' screen
! grep -q "$esc" screen || exit 1
