# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loads of neighbours that end at an edge, with some lanes off, at every level.
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"

sum() { # a run of &sum in three groups: name, width, rows, first column, last column, lo, hi
	echo "run $1 {"
	shift
	n=$((3 * $1 * $2))
	cat <<-END
		buffer data u32[$n] : each(i * i + 7)
		buffer out u32[$n] : each(4000000000)
		buffer on u32[$n] : each(i % $1 >= $5 && i % $1 < $6)
		buffer west u32[$n] : each(i - on[i] * (i % $1 + $3 > 0))
		buffer east u32[$n] : each(i + on[i] * (i % $1 + $3 < $4))
		dispatch &sum grid($1, 3 * $2) group($1, $2) args(data, out, $3, $4, $5, $6)
		check out : each(on[i] * (data[west[i]] * 5 + data[east[i]] * 3) + (1 - on[i]) * 4000000000)
		}
	END
}

for level in $levels; do
	for options in '' --stack=2 --flow=dispatcher; do
		echo "image \"$T/neighbours.hsail\" --simd=$level $options" >x.run
		for size in '16 16' '32 4' '64 3' '40 5' '8 8' '37 3'; do
			set -- $size
			sum none_$1 $1 $2 100 1000 1 $(($1 - 1))
			sum left_$1 $1 $2 0 1000 0 $(($1 - 1))
			sum before_$1 $1 $2 -1 1000 1 $(($1 - 1))
			sum both_$1 $1 $2 -3 $(($1 - 6)) 1 $(($1 - 1))
			sum one_lane_$1 $1 $2 100 1000 4 5
			sum no_lane_$1 $1 $2 100 1000 4 4
		done >>x.run
		hsa-run --run x.run || { echo "$level $options"; exit 1; }
	done
done
