/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code that is linked while a program runs: of texts, files, and what is not there. */
#include <unistd.h>
#include "cuda_client.h"

static char use[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
		    ".extern .func (.param .u32 r) twice(.param .u32 x);\n"
		    ".extern .global .align 4 .u32 added;\n"
		    ".visible .entry k(.param .u64 p, .param .u32 n)\n"
		    "{\n"
		    "	.reg .u32 %r<4>;\n"
		    "	.reg .u64 %rd1;\n"
		    "	ld.param.u64 %rd1, [p];\n"
		    "	ld.param.u32 %r1, [n];\n"
		    "	{\n"
		    "	.param .u32 x;\n"
		    "	.param .u32 r;\n"
		    "	st.param.u32 [x], %r1;\n"
		    "	call (r), twice, (x);\n"
		    "	ld.param.u32 %r2, [r];\n"
		    "	}\n"
		    "	ld.global.u32 %r3, [added];\n"
		    "	add.u32 %r2, %r2, %r3;\n"
		    "	st.global.u32 [%rd1], %r2;\n"
		    "	ret;\n"
		    "}\n";
static char define[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
		       ".visible .global .align 4 .u32 added = 100;\n"
		       ".visible .func (.param .u32 r) twice(.param .u32 x)\n"
		       "{\n"
		       "	.reg .u32 %r1;\n"
		       "	ld.param.u32 %r1, [x];\n"
		       "	shl.b32 %r1, %r1, 1;\n"
		       "	st.param.u32 [r], %r1;\n"
		       "	ret;\n"
		       "}\n";

static CUmodule loaded(CUlinkState s)
{
	void *image, *again;
	size_t bytes;
	CUmodule m;
	OK(cuLinkComplete(s, &image, &bytes));
	OK(cuLinkComplete(s, &again, NULL));
	EXPECT(bytes > 64 && again == image);
	OK(cuModuleLoadData(&m, image));
	return m;
}

static void check_module(CUmodule m)
{
	CUdeviceptr p = numbers(1);
	unsigned n = 21;
	void *arguments[] = {&p, &n};
	OK(cuLaunchKernel(kernel(m, "k"), 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
	OK(cuCtxSynchronize());
	EXPECT(number_at(p, 0) == 142);
	OK(cuMemFree(p));
	OK(cuModuleUnload(m));
}

static void check_texts(void)
{
	CUlinkState s;
	char info[64] = "x";
	CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {info, (void *)sizeof info};
	OK(cuLinkCreate(2, options, values, &s));
	OK(cuLinkAddData(s, CU_JIT_INPUT_PTX, use, sizeof use, "use.ptx", 0, NULL, NULL));
	OK(cuLinkAddData(s, CU_JIT_INPUT_PTX, define, sizeof define - 1, NULL, 0, NULL, NULL));
	CUmodule m = loaded(s);
	EXPECT(info[0] == '\0');
	IS(CUDA_ERROR_INVALID_VALUE,
		cuLinkAddData(s, CU_JIT_INPUT_PTX, define, sizeof define, NULL, 0, NULL, NULL));
	OK(cuLinkDestroy(s));
	IS(CUDA_ERROR_INVALID_HANDLE, cuLinkDestroy(s));
	check_module(m); /* which has its own copy */
}

static void check_files(void)
{
	char name[] = "/tmp/hsaemu-link-XXXXXX";
	CUlinkState s;
	int fd = mkstemp(name);
	EXPECT(fd >= 0 && write(fd, define, sizeof define - 1) == sizeof define - 1);
	close(fd);
	OK(cuLinkCreate(0, NULL, NULL, &s));
	OK(cuLinkAddFile(s, CU_JIT_INPUT_PTX, name, 0, NULL, NULL));
	OK(cuLinkAddData(s, CU_JIT_INPUT_PTX, use, sizeof use, "use.ptx", 0, NULL, NULL));
	check_module(loaded(s));
	OK(cuLinkDestroy(s));
	unlink(name);
}

static void check_errors(void)
{
	char errors[512] = "", nothing[64] = "nothing that is known";
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {errors, (void *)sizeof errors}, *image;
	CUlinkState s;
	OK(cuLinkCreate(2, options, values, &s));
	IS(CUDA_ERROR_INVALID_VALUE, cuLinkComplete(s, &image, NULL));
	IS(CUDA_ERROR_INVALID_VALUE,
		cuLinkAddData(s, CU_JIT_INPUT_PTX, NULL, 1, NULL, 0, NULL, NULL));
	IS(CUDA_ERROR_FILE_NOT_FOUND,
		cuLinkAddFile(s, CU_JIT_INPUT_PTX, "/nowhere/at.all", 0, NULL, NULL));
	IS(CUDA_ERROR_INVALID_IMAGE,
		cuLinkAddData(s, CU_JIT_INPUT_CUBIN, nothing, sizeof nothing, NULL, 0, NULL, NULL));
	IS(CUDA_ERROR_INVALID_IMAGE, cuLinkAddData(s, CU_JIT_INPUT_LIBRARY, nothing, sizeof nothing,
					     NULL, 0, NULL, NULL));
	IS(CUDA_ERROR_NOT_SUPPORTED,
		cuLinkAddData(s, CU_JIT_INPUT_NVVM, nothing, sizeof nothing, NULL, 0, NULL, NULL));
	OK(cuLinkAddData(s, CU_JIT_INPUT_PTX, use, sizeof use, "use.ptx", 0, NULL, NULL));
	IS(CUDA_ERROR_INVALID_PTX, cuLinkComplete(s, &image, NULL));
	EXPECT(strstr(errors, "undefined function") != NULL && strstr(errors, "twice") != NULL);
	EXPECT((size_t)(uintptr_t)values[1] == strlen(errors));
	OK(cuLinkDestroy(s));
	IS(CUDA_ERROR_INVALID_HANDLE, cuLinkComplete(NULL, &image, NULL));
}

int main(void)
{
	begin();
	check_texts();
	check_files();
	check_errors();
	return 0;
}
