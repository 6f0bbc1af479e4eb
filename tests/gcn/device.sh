# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The runtime's kernels as code of a GPU, in the emulator: what they compute is what the code for the host computes,
# whose results the files have from elsewhere. There are threads for work-groups that wait for each other. device.txt has
# those that are refused, and why. Every third file is run (FORMS_SHARE=0/1: all).
: >refused
ran=0
cd "$TOP/tests/exec"
printf '%s\n' *.run "$TOP"/examples/*.run | share 1/3 >"$OLDPWD/files"
# shellcheck disable=SC2013
for r in $(cat "$OLDPWD/files"); do
	status=0
	hsa-run --deep=none --timeout=120 --run "$r" >"$OLDPWD/out" 2>&1 || status=$?
	case $status in
	0) ran=$((ran + 1)) ;;
	125) echo "$r: $(sed -n 's/.*unsupported: //p' "$OLDPWD/out" | head -1)" >>"$OLDPWD/refused" ;;
	*) echo "$r"; cat "$OLDPWD/out"; exit 1 ;;
	esac
done
cd "$OLDPWD"
echo "$ran files"
awk -F: 'NR == FNR { of[$0] = 1; next } of[$1]' files "$T/device.txt" | diff - refused

cat >k.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog kernel &spin(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
@again:
	ld_global_align(4)_u32 $s0, [$d0];
	cmp_ne_b1_u32 $c0, $s0, 77;
	cbr_b1 $c0, @again;
	ret;
};
prog kernel &bad(kernarg_u64 %p) {
	workitemabsid_u32 $s1, 0;
	cmp_ne_b1_u32 $c0, $s1, 37;
	cbr_b1 $c0, @end;
	st_global_align(4)_u32 $s1, [4096];
@end:
	ret;
};
prog kernel &trap(kernarg_u64 %p) {
	workitemabsid_u32 $s1, 0;
	cmp_ne_b1_u32 $c0, $s1, 70;
	cbr_b1 $c0, @end;
	debugtrap_u32 1234;
@end:
	ret;
};
function &down(arg_u32 %r)(arg_u32 %n) {
	ld_arg_u32 $s0, [%n];
	cmp_eq_b1_u32 $c0, $s0, 0;
	cbr_b1 $c0, @end;
	sub_u32 $s1, $s0, 1;
	{
		arg_u32 %m; arg_u32 %x;
		st_arg_u32 $s1, [%m];
		call &down(%x)(%m);
		ld_arg_u32 $s1, [%x];
	}
	add_u32 $s0, $s0, $s1;
@end:
	st_arg_u32 $s0, [%r];
	ret;
};
prog kernel &deep(kernarg_u64 %p) {
	workitemabsid_u32 $s0, 0;
	mul_u32 $s0, $s0, 10000;
	{
		arg_u32 %m; arg_u32 %x;
		st_arg_u32 $s0, [%m];
		call &down(%x)(%m);
		ld_arg_u32 $s0, [%x];
	}
	ret;
};
prog kernel &grid(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
	gridsize_u32 $s2, 0;
	maxcuid_u32 $s3;
	st_global_align(4)_u32 $s2, [$d0];
	st_global_align(4)_u32 $s3, [$d0 + 4];
	ret;
};
END
run() { # STATUS KERNEL
	status=0
	hsa-run --deep=none k.hsail -k "&$2" --grid 128 --group 128 -a 'p=u32[2]' --timeout=1 --cus=3 --out p=p >out 2>&1 ||
		status=$?
	[ $status = "$1" ] || { echo "$2: $status"; cat out; exit 1; }
}
run 124 spin
run 126 bad
grep -q "kernel '&bad': segmentation fault at address 0x1000 by code at 0x.* (k.hsail:14) in work-group (0, 0, 0), work-item 37: buffer_store" out
run 126 trap
grep -q "kernel '&trap': debugtrap 1234 in work-group (0, 0, 0), work-item 70" out
# recursion takes more stack than there is
run 126 deep
grep -q "kernel '&deep': private stack full, bytes wanted: 4 in work-group (0, 0, 0), work-item" out
# what the packet lacks comes by the hidden argument
run 0 grid
[ "$(od -A n -t u4 p | tr -s ' ')" = " 128 2" ]

# LDS is smaller than the host's group memory.
status=0
hsa-run --deep=none k.hsail -k '&grid' --grid 64 --group 64 -a 'p=u32[2]' --dynamic-group 65537 >out 2>&1 || status=$?
[ $status = 125 ]
grep -q "group segment is larger than the LDS of the GPU, 64 KiB: 0x10001" out
hsa-run --deep=none k.hsail -k '&grid' --grid 64 --group 64 -a 'p=u32[2]' --dynamic-group 65536

# An image must have code for a GPU.
hsail-as k.hsail -o k.brig
hsail-fin k.brig -o k.o
hsa-ld k.o -o host.img
status=0
hsa-run --deep=none host.img -k '&grid' --grid 1 --group 1 -a 'p=u32[2]' >out 2>&1 || status=$?
[ $status = 125 ]
grep -q 'host.img: error: there is no code for a GPU in it' out
# HSAEMU_DEEP is there for --deep; the option comes before it.
status=0
HSAEMU_DEEP=none hsa-run host.img -k '&grid' --grid 1 --group 1 -a 'p=u32[2]' >out 2>&1 || status=$?
[ $status = 125 ]
grep -q 'host.img: error: there is no code for a GPU in it' out
HSAEMU_DEEP=none hsa-run --deep=no host.img -k '&grid' --grid 1 --group 1 -a 'p=u32[2]'
HSAEMU_DEEP=tahoe hsa-run host.img -k '&grid' --grid 1 --group 1 -a 'p=u32[2]' 2>out
grep -q "hsa-run: HSAEMU_DEEP is 'tahoe', expected no|tahiti|multi2sim|none; it is ignored" out
sed 's/module &m/module \&n/; s/kernel &/&other_/' k.hsail >n.hsail
hsail-as n.hsail -o n.brig
hsail-fin n.brig -o n.o
hsail-fin -mcpu=native,gfx600 k.brig -o k.o
hsa-ld k.o n.o -o part.img
status=0
hsa-run --deep=none part.img -k '&grid' --grid 1 --group 1 -a 'p=u32[2]' >out 2>&1 || status=$?
[ $status = 125 ]
grep -q "part.img: error: there is no code for a GPU of kernel '&other_grid'" out
hsa-ld k.o -o both.img
hsa-run both.img -k '&grid' --grid 64 --group 64 -a 'p=u32[2]' --check 'p=list(64,0)' -j 1 --cus=1
hsa-run --deep=none both.img -k '&grid' --grid 64 --group 64 -a 'p=u32[2]' --check 'p=list(64,0)' -j 1 --cus=1

# What a thread keeps of a dispatch is not taken for another one, though addresses and numbers of packets come again:
# after a trap there is a new queue, and images are loaded again.
sed 's/debugtrap_u32 1234/debugtrap_u32 5/' k.hsail >other.hsail
{
	for i in 1 2 3; do
		echo "image \"k.hsail\" run t$i { buffer p u32[2] dispatch &trap grid(128) group(128) args(p) }"
		echo "run g$i { buffer p u32[2] dispatch &grid grid(64) group(64) args(p) check p: list(64, 0) }"
		echo "image \"other.hsail\" run o$i { buffer p u32[2] dispatch &trap grid(128) group(128) args(p) }"
		echo "run h$i { buffer p u32[2] dispatch &grid grid(96) group(32) args(p) check p: list(96, 0) }"
	done
} >again.run
status=0
hsa-run --deep=none -j 1 --cus=1 --run again.run >out 2>&1 || status=$?
[ $status = 126 ]
[ "$(grep -c 'debugtrap 1234 in' out)" = 3 ]
[ "$(grep -c 'debugtrap 5 in' out)" = 3 ]
if grep -q 'check of' out; then exit 1; fi

# Kernels of one name, which only their modules can name, each have their code.
for m in 1 2; do
	sed "s/module &m/module \&m$m/; s/^prog kernel &grid/kernel \&same/; s/gridsize_u32 \$s2, 0/mov_b32 \$s2, $m/; /^prog/,/^};/d" \
		k.hsail >m$m.hsail
	hsail-as m$m.hsail -o m$m.brig
	hsail-fin -mcpu=native,gfx600 m$m.brig -o m$m.o
done
hsa-ld m1.o m2.o -o same.img
for m in 1 2; do
	hsa-run --deep=none same.img -k "&m$m::&same" --grid 1 --group 1 -a 'p=u32[2]' --check "p=list($m,0)" -j 1 --cus=1 2>out
	[ ! -s out ]
done
# Code for debuggers has instructions that do nothing.
hsa-run --deep=none -O0 --fin=-g k.hsail -k '&grid' --grid 64 --group 64 -a 'p=u32[2]' --check 'p=list(64,0)' -j 1 --cus=1
# 0 - x is not -x: LLVM takes it for that where an instruction can negate what it reads.
cat >minus.hsail <<'END2'
module &minus:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
	ld_global_align(4)_f32 $s0, [$d0];
	sub_f32 $s1, 0.0f, $s0;
	cvt_f16_f32 $s2, $s1;
	cvt_f32_f16 $s2, $s2;
	st_global_align(4)_f32 $s2, [$d0];
	floor_f64 $d1, 0D7ff0000000000001;
	st_global_align(8)_f64 $d1, [$d0 + 8];
	ret;
};
END2
# and the floor of a NaN that is a constant is that NaN, made quiet
hsa-run --deep=none minus.hsail -k '&k' --grid 1 --group 1 -a 'p=u32[4]' --check 'p=list(0,0,1,0x7ff80000)' -j 1 --cus=1
# Numbers that were extended with their signs are large where they are divided as unsigned ones; LLVM takes them for small.
cat >divide.hsail <<'END2'
module &divide:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %p) {
	ld_kernarg_align(8)_u64 $d0, [%p];
	ld_global_align(2)_s16 $s0, [$d0];
	ld_global_align(2)_u8 $s1, [$d0 + 2];
	rem_u32 $s2, $s0, $s1;
	div_u32 $s3, $s0, $s1;
	st_global_align(4)_u32 $s2, [$d0];
	st_global_align(4)_u32 $s3, [$d0 + 4];
	cvt_u64_u32 $d1, $s0;
	cvt_u64_u32 $d2, $s1;
	rem_u64 $d3, $d1, $d2;
	st_global_align(8)_u64 $d3, [$d0 + 8];
	ret;
};
END2
for level in 0 1 2; do # 0xffff8000 and 0x17
	hsa-run --deep=none -O$level divide.hsail -k '&k' --grid 1 --group 1 -a 'p=u32[4]:0x178000' \
		--check 'p=list(19,186736283,19,0)' -j 1 --cus=1
done
