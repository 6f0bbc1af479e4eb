# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A store beyond a buffer or a segment does not go unnoticed, however near or far it is; and all that
# lies within is fine.
cp "$T/strays.text" strays.hsail
far="0 1 3 4 7 8 16 31 64 100 255 256 1000 4000 4095 4096 5000 10000 65535"
wide="65536 1048576 16777216 1073741824"
[ "$(ulimit -v)" = unlimited ] || wide=
noticed() { # ARGUMENTS...: all runs of x.run fail, as faults
	hsa-run --json --run x.run "$@" >out 2>err || true
	[ "$(grep -c '"status": 126' out)" = "$(grep -c '^run' x.run)" ] ||
		{ grep -v '"status": 126' out; echo "not noticed: with $*"; exit 1; }
}
{
	echo 'image strays.hsail'
	for b in u8:13 f32:10 f32:1000 f64:1023 u32:100000; do
		type=${b%:*} n=${b#*:}
		bytes=$((n * $(echo "$type" | tr -d uf) / 8))
		for d in $far $wide; do
			for at in $((bytes + d)) $((-1 - d)); do
				echo "run r { buffer a $type[$n] buffer p $type[$n] buffer b $type[$n] dispatch &buffer grid(1) args(p, u64:$at) }"
			done
		done
	done
} >x.run
noticed
grep -q "a kernel stored 0 bytes behind the end of buffer 'p'" out
grep -q "a kernel stored 1 bytes before buffer 'p'" out
grep -q "kernel '&buffer': segmentation fault" out

levels="off sse avx512"
grep -qw avx512vl /proc/cpuinfo || levels="off sse"
for kernel in group private; do
	for grid in 1 64; do
		echo 'image strays.hsail'
		for d in $far $wide 2147483648 3000000000; do
			echo "run r { buffer p u32[1] dispatch &$kernel grid($grid) args(p, u32:$((40 + d))) }"
			echo "run r { buffer p u32[1] dispatch &$kernel grid($grid) args(p, u32:$((4294967295 - d))) }"
		done
	done >x.run
	sed -i '2,${/^image/d}' x.run
	for level in $levels; do
		noticed --simd=$level
	done
	noticed --fin=--fibers=wave
	noticed --fin=--fibers=item
	for level in $levels; do
		hsa-run strays.hsail --simd=$level -k "&$kernel" --grid 64 -a 'p=u32[1]' -a u32:39
	done
done
grep -q "kernel '&private': store beyond the private segments, at offset" out

# after a mistake the next run's buffers and segments are whole
cat >x.run <<'RUN'
image strays.hsail
buffer shared f32[10]
run bad { dispatch &buffer grid(1) args(shared, u64:41) }
run good { dispatch &buffer grid(1) args(shared, u64:39) }
run bad { buffer p u32[1] dispatch &group grid(64) args(p, u32:41) }
run good { buffer p u32[1] dispatch &group grid(64) args(p, u32:39) }
run small { buffer a f32[10] buffer b f32[10] buffer c f32[10] dispatch &add grid(1000) args(a, b, c) }
run right { buffer a f32[10] : 1 buffer b f32[10] : 2 buffer c f32[10] dispatch &add grid(10) args(a, b, c) check c : 3 }
RUN
for level in $levels; do
	status=0
	hsa-run --simd=$level --run x.run --json >out 2>err || status=$?
	[ $status = 126 ] && [ "$(grep -c error: err)" -ge 3 ] || { cat err; exit 1; }
done
grep -q "x.run:3:.*a kernel stored 1 bytes behind the end of buffer 'shared'" err
grep -q "x.run:5:.*kernel '&group': store beyond the group segment, at offset 41" err
grep -q "x.run:7:.*kernel '&add': segmentation fault" err

# A store of one work-item beyond its private segment: seen behind the last one's, and with groups of one
# work-item behind anyone's (hsa-run(5)).
for level in $levels; do
	for groups in 64:63 1:3; do
		status=0
		hsa-run strays.hsail --simd=$level -k '&one' --grid 64 --group ${groups%:*} -a 'p=u32[1]' -a u32:40 \
			-a u32:${groups#*:} 2>err || status=$?
		[ $status = 126 ] &&
			grep -Eq "kernel '&one': (store beyond the private segments, at offset|segmentation fault)" err ||
			{ cat err; echo "--group ${groups%:*}: status $status"; exit 1; }
	done
done
