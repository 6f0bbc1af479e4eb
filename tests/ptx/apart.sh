# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Barriers where warps are apart, as scalar and as vector code.
cp "$T/apart.text" apart.ptx
cat >x.run <<-END
	run sides {
		buffer o u32[128]
		dispatch &sides grid(128) group(128) args(o)
		check o: each((i < 32) * ((i + 32) * (i + 32) + (i + 64) * (i + 64))
			+ (i >= 32 && i < 64) * 2 * (i - 32) * (i - 32)
			+ (i >= 64) * (i - 32) * (i - 32))
	}
	run trips {
		buffer o u32[128]
		dispatch &trips grid(128) group(128) args(o)
		check o: each((i < 120) * ((i < 32) * 6622 + (i >= 32 && i < 64) * 4622
			+ (i >= 64 && i < 96) * 2922 + (i >= 96) * 1782))
	}
	run flag {
		buffer o u32[64]
		dispatch &flag grid(64) group(64) args(o)
		check o: list(100805)
	}
	run warp_sides {
		buffer o u32[64]
		dispatch &warp_sides grid(64) group(64) args(o)
		check o: each((i % 32 < 16) * (i + 216) + (i % 32 >= 16) * (i + 84)
			+ (i % 32 > 0) * ((i < 32) * 6000 + (i >= 32) * 10000))
	}
	run warp_loops {
		buffer o u32[32]
		dispatch &warp_loops grid(32) group(32) args(o)
		check o: each((i % 2 == 0) * (418 + 571 * i) + (i % 2) * (571 + 780 * (i - 1)))
	}
	run members {
		buffer o u32[64]
		dispatch &members grid(64) group(64) args(o)
		check o: each((i % 2 == 0) * (i ^ 2) + (i % 2) * 7)
	}
END
for level in "off -O0" "sse -O1" auto; do
	sed "1i image apart.ptx --simd=$level" x.run >y.run
	hsa-run --timeout=60 --run y.run || { echo "$level" && exit 1; }
done
