/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of the CUDA driver share: checks, and kernels in PTX. */
#ifndef HSAEMU_TESTS_CUDA_CLIENT_H
#define HSAEMU_TESTS_CUDA_CLIENT_H

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define IS(wanted, call) \
	do { \
		CUresult got_ = (call); \
		if (got_ != (wanted)) { \
			printf("%s:%d: %d, not %s: %s\n", __FILE__, __LINE__, (int)got_, #wanted, \
				#call); \
			exit(1); \
		} \
	} while (0)
#define OK(call) IS(CUDA_SUCCESS, call)

/* void add(unsigned *p, unsigned v): adds v to p[i], for each thread i of all blocks of x.
 * void wait_for(unsigned *flag): returns when *flag is not 0.
 * void fault(unsigned *p): stores to *p. void trap(). */
static const char kernels_ptx[] =
	".version 6.4\n.target sm_60\n.address_size 64\n"
	".global .align 4 .u32 number = 7;\n"
	".const .align 4 .u32 fixed = 9;\n"
	".visible .entry add(.param .u64 p, .param .u32 v)\n"
	"{\n"
	"	.reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
	"	ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v];\n"
	"	mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;\n"
	"	mad.lo.u32 %r5, %r2, %r3, %r4;\n"
	"	mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2;\n"
	"	ld.global.u32 %r2, [%rd3]; add.u32 %r2, %r2, %r1; st.global.u32 [%rd3], %r2;\n"
	"	ret;\n"
	"}\n"
	".visible .entry wait_for(.param .u64 flag)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<2>; .reg .pred %p<2>;\n"
	"	ld.param.u64 %rd1, [flag];\n"
	"again:\n"
	"	ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 bra again;\n"
	"	ret;\n"
	"}\n"
	".visible .entry fault(.param .u64 p)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
	"	ld.param.u64 %rd1, [p]; mov.u32 %r1, 1; st.global.u32 [%rd1], %r1;\n"
	"	ret;\n"
	"}\n"
	".visible .entry trap() { trap; ret; }\n"
	".visible .entry read_fixed(.param .u64 p)\n"
	"{\n"
	"	.reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
	"	ld.param.u64 %rd1, [p]; ld.const.u32 %r1, [fixed]; st.global.u32 [%rd1], %r1;\n"
	"	ret;\n"
	"}\n"
	".visible .entry shared(.param .u64 p)\n"
	"{\n"
	"	.reg .b32 %r<3>; .reg .b64 %rd<2>; .shared .align 4 .b8 s[1024];\n"
	"	ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; st.shared.u32 [s], %r1;\n"
	"	bar.sync 0; ld.shared.u32 %r2, [s]; st.global.u32 [%rd1], %r2;\n"
	"	ret;\n"
	"}\n";

/* The primary context of the first device, as the current one. */
static inline CUcontext begin(void)
{
	CUcontext c;
	OK(cuInit(0));
	OK(cuDevicePrimaryCtxRetain(&c, 0));
	OK(cuCtxSetCurrent(c));
	return c;
}

static inline CUfunction kernel(CUmodule m, const char *name)
{
	CUfunction f;
	OK(cuModuleGetFunction(&f, m, name));
	return f;
}

static inline CUmodule module(void)
{
	CUmodule m;
	OK(cuModuleLoadData(&m, kernels_ptx));
	return m;
}

static inline CUdeviceptr numbers(size_t count)
{
	CUdeviceptr p;
	OK(cuMemAlloc(&p, 4 * count));
	OK(cuMemsetD32(p, 0, count));
	OK(cuStreamSynchronize(NULL)); /* streams that do not block may use it at once */
	return p;
}

/* Adds to `threads` numbers. */
static inline CUresult add(CUfunction f, CUstream s, CUdeviceptr p, unsigned v, unsigned threads)
{
	void *args[] = {&p, &v};
	unsigned block = threads < 64 ? threads : 64;
	return cuLaunchKernel(f, (threads + block - 1) / block, 1, 1, block, 1, 1, 0, s, args,
		NULL);
}

static inline CUresult launch_with(CUfunction f, CUstream s, CUdeviceptr p)
{
	void *args[] = {&p};
	return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, args, NULL);
}

static inline unsigned number_at(CUdeviceptr p, size_t index)
{
	unsigned v;
	OK(cuMemcpyDtoH(&v, p + 4 * index, sizeof v));
	return v;
}

#endif
