# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What lanes do together, and mbarriers, as scalar and as vector code.
cp "$T/warps.text" warps.ptx
cat >x.run <<-END
	run locks {
		buffer n u32[1]
		buffer lock u32[1]
		dispatch &lock_flag grid(128) group(64) args(n, lock)
		check n: list(128)
		dispatch &lock_wait grid(32) group(32) args(n)
		check n: list(32)
	}
	run tiles {
		buffer p u32[384]
		buffer l u32[384]: each(i / 12)
		buffer r u32[384]: each(i % 12)
		buffer t u32[384]: each(l[i] / 8)
		buffer own u32[384]: each(l[i] % 8)
		dispatch &tiles grid(32) group(32) args(p)
		check p: each((r[i] == 0) * (((1 << t[i]) - 1) << (8 * t[i]))
			+ (r[i] == 1) * ((t[i] > 0) * 1 + (t[i] == 0) * 6)
			+ (r[i] == 2) * ((own[i] < t[i]) * (1 << l[i])
				+ (own[i] >= t[i]) * ((255 - ((1 << t[i]) - 1)) << (8 * t[i])))
			+ (r[i] == 3) * (255 << (8 * t[i]))
			+ (r[i] == 4) * (64 * t[i] + 28)
			+ (r[i] == 5) * ((t[i] < 2) * (l[i] - (own[i] > 0)) + (t[i] >= 2) * (l[i] ^ 5))
			+ (r[i] == 6) * ((t[i] < 2) * 15 + (t[i] >= 2) * 16)
			+ (r[i] == 7) * 0xc1f80000
			+ (r[i] == 8) * ((t[i] == 0) * 0x40e00000 + (t[i] == 1) * 0x41700000
				+ (t[i] == 2) * 0x41b80000 + (t[i] == 3) * 0x41f80000)
			+ (r[i] == 9) * 0x80000000
			+ (r[i] == 10) * ((t[i] == 0) * 0xc0e00000 + (t[i] == 1) * 0x7fffffff
				+ (t[i] == 2) * 0xc1b80000 + (t[i] == 3) * 0xc1f80000)
			+ (r[i] == 11) * (8 * t[i] + (own[i] == 0) * 100))
	}
	run copying {
		buffer o u32[64]
		buffer in u32[320]: each(i * 3)
		dispatch &copying grid(64) group(64) args(o, in, 10)
		check o: each((i >= 32 && i != 39) * (30 * (i - 32) + 3 * 32 * 45))
	}
	run retired {
		buffer p u32[96]
		dispatch &retired grid(96) group(96) args(p, 41)
		check p: each((i < 41) * 4 * (20 + 100))
	}
	run counting {
		buffer o u32[6]
		dispatch &counting grid(1) args(o)
		check o: list(5, 0, 3, 0, 1, 4)
	}
END
for level in "off -O0" "sse -O1" auto; do
	sed "1i image warps.ptx --simd=$level" x.run >y.run
	hsa-run --timeout=60 --run y.run || { echo "$level" && exit 1; }
done
