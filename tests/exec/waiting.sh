# Work-items that wait for each other get on, with fewer threads than groups and with many more.
cp "$T/waiting.text" waiting.hsail
levels=off
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
for level in $levels; do
	{
		echo "image waiting.hsail --simd=$level"
		for k in ticket spin inside bit chain grid leader lanes recursive; do
			for size in "100) group(1" "96) group(32" "640) group(64" "1000) group(70"; do
				echo "run $k { buffer sum u32[1] buffer state u32[1001]"
				echo "dispatch &$k grid($size) args(sum, state)"
				n=${size%%)*}
				[ $k = leader ] || echo "check sum: list($n) }"
				[ $k != leader ] || echo "check sum: list($n) }"
			done
		done
	} >x.run
	for threads in 1 2 64; do
		timeout 120 hsa-run --run x.run -j $threads --timeout=60 || {
			echo "$level, $threads threads" && exit 1
		}
	done
done
