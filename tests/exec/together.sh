# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops that lanes mostly leave together, at every level.
levels="--simd=off --simd=sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels --simd=avx2 --simd=up-to-avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels --simd=avx512 --simd=auto"

strided() { # runs &strided and &tested: grid, group, n, first
	for k in strided tested; do
		cat >x.run <<-END
			image "$T/together.hsail" $level
			buffer out u32[3 * $1]
			buffer marks u32[256 * ($1 / $2 + 1)]
			dispatch &$k grid($1) group($2) args(out, marks, $3, $4)
			buffer id u32[$1] : each(i % $2)
			buffer size u32[$1] : each($2)
			buffer count u32[$1] : each((id[i] < $3 && id[i] >= $4) * (($3 - id[i] + $2 - 1) / $2))
			buffer sum u32[$1] : each(3 * (id[i] * count[i] + $2 * (count[i] * (count[i] - 1) / 2)) + i / $2 * count[i])
			check out : each((i % 3 == 0) * sum[i / 3] + (i % 3 == 1) * count[i / 3] + (i % 3 == 2) * (id[i / 3] + count[i / 3] * $2))
			check marks : each((i % 256 < $3 && i % 256 % $2 >= $4 && i / 256 < $1 / $2) * (i % 256 / $2 + 1))
		END
		hsa-run --run x.run || { echo "$level $k $*"; exit 1; }
	done
}

wraps() { # runs &wraps: n, step, begin
	cat >x.run <<-END
		image "$T/together.hsail" $level
		buffer out u32[80]
		dispatch &wraps grid(80) group(40) args(out, $1, $2, $3)
		buffer a1 u32[80] : each(i + $3 + $2 & 0xffffffff)
		buffer a2 u32[80] : each(a1[i] + $2 & 0xffffffff)
		buffer a3 u32[80] : each(a2[i] + $2 & 0xffffffff)
		buffer a4 u32[80] : each(a3[i] + $2 & 0xffffffff)
		buffer a5 u32[80] : each(a4[i] + $2 & 0xffffffff)
		buffer a6 u32[80] : each(a5[i] + $2 & 0xffffffff)
		buffer a7 u32[80] : each(a6[i] + $2 & 0xffffffff)
		buffer a8 u32[80] : each(a7[i] + $2 & 0xffffffff)
		check out : each(1 + (a1[i] < $1) * (1 + (a2[i] < $1) * (1 + (a3[i] < $1) * (1 + (a4[i] < $1)
			* (1 + (a5[i] < $1) * (1 + (a6[i] < $1) * (1 + (a7[i] < $1) * (1 + (a8[i] < $1)))))))))
	END
	hsa-run --run x.run || { echo "$level wraps $*"; exit 1; }
}

tuples() { # runs &tuples: width, height, group, step, most
	cat >x.run <<-END
		image "$T/together.hsail" $level
		buffer in u32[4 * $1 * $2] : each(i)
		buffer out u32[4 * $1 * $2]
		dispatch &tuples grid($1, $2) group($3) args(in, out, $4, $5, $1)
		buffer all u32[$1] : each(i / $4 + 1)
		buffer n u32[$1] : each((all[i] < $5) * all[i] + (all[i] >= $5) * $5)
		check out : each(n[i / 4 % $1] * i - 4 * $4 * (n[i / 4 % $1] * (n[i / 4 % $1] - 1) / 2))
	END
	hsa-run --run x.run || { echo "$level tuples $*"; exit 1; }
}

for level in $levels; do
	strided 256 64 200 0
	strided 256 64 256 0
	strided 128 64 3 0
	strided 192 48 111 5
	strided 100 25 77 0
	strided 128 128 250 17
	strided 64 16 0 0
	wraps 100 16 0
	wraps 0xfffffff0 0x10000000 7
	wraps 0xc0000000 0x70000000 0x7fffffe0
	wraps 0xffffffff 3 0xffffffc0
	tuples 64 4 '64' 1 4
	tuples 64 8 '16, 8' 16 4
	tuples 80 3 '40' 7 3
	tuples 33 4 '33, 2' 1 40
	tuples 256 4 '64, 4' 64 4
done
