/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NVRTC: sources with headers that are in memory, kernels of templates that are asked for by the
 * names that C++ has for them, messages, and what is wrong to ask. */
#include <nvrtc.h>
#include "cuda_client.h"

#define RTC(wanted, call) EXPECT((call) == (wanted))
#define RTC_OK(call) RTC(NVRTC_SUCCESS, call)

static nvrtcResult compile(nvrtcProgram p, const char *a, const char *b)
{
	const char *options[] = {a, b};
	nvrtcResult r = nvrtcCompileProgram(p, a == NULL ? 0 : b == NULL ? 1 : 2, options);
	if (getenv("SHOW_LOG") != NULL) {
		size_t size;
		RTC_OK(nvrtcGetProgramLogSize(p, &size));
		char *log = malloc(size);
		EXPECT(log != NULL);
		RTC_OK(nvrtcGetProgramLog(p, log));
		printf("%s\n", log);
		free(log);
	}
	return r;
}

static char *ptx_of(nvrtcProgram p)
{
	size_t size;
	RTC_OK(nvrtcGetPTXSize(p, &size));
	char *ptx = malloc(size);
	EXPECT(ptx != NULL);
	RTC_OK(nvrtcGetPTX(p, ptx));
	EXPECT(strlen(ptx) + 1 == size);
	return ptx;
}

static char *log_of(nvrtcProgram p)
{
	size_t size;
	RTC_OK(nvrtcGetProgramLogSize(p, &size));
	char *log = malloc(size);
	EXPECT(log != NULL);
	RTC_OK(nvrtcGetProgramLog(p, log));
	EXPECT(strlen(log) + 1 == size);
	return log;
}

static void check_program(void)
{
	static const char source[] =
		"#include \"parts/scale.h\"\n"
		"namespace ours {\n"
		"template <typename T, int N> __global__ void scale(T *p, T by)\n"
		"{ p[blockIdx.x * blockDim.x + threadIdx.x] *= times<N>(by) + EXTRA; }\n"
		"__constant__ int table[4];\n"
		"}\n"
		"extern \"C\" __global__ void plain(int *p) { *p = ours::table[2]; }\n";
	static const char *const headers[] = {
		"#pragma once\ntemplate <int N, typename T> __device__ T times(T v) { return v * N; }\n"};
	static const char *const names[] = {"parts/scale.h"};
	static const char as_int[] = "ours::scale<int, 3>", as_float[] = "&ours::scale<float, 2>";
	static const char table[] = "&ours::table";
	const char *lowered;
	nvrtcProgram p;
	RTC_OK(nvrtcCreateProgram(&p, source, "scale.cu", 1, headers, names));
	RTC_OK(nvrtcAddNameExpression(p, as_int));
	RTC_OK(nvrtcAddNameExpression(p, as_float));
	RTC_OK(nvrtcAddNameExpression(p, table));
	RTC(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
		nvrtcGetLoweredName(p, as_int, &lowered));
	RTC_OK(compile(p, "--gpu-architecture=compute_70", "-DEXTRA=1"));
	RTC(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, nvrtcAddNameExpression(p, as_int));
	RTC(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, nvrtcGetLoweredName(p, "other", &lowered));

	char *ptx = ptx_of(p);
	CUmodule m;
	OK(cuModuleLoadData(&m, ptx));
	CUdeviceptr data = numbers(64);
	OK(cuMemsetD32(data, 5, 64));
	int by = 7;
	void *args[] = {&data, &by};
	RTC_OK(nvrtcGetLoweredName(p, as_int, &lowered));
	OK(cuLaunchKernel(kernel(m, lowered), 2, 1, 1, 32, 1, 1, 0, NULL, args, NULL));
	EXPECT(number_at(data, 0) == 5 * (7 * 3 + 1) && number_at(data, 63) == 110);

	float values[2] = {1.5f, -2}, factor = 4;
	OK(cuMemcpyHtoD(data, values, sizeof values));
	args[1] = &factor;
	RTC_OK(nvrtcGetLoweredName(p, as_float, &lowered));
	OK(cuLaunchKernel(kernel(m, lowered), 1, 1, 1, 2, 1, 1, 0, NULL, args, NULL));
	OK(cuMemcpyDtoH(values, data, sizeof values));
	EXPECT(values[0] == 13.5f && values[1] == -18);

	CUdeviceptr variable;
	size_t bytes;
	int four[4] = {10, 20, 30, 40};
	RTC_OK(nvrtcGetLoweredName(p, table, &lowered));
	OK(cuModuleGetGlobal(&variable, &bytes, m, lowered));
	EXPECT(bytes == sizeof four);
	OK(cuMemcpyHtoD(variable, four, sizeof four));
	OK(launch_with(kernel(m, "plain"), NULL, data));
	EXPECT(number_at(data, 0) == 30);
	OK(cuModuleUnload(m));
	free(ptx);
	RTC_OK(nvrtcDestroyProgram(&p));
	EXPECT(p == NULL);
}

