# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Islands of scalar code, and atomics on elements beside each other, at every level.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"

bytes() { # a run of &bytes: grid, group, values
	cat <<-END
		run bytes_$3 {
		buffer data u8[$3 + 1] : each(i % 61 + i % 3 * 64)
		buffer bins u32[64] : each(i)
		dispatch &bytes grid($1) group($2) args(data, bins, $3)
		check bins : each(i + (i < 61) * (($3 + 60 - i) / 61))
		}
	END
}

# data: of 8 rows of 256, place (i + row * row) % 8, so that a work-item has some places more often
biased() { # a run of &biased with several numbers: group
	echo "run biased_$1 {"
	echo 'buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)'
	for bias in 0 1000 0x0fffff00 0x10000000 0x7ffffff0 0x80000000 0xf0000000 0xfffffe00; do
		echo "buffer data$bias u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8 - $bias & 0xffffffff)"
		echo "buffer out$bias u8[2048]"
		echo "dispatch &biased grid(256) group($1) args(data$bias, out$bias, $bias)"
		echo "check out$bias : each(times[i] * 3)"
	done
	echo }
}

own() { # runs of &own_bytes, &own_words and &biased: group
	for which in 0 1 2 3; do
		cat <<-END
			run own_bytes_$1_$which {
			buffer data u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8)
			buffer out u8[2048]
			dispatch &own_bytes grid(256) group($1) args(data, out, $which)
			buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)
			check out : each((times[i] * (1 - $which % 2 * 3 + $which / 2 * (i % 2) * 16) + 4096) % 256)
			}
		END
	done
	cat <<-END
		run own_words_$1 {
		buffer data u32[2048] : each((i % 256 + i / 256 * (i / 256)) % 8)
		buffer times u32[2048] : each((i / 8 % 8 == i % 8) * 2 + ((i / 8 + 1) % 8 == i % 8) * 4 + ((i / 8 + 4) % 8 == i % 8) * 2)
		buffer halves u16[2048] : each(65535 - i)
		buffer words u32[2048] : each(i)
		buffer old u32[256]
		dispatch &own_words grid(256) group($1) args(data, halves, words, old)
		check halves : each((65535 - i + times[i] * (i / 8 + 1)) % 65536)
		check words : each(i + times[i] * 5)
		check old : each(i * 8 + (i + 1) % 8 + 15)
		}
	END
	biased "$1"
}

rows() { # a run of &rows: name, grid and group, width, first element, divisor of those left out
	echo "run $1 {"
	shift
	cat <<-END
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
		}
	END
}

{
	bytes 256 256 10001
	bytes 512 64 4096
	bytes 150 50 1003
	bytes 64 64 5
	own 64
	own 32
	own 16
	own 8
	rows rows_all 'grid(320) group(64)' 0 0 1000
	rows rows_from_4 'grid(320) group(64)' 0 4 3
	rows rows_of_40 'grid(320) group(40)' 0 8 1000
	rows rows_from_1 'grid(320) group(64)' 0 1 5
	rows rows_of_5 'grid(64, 5) group(32, 5)' 64 4 7
	rows rows_of_4 'grid(40, 8) group(8, 4)' 40 4 1000
	rows rows_of_16 'grid(32, 10) group(16, 5)' 32 3 4
} >runs
for level in $levels; do
	echo "image \"$T/islands.hsail\" --simd=$level" | cat - runs >x.run
	hsa-run --threads=2 --run x.run || { echo "$level"; exit 1; }
done
