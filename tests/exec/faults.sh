# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A mistake in a kernel ends its dispatch with kernel, work-item and line; what comes after it runs.
cp "$T/faults.text" faults.hsail
levels="off sse avx512"
grep -qw avx512vl /proc/cpuinfo || levels="off sse"
ends() { # PATTERN ARGUMENTS...
	pattern=$1
	shift
	status=0
	hsa-run faults.hsail --grid 128 --group 64 -a 'p=u8[64]' "$@" 2>err || status=$?
	[ $status = 126 ] && grep -Eq "$pattern" err || { cat err; echo "status $status, not: $pattern"; exit 1; }
}
items='in work-group \(0, 0, 0\), work-items? (37|32 to 39|32 to 63|32 to 47)'
for level in $levels; do
	ends "kernel '&null': segmentation fault at address 0x0 by code at 0x[0-9a-f]+ \(faults.hsail:13\) $items" \
		--simd=$level -k '&null' -a 37
	ends "kernel '&wild': segmentation fault at address 0x423456789000 .*\(faults.hsail:22\) $items" \
		--simd=$level -k '&wild' -a 37 -j 64
	ends "kernel '&trap': debugtrap 77 in work-group \(1, 0, 0\), work-item 36 \(faults.hsail:65\)" \
		--simd=$level -k '&trap' -a 100
	ends "kernel '&overflow': private stack full, bytes wanted: [0-9]+ in work-group .* \(faults.hsail:32\)" \
		--simd=$level -k '&overflow'
	hsa-run faults.hsail --simd=$level -k '&harmless' --grid 128 -a 'p=u8[64]' -a 0
	for f in wave item; do
		ends "kernel '&null': segmentation fault at .*\(faults.hsail:13\) $items" --fin=--fibers=$f \
			--simd=$level -k '&null' -a 37
	done
done
cat >x.run <<'END'
image faults.hsail
run bad { buffer p u32[4] dispatch &null grid(64) args(p, 3) check p: 0 }
run good { buffer p u8[64] dispatch &harmless grid(64) args(p, 0) }
run child { queue q buffer args u64[2] dispatch &parent grid(1) args(q, &null, args, &null[7]) }
run refused { queue q buffer args u64[2] dispatch &parent grid(1) args(q, &overflow, args, 0) }
run no_kernel { queue q buffer args u64[2] dispatch &parent grid(1) args(q, args, args, 0) }
run last { buffer p u8[64] dispatch &harmless grid(64) args(p, 0) }
END
status=0
hsa-run --run x.run 2>err || status=$?
cat err
[ $status = 126 ]
[ "$(grep -c 'error:' err)" = 4 ]
grep -q "x.run:2:.*kernel '&null': segmentation fault at address 0x0 .*(faults.hsail:13)" err
grep -q "x.run:4:.*kernel '&null': segmentation fault at address 0x0 .*(faults.hsail:13)" err
grep -q "x.run:5:.*dispatch of '&overflow' refused: private segment is smaller than the kernel's" err
grep -q "x.run:6:.*dispatch of 'no kernel of the image' refused: kernel object is no kernel descriptor" err
