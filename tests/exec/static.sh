# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Hosts read and set variables of module linkage; several modules may have one of the same name.
cat >a.ptx <<'X'
.version 8.0
.target sm_70
.address_size 64
.global .align 4 .u32 counter = 5;
.const .align 4 .u32 step = 2;
.global .align 4 .u32 both = 3;
.visible .global .align 4 .u32 shown = 7;
.visible .entry k(.param .u64 out)
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<9>;
	ld.param.u64 %rd1, [out];
	ld.const.u32 %r1, [step];
	atom.global.add.u32 %r2, [counter], %r1;
	ld.global.u32 %r3, [both];
	add.u32 %r2, %r2, %r3;
	st.global.u32 [%rd1], %r2;
	ret;
}
X
cat >b.ptx <<'X'
.version 8.0
.target sm_70
.address_size 64
.global .align 4 .u32 both = 40;
.global .align 4 .u32 shown = 50;
.visible .entry l(.param .u64 out)
{
	.reg .b64 %rd<3>;
	.reg .b32 %r<9>;
	ld.param.u64 %rd1, [out];
	ld.global.u32 %r1, [both];
	ld.global.u32 %r2, [shown];
	add.u32 %r1, %r1, %r2;
	st.global.u32 [%rd1], %r1;
	ret;
}
X
for level in off auto; do
	hsa-run a.ptx --simd=$level -k '&k' --grid 1 -a 'o=u32[1]' --set '&counter=list(9)' \
		--set '&step=list(4)' --check 'o=list(12)' --check '&counter=list(13)' --check '&shown=list(7)'
	for m in a b; do
		ptx2hsail --module=\&$m --emit=brig $m.ptx -o $m.brig
		hsail-fin --simd=$level $m.brig -o $m.o
	done
	hsa-ld a.o b.o -o ab.img
	hsa-run ab.img -k '&k' --grid 1 -a 'o=u32[1]' --check 'o=list(8)'
	# shown of b is hidden by a's, which has program linkage
	hsa-run ab.img -k '&l' --grid 1 -a 'o=u32[1]' --set '&shown=list(1)' --check 'o=list(90)'
	! hsa-run ab.img -k '&l' --grid 1 -a 'o=u32[1]' --set '&both=list(1)' 2>err || exit 1
	grep -F "'&both' can be &a::&both or &b::&both" err
	hsa-run ab.img -k '&l' --grid 1 -a 'o=u32[1]' --set '&b::&both=list(1)' --check 'o=list(51)'
done
