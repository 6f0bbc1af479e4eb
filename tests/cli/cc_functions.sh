# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions of OpenCL C: inlined or not, with vectors of two bytes, recursive, of another file; kernels that
# kernels call; where global ids begin; and what is refused by name.
. "$T/compile.subr"
cat >a.cl <<'C'
#ifdef APART
#define FUNCTION __attribute__((noinline))
#else
#define FUNCTION
#endif
typedef struct { uchar2 v; int n; } S;
FUNCTION char2 sum(char2 a, uchar2 b) { return a + as_char2(b); }
FUNCTION uchar2 triple(uchar2 a) { return a * (uchar2)3; }
FUNCTION uchar3 three(uchar3 a, uchar2 b) { return (uchar3)(a.xy + b, a.z); }
FUNCTION S with(S s, uchar2 v) { s.v += v; s.n += 1; return s; }
FUNCTION bool any_of(char2 v) { return v.x | v.y; }
FUNCTION uchar2 constants(void) { return triple((uchar2)(1, 2)) + triple((uchar2)0); }
uchar2 down(uchar2 v) { return v.x == 0 ? v : down(v - (uchar2)(1, 255)) + (uchar2)(2, 0); }
uchar2 elsewhere(uchar2 v, int n);
kernel void k(global char2 *p, global uchar2 *q, char2 by_value)
{
	size_t i = get_global_id(0);
	S s = {q[i], (int)i};
	p[i] = sum(p[i], q[i]) + by_value.yx;
	s = with(s, constants());
	q[i] = triple(q[i]) + three((uchar3)(1, 2, 3), s.v).xy + down((uchar2)((uchar)i, 1)) +
	       (uchar2)((uchar)s.n, any_of(p[i])) + elsewhere(q[i], 2);
}
kernel void calls(global char2 *p, global uchar2 *q) { k(p, q, (char2)(1, 2)); }
kernel void ids(global ulong *o)
{
	size_t i = get_global_id(0) - get_global_offset(0);
	o[4 * i] = get_global_id(0);
	o[4 * i + 1] = get_global_id(1) + get_global_offset(3);
	o[4 * i + 2] = get_global_offset(2);
	o[4 * i + 3] = get_work_dim();
}
C
echo 'uchar2 elsewhere(uchar2 v, int n) { return v.yx * (uchar)n; }' >b.cl
for options in -O2 -O0 '-O2 -DAPART' '-O0 -g' '-O3 -cl-fast-relaxed-math'; do
	hsaemu-cc $options a.cl b.cl -o two.img
	runs two.img <<'R'
buffer p s8[8]: ramp(1, 1)
buffer q u8[8]: ramp(3, 1)
dispatch &k grid(4) args(p, q, 1027)
check p: list(8, 9, 12, 13, 16, 17, 20, 21)
buffer want u8[8]: list(25, 32, 40, 45, 55, 58, 70, 71)
check q: of(want)
fill p: ramp(1, 1)
fill q: ramp(3, 1)
dispatch &calls grid(4) args(p, q)
check p: list(6, 7, 10, 11, 14, 15, 18, 19)
check q: of(want)
buffer o u64[8]
dispatch &ids grid(2, 1, 1) offset(5, 6, 9000000000) args(o)
check o: list(5, 6, 9000000000, 3, 6, 6, 9000000000, 3)
dispatch &ids grid(2) args(o)
check o: list(0, 0, 0, 1, 1, 0, 0, 1)
R
done

refused() { # NAME OPTIONS: the program of standard input
	name=$1
	shift
	status=0
	hsaemu-cc "$@" -x cl - -o no.img 2>err || status=$?
	[ $status = 3 ] && grep "unsupported.*$name" err || { cat err; exit 1; }
}
refused pipes -cl-std=CL3.0 <<'C'
kernel void k(read_only pipe int p, global int *o) { read_pipe(p, o); }
C
grep -q '^<stdin>: error' err
refused enqueue_kernel -cl-std=CL2.0 <<'C'
kernel void k(global int *p) { enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ p[0] = 1; }); }
C

# Boxes copied by a work-group: lines and planes of other lengths in memory than in the box.
cat >box.cl <<'C'
#ifndef cl_khr_extended_async_copies
#error
#endif
kernel void box(global ushort *o, global const ushort *in, local ushort *l)
{
	for (size_t k = get_local_id(0); k < 128; k += get_local_size(0))
		l[k] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t e = async_work_group_copy_2D2D(l, 1, in, 2, sizeof *in, 3, 2, 5, 4, 0); // 2..4, 7..9 to 1..3, 5..7
	e = async_work_group_copy_3D3D(l, 16, in, 0, sizeof *in, 2, 3, 2, 10, 40, 2, 8, e); // planes of 6 to places of 8
	wait_group_events(1, &e);
	e = async_work_group_copy_2D2D(o, 0, l, 0, sizeof *in, 8, 2, 8, 10, 0);
	e = async_work_group_copy_3D3D(o, 20, l, 16, sizeof *in, 2, 3, 2, 2, 8, 3, 10, e);
	wait_group_events(1, &e);
}
C
hsaemu-cc box.cl -o box.img
runs box.img <<'R'
buffer in u16[128]: ramp(0, 1)
buffer o u16[40]: 9
dispatch &box grid(5) group(5) dynamic(256) args(o, in, 0)
check o: list(0, 2, 3, 4, 0, 7, 8, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9,
	0, 1, 9, 10, 11, 9, 20, 21, 9, 9, 40, 41, 9, 50, 51, 9, 60, 61, 9, 9)
R

# Integers to floats, rounded down and to zero, where the nearest float is beyond all integers of the type.
cat >round.cl <<'C'
kernel void k(global float *f, global double *d, long l)
{
	int i = (int)(l >> 32);
	f[0] = convert_float_rtn(i), f[1] = convert_float_rtz((uint)(l >> 31));
	vstore2(convert_float2_rtz((long2)(l, -l)), 1, f);
	vstore4(convert_float4_rtn((ulong4)(2 * (ulong)l + 1, 5, 1ul << 24, (1ul << 24) + 1)), 1, f);
	d[0] = convert_double_rtn(l), d[1] = convert_double3_rtz((ulong3)(2 * (ulong)l)).y;
	f[8] = convert_float_rtn((short)-7) + convert_float_rtz(0.1) + convert_float_rtn(0.1f);
}
C
hsaemu-cc round.cl -o round.img
runs round.img <<'R'
buffer f f32[9]
buffer d f64[2]
dispatch &k grid(1) args(f, d, 9223372036854775807)
check f: list(0x1.fffffep30, 0x1.fffffep31, 0x1.fffffep62, -0x1.fffffep62, 0x1.fffffep63, 5, 16777216, 16777216, -6.8)
check d: list(0x1.fffffffffffffp62, 0x1.fffffffffffffp63)
R
