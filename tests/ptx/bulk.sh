# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Copies of many bytes, clusters of one group, questions about spaces, as scalar and as vector code.
cp "$T/bulk.text" bulk.ptx
cat >x.run <<-END
	run through {
		buffer in u32[64]: each(i * i + 5)
		buffer out u32[64]
		dispatch &through grid(64) group(64) args(in, out)
		check out: each(i * i + 5)
	}
	run reduce {
		buffer out u32[96]: each((i < 48) * (i * 7 - (i >= 32) * i * 7 + (i >= 32) * (i - 32)))
		dispatch &reduce grid(16) group(16) args(out)
		check out: list(100, 108, 116, 124, 132, 140, 148, 156, 164, 172, 180, 188, 196, 204, 212, 220,
			100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115,
			1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0,
			100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115,
			100, 0, 0, 103, 104, 0, 0, 107, 108, 0, 0, 111, 112, 0, 0, 115,
			0, 11, 12, 13, 20, 21, 113, 114, 115, 116, 0, 0, 0, 0, 121, 1)
	}
	run floats {
		buffer out u32[24]: list(0x3c003c00, 0, 0, 0, 0xbc004200, 0, 0, 0x40000000, 0, 0, 0, 0x3ff00000,
			0, 0, 0, 0x3f800000, 1, 2, 3, 4, 0x3c003c00, 0, 0, 0)
		dispatch &floats grid(1) args(out)
		check out: list(0x42004000, 0, 0, 0x3ff00000, 0x40004200, 0, 0, 0x40000000, 0x40003c00, 0, 0, 0x40000000,
			0x40003c00, 0, 0, 0x40380000, 0x40003c01, 2, 3, 0x3ff00004, 0x40003c80, 0, 0, 0x3ff00000)
	}
	run one {
		buffer out u32[10]
		dispatch &one grid(1) dynamic(200) args(out)
		check out: list(1, 0, 200, 384, 384, 0, 0, 0, 0x7fffffff, -1073741701)
	}
	run spaces {
		buffer out u32[14]
		dispatch &spaces grid(1) args(out, u32:list(1, 2, 3, 4))
		check out: list(1, 0, 2, 4, 8, 18, 34, 3, 3, 4, 0, 77, 130, 4)
	}
END
for level in "off -O0" sse auto; do
	{ echo "image bulk.ptx --simd=$level"; cat x.run; } >y.run
	hsa-run --timeout=60 --run y.run || { echo "$level" && exit 1; }
done
