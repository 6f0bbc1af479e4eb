# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-cc from each kind of source that needs no compiler: all stops, standard input and output,
# several files, what it keeps and what it leaves behind.
. "$T/common.subr"
cp "$TOP/examples/vecadd.hsail" "$TOP/examples/saxpy.hsail" "$TOP/examples/ptx/saxpy-cuda.ptx" .
hsaemu-cc vecadd.hsail
hsail-as vecadd.hsail -o - | hsail-fin - -O2 -o expected.o
hsa-ld expected.o -o expected.img
cmp expected.img vecadd.img
hsaemu-cc -c vecadd.hsail
cmp expected.o vecadd.o
hsaemu-cc vecadd.o -o - | cmp - expected.img
hsaemu-cc -x hsail - -o - <vecadd.hsail | cmp - expected.img
hsaemu-cc --emit=brig vecadd.hsail saxpy.hsail
[ -s vecadd.brig ] && [ -s saxpy.brig ] || exit 1
hsaemu-cc -S saxpy-cuda.ptx
ptx2hsail --module='&saxpy_cuda.ptx' saxpy-cuda.ptx -o - | cmp - saxpy-cuda.hsail
hsaemu-cc vecadd.brig saxpy.hsail -O1 -Xhsa-ld --map=map -o both.img
grep -q 'saxpy' map && grep -q 'vecadd' map || exit 1
mkdir other # modules of the same name
sed 's/saxpy/other/g' saxpy-cuda.ptx >other/saxpy-cuda.ptx
hsaemu-cc saxpy-cuda.ptx other/saxpy-cuda.ptx -o both.img
mkdir to kept tmp
TMPDIR=$PWD/tmp hsaemu-cc -v --save-temps saxpy-cuda.ptx -o to/s.img 2>err
[ "$(ls to | tr '\n' ' ')" = 's.img saxpy-cuda.brig saxpy-cuda.hsail saxpy-cuda.o ' ]
[ "$(sed 's/ .*//; s,.*/,,' err | tr '\n' ' ')" = 'ptx2hsail hsail-as hsail-fin hsa-ld ' ]
hsaemu-cc --save-temps=kept -c saxpy-cuda.ptx -o to/s.o
[ "$(ls kept | tr '\n' ' ')" = 'saxpy-cuda.brig saxpy-cuda.hsail saxpy-cuda.o ' ]

# The commands can be run again, whatever is in the names.
mkdir "it's"
cp vecadd.hsail "it's/a b.hsail"
hsaemu-cc -v --save-temps "it's/a b.hsail" -o "it's/a b.img" 2>err
cmp "it's/a b.img" expected.img
rm "it's/a b.img"
sh -eu err
cmp "it's/a b.img" expected.img

# A failed step: its status, its message, no output, nothing left behind.
echo 'module &m:1:0:$full:$large:$default; prog kernel &k( {' >bad.hsail
TMPDIR=$PWD/tmp expect_status 1 hsaemu-cc bad.hsail -o new.img
grep -q 'bad.hsail:1:.*error' err
printf '.version 8.0\n.target sm_80\n.address_size 64\n.entry k() { wgmma.fence.sync.aligned; }\n' >no.ptx
TMPDIR=$PWD/tmp expect_status 3 hsaemu-cc no.ptx -o new.img
[ ! -e new.img ]
expect_status 4 hsaemu-cc -c vecadd.hsail -o /dev/full/x
[ -z "$(ls tmp)" ]
