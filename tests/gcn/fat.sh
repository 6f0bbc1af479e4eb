# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Code for the host and for a GPU in one object, and in an image: both are what they are alone.
. "$TOP/tests/cli/common.subr"
cat >m.hsail <<'END'
module &m:1:0:$full:$large:$default;
prog global_u32 &total = 7;
global_u32 &own[2] = u32[](1, 2);
prog kernel &k(kernarg_u64 %p) {
	global_u32 %inner;
	ld_kernarg_align(8)_u64 $d0, [%p];
	ld_global_align(4)_u32 $s1, [&total];
	ld_global_align(4)_u32 $s2, [&own][4];
	st_global_align(4)_u32 $s2, [%inner];
	ld_global_align(4)_u32 $s3, [%inner];
	add_u32 $s1, $s1, $s3;
	st_global_align(4)_u32 $s1, [$d0];
	ret;
};
END
sed 's/module &m/module \&n/; s/&k/\&k2/; s/^prog global_u32 &total = 7/decl prog global_u32 \&total/; s/(1, 2)/(3, 4)/' m.hsail >n.hsail
for f in m n; do
	hsail-as $f.hsail -o $f.brig
	hsail-fin -mcpu=x86-64-v2,gfx600 $f.brig -o $f.o
	hsail-fin -mcpu=gfx600,x86-64-v2 $f.brig -o again.o
	cmp $f.o again.o
	hsail-fin -mcpu=x86-64-v2 $f.brig -o host.o
	# the same code for the host, but for symbols of variables that both kinds of code name
	objdump -d --no-show-raw-insn host.o | sed '1,/^0/d' >host
	objdump -d --no-show-raw-insn $f.o | sed '1,/^0/d' >both
	cmp host both
done
hsa-ld m.o n.o -o x.img
hsa-run x.img -k '&k' --grid=1 --group=1 --arg=o=u32[1]:0 --out=o=k.out
hsa-run x.img -k '&k2' --grid=1 --group=1 --arg=o=u32[1]:0 --out=o=k2.out
[ "$(od -A n -t u4 k.out k2.out | tr -s ' ')" = " 9 11" ]

gcn-dis x.img -o all
[ "$(grep -c '^// code object' all)" = 2 ]
[ "$(grep -c '^// kernel' all)" = 2 ]
# variables are those of the image
for v in total 'hsa_static\.m\$\.own' 'hsa_static\.m\$\.k\.inner'; do
	grep -q "s_add_u32 s[0-9]*, s[0-9]*, $v@rel32@lo" all
done
grep -q 's_add_u32 s[0-9]*, s[0-9]*, hsa_static\.n\$\.own@rel32@lo' all
gcn-dis --kernel k2 x.img -o one
[ "$(grep -c '^// kernel' one)" = 1 ]
grep -q '^k2:' one
gcn-dis --kernel k m.o -o one
hsail-fin -mcpu=gfx600 m.brig -o alone.o
gcn-dis alone.o -o alone
# alone, it has the variables itself
[ "$(grep -c s_endpgm one)" = "$(grep -c s_endpgm alone)" ]
nm alone.o | grep -q ' D total$'

expect_status 1 gcn-dis --kernel none x.img
expect_line err "x.img: error: there is no kernel 'none'"
expect_status 1 gcn-dis host.o
expect_line err 'host.o: error: there is no code for a GPU in it'
# a code object that is damaged
cp m.o bad.o
at=$(LC_ALL=C grep -obUaP '\x7fELF' bad.o | sed -n 2p | cut -d: -f1)
printf '\0' | dd of=bad.o bs=1 seek=$((at + 7)) conv=notrunc 2>/dev/null
expect_status 3 gcn-dis bad.o
expect_line err 'bad.o, code object 1:+0x7: error: unsupported: code for another system than amdhsa'

# The cache knows finalizers by their build IDs: each has that of gcn-codegen in it.
id=$(readelf -n "$BUILD/lib/hsaemu/gcn-codegen" | sed -n 's/.*Build ID: *//p')
[ -n "$id" ]
grep -qF "$id" "$BUILD/bin/hsail-fin"
