# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# OpenCL C: vectors of 16-bit elements that are compared, and halves that are extended as they are loaded, of which
# LLVM's code generator for PTX makes none, or wrong code; then how options reach LLVM's passes, and the
# intermediate file.
. "$T/compile.subr"
. "$T/common.subr"
cat >v.cl <<'C'
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void shorts(global const short2 *in, global short2 *out)
{
	size_t i = get_global_id(0);
	out[i] = in[i] < in[i + 1];
}
kernel void unsigned_shorts(global const ushort2 *in, global ushort2 *out)
{
	size_t i = get_global_id(0);
	out[i] = in[i] > in[i + 1] ? in[i] : in[i + 1];
}
kernel void halves(global const half2 *in, global half2 *out)
{
	size_t i = get_global_id(0);
	out[i] = select(in[i], in[i + 1], isless(in[i], in[i + 1]));
}
kernel void wide(global const half4 *in, global float4 *out, global const half *all)
{
	size_t i = get_global_id(0);
	out[i] = convert_float4(in[i]) + vload_half4(i, all);
}
C
for options in -O0 -O1 '-O2 -g' '-O3 -cl-fast-relaxed-math' '-cl-std=CL3.0 -arch=sm_60'; do
	hsaemu-cc $options v.cl -o v.img
	runs v.img <<'R'
buffer s s16[26]: each(i * 7919 % 331 - 165)
buffer t s16[24]
dispatch &shorts grid(12) args(s, t)
check t: each(0 - (s[i] < s[i + 2]))
buffer u u16[26]: each(i * 7919 % 65521)
buffer v u16[24]
dispatch &unsigned_shorts grid(12) args(u, v)
check v: each(u[i] * (u[i] > u[i + 2]) + u[i + 2] * (u[i] <= u[i + 2]))
buffer h f16[26]: each(i * 389 % 401 - 200)
buffer k f16[24]
dispatch &halves grid(12) args(h, k)
check k: each(h[i] * (h[i] >= h[i + 2]) + h[i + 2] * (h[i] < h[i + 2]))
buffer w f32[24]
dispatch &wide grid(6) args(h, w, h)
check w: each(2 * h[i])
R
done

# A loop is unrolled unless options say otherwise, and what clang made can be kept.
cat >loop.cl <<'C'
kernel void k(global float *p) { for (int i = 0; i < 8; i++) p[i] += sqrt(p[i + 8]); }
C
branches() { hsaemu-cc --emit=ptx "$@" loop.cl -o loop.ptx && grep -c bra loop.ptx || :; }
[ "$(branches)" = 0 ]
[ "$(branches -fno-unroll-loops)" != 0 ]
[ "$(branches -fno-unroll-loops -funroll-loops)" = 0 ]
hsaemu-cc --save-temps --emit=hsail loop.cl
[ "$(ls loop.*)" = "$(printf 'loop.%s\n' bc cl hsail ptx)" ]
[ "$(head -c 2 loop.bc)" = BC ]

# The same PTX where our headers are read as text, and where their functions are compiled on the spot.
copy=copy/share/hsaemu
mkdir -p copy/bin copy/lib/hsaemu copy/share
cp "$BUILD/bin/hsaemu-cc" copy/bin/
cp "$BUILD/lib/hsaemu/cl2ptx" "$BUILD/lib/hsaemu/clang-stamp" "$BUILD/lib/hsaemu/deliver" copy/lib/hsaemu/
case $BUILD in *release|*debug) ln -s "$BUILD/lib/hsaemu/libhsaemu-fin.so" copy/lib/hsaemu/ ;; esac
cp -R "$BUILD/share/hsaemu" copy/share/
echo 'kernel void k(global float *p) { *p = lgamma(*p) + p[1]; }' >g.cl
hsaemu-cc -v --emit=ptx g.cl -o g.ptx 2>err
grep -q '^[^ ]*clang.* -include-pch ' err || [ ! -e "$BUILD/share/hsaemu/opencl/CL1.2.pch" ]
echo changed >$copy/opencl/made
rm -f $copy/opencl/library.bc
copy/bin/hsaemu-cc -v --emit=ptx g.cl -o text.ptx 2>err
! grep -e '-include-pch' err || exit 1
grep -q 'library.cl -o' err
cmp g.ptx text.ptx

# Without the library that compiles.
rm -f copy/lib/hsaemu/libhsaemu-fin.so
case $BUILD in *release|*debug)
	expect_status 4 copy/bin/hsaemu-cc g.cl
	grep -q 'OpenCL C cannot be compiled: libhsaemu-fin.so, which compiles, is not installed' err ;;
esac
