# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# reqd_work_group_size reaches the kernel, of which there may be several, and only its own.
. "$T/compile.subr"
cat >g.cl <<'C'
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void both(global int *p) { p[get_global_id(0)] = 1; }
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void one(global int *p) { p[get_global_id(0)] = 1; }
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void same(global int *p) { p[get_global_id(0)] = 2; }
kernel void free(global int *p) { p[get_global_id(0)] = 3; }
C
hsaemu-cc --emit=hsail g.cl
sed -n 's/.*kernel \(&[a-z]*\).*/\1/p; s/^[[:space:]]*\(requiredworkgroupsize.*\);/\1/p' g.hsail | paste -sd" " >sizes
diff - sizes <<'R'
&both requiredworkgroupsize 8, 4, 1 &one requiredworkgroupsize 64, 1, 1 &same requiredworkgroupsize 8, 4, 1 &free
R
