# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run: a status for each outcome, and a message that says where.
. "$T/common.subr"
says() {
	grep -q "error: $1" err || { echo "not: $1"; cat err; exit 1; }
}
cat >k.hsail <<'END'
module &m:1:0:$full:$large:$near;
prog global_u32 &table[4] = u32[](1, 2, 3, 4);
prog kernel &twice(kernarg_u64 %out, kernarg_u32 %n)
{
	workitemabsid_u32 $s0, 0;
	ld_kernarg_align(8)_u64 $d0, [%out];
	cvt_u64_u32 $d1, $s0;
	shl_u64 $d1, $d1, 2;
	add_u64 $d0, $d0, $d1;
	ld_global_align(4)_u32 $s1, [$d0];
	ld_kernarg_align(4)_u32 $s2, [%n];
	mul_u32 $s1, $s1, $s2;
	st_global_align(4)_u32 $s1, [$d0];
	ret;
};
prog kernel &never()
{
@again:
	br @again;
};
END
hsail-as k.hsail -o - | hsail-fin - -o - | hsa-ld - -o k.hso
expect_status 0 hsa-run k.hso -k '&twice' --grid 4 -a x=u32[4]:ramp:1 -a 2 -p x -p '&table' --check x=ramp:2:2
[ "$(cat out)" = "x[0] 2 4 6 8
&table[0] 1 2 3 4" ]
# the address of a variable, the same buffer twice, files both ways
expect_status 0 hsa-run k.hso -k twice --grid 4 -a '&table' -a 3 --set '&table=5' --out '&table=t.bin' --text '&table=-'
[ "$(od -An -tu4 t.bin | tr -s ' ')" = ' 15 15 15 15' ] && [ "$(tr '\n' ' ' <out)" = '15 15 15 15 ' ] || exit 1
expect_status 0 hsa-run k.hso -k twice --grid 4 -a x=u32[]:@t.bin -a 1 --check x=t.bin
# checks
expect_status 1 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:0 -a 1 --check x=t.bin
says "check of 'x' failed: 4 of 4 elements differ, first x\[0\] is 0, expected 15"
expect_status 0 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:14 -a 1 --check x=t.bin:abs=2
expect_status 1 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:14 -a 1 --check x=t.bin:rel=0.05
expect_status 1 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:0 -a 1 --check x=ramp:1:1
expect_status 0 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:0 -a 1 --check x=ramp:1:1:abs=1
expect_status 0 hsa-run k.hso -k twice --grid 4 -a x=u32[4]:ramp:14 -a 1 --check x=t.bin:2
# mistakes
expect_status 2 hsa-run k.hso -k twice --grid 4
says "kernel '&twice' takes 2 arguments, not 0: u64 %out, u32 %n"
expect_status 2 hsa-run k.hso -k twice --grid 4 -a x=u32[4] -a x
says "'x' is an address, but argument %n is u32"
expect_status 2 hsa-run k.hso -k twice --grid 4,4,4,4 -a 1 -a 1
expect_status 2 hsa-run k.hso -k twice
says "expected --grid, or --run"
# refused by the runtime, by the loader, by a tool
expect_status 125 hsa-run k.hso -k twice --grid 4 --group 2048 -a x=u32[4] -a 1
says "dispatch of '&twice' refused: work-group has more than 1024 work-items: 2048 x 1 x 1 asked for"
head -c 3000 k.hso >cut.hso
expect_status 125 hsa-run cut.hso -k twice --grid 4 -a x=u32[4] -a 1
echo 'module &m' >bad.hsail
expect_status 125 hsa-run bad.hsail -k twice --grid 4
# a kernel that faults, one that does not end
expect_status 126 hsa-run k.hso -k twice --grid 4 -a 16 -a 1
says "kernel '&twice': segmentation fault at address 0x10 by code at 0x[0-9a-f]* in work-group (0, 0, 0)"
expect_status 124 hsa-run k.hso -k never --grid 64 --timeout 0.2
says "kernel '&never' did not end within 0.200 s"
# what is not there
expect_status 127 hsa-run none.hso -k twice --grid 4
expect_status 127 hsa-run k.hso -k nothing --grid 4
says "the image has no kernel 'nothing'; it has &twice, &never"
expect_status 127 hsa-run --run none.run
# the code's address is one that addr2line takes
hsail-as -g k.hsail -o - | hsail-fin -g -O0 - -o - | hsa-ld - -o g.hso
expect_status 126 hsa-run g.hso -k twice --grid 4 -a 16 -a 1
at=$(sed -n 's/.* by code at \(0x[0-9a-f]*\) .*/\1/p' err)
addr2line -e g.hso "$at" | grep ':10$'
# -g: the line of what the user wrote
cat >wild.ptx <<'END'
.version 7.0
.target sm_75
.address_size 64
.visible .entry wild(.param .u64 p)
{
	.reg .b64 %rd;
	ld.param.u64 %rd, [p];
	st.global.u64 [%rd], %rd;
	ret;
}
END
for from in wild.ptx:8 k.hsail:10; do
	hsaemu-cc -g "${from%:*}" -o g.hso
	for image in g.hso "${from%:*}"; do
		kernel=twice
		case $from in wild*) kernel=wild; set -- ;; *) set -- -a 1 ;; esac
		expect_status 126 hsa-run "$image" -k $kernel --grid 4 -a 16 "$@"
		says "kernel '&$kernel': segmentation fault at address 0x10 by code at 0x[0-9a-f]* ($from)"
	done
done
# images from standard input
expect_status 0 hsa-run - -k twice --grid 4 -a x=u32[4]:1 -a 7 --check x=list:7 <k.hso
expect_status 0 hsa-run -k twice --grid 4 -a x=u32[4]:1 -a 7 --check x=list:7 --repeat 3 <k.hsail
status=0
hsa-run k.hso -k twice --grid 4 -a x=u32[4]:1 -a 7 -p x >/dev/full 2>err || status=$?
[ $status = 4 ]
says 'cannot write: No space left on device'
expect_status 2 hsa-run k.hso -k twice --grid 4,0 -a x=u32[4]:1 -a 7
says 'a grid or work-group has at least one work-item in each dimension, not 0 in y'
