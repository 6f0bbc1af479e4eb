# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops that lanes mostly leave together, at every level.
levels="--simd=off --simd=sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels --simd=avx2 --simd=up-to-avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels --simd=avx512 --simd=auto"

strided() { # runs &strided and &tested: grid, group, n, first
	for k in strided tested; do
		n=$((n + 1))
		cat >>x.run <<-END
			buffer out$n u32[3 * $1]
			buffer marks$n u32[256 * ($1 / $2 + 1)]
			dispatch &$k grid($1) group($2) args(out$n, marks$n, $3, $4)
			buffer id$n u32[$1] : each(i % $2)
			buffer size$n u32[$1] : each($2)
			buffer count$n u32[$1] : each((id$n[i] < $3 && id$n[i] >= $4) * (($3 - id$n[i] + $2 - 1) / $2))
			buffer sum$n u32[$1] : each(3 * (id$n[i] * count$n[i] + $2 * (count$n[i] * (count$n[i] - 1) / 2)) + i / $2 * count$n[i])
			check out$n : each((i % 3 == 0) * sum$n[i / 3] + (i % 3 == 1) * count$n[i / 3] + (i % 3 == 2) * (id$n[i / 3] + count$n[i / 3] * $2))
			check marks$n : each((i % 256 < $3 && i % 256 % $2 >= $4 && i / 256 < $1 / $2) * (i % 256 / $2 + 1))
		END
	done
}

wraps() { # runs &wraps: n, step, begin
	n=$((n + 1))
	cat >>x.run <<-END
		buffer out$n u32[80]
		dispatch &wraps grid(80) group(40) args(out$n, $1, $2, $3)
		buffer a1$n u32[80] : each(i + $3 + $2 & 0xffffffff)
		buffer a2$n u32[80] : each(a1$n[i] + $2 & 0xffffffff)
		buffer a3$n u32[80] : each(a2$n[i] + $2 & 0xffffffff)
		buffer a4$n u32[80] : each(a3$n[i] + $2 & 0xffffffff)
		buffer a5$n u32[80] : each(a4$n[i] + $2 & 0xffffffff)
		buffer a6$n u32[80] : each(a5$n[i] + $2 & 0xffffffff)
		buffer a7$n u32[80] : each(a6$n[i] + $2 & 0xffffffff)
		buffer a8$n u32[80] : each(a7$n[i] + $2 & 0xffffffff)
		check out$n : each(1 + (a1$n[i] < $1) * (1 + (a2$n[i] < $1) * (1 + (a3$n[i] < $1) * (1 + (a4$n[i] < $1)
			* (1 + (a5$n[i] < $1) * (1 + (a6$n[i] < $1) * (1 + (a7$n[i] < $1) * (1 + (a8$n[i] < $1)))))))))
	END
}

tuples() { # runs &tuples: width, height, group, step, most
	n=$((n + 1))
	cat >>x.run <<-END
		buffer in$n u32[4 * $1 * $2] : each(i)
		buffer out$n u32[4 * $1 * $2]
		dispatch &tuples grid($1, $2) group($3) args(in$n, out$n, $4, $5, $1)
		buffer all$n u32[$1] : each(i / $4 + 1)
		buffer n$n u32[$1] : each((all$n[i] < $5) * all$n[i] + (all$n[i] >= $5) * $5)
		check out$n : each(n$n[i / 4 % $1] * i - 4 * $4 * (n$n[i / 4 % $1] * (n$n[i / 4 % $1] - 1) / 2))
	END
}

n=0
for level in $levels; do
	echo "image \"$T/together.hsail\" $level" >x.run
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
	hsa-run --run x.run || { echo "$level"; exit 1; }
done
