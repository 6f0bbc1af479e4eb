# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Barriers of a number of threads, and work-items that end before barriers, as scalar and as vector code.
cp "$T/barriers.text" barriers.ptx
cat >barriers.run <<-END
	run pipeline {
		buffer o u32[256]
		dispatch &pipeline grid(256) group(128) args(o, 7)
		check o: each((i / 32 % 2) * (7 * (i % 128 / 64 * 64 + 31 - i % 32) + 2100))
	}
	run halves {
		buffer o u32[512]
		dispatch &halves grid(512) group(256) args(o)
		let a = 0 + 100000
		let b = a * 3 + 16 + 100000
		let c = b * 3 + 32 + 100000
		let d = c * 3 + 48 + 100000
		let e = d * 3 + 64 + 100000
		let f = e * 3 + 80 + 100000
		let g = f * 3 + 96 + 100000
		let h = g * 3 + 112 + 100000
		check o: each(h * 3 + 128 + 1000)
	}
	run leaving {
		buffer o u32[256]
		dispatch &leaving grid(256) group(128) args(o, 128)
		check o: list(512)
		dispatch &leaving grid(256) group(128) args(o, 40)
		check o: each((i % 128 < 40) * 160 + (i % 128 >= 40) * 512)
		dispatch &leaving grid(128) group(128) args(o, 0)
		check o: each((i % 128 < 40) * 160 + (i % 128 >= 40) * 512)
	}
	run apart {
		buffer o u32[64]
		dispatch &apart grid(64) group(64) args(o)
		check o: each((i % 32 != 5) * (((i ^ 48) % 32 != 5) * ((i ^ 48) + 1000 + ((i ^ 48) % 32 < 16) * 1000)))
	}
	run ending {
		buffer o u32[200]
		dispatch &ending grid(200) group(100) args(o, 77)
		check o: each((i % 100 < 68) * (1010 + i % 100) + (i % 100 >= 68 && i % 100 < 77) * 77)
	}
	run through {
		buffer o u32[64]
		dispatch &through grid(64) group(64) args(o, 33)
		check o: each((i < 33) * ((i % 2 == 0) * (i + 1) * (i + 1 < 33) + (i % 2) * i * (i + 1) / 2))
	}
END
# Work-items that wait for ever: for barriers of other numbers, for more than there are, at one of all.
cat >stuck.ptx <<'END'
.version 8.0
.target sm_80
.address_size 64
.visible .entry crossed()
{
	.reg .pred %p;
	.reg .b32 %r;
	mov.u32 %r, %tid.x;
	setp.lt.u32 %p, %r, 32;
	@%p bra first;
	bar.sync 1, 64;
	ret;
first:
	bar.sync 2, 64;
	ret;
}
.visible .entry many()
{
	bar.sync 1, 128;
	ret;
}
.func all()
{
	bar.sync 5;
	ret;
}
.visible .entry mixed()
{
	.reg .pred %p;
	.reg .b32 %r;
	mov.u32 %r, %tid.x;
	setp.lt.u32 %p, %r, 32;
	@%p bra first;
	bar.sync 1, 64;
	ret;
first:
	call all;
	ret;
}
.visible .entry left()
{
	.reg .pred %p;
	.reg .b32 %r;
	mov.u32 %r, %tid.x;
	setp.lt.u32 %p, %r, 32;
	@%p bra end;
	bar.sync 1, 64;
end:
	ret;
}
END
cat >several.ptx <<'END'
.version 8.0
.target sm_80
.address_size 64
.visible .entry plain()
{
	.reg .pred %p;
	.reg .b32 %r;
	mov.u32 %r, %tid.x;
	setp.lt.u32 %p, %r, 32;
	@%p bra first;
	bar.sync 1;
	bar.sync 0;
	ret;
first:
	bar.sync 0;
	bar.sync 1;
	ret;
}
.visible .entry turns(.param .u64 out)
{
	.reg .b32 %r<9>;
	.reg .b64 %rd<4>;
	.shared .b32 x[64];
	ld.param.u64 %rd1, [out];
	mov.u32 %r1, %tid.x;
	shl.b32 %r2, %r1, 2;
	mov.u32 %r3, x;
	add.u32 %r4, %r3, %r2;
	st.shared.u32 [%r4], %r1;
	bar.sync 0;
	xor.b32 %r5, %r2, 252;
	add.u32 %r5, %r5, %r3;
	ld.shared.u32 %r6, [%r5];
	bar.sync 1;
	add.u32 %r6, %r6, 1;
	st.shared.u32 [%r4], %r6;
	bar.sync 2;
	ld.shared.u32 %r6, [%r5];
	mul.wide.u32 %rd2, %r1, 4;
	add.u64 %rd1, %rd1, %rd2;
	st.global.u32 [%rd1], %r6;
	ret;
}
END
cat >stuck.run <<'END'
	run crossed { dispatch &crossed grid(64) group(64) }
	run many { dispatch &many grid(64) group(64) }
	run mixed { dispatch &mixed grid(64) group(64) }
	run left { dispatch &left grid(64) group(64) }
END
cat >several.run <<'END'
	run plain { dispatch &plain grid(64) group(64) }
	run turns {
		buffer o u32[64]
		dispatch &turns grid(64) group(64) args(o)
		check o: each(i + 1)
	}
END
run() { # NAME LEVEL [KERNEL:NUMBER]...: these kernels trap as so many wait; the others are right
	name=$1 level=$2 status=0
	shift 2
	sed "1i image $name.ptx --simd=$level" "$name.run" >y.run
	hsa-run --timeout=60 --run y.run 2>err || status=$?
	for e; do
		waits="at barriers, their number: ${e#*:} in work-group (0, 0, 0), work-item"
		grep -q "'&${e%:*}': .*$waits.*($name.ptx:" err || { echo "$e $level" && cat err && exit 1; }
	done
	[ "$(grep -c error: err) $status" = "$# $(($# > 0 ? 126 : 0))" ] ||
		{ echo "$name $level $status" && cat err && exit 1; }
}
# optimised code of 4 lanes takes LLVM seconds a kernel here: two have it
for level in "off -O0" "sse -O0" auto; do
	run barriers "$level"
	run stuck "$level" crossed:64 many:64 mixed:64 left:32
done
for level in "off -O0" "sse -O1" auto; do
	run several "$level" plain:64
done
