# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C 2.0 and 3.0: generic pointers, atomics, functions of a work-group and of sub-groups.
. "$T/common.subr"
. "$T/compile.subr"
cat >k.cl <<'C'
kernel void k(global int *out, global atomic_int *a, global atomic_ulong *wide, local int *part)
{
	int i = get_global_linear_id(), l = get_local_linear_id();
	part[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	int *either = i & 1 ? (int *)(out + 8 * i) : (int *)(part + l);
	*either += 100 + i;
	atomic_fetch_add_explicit(&a[0], 1, memory_order_relaxed, memory_scope_device);
	atomic_fetch_max(&a[1], i);
	atomic_fetch_sub_explicit(wide, (ulong)i, memory_order_acq_rel);
	int expected = 7;
	if (i == 5 && !atomic_compare_exchange_strong(&a[2], &expected, 9))
		atomic_store(&a[3], expected);
	work_group_barrier(CLK_LOCAL_MEM_FENCE);
	global int *o = out + 8 * i;
	o[0] += part[l];
	o[1] = work_group_reduce_add(l);
	o[2] = work_group_scan_exclusive_add(1);
	o[3] = (int)work_group_reduce_max(l * 0.5f) + 100 * work_group_all(l >= 0) + 1000 * (work_group_any(l == 3) != 0);
	o[4] = work_group_broadcast(i, 2);
	o[5] = sub_group_reduce_add(l);
	o[6] = (int)sub_group_scan_inclusive_max((long)(40 - l)) + 1000 * get_sub_group_id() + 10000 * get_sub_group_size();
	o[7] = ctz(8u << (l & 3)) + 10 * ctz((uchar)0);
}
C
for version in CL2.0 CL3.0; do
	hsaemu-cc -cl-std=$version k.cl -o k.img
	runs k.img >out <<'R'
buffer out s32[768]
buffer a s32[4]: list(0, 0, 1, 0)
buffer wide u64[1]: 10000
dispatch &k grid(96) group(48) dynamic(192) args(out, a, wide, 0)
check a: list(96, 95, 1, 1)
check wide: 5440
print out[0, 8]
print out[424, 8]
print out[680, 8]
R
	printf '%s\n' 'out[0] 100 1128 0 1123 2 496 320040 83' 'out[424] 153 1128 5 1123 50 496 320040 84' \
		'out[680] 185 1128 37 1123 50 632 161008 84' | cmp - out || { cat out; exit 1; }
done

cat >half.cl <<'C'
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global int *out)
{
	half v = (half)get_local_id(0);
	global int *o = out + 4 * get_local_id(0);
	o[0] = (int)sub_group_reduce_add(v);
	o[1] = (int)sub_group_scan_exclusive_max(v + 1);
	o[2] = (int)sub_group_broadcast(v, 3);
	o[3] = (int)work_group_scan_inclusive_add((half)1);
}
C
hsaemu-cc -cl-std=CL3.0 half.cl -o half.img
hsa-run half.img --kernel '&k' --grid 40 --group 40 --arg out=s32[160] --print 'out[156,4]' >out
echo 'out[156] 284 39 35 40' | cmp - out || { cat out; exit 1; }
echo 'kernel void k(global int *p) { p[0] = get_work_dim(); }' | hsaemu-cc -cl-std=CL1.1 -x cl - -o one.img

# What there is nothing for is named in each version, those too in which it is no word of the language.
cat >queues.cl <<'C'
kernel void k(global int *o)
{
	queue_t q = get_default_queue();
	enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ o[0] = 2; });
}
C
for version in CL1.2 CL2.0 CL3.0; do
	expect_status 3 hsaemu-cc -cl-std=$version --emit=ptx queues.cl -o k.ptx
	grep -q 'error: unsupported: queues of the device (\(get_default_queue\|queue_t\)) of OpenCL C' err
	[ $version = CL3.0 ] || grep -q 'error: unsupported: enqueue_kernel ' err
done
sed 's/2; });/error_of_the_program; });/' queues.cl >wrong.cl
expect_status 1 hsaemu-cc -cl-std=CL3.0 --emit=ptx wrong.cl -o k.ptx

# A generic pointer made one to a named address space, or NULL if it does not point there.
cat >to.cl <<'C'
int where(int *p) { return (to_global(p) != NULL) + 2 * (to_local(p) != NULL) + 4 * (to_private(p) != NULL); }
kernel void k(global int *o)
{
	local int l;
	int v = 5;
	if (get_local_id(0) == 0)
		l = 4;
	barrier(CLK_LOCAL_MEM_FENCE);
	int *at = get_global_id(0) == 0 ? (int *)&o[0] : get_global_id(0) == 1 ? (int *)&l : (int *)&v;
	global int *g = to_global(at);
	local int *sl = to_local(at);
	private int *p = to_private(at);
	int seen = g != NULL ? *g : sl != NULL ? *sl : *p;
	o[get_global_id(0)] = 10 * seen + where(at);
}
C
for options in '-cl-std=CL2.0' '-cl-std=CL3.0 -O0'; do
	hsaemu-cc $options to.cl -o to.img
	runs to.img <<'R'
buffer o s32[3]: list(3, 0, 0)
dispatch &k grid(3) group(3) args(o)
check o: list(31, 42, 54)
R
done
