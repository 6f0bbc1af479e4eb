# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A work-item waits for another one by strong loads that are no atomics of HSAIL: of fewer bits, and of vectors.
cat >k.ptx <<'END'
.version 8.0
.target sm_80
.address_size 64
END
kernel() { # NAME LOAD
	cat <<-END
	.visible .entry $1(.param .u64 p, .param .u64 o)
	{
		.reg .b64 %p, %o;
		.reg .b32 %t, %v, %w;
		.reg .b16 %h;
		.reg .pred %c;
		ld.param.u64 %p, [p];
		ld.param.u64 %o, [o];
		mov.u32 %t, %tid.x;
		setp.eq.u32 %c, %t, 32;
		@%c bra STORE;
		setp.ne.u32 %c, %t, 0;
		@%c bra END;
	AGAIN:
		$2
		setp.eq.u32 %c, %v, 0;
		@%c bra AGAIN;
		st.global.u32 [%o], %v;
		bra END;
	STORE:
		mov.u16 %h, 1;
		st.volatile.global.u8 [%p], %h;
	END:
		ret;
	}
	END
}
{
	kernel byte 'ld.volatile.global.u8 %h, [%p]; cvt.u32.u16 %v, %h;'
	kernel wide_byte 'ld.volatile.u8 %v, [%p];'
	kernel half 'ld.relaxed.gpu.global.u16 %h, [%p]; cvt.u32.u16 %v, %h;'
	kernel cached_half 'ld.global.cv.u16 %h, [%p]; cvt.u32.u16 %v, %h;'
	kernel acquired 'ld.acquire.gpu.global.s8 %v, [%p];'
	kernel pair 'ld.volatile.global.v2.u32 {%v, %w}, [%p];'
} >>k.ptx
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	echo "image k.ptx --simd=$level" >x.run
	for k in byte wide_byte half cached_half acquired pair; do
		printf 'run %s {\n\tbuffer p u32[2]\n\tbuffer o u32[1]\n\tdispatch &%s grid(64) group(64) args(p, o)\n\tcheck o : 1\n}\n' $k $k
	done >>x.run
	hsa-run --timeout=20 --run x.run || { echo "--simd=$level"; exit 1; }
done
