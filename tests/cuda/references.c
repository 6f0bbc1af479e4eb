/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texture and surface references of modules: what kernels read by them, what they tell, and what is
 * wrong. */
#include "cuda_client.h"

static const char ptx[] =
	".version 6.4\n.target sm_60\n.address_size 64\n"
	".visible .global .texref picture;\n"
	".visible .global .surfref canvas;\n"
	".visible .global .align 8 .b8 wide[24];\n"
	".visible .entry read_line(.param .u64 out)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .f32 %g<5>; .reg .b64 %rd<4>;\n"
	"	ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\n"
	"	mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
	"	tex.1d.v4.f32.s32 {%g1, %g2, %g3, %g4}, [picture, {%r1}];\n"
	"	st.global.f32 [%rd3], %g1;\n"
	"	ret;\n"
	"}\n"
	/* the element in the middle of the texture by coordinates of 0.5, of level `level` */
	".visible .entry read_middle(.param .u64 out, .param .f32 x, .param .f32 level)\n"
	"{\n"
	"	.reg .f32 %f<3>; .reg .f32 %g<5>; .reg .b64 %rd<2>;\n"
	"	ld.param.u64 %rd1, [out]; ld.param.f32 %f1, [x]; ld.param.f32 %f2, [level];\n"
	"	tex.level.2d.v4.f32.f32 {%g1, %g2, %g3, %g4}, [picture, {%f1, %f1}], %f2;\n"
	"	st.global.f32 [%rd1], %g1;\n"
	"	ret;\n"
	"}\n"
	".visible .entry paint(.param .u32 v)\n"
	"{\n"
	"	.reg .b32 %r<4>;\n"
	"	ld.param.u32 %r1, [v]; mov.u32 %r2, %tid.x; add.u32 %r1, %r1, %r2;\n"
	"	shl.b32 %r3, %r2, 2;\n"
	"	sust.b.1d.b32.trap [canvas, {%r3}], {%r1};\n"
	"	ret;\n"
	"}\n";

static CUfunction read_line, read_middle, paint;
static float out[8];

static CUresult launch(CUfunction f, void **args, unsigned threads)
{
	CUresult error = cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, 0, NULL, args, NULL);
	OK(cuStreamSynchronize(NULL));
	return error;
}

static CUresult line(unsigned threads)
{
	void *to = out, *args[] = {&to};
	return launch(read_line, args, threads);
}

