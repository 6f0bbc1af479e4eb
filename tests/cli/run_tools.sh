# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run and the tools it runs: their place, their failures, no temporary files left.
. "$T/common.subr"
says() {
	grep -q -- "error: $1" err || { echo "not: $1"; cat err; exit 1; }
}
mkdir bin tmp
TMPDIR=$PWD/tmp
HSAEMU_BINDIR=$PWD/bin
export TMPDIR HSAEMU_BINDIR
call="hsa-run $TOP/examples/vecadd.hsail -k vecadd --grid 1"
expect_status 125 $call
says 'cannot run .*/bin/hsail-as: No such file or directory'
printf '#!/bin/sh\nexit 3\n' >bin/hsail-as
chmod +x bin/hsail-as
expect_status 125 $call
says 'hsail-as failed with status 3'
printf '#!/bin/sh\nkill -9 $$\n' >bin/hsail-as
expect_status 125 $call
says 'hsail-as was ended by signal 9'
for tool in hsail-as hsail-fin hsa-ld; do ln -sf "$BUILD/bin/$tool" bin/; done
expect_status 0 hsa-run "$TOP/examples/vecadd.hsail" -k vecadd --grid 1 -a f32[1]:1 -a f32[1]:2 -a c=f32[1] \
	--check c=list:3 -O0 -mcpu=x86-64-v2 --fin --emit=obj
# shellcheck disable=SC2046
expect_status 125 $call $(seq -f '--fin=-O%g' 100)
says 'more than 80 flags for hsail-fin or hsaemu-cc'
[ -z "$(ls tmp)" ]
expect_status 2 $call --threads 5000
says 'expected at most 1024 threads, at most 65536 CUs and at least one repetition, found 5000, 0 and 1'
printf 'let x = (1 +' >a.run
expect_status 2 hsa-run --run a.run
says 'expected a number, a name or .(., found the end'
{ printf 'let x = '; head -c 1000 /dev/zero | tr '\0' '('; } >b.run
expect_status 2 hsa-run --run b.run
says 'nested more than 200 levels deep'
