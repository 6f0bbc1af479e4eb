/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clients of OpenCL hand in as bytes. The first byte says as what the others are taken: a
 * binary as it is, an image or an object in an envelope whose sum is right, options, or what the
 * cache has of a program whose kernels get their code late. */
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "hsaemu/opencl_c.h"
#include "hsaemu/unwind.h"
#include "late_impl.h"
#include "platform_impl.h"

enum {
	TAKEN_BINARY = 'b',
	TAKEN_IMAGE = 'i',
	TAKEN_OBJECT = 'o',
	TAKEN_OPTIONS = 'c',
	TAKEN_LATE = 'l'
};

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
	cl_uint *num_platforms);

static struct {
	const cl_icd_dispatch *f;
	cl_device_id device;
	cl_context context;
} client;

static void start(void)
{
	cl_platform_id p;
	cl_int error;
	if (client.f != NULL)
		return;
	if (clIcdGetPlatformIDsKHR(1, &p, NULL) != CL_SUCCESS)
		abort();
	client.f = p->base.dispatch;
	if (client.f->clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &client.device, NULL) != CL_SUCCESS)
		abort();
	client.context = client.f->clCreateContext(NULL, 1, &client.device, NULL, NULL, &error);
	if (error != CL_SUCCESS)
		abort();
}

/* ---- programs -------------------------------------------------------------------------------- */

static void look_at_kernel(cl_kernel k)
{
	char text[64];
	cl_uint count = 0;
	cl_ulong bytes;
	client.f->clGetKernelInfo(k, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL);
	client.f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL);
	client.f->clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL);
	client.f->clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes,
		NULL);
	for (cl_uint i = 0; i < count && i < 64; i++) {
		client.f->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text,
			NULL);
		for (size_t n = 0; n <= 64; n += 4)
			client.f->clSetKernelArg(k, i, n, text);
	}
	client.f->clReleaseKernel(k);
}

static void look_at_kernels(cl_program p)
{
	cl_kernel kernels[16];
	cl_uint count = 0;
	if (client.f->clCreateKernelsInProgram(p, 16, kernels, &count) != CL_SUCCESS)
		return;
	for (cl_uint i = 0; i < count; i++)
		look_at_kernel(kernels[i]);
}

/* What BRIG becomes is fuzz_module's concern, and bitcode, which has a sum, nobody's. */
static void take_binary(const uint8_t *bytes, size_t len)
{
	cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
	cl_int error;
	cl_program p = client.f->clCreateProgramWithBinary(client.context, 1, &client.device, &len,
		&bytes, NULL, &error);
	if (p == NULL)
		return;
	client.f->clGetProgramBuildInfo(p, client.device, CL_PROGRAM_BINARY_TYPE, sizeof type,
		&type, NULL);
	if (type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE &&
		client.f->clBuildProgram(p, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS)
		look_at_kernels(p);
	client.f->clReleaseProgram(p);
}

struct wrap {
	struct ocl_build build;
	struct buf binary;
};

static void write_envelope(void *arg)
{
	struct wrap *w = arg;
	ocl_binary_write(&w->build, &w->binary);
}

static void take_wrapped(enum ocl_code_kind kind, const uint8_t *bytes, size_t len)
{
	struct wrap w = {
		.build = {.kind = kind, .code = (unsigned char *)(uintptr_t)bytes, .bytes = len},
		.binary = BUF_INIT};
	if (ocl_work_run(write_envelope, &w) == CL_SUCCESS)
		take_binary(w.binary.data, w.binary.len);
	buf_release(&w.binary);
}

/* ---- others ---------------------------------------------------------------------------------- */

static void take_options(void *arg)
{
	struct buf why = BUF_INIT;
	uint32_t flags;
	/* options that are wrong are told of */
	for (int tool = CLC_COMPILE; tool <= CLC_LINK; tool++)
		if (!clc_options_check((enum clc_tool)tool, arg, &flags, &why) && why.len == 0)
			abort();
	buf_release(&why);
}

static void take_late(const uint8_t *bytes, size_t len)
{
	struct ocl_late_parts parts;
	struct rt_image *image;
	char *why = NULL;
	if (!ocl_late_open(bytes, len, &parts))
		return;
	if (ocl_image_load(parts.image.p, parts.image.n, &image, &why) == CL_SUCCESS) {
		ocl_late_free(ocl_late_new(&parts, image));
		rt_image_free(image);
	}
	free(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	char options[512];
	start();
	if (len == 0)
		return 0;
	const uint8_t *rest = bytes + 1;
	size_t count = len - 1;
	switch (bytes[0]) {
	case TAKEN_BINARY:
		take_binary(rest, count);
		break;
	case TAKEN_IMAGE:
		take_wrapped(OCL_CODE_IMAGE, rest, count);
		break;
	case TAKEN_OBJECT:
		take_wrapped(OCL_CODE_OBJECT, rest, count);
		break;
	case TAKEN_OPTIONS:
		snprintf(options, sizeof options, "%.*s", (int)(count < 500 ? count : 500),
			(const char *)rest);
		(void)ocl_work_run(take_options, options);
		break;
	case TAKEN_LATE:
		take_late(rest, count);
		break;
	}
	return 0;
}
