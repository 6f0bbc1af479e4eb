# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ldmatrix, stmatrix and movmatrix: what lanes get of which rows, at all levels.
cat >m.ptx <<-'END'
	.version 8.0
	.target sm_90
	.address_size 64
	.visible .entry load(.param .u64 p)
	{
		.reg .b32 %r<20>;
		.reg .b64 %rd<4>;
		.shared .align 16 .b8 tile[512];
		ld.param.u64 %rd1, [p];
		mov.u32 %r1, tile;
		mov.u32 %r2, %laneid;
		mad.lo.u32 %r3, %r2, 16, %r1;
		shl.b32 %r4, %r2, 3;
		mad.lo.u32 %r4, %r4, 0x10001, 0x10000; // row l of all has 8 l, 8 l + 1, ... 8 l + 7
		st.shared.b32 [%r3], %r4;
		add.u32 %r4, %r4, 0x20002;
		st.shared.b32 [%r3+4], %r4;
		add.u32 %r4, %r4, 0x20002;
		st.shared.b32 [%r3+8], %r4;
		add.u32 %r4, %r4, 0x20002;
		st.shared.b32 [%r3+12], %r4;
		bar.warp.sync -1;
		mad.wide.u32 %rd2, %r2, 40, %rd1;
		ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r5, %r6, %r7, %r8}, [%r3];
		ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r9, %r10, %r11, %r12}, [%r3];
		ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r13}, [%r3];
		movmatrix.sync.aligned.m8n8.trans.b16 %r14, %r6;
		st.global.b32 [%rd2], %r5;
		st.global.b32 [%rd2+4], %r6;
		st.global.b32 [%rd2+8], %r7;
		st.global.b32 [%rd2+12], %r8;
		st.global.b32 [%rd2+16], %r9;
		st.global.b32 [%rd2+20], %r10;
		st.global.b32 [%rd2+24], %r11;
		st.global.b32 [%rd2+28], %r12;
		st.global.b32 [%rd2+32], %r13;
		st.global.b32 [%rd2+36], %r14;
		ret;
	}
	.visible .entry store(.param .u64 p)
	{
		.reg .b32 %r<20>;
		.reg .b64 %rd<4>;
		.shared .align 16 .b8 tile[1024];
		ld.param.u64 %rd1, [p];
		mov.u32 %r1, tile;
		mov.u32 %r2, %laneid;
		mad.lo.u32 %r3, %r2, 16, %r1;
		mad.lo.u32 %r4, %r2, 0x20002, 0x10000;
		add.u32 %r5, %r4, 0x400040;
		add.u32 %r6, %r3, 512;
		stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r3], {%r4, %r5};
		stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%r6], {%r4, %r5};
		bar.warp.sync -1;
		mad.lo.u32 %r7, %r2, -8, %r3; // 8 bytes of each: 256 bytes of either
		ld.shared.b64 %rd3, [%r7];
		mad.wide.u32 %rd2, %r2, 8, %rd1;
		st.global.b64 [%rd2], %rd3;
		ld.shared.b64 %rd3, [%r7+512];
		st.global.b64 [%rd2+256], %rd3;
		ret;
	}
END
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	# lane l, register r: matrix r % 4, row l / 4 and places 2 (l % 4), or the other way around
	cat >m.run <<-END
		image m.ptx --simd=$level
		run load {
			buffer p u16[640]
			let l = 20
			dispatch &load grid(32) args(p)
			buffer r u16[640]: each(i / 2 % 10)
			buffer row u16[640]: each(i / 20 / 4)
			buffer place u16[640]: each(i / 20 % 4 * 2 + i % 2)
			buffer matrix u16[640]: each((r[i] < 8) * (r[i] % 4) + (r[i] == 9))
			buffer turned u16[640]: each((r[i] >= 4 && r[i] < 8) || r[i] == 9)
			check p: each(64 * matrix[i] + 8 * (turned[i] * place[i] + !turned[i] * row[i]) + turned[i] * row[i] + !turned[i] * place[i])
		}
		run store {
			buffer p u16[256]
			dispatch &store grid(32) args(p)
			check p: each((i < 128) * i + (i >= 128) * ((i - 128) / 64 * 64 + i % 8 * 8 + i / 8 % 8))
		}
	END
	hsa-run --run m.run || { echo "$level" && exit 1; }
done