static CUresult middle(float x, float level)
{
	void *to = out, *args[] = {&to, &x, &level};
	return launch(read_middle, args, 1);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void check_memory(CUtexref t)
{
	static const uint8_t bytes[] = {0, 51, 255, 102};
	CUdeviceptr p = numbers(64), got;
	CUarray_format format;
	CUarray a;
	size_t offset = 99;
	int channels;
	float data[64];
	for (unsigned i = 0; i < 64; i++)
		data[i] = (float)i * 1.5f;
	OK(cuMemcpyHtoD(p, data, sizeof data));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddress(&got, t));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress(&offset, t, 0, 16));
	OK(cuTexRefSetAddress(&offset, t, p + 4, 16));
	EXPECT(offset == 0);
	OK(cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 1));
	OK(cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER));
	OK(line(4));
	for (unsigned i = 0; i < 4; i++)
		EXPECT(out[i] == data[i + 1]);
	OK(cuTexRefGetAddress(&got, t));
	EXPECT(got == p + 4);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetArray(&a, t));
	/* another format, and another place, after kernels have read by the reference */
	OK(cuMemcpyHtoD(p, bytes, sizeof bytes));
	OK(cuTexRefSetAddress(NULL, t, p, sizeof bytes));
	OK(cuTexRefSetFormat(t, CU_AD_FORMAT_UNSIGNED_INT8, 1));
	OK(cuTexRefSetFlags(t, 0));
	OK(line(4));
	for (unsigned i = 0; i < 4; i++)
		EXPECT(out[i] == (float)bytes[i] / 255);
	OK(cuTexRefGetFormat(&format, &channels, t));
	EXPECT(format == CU_AD_FORMAT_UNSIGNED_INT8 && channels == 1);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 3));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFormat(t, (CUarray_format)77, 1));
	OK(cuMemcpyHtoD(p, data, sizeof data));
	const CUDA_ARRAY_DESCRIPTOR d = {
		.Width = 4, .Height = 3, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(t, &d, p, 12));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddress2D(t, NULL, p, 32));
	OK(cuTexRefSetAddress2D(t, &d, p, 32));
	OK(middle(1.5f, 0));
	EXPECT(out[0] == data[8 + 1]);
	OK(cuMemFree(p));
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static void check_array(CUtexref t)
{
	const CUDA_ARRAY_DESCRIPTOR d = {
		.Width = 2, .Height = 2, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	static float data[4] = {1, 2, 3, 5};
	CUarray a, got;
	CUarray_format format;
	int channels;
	OK(cuArrayCreate(&a, &d));
	const CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
		.srcHost = data,
		.dstMemoryType = CU_MEMORYTYPE_ARRAY,
		.dstArray = a,
		.WidthInBytes = 8,
		.Height = 2};
	OK(cuMemcpy2D(&copy));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetArray(t, a, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetArray(t, NULL, CU_TRSA_OVERRIDE_FORMAT));
	OK(cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
	OK(cuTexRefGetArray(&got, t));
	EXPECT(got == a);
	OK(cuTexRefGetFormat(&format, &channels, t));
	EXPECT(format == CU_AD_FORMAT_FLOAT && channels == 1);
	OK(cuTexRefSetFlags(t, CU_TRSF_NORMALIZED_COORDINATES));
	OK(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_LINEAR));
	OK(middle(0.5f, 0));
	EXPECT(out[0] == 2.75f);
	/* what one sampler cannot do is the launch's error, and what it has set is kept */
	OK(cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_WRAP));
	IS(CUDA_ERROR_NOT_SUPPORTED, middle(1.0f, 0));
	OK(cuTexRefSetAddressMode(t, 1, CU_TR_ADDRESS_MODE_WRAP));
	OK(middle(1.0f, 0));
	EXPECT(out[0] == 2.75f);
	OK(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT));
	OK(middle(-0.25f, 0));
	EXPECT(out[0] == 5);
	OK(cuArrayDestroy(a));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
}

static void check_levels(CUtexref t)
{
	const CUDA_ARRAY3D_DESCRIPTOR d = {
		.Width = 4, .Height = 4, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	CUmipmappedArray m, got;
	CUarray level;
	OK(cuMipmappedArrayCreate(&m, &d, 3));
	for (unsigned k = 0; k < 3; k++) {
		float data[16];
		CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
			.srcHost = data,
			.dstMemoryType = CU_MEMORYTYPE_ARRAY,
			.WidthInBytes = 16 >> k,
			.Height = 4 >> k};
		for (unsigned i = 0; i < 16; i++)
			data[i] = (float)(10 * k);
		OK(cuMipmappedArrayGetLevel(&level, m, k));
		copy.dstArray = level;
		OK(cuMemcpy2D(&copy));
	}
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetMipmappedArray(&got, t));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetMipmappedArray(t, m, 0));
	OK(cuTexRefSetMipmappedArray(t, m, CU_TRSA_OVERRIDE_FORMAT));
	OK(cuTexRefGetMipmappedArray(&got, t));
	EXPECT(got == m);
	OK(cuTexRefSetMipmapFilterMode(t, CU_TR_FILTER_MODE_LINEAR));
	OK(cuTexRefSetMipmapLevelClamp(t, 0, 5));
	OK(cuTexRefSetMipmapLevelBias(t, 0.25f));
	OK(middle(0.4f, 0.5f));
	EXPECT(out[0] == 7.5f);
	OK(cuTexRefSetMipmapLevelClamp(t, 1.5f, 1.75f));
	OK(middle(0.4f, 0.5f));
	EXPECT(out[0] == 15);
	OK(middle(0.4f, 9));
	EXPECT(out[0] == 17.5f);
	OK(cuMipmappedArrayDestroy(m));
}

/* ---- settings and surfaces ------------------------------------------------------------------- */

