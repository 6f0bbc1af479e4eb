# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Calls of the system by PTX: printf, the heap, assertions.
cp "$TOP/tests/ptx/system.ptx" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
seq 1 3 99 | sed 's/.*/& hi! &/' | sort >expected
for level in $levels; do
	# in pieces that are whole, of work-items in any order
	hsa-run system.ptx --simd=$level -k '&print' --grid 100 --group 100 -a 'o=u32[100]' \
		--check "o=each((i % 3 == 1) * 3)" | sort >out
	cmp out expected
	cat >x.run <<-X
		image system.ptx
		run heap { buffer o u32[1000]: 5
			dispatch &heap grid(1000) group(50) args(o) check o: list(0) }
		run exhaust { buffer o u32[2]
			dispatch &exhaust grid(1) args(o) check o: list(256, 1) }
	X
	hsa-run --simd=$level --run x.run -j 4

	status=0
	hsa-run system.ptx --simd=$level -k '&misuse' --grid 1 -a 'o=u32[1]' 2>err || status=$?
	[ $status = 126 ]
	grep -F "kernel '&misuse': free of what is no block of the heap" err
	hsa-run system.ptx --simd=$level -k '&check' --grid 2,4 --group 1,4 -a 4
	status=0
	hsa-run system.ptx --simd=$level -k '&check' --grid 2,4 --group 1,4 -a 3 -j 1 2>err || status=$?
	[ $status = 126 ]
	grep -F 'a.cu:12: void k(): block: [0,0,0], thread: [0,3,0] Assertion `i < n` failed.' err
	grep -F "kernel '&check': failed assertion, line 12 in work-group (0, 0, 0), work-item 3" err
done
# a string that cannot be read is told; no text is left in the middle when the values cannot be read
cat >bad.ptx <<'X'
.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.global .align 1 .b8 format[12] = {97, 37, 100, 37, 115, 10};
.visible .entry k(.param .u64 a)
{
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [a];
	mov.u64 %rd2, format;
	{
		.param .b64 p0, p1;
		.param .b32 r;
		st.param.b64 [p0], %rd2;
		st.param.b64 [p1], %rd1;
		call (r), vprintf, (p0, p1);
	}
	ret;
}
X
hsa-run bad.ptx -k '&k' --grid 1 -a 'o=u64[2]:list(7,3)' >out
printf 'a7(bad address 0x3)\n' | cmp - out
status=0
hsa-run bad.ptx -k '&k' --grid 1 -a 0 >out 2>err || status=$?
[ $status = 126 ] && [ ! -s out ] || exit 1
grep -F 'segmentation fault' err
# what the device library lacks is an error when it is finalized, what nobody has when it is linked
echo 'module &m:1:0:$full:$large:$default; decl prog function &hsaemu.nothing()();
	prog kernel &k() { ret; };' >x.hsail
hsail-as x.hsail -o x.brig
! hsail-fin x.brig -o x.o 2>err || exit 1
grep -F "the device library has no function '&hsaemu.nothing'" err
sed -i 's/nothing()()/free()(arg_u32 %p)/' x.hsail
hsail-as x.hsail -o x.brig
! hsail-fin x.brig -o x.o 2>err || exit 1
grep -F "'&hsaemu.free' has other arguments in the device library" err
cat >nv.ptx <<'X'
.version 8.0
.target sm_70
.address_size 64
.extern .func (.param .b32 r) __nv_sinf (.param .b32 x);
.extern .func (.param .b32 r) __nv_cosf (.param .b32 x);
.visible .entry k(.param .u64 a)
{
	.reg .b32 %r<3>;
	call (%r1), __nv_sinf, (%r1);
	call (%r1), __nv_cosf, (%r1);
	ret;
}
X
! hsa-run nv.ptx -k '&k' --grid 1 -a 0 2>err || exit 1
cat err
grep -F "undefined function '&__nv_sinf'" err
grep -F "undefined function '&__nv_cosf'" err
