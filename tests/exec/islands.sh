# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Islands of scalar code, and atomics on elements beside each other, at every level.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"

bytes() { # runs &bytes: grid, group, values
	cat >x.run <<-END
		image "$T/islands.hsail" --simd=$level
		buffer data u8[$3 + 1] : each(i % 61 + i % 3 * 64)
		buffer bins u32[64] : each(i)
		dispatch &bytes grid($1) group($2) args(data, bins, $3)
		check bins : each(i + (i < 61) * (($3 + 60 - i) / 61))
	END
	hsa-run --threads=2 --run x.run || { echo "$level bytes $*"; exit 1; }
}

# data: of 8 rows of 256, place (i + row * row) % 8, so that a work-item has some places more often
biased() { # runs &biased with several numbers: group
	{
		echo "image \"$T/islands.hsail\" --simd=$level"
		echo 'buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)'
		for bias in 0 1000 0x0fffff00 0x10000000 0x7ffffff0 0x80000000 0xf0000000 0xfffffe00; do
			echo "buffer data$bias u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8 - $bias & 0xffffffff)"
			echo "buffer out$bias u8[2048]"
			echo "dispatch &biased grid(256) group($1) args(data$bias, out$bias, $bias)"
			echo "check out$bias : each(times[i] * 3)"
		done
	} >x.run
	hsa-run --run x.run || { echo "$level biased $1"; exit 1; }
}

own() { # runs &own_bytes and &own_words: group
	for which in 0 1 2 3; do
		cat >x.run <<-END
			image "$T/islands.hsail" --simd=$level
			buffer data u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8)
			buffer out u8[2048]
			dispatch &own_bytes grid(256) group($1) args(data, out, $which)
			buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)
			check out : each((times[i] * (1 - $which % 2 * 3 + $which / 2 * (i % 2) * 16) + 4096) % 256)
		END
		hsa-run --run x.run || { echo "$level own_bytes $1 $which"; exit 1; }
	done
	cat >x.run <<-END
		image "$T/islands.hsail" --simd=$level
		buffer data u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8)
		buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)
		buffer halves u16[2048] : each(65535 - i)
		buffer words u32[2048] : each(i)
		buffer old u32[256]
		dispatch &own_words grid(256) group($1) args(data, halves, words, old)
		check halves : each((65535 - i + times[i] * (i / 8 + 1)) % 65536)
		check words : each(i + times[i] * 5)
		check old : each(i * 8 + (i + 1) % 8 + 15)
	END
	hsa-run --run x.run || { echo "$level own_words $1"; exit 1; }
	biased "$1"
}

rows() { # runs &rows: grid and group, width, first element, divisor of those left out
	cat >x.run <<-END
		image "$T/islands.hsail" --simd=$level
		buffer out u32[8 * 400] : each(i * 0x2545f491 + 0x80000007 & 0xffffffff)
		buffer was u32[8 * 400] : each(i * 0x2545f491 + 0x80000007 & 0xffffffff)
		buffer v u32[8 * 400] : each((i % 400 - $3) * 0x9e3779b9 & 0xffffffff)
		buffer on u32[8 * 400] : each(i % 400 >= $3 && i % 400 < $3 + 320 && (i % 400 - $3) % $4 != 0)
		buffer a u32[8 * 400] : each(was[i] ^ 0x80000000)
		buffer b u32[8 * 400] : each(v[i] ^ 0x80000000)
		dispatch &rows $1 args(out, $2, 400, $4, $3)
		buffer op u32[8 * 400] : each(
			(i / 400 == 0) * (was[i] + v[i] & 0xffffffff) + (i / 400 == 1) * (was[i] - v[i] & 0xffffffff)
			+ (i / 400 == 2) * (was[i] & v[i]) + (i / 400 == 3) * (was[i] | v[i])
			+ (i / 400 == 4) * (was[i] ^ v[i])
			+ (i / 400 == 5) * ((was[i] > v[i]) * was[i] + (was[i] <= v[i]) * v[i])
			+ (i / 400 == 6) * ((a[i] < b[i]) * was[i] + (a[i] >= b[i]) * v[i])
			+ (i / 400 == 7) * ((a[i] > b[i]) * was[i] + (a[i] <= b[i]) * v[i]))
		check out : each(on[i] * op[i] + (1 - on[i]) * was[i])
	END
	hsa-run --run x.run || { echo "$level rows $*"; exit 1; }
}

for level in $levels; do
	bytes 256 256 10001
	bytes 512 64 4096
	bytes 150 50 1003
	bytes 64 64 5
	own 64
	own 32
	own 16
	own 8
	rows 'grid(320) group(64)' 0 0 1000
	rows 'grid(320) group(64)' 0 4 3
	rows 'grid(320) group(40)' 0 8 1000
	rows 'grid(320) group(64)' 0 1 5
	rows 'grid(64, 5) group(32, 5)' 64 4 7
	rows 'grid(40, 8) group(8, 4)' 40 4 1000
	rows 'grid(32, 10) group(16, 5)' 32 3 4
done
