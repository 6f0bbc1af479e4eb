/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules: variables, functions, damaged bytes, and messages. */
#include "cuda_client.h"

static void check_variables(void)
{
	CUmodule m = module();
	CUdeviceptr at, fixed, p = numbers(1);
	size_t bytes;
	unsigned v = 30;
	OK(cuModuleGetGlobal(&at, &bytes, m, "number"));
	EXPECT(bytes == 4 && number_at(at, 0) == 7);
	OK(cuModuleGetGlobal(&fixed, &bytes, m, "fixed"));
	OK(launch_with(kernel(m, "read_fixed"), NULL, p));
	EXPECT(number_at(p, 0) == 9);
	OK(cuMemcpyHtoD(fixed, &v, 4)); /* as cudaMemcpyToSymbol() does with constants */
	OK(launch_with(kernel(m, "read_fixed"), NULL, p));
	EXPECT(number_at(p, 0) == 30);
	IS(CUDA_ERROR_NOT_FOUND, cuModuleGetGlobal(&at, &bytes, m, "nothing"));
	OK(cuModuleUnload(m));
	OK(cuMemFree(p));
}

static void check_messages(void)
{
	static const char wrong[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
				    ".visible .entry k() { frobnicate.u32 %r1, %r2; ret; }\n";
	char errors[512] = "", info[64] = "";
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {errors, (void *)sizeof errors, info, (void *)sizeof info};
	CUmodule m;
	IS(CUDA_ERROR_INVALID_PTX, cuModuleLoadDataEx(&m, wrong, 4, options, values));
	EXPECT(strstr(errors, "frobnicate") != NULL);
	EXPECT((size_t)(uintptr_t)values[1] == strlen(errors));
}

static void check_damaged(void)
{
	static const char nothing[64] = "nothing that is known";
	char elf[128] = "\177ELF\002\001\001";
	CUmodule m;
	IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, nothing));
	IS(CUDA_ERROR_INVALID_VALUE, cuModuleLoadData(&m, NULL));
	IS(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&m, "/nowhere/at.all"));
	elf[18] = (char)190; /* EM_CUDA */
	elf[54] = 56;
	IS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&m, elf));
	elf[18] = 62; /* EM_X86_64, and no image */
	IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, elf));
}

/* PTX with one byte changed is compiled or refused. */
static void check_mutations(void)
{
	char *text = malloc(sizeof kernels_ptx);
	uint32_t seed = 99;
	EXPECT(text != NULL);
	unsigned count = getenv("MUTATIONS") != NULL ? (unsigned)atoi(getenv("MUTATIONS")) : 60;
	for (unsigned i = 0; i < count; i++) {
		CUmodule m;
		char log[256] = "";
		CUjit_option options[] = {
			CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
		void *values[] = {log, (void *)sizeof log};
		memcpy(text, kernels_ptx, sizeof kernels_ptx);
		seed = seed * 1664525 + 1013904223;
		text[(seed >> 8) % (sizeof kernels_ptx - 1)] = (char)(1 + (seed >> 4) % 126);
		CUresult r = cuModuleLoadDataEx(&m, text, 2, options, values);
		EXPECT(r == CUDA_SUCCESS || r == CUDA_ERROR_INVALID_PTX ||
			r == CUDA_ERROR_INVALID_IMAGE);
		if (r == CUDA_SUCCESS)
			OK(cuModuleUnload(m));
	}
	free(text);
}

int main(void)
{
	begin();
	check_variables();
	check_messages();
	check_damaged();
	check_mutations();
	return 0;
}
