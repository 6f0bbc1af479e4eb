# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The finalizer's own IR as text, after each pass.
cp "$T/ir.text" k.hsail
hsail-as k.hsail -o k.brig
hsail-fin --emit=ir k.brig
FileCheck k.hsail <k.ir
hsail-fin --emit=ir --print-after=inline k.brig -o - | FileCheck --check-prefix=EARLY k.hsail
passes=$(sed -n 's/^PASS([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$TOP/hsail-fin/pipeline/passes.def")
[ "$(echo "$passes" | wc -l)" -gt 12 ] || { echo "passes: $passes"; exit 1; }
for pass in $passes; do
	for simd in off avx512; do
		hsail-fin --emit=ir --simd=$simd --print-after=$pass k.brig -o out.ir
		grep -q "^// after '$pass'" out.ir && grep -q '^kernel &k$' out.ir || { echo $pass $simd; exit 1; }
	done
done
# what passes leave: regions with what they keep, shapes, where lanes part
cp "$TOP/examples/neighbours.hsail" .
hsail-as neighbours.hsail -o n.brig
cat >want <<'END'
CHECK: {{^}}// vector code{{$}}
CHECK: {{^}}// region 0{{$}}
CHECK: workitemflatabsid_u32 %0{{.}}// linear 1; with any ids varies
CHECK: ld_kernarg{{.*}}_u64 {{.*}}// one for the group
CHECK: cbr {{.*}}// lanes part
CHECK: {{^}}@1:{{.}}// from @0; some lanes may be off
CHECK: {{^}}@3:{{.}}// from @1 @2; lanes meet
CHECK: phi {{.*}}// varies
CHECK: barrier_width(all) @4
CHECK: {{^}}// region 1; no barrier follows; %2 computed again; %10 computed again; %18 kept{{$}}
END
hsail-fin --emit=ir --print-after=shapes n.brig -o - | FileCheck want
hsail-fin --emit=ir --simd=off --print-after=regions n.brig -o - >scalar
grep -q '^// 4 bytes for each work-item over barriers$' scalar && grep -q ' kept for each item' scalar || { cat scalar; exit 1; }
of_vectors=$(awk '/^PASS\(/ { n += /PASS_ALL|PASS_V/ } END { print n }' "$TOP/hsail-fin/pipeline/passes.def")
[ "$(hsail-fin --emit=ir --print-after=all n.brig -o - | grep -c "^// after")" = "$of_vectors" ] || { echo all; exit 1; }
hsail-fin --emit=ir --simd=off --print-after=ssa n.brig -o - | grep -q "^// after 'ssa', which is not for this code$"
# functions that are in kernels only are not printed by themselves, as their group variables have no place then
cat >g.hsail <<'END'
module &m:1:0:$full:$large:$default;
group_u32 &g;
function &inner()() { st_group_u32 1, [&g]; ret; };
prog function &outer()() { ret; };
prog kernel &k() { { call &inner ()(); } { call &outer ()(); } ret; };
END
hsail-as g.hsail -o g.brig
[ "$(hsail-fin --emit=ir g.brig -o - | grep -Eo '^(kernel|function) .*')" = "function &outer
kernel &k" ]
