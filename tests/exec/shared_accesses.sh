# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where there are very many accesses, their code is shared: it is right for all sizes, for lanes that are
# off and for lanes that are apart, its calls are few instructions, and a fault in it has the access's line.
modules() { # kernels with 72 stores and loads of each size; in half of them, some lanes are off
	awk 'function start(name,  k, r) {
		print "prog kernel &" name "(kernarg_u64 %out, kernarg_u32 %far) {"
		print "align(16) group_u8 %tile[16384];"
		print "ld_kernarg_u64 $d0, [%out]; ld_kernarg_u32 $s20, [%far];"
		print "workitemflatid_u32 $s0; mul_u32 $s1, $s0, 61; and_b32 $s1, $s1, 63; shl_u32 $s1, $s1, 7;"
		print "workitemabsid_u32 $s2, 0; mad_u32 $s3, $s2, 37, 5; cvt_u64_u32 $d1, $s2; shl_u64 $d1, $d1, 9;"
		print "add_u64 $d0, $d0, $d1; and_b32 $s4, $s2, 3; cmp_ne_b1_u32 $c0, $s4, 0;"
		for (k = 0; k < 128; k += 8) print "st_group_u64 0, [%tile][$s1+" k "];"
		for (r = 10; r < 14; r++) print "mad_u32 $s" r ", $s3, " r ", " r "; cvt_u64_u32 $d" r ", $s" r ";"
	}
	function registers(n, r,  k, list) {
		for (k = 1; k <= n; k++) list = list (k > 1 ? ", " : "") r (k == 4 ? 10 : 10 + k)
		return n > 1 ? "(" list ")" : list
	}
	function kernel(type, n, part,  k, r, v, list, bytes) {
		start((part ? "part_" : "whole_") type n)
		bytes = substr(type, 2) / 8
		r = bytes == 8 ? "$d" : "$s"; v = n > 1 ? "_v" n : ""; list = registers(n, r)
		for (k = 0; k < 24; k++) {
			if (part) print "cbr_b1 $c0, @l" k ";"
			print "st" v "_group_" type " " list ", [%tile][$s1+" k * bytes % 96 "];"
			print "ld" v "_group_" type " " list ", [%tile][$s1+" k * bytes * 3 % 64 "];"
			print "st_global_" type " " r "11, [$d0+" k * 8 % 512 "];"
			if (part) print "@l" k ": add_u32 $s10, $s10, 1;"
		}
		print "};"
	}
	BEGIN {
		print "module &m:1:0:$full:$large:$default;"
		kernel("u8", 1, 1); kernel("u8", 4, 0); kernel("u16", 3, 1); kernel("u32", 1, 0)
		kernel("u32", 4, 1); kernel("u64", 1, 1); kernel("u64", 2, 0)
	}'
}
modules >a.hsail
hsail-as a.hsail -o a.brig
levels="sse"
for f in avx2 avx512vl; do ! grep -qw $f /proc/cpuinfo || levels="$levels ${f%vl}"; done
kernels=$(sed -n 's/^prog kernel &\([a-z_0-9]*\).*/\1/p' a.hsail)
for level in off $levels; do
	hsail-fin --simd=$level a.brig -o a.o
	hsa-ld a.o -o $level.img
	echo "image $level.img" >x.run
	for k in $kernels; do
		echo "run $k { buffer o u8[51200] dispatch &$k grid(100) group(64) args(o, 0) write o @$k.$level }" >>x.run
	done
	hsa-run --run x.run
	for k in $kernels; do
		[ $level = off ] || cmp $k.off $k.$level
	done
done

# A call has the address, the mask and what is stored: hundreds of accesses are a few thousand instructions.
hsail-fin --simd=sse -mcpu=x86-64-v2 -O0 --emit=llvm-ir a.brig -o a.ll
[ "$(grep -c '^define internal .*@hsa\.shared\.' a.ll)" -lt 100 ]
grep -q 'call .*@hsa\.shared\.' a.ll

# A kernel on a fiber asks for a stack that has room for the code it shares.
kernel-stack whole_u642 hsa.shared 1024 --simd=sse --fibers=wave a.brig

# In a module of very many kernels, what their bodies for odd groups call is there once.
"$TOP/bench/gen_shape" kernels 70 >many.hsail
hsail-as many.hsail
[ "$(hsail-fin --simd=sse --emit=llvm-ir many.brig -o - | grep -c '^define internal .*@hsa\.shared\.')" -lt 20 ]
for level in off $levels; do
	hsail-fin --simd=$level many.brig -o many.o
	hsa-ld many.o -o many.img
	for k in 3 69; do
		hsa-run many.img -k "&k$k" --grid 50 --group 10,1 -a 'in=u32[800]:ramp:7:1234567' -a 'o=u8[3200]' -a 0 --out=o=k$k.$level
		cmp k$k.off k$k.$level
	done
done

# The bytes of an image do not depend on the names of its inputs, also with symbols of shared code.
hsail-fin --simd=sse a.brig -o b.o
hsa-ld b.o -o b.img
cmp b.img sse.img

# Of 70 stores each at a place of its own, the last goes beyond all memory.
awk 'BEGIN {
	print "module &m:1:0:$full:$large:$default;"
	print "prog kernel &stray(kernarg_u64 %out, kernarg_u64 %far) {"
	print "ld_kernarg_u64 $d0, [%out]; ld_kernarg_u64 $d1, [%far]; workitemflatid_u32 $s0;"
	print "mul_u32 $s1, $s0, 29; and_b32 $s1, $s1, 63; shl_u32 $s1, $s1, 7;"
	print "cvt_u64_u32 $d2, $s1; add_u64 $d0, $d0, $d2;"
	for (k = 0; k < 70; k++) {
		if (k == 69) print "add_u64 $d0, $d0, $d1;"
		print "st_global_u8 $s0, [$d0+" k "];"
	}
	print "}; "
}' >stray.hsail
line=$(grep -n 'd0+69' stray.hsail | cut -d: -f1)
for level in off $levels; do
	for fibers in '' --fin=--fibers=wave; do
		status=0
		hsa-run stray.hsail --simd=$level $fibers --grid 64 --group 64 -a 'o=u8[51200]' -a 0x423456780000 2>err || status=$?
		[ $status = 126 ] && grep -q "segmentation fault .*(stray.hsail:$line)" err || { cat err; exit 1; }
	done
done
