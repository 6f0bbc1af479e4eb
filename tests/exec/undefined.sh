# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is undefined in HSAIL has one result at every level and in all forms of code, and conditions on it hold.
cp "$T/undefined.text" u.hsail
hsail-as u.hsail -o u.brig
cat >u.run <<'R'
image u.img
run atomics {
	buffer at u64[96]
	buffer out u32[96]
	dispatch &atomics grid(96) group(32) args(at, out)
	check at: 13 << 8
	check out: 1100 + 5 + 5 + 11
}
run wraps {
	buffer base u32[128]: each(i + 1)
	buffer out u32[64]
	dispatch &wraps grid(64) group(64) args(base, -256, out)
	check out: each(2 * (i + 1))
}
run unwritten {
	buffer out u32[96]
	dispatch &unwritten grid(96) group(32) args(5, out)
	check out: 1
}
run beyond {
	buffer out u32[64]
	dispatch &beyond grid(64) group(64) args(0, out)
	check out: each((i == 0) * 11 + (i == 1) * 19 + (i > 1) * 111)
	dispatch &beyond grid(64) group(64) args(0xffffff00, out)
	check out: 111
}
R
try() { # FLAGS...
	hsail-fin "$@" --verify-ir u.brig -o u.o
	hsa-ld u.o -o u.img
	hsa-run --run u.run || { echo "$*: status $?"; exit 1; }
}
for o in 0 1 2 3; do
	try -O$o --simd=off
	try -O$o --simd=sse
	try -O$o
	! grep -qw avx2 /proc/cpuinfo || try -O$o -mcpu=x86-64-v3
done
try --flow=dispatcher
try --fibers=item