static void check_messages(void)
{
	nvrtcProgram p;
	size_t size;
	RTC_OK(nvrtcCreateProgram(&p, "int f(int v)\n{\n\treturn v + nothing;\n}\n", "wrong.cu", 0,
		NULL, NULL));
	RTC(NVRTC_ERROR_COMPILATION, compile(p, "-default-device", NULL));
	char *log = log_of(p);
	EXPECT(strstr(log, "wrong.cu:3:") != NULL && strstr(log, "nothing") != NULL);
	free(log);
	RTC(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTXSize(p, &size));
	RTC(NVRTC_ERROR_INVALID_OPTION, compile(p, "--no-such-option", NULL));
	RTC_OK(nvrtcDestroyProgram(&p));

	RTC_OK(nvrtcCreateProgram(&p, "template <class T> __global__ void k(T *p) { *p = 1; }",
		NULL, 0, NULL, NULL));
	RTC_OK(nvrtcAddNameExpression(p, "k<no_such_type>"));
	RTC(NVRTC_ERROR_COMPILATION, compile(p, NULL, NULL));
	log = log_of(p);
	EXPECT(strstr(log, "no_such_type") != NULL);
	free(log);
	RTC_OK(nvrtcDestroyProgram(&p));
}

static void check_headers(void)
{
	static const char *const sources[] = {""}, *const outside[] = {"../outside.h"};
	nvrtcProgram p;
	RTC_OK(nvrtcCreateProgram(&p, "", NULL, 1, sources, outside));
	RTC(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, compile(p, NULL, NULL));
	char *log = log_of(p);
	EXPECT(strstr(log, "../outside.h") != NULL);
	free(log);
	RTC_OK(nvrtcDestroyProgram(&p));
}

static void check_wrong(void)
{
	nvrtcProgram p = NULL;
	int major, minor, count;
	RTC(NVRTC_ERROR_INVALID_PROGRAM, nvrtcDestroyProgram(&p));
	RTC(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(NULL, 0, NULL));
	RTC(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&p, NULL, NULL, 0, NULL, NULL));
	RTC(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&p, "", NULL, 1, NULL, NULL));
	RTC(NVRTC_ERROR_INVALID_INPUT, nvrtcVersion(&major, NULL));
	RTC_OK(nvrtcVersion(&major, &minor));
	EXPECT(major == 12);
	RTC_OK(nvrtcGetNumSupportedArchs(&count));
	int *archs = malloc((size_t)count * sizeof *archs);
	EXPECT(archs != NULL);
	RTC_OK(nvrtcGetSupportedArchs(archs));
	EXPECT(archs[0] == 50);
	free(archs);
	EXPECT(strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") ==
		0);
	EXPECT(strcmp(nvrtcGetErrorString((nvrtcResult)99), "NVRTC_ERROR unknown") == 0);
}

int main(void)
{
	begin();
	check_wrong();
	check_program();
	check_messages();
	check_headers();
	return 0;
}
