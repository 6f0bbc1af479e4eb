# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Loops along rows, for as many iterations as leave none to three over from four, at all levels.
cp "$T/along_rows.hsail" .
levels="off sse"
! grep -qw avx2 /proc/cpuinfo || levels="$levels avx2"
! grep -qw avx512vl /proc/cpuinfo || levels="$levels avx512"
{
	echo "let w = 37"
	for n in 1 2 3 4 5 7 8 9 12 13 34; do
		cat <<END
run down$n {
	buffer in u32[w * 70] : each(i * 7 + 3)
	buffer out u32[70]
	dispatch &down grid(70) group(32) args(in, out, w, $n)
	check out : each($n * (i * w * 7 + 3) + 7 * $((n * (n - 1) / 2)))
}
run along$n {
	buffer in u32[1]
	buffer out u32[w * 70]
	dispatch &along grid(70) group(32) args(in, out, w, 2 * $n)
	check out : each((i % w <= $n) * (i / w + 7 * (i % w)))
}
run bytes$n {
	buffer in u8[w * 70] : each(i * 5 % 256)
	buffer out u16[w * 70]
	dispatch &bytes grid(70) group(32) args(in, out, w, $n)
	check out : each((i % w <= $n) * (i * 5 % 256 * 2 + i % w))
}
run back$n {
	buffer in u32[w * 70] : each(i * 7 + 3)
	buffer out u32[70]
	dispatch &back grid(70) group(32) args(in, out, w, $n)
	print out
}
run once$n {
	buffer in u32[w * 70] : each(i * 7 + 3)
	buffer out u32[70]
	dispatch &back grid(70) group(32) args(in, out, w, -$n)
	check out : each(3 * (2 * (7 * (i * w + w - 1) + 3)) + 1)
}
END
	done
} >body
for level in $levels; do
	{ echo "image along_rows.hsail -O1 --simd=$level"; cat body; } >$level.run
	hsa-run --run $level.run >$level.out
	cmp off.out $level.out
done
hsail-as along_rows.hsail -o along_rows.brig
hsail-fin -mcpu=x86-64-v4 along_rows.brig --emit=ir --print-after=unroll -o along_rows.ir
for k in down back bytes; do
	sed -n "/^kernel &$k\$/,/^kernel/p" along_rows.ir >k
	[ "$(grep -c 'ld_' k)" -gt 1 ]
done
