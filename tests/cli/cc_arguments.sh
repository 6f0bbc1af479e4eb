# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C: what the source says of kernels and their arguments is in the image's metadata.
. "$T/compile.subr"
cat >k.cl <<'C'
typedef struct { int a; float b[3]; } pair;
typedef float4 four;
constant sampler_t fixed = CLK_ADDRESS_CLAMP;
__attribute__((vec_type_hint(uint4), work_group_size_hint(8, 4, 2), reqd_work_group_size(8, 8, 1)))
kernel void k(global const float *restrict src, local int *scratch, constant four *table, read_only image2d_t in,
	write_only image3d_t out, sampler_t s, pair by, uchar2 two, volatile global unsigned int *counts, float3 f,
	global pair *pairs, const int last, void global *any, int after)
{
	counts[after] = src[two.x] + scratch[0] + table[0].x + read_imagef(in, s, (int2)(1, 2)).x + pairs[last].a + f.x;
	write_imagef(out, (int4)(1, 2, 3, 0), read_imagef(in, fixed, (int2)(1, 2)));
}
__attribute__((vec_type_hint(double))) kernel void bare(void) { }
kernel void calls(global int *p, local short *q) { *p = *q; }
C
args() { # KERNEL: kind space access qualifiers type name of each argument
	brig-dis --notes "$1" | awk -v kernel="\"&$2\"" '
		/^      - .name/ && on { print line; line = "" }
		/^    \.hsaemu.module/ && on { print line; on = 0 }
		/^  - \.name/ { on = $3 == kernel; line = "" }
		on && / \.(value_kind|address_space|access):/ { line = line " " $2 }
		on && / \.is_/ { line = line " " $1 }
		on && / \.hsaemu.source/ { sub(/^[^"]*/, ""); line = line " " $0 }' | sed '/^$/d; s/^ //'
}
hsaemu-cc -cl-kernel-arg-info k.cl -o k.img
args k.img k >k.args
diff - k.args <<'X'
global_buffer global .is_const: .is_restrict: "src" "float*"
dynamic_shared_pointer local "scratch" "int*"
global_buffer constant .is_const: "table" "four*"
image global read_only "in" "image2d_t"
image global write_only "out" "image3d_t"
sampler "s" "sampler_t"
by_value "by" "pair"
by_value "two" "uchar2"
global_buffer global .is_volatile: "counts" "uint*"
by_value "f" "float3"
global_buffer global "pairs" "pair*"
by_value "last" "int"
global_buffer global "any" "void*"
by_value "after" "int"
X
brig-dis --notes k.img >notes
[ "$(grep -cF '.vec_type_hint: "uint4"' notes)" = 1 ]
grep -F '.vec_type_hint: "double"' notes
grep -F '.workgroup_size_hint: [8, 4, 2]' notes
grep -F '.reqd_workgroup_size: [8, 8, 1]' notes
# grids must be multiples of work-groups, but not from OpenCL C 2.0 on, unless the options say so
[ "$(grep -cF '.hsaemu.uniform_work_groups: true' notes)" = 3 ]
hsaemu-cc -cl-std=CL2.0 k.cl -o two.img
brig-dis --notes two.img | grep uniform && exit 1
hsaemu-cc -cl-std=CL3.0 -cl-uniform-work-group-size k.cl -o three.img
[ "$(brig-dis --notes three.img | grep -cF '.hsaemu.uniform_work_groups: true')" = 3 ]
# names only where they are asked for; the same through every file in between
for level in 0 2; do
	hsaemu-cc -O$level --emit=ptx k.cl -o k.ptx
	ptx2hsail k.ptx -o k.hsail
	hsail-as k.hsail -o k.brig
	brig-dis k.brig -o again.hsail
	hsail-as again.hsail -o again.brig
	hsail-fin again.brig -o k.o
	args k.o calls >calls.args
	diff - calls.args <<-'X'
	global_buffer global "int*"
	dynamic_shared_pointer local "short*"
	X
done
