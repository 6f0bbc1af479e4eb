/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Kernels of a file, and of a text that is compiled while the program runs.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <cstdio>
#include <vector>

static int launch(hipModule_t module, const char *name)
{
	hipFunction_t f;
	int *o, n = 5;
	void *arguments[] = {&o, &n};
	if (hipMallocManaged(&o, sizeof *o) != hipSuccess || hipModuleGetFunction(&f, module, name) != hipSuccess ||
		hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr) != hipSuccess ||
		hipDeviceSynchronize() != hipSuccess)
		return -1;
	return *o;
}

int main()
{
	const char *text = "extern \"C\" __global__ void cube(int *o, int n) { *o = n * n * n + hipThreadIdx_x; }";
	const char *options[] = {"--offload-arch=gfx90a", "-DX"};
	hipModule_t module;
	hiprtcProgram program;
	size_t bytes;
	printf("%d\n", hipModuleLoad(&module, "kernels.co") == hipSuccess ? launch(module, "square") : -2);
	hiprtcCreateProgram(&program, text, "cube.hip", 0, nullptr, nullptr);
	hiprtcResult result = hiprtcCompileProgram(program, 2, options);
	hiprtcGetCodeSize(program, &bytes);
	std::vector<char> code(bytes);
	hiprtcGetCode(program, code.data());
	printf("%s %d\n", hiprtcGetErrorString(result),
		hipModuleLoadData(&module, code.data()) == hipSuccess ? launch(module, "cube") : -2);
}
