# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C: texture objects and references, surfaces, as the images of a run file.
. "$T/compile.subr"
cat >t.cu <<'C'
texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, 2, cudaReadModeNormalizedFloat> plane;
extern "C" __global__ void t(cudaTextureObject_t flat, cudaTextureObject_t deep, cudaSurfaceObject_t numbers,
	cudaSurfaceObject_t pixels, float *out)
{
	int i = threadIdx.x;
	float *o = out + 6 * i;
	o[0] = tex1Dfetch(line, i);
	o[1] = tex2D(plane, i + 0.5f, 0.5f).y * 255;
	o[2] = tex2D<float2>(flat, i, 1).y;
	o[3] = tex3D<unsigned char>(deep, i, 1, 1);
	o[4] = surf2Dread<int>(numbers, 4 * i, 1);
	surf2Dwrite(10 * i, numbers, 4 * i, 0);
	surf2Dwrite(make_uchar4(i, i + 1, i + 2, i + 3), pixels, 4 * i, 0, cudaBoundaryModeZero);
	o[5] = surf2Dread<uchar4>(pixels, 4 * (i + 1), 1, cudaBoundaryModeZero).z;
}
C
hsaemu-cc t.cu -o t.img
runs t.img <<'R'
roimg a 1d[4] r float: ramp(1)
roimg b 2d[4, 1] rgba unorm_int8: ramp(0)
roimg c 2d[4, 2] rg float: ramp(0.5)
roimg d 3d[4, 2, 2] r unsigned_int8: ramp(100)
rwimg e 2d[4, 2] r signed_int32: ramp(-7)
rwimg f 2d[4, 2] rgba unsigned_int8: ramp(0)
samp near unnormalized nearest clamp_to_edge
fill &line: list(a, near)
fill &plane: list(b, near)
buffer flat u64[2]: list(c, near)
buffer deep u64[2]: list(d, near)
buffer numbers u64[2]: list(e, 0)
buffer pixels u64[2]: list(f, 0)
buffer out f32[24]
dispatch &t grid(4) group(4) args(flat, deep, numbers, pixels, out)
check out: list(1, 1, 9.5, 112, -3, 22, 2, 5, 11.5, 113, -2, 26, 3, 9, 13.5, 114, -1, 30, 4, 13, 15.5, 115, 0, 0) within rel=1e-6
check e: list(0, 10, 20, 30, -3, -2, -1, 0)
R
