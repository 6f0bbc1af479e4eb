# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# trap and brkpt end a dispatch where an item gets to them, at every level.
cat >trap.ptx <<'END'
	.version 8.0
	.target sm_80
	.address_size 64
	.visible .entry stop(.param .u64 out, .param .u32 at)
	{
		.reg .b32 %r<4>;
		.reg .b64 %rd<3>;
		.reg .pred %p<2>;
		ld.param.u64 %rd1, [out];
		ld.param.u32 %r2, [at];
		mov.u32 %r1, %tid.x;
		setp.eq.u32 %p1, %r1, %r2;
		@%p1 trap;
		add.u32 %r3, %r2, 1;
		setp.eq.u32 %p1, %r1, %r3;
		@%p1 brkpt;
		mad.wide.u32 %rd2, %r1, 4, %rd1;
		st.global.u32 [%rd2], %r1;
		ret;
	}
END
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	for at in 100 9 31; do # nobody; trap; only brkpt
		{
			echo "image trap.ptx --simd=$level"
			echo "buffer out u32[32]"
			echo "dispatch &stop grid(32) group(32) args(out, $((at == 31 ? -1 : at)))"
			echo "check out: each(i)"
		} >x.run
		status=0
		hsa-run --run x.run 2>err || status=$?
		want=$((at == 100 ? 0 : 126))
		[ $status = $want ] || { echo "$level, $at: $status"; cat err; exit 1; }
		[ $want = 0 ] || grep debugtrap err
	done
done
