# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# PTX in several files: weak definitions of the same name, of which the first is taken, or the one
# that is not weak; declarations of variables and functions of other files.
common() { # FACTOR WORD OWN
	cat <<-X
		.version 8.0
		.target sm_70
		.address_size 64
		.extern .global .align 4 .u32 far;
		.weak .global .align 4 .u32 factor = $1;
		.common .global .align 4 .u32 tentative;
		.global .align 4 .u32 own = $3;
		.extern .func (.param .b32 r) deep(.param .b32 n);
		.weak .func (.param .b32 r) weigh(.param .b32 n)
		{
			.reg .b32 %r<9>;
			.reg .pred %p;
			ld.param.b32 %r1, [n];
			mov.u32 %r2, $2;
			setp.eq.u32 %p, %r1, 0;
			@%p bra OUT;
			sub.u32 %r3, %r1, 1;
			{
				.param .b32 a, b;
				st.param.b32 [a], %r3;
				call (b), weigh, (a);
				ld.param.b32 %r2, [b];
			}
		OUT:	st.param.b32 [r], %r2;
			ret;
		}
		.weak .entry both(.param .u64 out)
		{
			.reg .b64 %rd<3>;
			.reg .b32 %r<3>;
			ld.param.u64 %rd1, [out];
			mov.u32 %r1, $2;
			st.global.u32 [%rd1], %r1;
			ret;
		}
	X
}
{
	common 2 10 100
	cat <<-X
		.visible .entry k(.param .u64 out)
		{
			.reg .b64 %rd<3>;
			.reg .b32 %r<9>;
			ld.param.u64 %rd1, [out];
			mov.u32 %r1, %tid.x;
			{
				.param .b32 a, b;
				st.param.b32 [a], %r1;
				call (b), weigh, (a);
				ld.param.b32 %r2, [b];
			}
			{
				.param .b32 a, b;
				st.param.b32 [a], %r1;
				call (b), deep, (a);
				ld.param.b32 %r3, [b];
			}
			ld.global.u32 %r4, [factor];
			mad.lo.u32 %r2, %r2, %r4, %r3;
			ld.global.u32 %r4, [own];
			add.u32 %r2, %r2, %r4;
			ld.global.u32 %r4, [far];
			add.u32 %r2, %r2, %r4;
			ld.global.u32 %r4, [tentative];
			add.u32 %r2, %r2, %r4;
			mul.wide.u32 %rd2, %r1, 4;
			add.u64 %rd1, %rd1, %rd2;
			st.global.u32 [%rd1], %r2;
			ret;
		}
	X
} >a.ptx
{
	common 3 20 200
	cat <<-X
		.visible .func (.param .b32 r) deep(.param .b32 n)
		{
			.reg .b32 %r<4>;
			ld.param.b32 %r1, [n];
			ld.global.u32 %r2, [own];
			mad.lo.u32 %r3, %r1, 1000, %r2;
			st.param.b32 [r], %r3;
			ret;
		}
	X
} | grep -v 'extern .func' >b.ptx
cat >c.ptx <<X
.version 8.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 far = 10000;
.visible .global .align 4 .u32 factor = 5;
X
sed 's/factor/nothing/' c.ptx >d.ptx
for level in off auto; do
	for m in a b c d; do
		ptx2hsail --module=\&$m --emit=brig $m.ptx -o $m.brig
		hsail-fin --simd=$level $m.brig -o $m.o
	done
	hsa-ld a.o b.o d.o -o first.img
	hsa-run first.img -k '&k' --grid 4 --group 4 -a 'o=u32[4]' \
		--check 'o=each(10 * 2 + i * 1000 + 200 + 100 + 10000)'
	hsa-run first.img -k '&both' --grid 1 -a 'o=u32[1]' --check 'o=list(10)'
	hsa-ld b.o a.o c.o -o second.img
	hsa-run second.img -k '&k' --grid 4 --group 4 -a 'o=u32[4]' --set '&tentative=list(7)' \
		--check 'o=each(20 * 5 + i * 1000 + 200 + 100 + 10000 + 7)'
	hsa-run second.img -k '&both' --grid 1 -a 'o=u32[1]' --check 'o=list(20)'
	! hsa-ld a.o d.o -o lacks.img 2>err || exit 1
	grep -F "undefined function '&deep'" err
done
echo 'module &m:1:0:$full:$large:$default; function &f()() {}; prog kernel &k() { ret; };
	pragma "hsaemu.weak", &f;' >x.hsail
hsail-as x.hsail -o x.brig
! hsail-fin x.brig -o x.o 2>err || exit 1
grep -F 'pragma "hsaemu.weak": wants one variable, kernel or function that the module' err
