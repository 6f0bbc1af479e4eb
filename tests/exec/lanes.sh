# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Cross-lane operations, at every level.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
cp "$T/lanes.text" lanes.hsail
for level in $levels; do
	cat >x.run <<-END
		image lanes.hsail --simd=$level
		buffer out u32[320]
		dispatch &lanes grid(40) group(40) args(out)
		buffer w u32[40] : each(i / 32)
		buffer l u32[40] : each(i % 32)
		buffer next u32[40] : each(w[i] * 32 + (l[i] + 1) % 32)
		buffer sends u32[40] : each(next[i] % 4 != 1 && next[i] < 40)
		buffer takes u32[40] : each(sends[i] && i != 2)
		buffer wide u32[320] : each((i / 8 % 4 != 1) * (
			(i % 8 == 0) * (l[i / 8] - (l[i / 8] + 2) / 4)
			+ (i % 8 == 1) * (w[i / 8] == 0) * 6
			+ (i % 8 == 2) * ((w[i / 8] == 0) * 0xdddddddd + (w[i / 8] == 1) * 0xdd)
			+ (i % 8 == 3) * (takes[i / 8] * next[i / 8] * 10 + (1 - takes[i / 8]) * 7)
			+ (i % 8 == 4) * (w[i / 8] * 320)
			+ (i % 8 == 5) * (sends[i / 8] && next[i / 8] < 8)))
		check out : each(wide[i])
	END
	hsa-run --run x.run || { echo "$level"; exit 1; }
done
