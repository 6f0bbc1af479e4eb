# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Control directives on hsail-fin's command line: they reach the runtime, agree with the module's, and may
# stand for what a function wants of its kernels.
. "$TOP/tests/cli/common.subr"
cat >m.hsail <<'END'
module &m:1:0:$full:$large:$default;
function &whole()()
{
	requirenopartialworkgroups;
	ret;
};
prog kernel &k(kernarg_u64 %p)
{
	maxflatworkgroupsize 256;
	requireddim 2;
	{
		call &whole()();
	}
	ld_kernarg_align(8)_u64 $d0, [%p];
	workgroupsize_u32 $s0, 0;
	st_global_align(4)_u32 $s0, [$d0];
	ret;
};
END
expect_status 0 hsail-as m.hsail
grep -q "m.hsail:7:.* warning: kernel '&k' has no 'requirenopartialworkgroups', but '&whole', which it calls, has it" err
fin() { # STATUS OPTION...
	wanted=$1
	shift
	expect_status "$wanted" hsail-fin m.brig -o m.o "$@"
}
says() {
	grep -q "error: .*$1" err || { echo "not: $1"; cat err; exit 1; }
}
fin 1
says "kernel '&k' or --control must have 'requirenopartialworkgroups'"
whole=--control=requirenopartialworkgroups
fin 0 $whole
! grep . err || exit 1
hsa-ld m.o -o m.img
expect_status 0 hsa-run m.img -k k --grid 64,1 --group 32,1 -a p=u32[1] --check p=list:32
expect_status 125 hsa-run m.img -k k --grid 40,1 --group 32,1 -a p=u32[1]
fin 0 $whole --control=maxflatworkgroupsize=64 --control requiredworkgroupsize=16,2,1
hsa-ld m.o -o m.img
expect_status 125 hsa-run m.img -k k --grid 64,2 --group 32,2 -a p=u32[1]
says "requiredworkgroupsize"
expect_status 0 hsa-run m.img -k k --grid 64,2 --group 16,2 -a p=u32[1] --check p=list:16
fin 1 $whole --control=maxflatworkgroupsize=512
says "'maxflatworkgroupsize' has 256 in &k, but 512"
fin 1 $whole --control=requireddim=3
says "'requireddim' has 2 in &k, but 3"
fin 1 $whole --control=requiredworkgroupsize=16,32,1
says "with --control, in &k: 'requiredworkgroupsize' is above 'maxflatworkgroupsize'"
fin 1 $whole --control=requiredgridsize=64,1,2
says "sizes beyond 'requireddim' must be 1"
fin 1 $whole --control=requiredgridsize=64,4,1 --control=maxflatgridsize=255
says "'requiredgridsize' is above 'maxflatgridsize'"
for wrong in requireddim requireddim=4 requireddim=0 requiredgridsize=1,2 maxflatworkgroupsize=4294967296 \
	requirenopartialworkgroups=1 enablebreakexceptions=1 nothing; do
	fin 2 $whole --control=$wrong
	says "--control: '${wrong%=*}' "
done
# through the driver
expect_status 0 hsaemu-cc m.hsail -o m.img -Xhsail-fin $whole
