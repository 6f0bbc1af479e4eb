# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an initial value has too much is said, and so are flags that come too late for an image.
. "$T/common.subr"
says() { # TEXT
	grep -q -- "$1" err || { echo "not said: $1"; cat err; exit 1; }
}
hsail-as "$TOP/examples/vecadd.hsail" -o v.brig
hsail-fin v.brig
hsa-ld v.o -o v.img
head -c 30 /dev/zero >30.bin
echo '1 2 3,4 5' >five.txt
run() { expect_status 0 hsa-run v.img --grid 2 -a "a=$1" -a 'f32[4]:2' -a 'c=f32[4]'; }
run 'f32[4]:@30.bin'
says '^--arg:1:10: warning: 30.bin has 30 bytes, of which a takes 16'
run 'f32[]:@30.bin'
says 'warning: 30.bin has 30 bytes, of which a takes 28'
run 'f32[4]:text@five.txt'
says 'warning: five.txt has 5 numbers, of which a takes 4'
run 'f32[4]:list:1:2:3:4:5'
says 'warning: the list has 5 elements, of which a takes 4'
run 'f32[5]:text@five.txt'
[ ! -s err ]
run 'f32[5]:list:1:2'
[ ! -s err ]
set -- --grid 2 -a 'f32[4]' -a 'f32[4]' -a 'f32[4]'
expect_status 0 hsa-run v.img --simd=sse -O1 --fin --flow=masks "$@"
says "^v.img: warning: no effect on machine code that is made already: '-O1', '--simd=sse', '--flow=masks'"
expect_status 0 hsa-run v.o --cc=-DN "$@"
says "^v.o: warning: no effect on machine code that is made already: '-DN'"
expect_status 0 hsa-run v.brig --simd=sse "$@"
[ ! -s err ]
printf 'image v.img --simd=off\n' >late.run
expect_status 0 hsa-run --run late.run
says "^v.img: warning: no effect .*'--simd=off'"
# an image in place of the run file's need not be made as that says
printf 'image v.brig --simd=off\n' >other.run
expect_status 0 hsa-run --run other.run v.img
[ ! -s err ]