static void check_settings(CUtexref t)
{
	float color[4] = {1, 2, 3, 4}, got[4], low, high, bias;
	CUfilter_mode filter;
	CUaddress_mode mode;
	unsigned flags;
	int anisotropy;
	OK(cuTexRefGetMipmapLevelClamp(&low, &high, t));
	EXPECT(low == 1.5f && high == 1.75f);
	OK(cuTexRefGetMipmapLevelBias(&bias, t));
	EXPECT(bias == 0.25f);
	OK(cuTexRefGetMipmapFilterMode(&filter, t));
	EXPECT(filter == CU_TR_FILTER_MODE_LINEAR);
	OK(cuTexRefGetFilterMode(&filter, t));
	EXPECT(filter == CU_TR_FILTER_MODE_POINT);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFilterMode(t, (CUfilter_mode)2));
	OK(cuTexRefSetMaxAnisotropy(t, 4));
	OK(cuTexRefGetMaxAnisotropy(&anisotropy, t));
	EXPECT(anisotropy == 4);
	OK(cuTexRefGetFlags(&flags, t));
	EXPECT(flags == CU_TRSF_NORMALIZED_COORDINATES);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetFlags(t, 1u << 20));
	OK(cuTexRefGetAddressMode(&mode, t, 1));
	EXPECT(mode == CU_TR_ADDRESS_MODE_WRAP);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefGetAddressMode(&mode, t, 3));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(t, -1, mode));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetAddressMode(t, 0, (CUaddress_mode)4));
	OK(cuTexRefSetBorderColor(t, color));
	OK(cuTexRefGetBorderColor(got, t));
	EXPECT(memcmp(color, got, sizeof got) == 0);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexRefSetBorderColor(t, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetFlags(NULL, 0));
}

static void check_surface(CUmodule m)
{
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = 4,
		.Format = CU_AD_FORMAT_UNSIGNED_INT32,
		.NumChannels = 1,
		.Flags = CUDA_ARRAY3D_SURFACE_LDST};
	CUsurfref s;
	CUarray a, got;
	uint32_t v = 40, read[4];
	void *args[] = {&v};
	OK(cuModuleGetSurfRef(&s, m, "canvas"));
	OK(cuArray3DCreate(&a, &d));
	IS(CUDA_ERROR_INVALID_VALUE, cuSurfRefGetArray(&got, s));
	IS(CUDA_ERROR_INVALID_VALUE, cuSurfRefSetArray(s, a, 1));
	IS(CUDA_ERROR_INVALID_HANDLE, cuSurfRefSetArray(s, NULL, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuSurfRefSetArray(NULL, a, 0));
	OK(cuSurfRefSetArray(s, a, 0));
	OK(cuSurfRefGetArray(&got, s));
	EXPECT(got == a);
	OK(launch(paint, args, 4));
	OK(cuMemcpyAtoH(read, a, 0, sizeof read));
	for (uint32_t i = 0; i < 4; i++)
		EXPECT(read[i] == 40 + i);
	OK(cuArrayDestroy(a));
}

int main(void)
{
	CUmodule m;
	CUtexref t, same, own;
	begin();
	OK(cuModuleLoadData(&m, ptx));
	read_line = kernel(m, "read_line");
	read_middle = kernel(m, "read_middle");
	paint = kernel(m, "paint");
	IS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&t, m, "nothing"));
	IS(CUDA_ERROR_NOT_FOUND, cuModuleGetTexRef(&t, m, "wide"));
	IS(CUDA_ERROR_INVALID_VALUE, cuModuleGetTexRef(NULL, m, "picture"));
	OK(cuModuleGetTexRef(&t, m, "picture"));
	OK(cuModuleGetTexRef(&same, m, "picture"));
	EXPECT(same == t);
	OK(cuParamSetTexRef(read_line, CU_PARAM_TR_DEFAULT, t));
	IS(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(read_line, 0, t));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefDestroy(t));
	OK(cuTexRefCreate(&own));
	OK(cuTexRefSetFlags(own, CU_TRSF_READ_AS_INTEGER));
	IS(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(read_line, CU_PARAM_TR_DEFAULT, own));
	OK(cuTexRefDestroy(own));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetFlags(own, 0));
	check_surface(m);
	check_memory(t);
	check_array(t);
	check_levels(t);
	check_settings(t);
	OK(cuModuleUnload(m));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetFlags(t, 0));
	OK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
