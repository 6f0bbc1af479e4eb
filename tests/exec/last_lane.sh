# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What one lane stores at an address that all lanes have, at every level, wherever the lane is.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"

find() { # a run of &find with 67 groups, of which one work-item each has the key: group, items of it
	cat <<-END
		run find_$2 {
		buffer keys u32[$2] : each(i * 7 + 1)
		buffer places u32[$2] : each(i * 5 % 64)
		buffer table u32[64] : each(i * i)
		buffer wanted u32[67] : each(i * 7 + 1)
		buffer out u32[67] : each(4000000000)
		dispatch &find $1 args(keys, places, table, out, wanted)
		check out : each((i < $2) * ((i * 5 % 64) * (i * 5 % 64) * 3 + i) + (i >= $2) * 4000000000)
		}
	END
}

bytes() { # a run of &bytes with four groups: group
	cat <<-END
		run bytes_$1 {
		buffer places u32[4 * $1] : each(i % $1 * 7 % $1)
		buffer out u8[4]
		buffer after u8[4]
		dispatch &bytes grid(4 * $1) group($1) args(places, out, after)
		check out : each(i % 2)
		check after : each(7 * 16 + 9)
		}
	END
}

row() { # a run of &row: width, rows of the grid, rows of a group
	cat <<-END
		run row_$1 {
		buffer keys u32[2 * $1 * $2] : each((i % 2 == 0) * (((i / 2) % $1) == (i / 2 / $1) * 3 % ($1 + 1)) + (i % 2) * (0 - i & 0xffffffff))
		buffer found u64[$2] : each((i * 3 % ($1 + 1) < $1) * (0 - 2 * ((i * $1 + i * 3 % ($1 + 1)) * 2 + 1)))
		buffer out u64[$2]
		dispatch &row grid($1, $2) group($1, $3) args(keys, out, 1)
		check out : each(found[i])
		}
	END
}

for level in $levels; do
	for options in '' --stack=4 --lanes-along=y --flow=dispatcher --preempt=timeout; do
		{
			echo "image \"$T/last_lane.hsail\" --simd=$level $options"
			find 'grid(67 * 64) group(64)' 64
			find 'grid(67 * 16, 3) group(16, 3)' 48
			find 'grid(67 * 37) group(37)' 37
			find 'grid(67) group(1)' 1
			find 'grid(67 * 8) group(8)' 8
			bytes 64
			bytes 37
			bytes 1
			row 64 20 4
			row 16 50 5
			row 5 7 7
		} >x.run
		hsa-run --threads=2 --run x.run || { echo "$level $options"; exit 1; }
	done
done
