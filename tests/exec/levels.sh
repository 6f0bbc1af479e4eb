# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Levels of trees run in vectors at each --simd level, and leave what scalar code does: some bounds are odd, some
# as large as the group.
for cpu in v2 v3 v4; do
	hsail-as "$T/levels.hsail" -o levels.brig
	hsail-fin -O0 -mcpu=x86-64-$cpu --emit=llvm-ir levels.brig -o levels.ll
	grep -c "^levels" levels.ll >>found
done
[ "$(cat found | tr "\n" " ")" = "15 16 18 " ]
cp "$T/levels.hsail" .
levels="--simd=off --simd=sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels --simd=avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels --simd=avx512"
echo 'buffer in u32[16384] : random(1)' >levels.run
n=0
for level in $levels; do
	echo "image \"levels.hsail\" $level"
	for k in mads:1 mads4:4 odd2:2 most:1; do
		words=${k#*:} k=${k%:*}
		for size in 1:2 3:8 8:16 16:16 8:40 16:33 32:64 48:100 64:64 64:128 100:256 128:256 128:300 256:256 256:512 512:1024; do
			first=${size%:*} group=${size#*:}
			[ $((first * 2 * words)) -le 4096 ] && [ $((group * 2 * words)) -le 4096 ] || continue
			name=${k}_${first}_$group
			echo "buffer ${name}_$n u32[$((2 * group * words))]"
			echo "dispatch &$k grid($((2 * group))) group($group) args(in, ${name}_$n, $first)"
			[ $n = 0 ] || echo "check ${name}_$n : each(${name}_0[i])"
		done
	done
	n=$((n + 1))
done >>levels.run
hsa-run -r levels.run
