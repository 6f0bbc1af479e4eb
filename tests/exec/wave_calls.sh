# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of another module act as a wave or a work-group, whatever vectors either side was made for.
cp "$T/wave_calls.text" main.hsail
cp "$T/wave_calls.lib" library.hsail
hsail-as main.hsail && hsail-as library.hsail || exit 1
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	hsail-fin --simd=$level main.brig -o main.$level.o
	hsail-fin --simd=$level library.brig -o library.$level.o
done
cat >x.run <<-END
	image a.hso
	run whole {
		buffer o u32[576]
		buffer p u32[192]
		buffer t u64[2]: list(&next_lane, &rank)
		dispatch &k grid(192) group(96) args(o, p, t)
		buffer depths u32[5]: list(21, 38, 50, 58, 62)
		buffer n u32[576]: each(i / 3)
		buffer lane u32[576]: each(n[i] % 32)
		check o: each((i % 3 == 0) * (lane[i] % 3 != 0) * depths[lane[i] % 5]
			+ (i % 3 == 1) * 10 * (n[i] / 96 * 96 + 95 - n[i] % 96)
			+ (i % 3 == 2) * (lane[i] % 2 * (lane[i] / 2)
				+ (1 - lane[i] % 2) * (n[i] / 32 * 32 + (lane[i] + 2) % 32)))
	}
	run partial {
		buffer o u32[6]
		buffer p u32[2]
		buffer t u64[2]: list(&next_lane, &rank)
		dispatch &k grid(2) group(70) args(o, p, t)
		check o: list(0, 10, 1000, 2, 0, 0)
	}
	run arrays {
		buffer o u64[400]
		dispatch &arrays grid(200) group(50) args(o)
		buffer n u32[400]: each(i / 2)
		buffer sum u32[400]: each(n[i] % 4 * n[i] + (n[i] % 4 == 2) + (n[i] % 4 == 3) * 3)
		buffer half u32[400]: each(sum[i] / 2 + sum[i] % 2 * (sum[i] / 2 % 2))
		check o: each((i % 2 == 0) * sum[i] + (i % 2 == 1) * half[i])
	}
END
for main in $levels; do
	for library in $levels; do
		hsa-ld main.$main.o library.$library.o -o a.hso
		hsa-run --run x.run || { echo "$main, $library" && exit 1; }
	done
done
# work-items on fibers of their own cannot do what a wave does
hsail-fin --fibers=item main.brig -o main.o
hsa-ld main.o library.sse.o -o a.hso
status=0
hsa-run a.hso -k '&k' --grid 2 --group 2 -a 'o=u32[6]' -a 'p=u32[2]' -a 't=u64[2]' 2>err || status=$?
[ $status = 126 ]
grep -F "kernel '&k': cross-lane operation of a work-item that runs alone" err
