# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Work-items that wait for each other get on, with fewer threads than groups and with many more.
cp "$T/waiting.text" waiting.hsail
cp "$T/waiting.lanes" waiting_lanes.hsail
levels="off sse"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	{
		echo "image waiting.hsail --simd=$level"
		for k in ticket spin inside nested bit chain around grid leader lanes recursive; do
			for size in "100) group(1" "96) group(32" "640) group(64" "1000) group(70"; do
				echo "run $k { buffer sum u32[1] buffer state u32[1001]"
				echo "dispatch &$k grid($size) args(sum, state)"
				echo "check sum: list(${size%%)*}) }"
			done
		done
		[ $level = off ] || echo "image waiting_lanes.hsail --simd=$level"
		[ $level = off ] || echo "run votes { buffer sum u32[1] buffer state u32[1]
			dispatch &votes grid(1000) group(70) args(sum, state) check sum: list(3000) }"
	} >x.run
	for threads in 1 2 64; do
		timeout 120 hsa-run --run x.run -j $threads --timeout=60 || {
			echo "$level, $threads threads" && exit 1
		}
	done
done
cp "$T/waiting.ptx" waiting.ptx
for level in $levels; do
	for k in lock wait; do
		hsa-run waiting.ptx --fin=--simd=$level -k "&$k" --grid 1000 --group 100 -a 'sum=u32[1]' \
			-a 'word=u32[1]' --check 'sum=list(1000)' -j 1 --timeout=60
	done
done
for level in $levels; do
	for k in plain search relay rounds; do
		for threads in 1 2; do
			hsa-run waiting.hsail --preempt=timeout --fin=--simd=$level -k "&$k" --grid 200 --group 40 \
				-a 'sum=u32[1]' -a 'flags=u32[4]' --check 'sum=list(200)' -j $threads --timeout=60
		done
	done
done
status=0
hsa-run waiting.hsail --preempt=none -k '&ticket' --grid 2 --group 1 -a 'sum=u32[1]' -a 'lock=u32[2]:list(1,0)' \
	-j 1 --timeout=0.2 2>err || status=$?
[ $status = 124 ] && grep -F "kernel '&ticket' did not end within 0.200 s" err || exit 1
