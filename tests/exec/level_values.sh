# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Values around levels of a tree that run at once are those of scalar code.
cp "$T/level_values.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	for kernel in flag prev flat old two narrow; do
		for size in "8 16" "20 40" "20 64" "32 64" "64 64" "64 128" "100 256" "128 256" "40 512"; do
			read -r first group <<END
$size
END
			cat <<END
run ${kernel}_${first}_$group {
	buffer in u32[16384] : random(1)
	buffer out u32[1024]
	dispatch &$kernel grid($((2 * group))) group($group) args(in, out, $first)
	print out
}
END
		done
	done
} >body
for level in $levels; do
	{ echo "image level_values.hsail -O1 --simd=$level"; cat body; } >$level.run
	hsa-run --run $level.run >$level.out
	cmp off.out $level.out
done
