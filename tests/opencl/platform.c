/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The platform and the device: handles, errors, and all attributes that cl.h has. */
#include "cl_client.h"

static void platforms(void)
{
	cl_platform_id p;
	cl_uint count = 7;
	char text[64];
	size_t bytes;
	IS(CL_INVALID_VALUE, clIcdGetPlatformIDsKHR(0, NULL, NULL));
	IS(CL_INVALID_VALUE, clIcdGetPlatformIDsKHR(0, &p, &count));
	OK(clIcdGetPlatformIDsKHR(0, NULL, &count));
	EXPECT(count == 1);
	OK(cl()->clGetPlatformIDs(3, &p, &count));
	EXPECT(p == platform() && count == 1);
	IS(CL_INVALID_PLATFORM, cl()->clGetPlatformInfo((cl_platform_id)(void *)device(),
					CL_PLATFORM_NAME, sizeof text, text, NULL));
	IS(CL_INVALID_VALUE, cl()->clGetPlatformInfo(p, CL_DEVICE_NAME, 64, text, NULL));
	IS(CL_INVALID_VALUE, cl()->clGetPlatformInfo(p, CL_PLATFORM_VERSION, 11, text, NULL));
	OK(cl()->clGetPlatformInfo(p, CL_PLATFORM_VERSION, 64, text, &bytes));
	EXPECT(strncmp(text, "OpenCL 3.0 ", 11) == 0 && bytes == strlen(text) + 1);
	OK(cl()->clGetPlatformInfo(p, CL_PLATFORM_ICD_SUFFIX_KHR, 64, text, NULL));
	EXPECT(strcmp(text, "HSAEMU") == 0);
}

static void devices(void)
{
	cl_device_id d = NULL;
	cl_uint count = 7;
	const cl_icd_dispatch *f = cl();
	IS(CL_INVALID_DEVICE_TYPE, f->clGetDeviceIDs(platform(), 0, 1, &d, &count));
	IS(CL_INVALID_DEVICE_TYPE, f->clGetDeviceIDs(platform(), 1 << 20, 1, &d, &count));
	IS(CL_INVALID_VALUE, f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, &d, NULL));
	IS(CL_INVALID_VALUE, f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
	IS(CL_DEVICE_NOT_FOUND, f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 1, &d, &count));
	EXPECT(d == NULL && count == 0);
	OK(f->clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU, 1, &d, &count));
	EXPECT(d == device() && count == 1);
	d = NULL;
	OK(f->clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 5, &d, NULL));
	EXPECT(d == device());
	/* references of a root device do not count */
	OK(f->clReleaseDevice(d));
	OK(f->clRetainDevice(d));
	IS(CL_INVALID_DEVICE, f->clRetainDevice((cl_device_id)(void *)platform()));
	IS(CL_INVALID_DEVICE, f->clReleaseDevice(NULL));
}

/* All attributes from CL_DEVICE_TYPE on have a value, whose size is told and which needs that. */
static void attributes(void)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_info none[] = {0x105F, 0x106A, 0x106B, 0x106C, 0x106D, 0x106E};
	char room[4096];
	const cl_device_info last = CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED;
	for (cl_device_info a = CL_DEVICE_TYPE; a <= last; a++) {
		size_t bytes = SIZE_MAX, k = 0;
		while (k < sizeof none / sizeof *none && none[k] != a)
			k++;
		if (k < sizeof none / sizeof *none) {
			IS(CL_INVALID_VALUE,
				f->clGetDeviceInfo(device(), a, sizeof room, room, NULL));
			continue;
		}
		OK(f->clGetDeviceInfo(device(), a, 0, NULL, &bytes));
		EXPECT(bytes <= sizeof room);
		memset(room, 0x5a, sizeof room);
		OK(f->clGetDeviceInfo(device(), a, bytes, room, NULL));
		EXPECT(room[bytes] == 0x5a);
		if (bytes != 0)
			IS(CL_INVALID_VALUE,
				f->clGetDeviceInfo(device(), a, bytes - 1, room, NULL));
	}
	IS(CL_INVALID_DEVICE, f->clGetDeviceInfo(NULL, CL_DEVICE_TYPE, sizeof room, room, NULL));
}

/* The least values of OpenCL 3.0 API's table 5 for a full profile with images. */
static void least_values(void)
{
	const cl_icd_dispatch *f = cl();
	size_t size;
	cl_ulong bytes, all;
	cl_uint number;
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof size, &size, NULL));
	EXPECT(size >= 16384);
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof size, &size, NULL));
	EXPECT(size >= 2048);
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof size, &size, NULL));
	EXPECT(size >= 65536);
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, NULL));
	EXPECT(bytes >= 32768);
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof bytes, &bytes, NULL));
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL));
	EXPECT(bytes >= all / 4 && bytes <= all);
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof number, &number,
		NULL));
	EXPECT(number == 8 * sizeof(cl_long16));
	OK(f->clGetDeviceInfo(device(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof number, &number, NULL));
	EXPECT(number >= 1);
}

static void timers(void)
{
	cl_ulong host = 0, same = 1;
	IS(CL_INVALID_VALUE, cl()->clGetHostTimer(device(), NULL));
	IS(CL_INVALID_VALUE, cl()->clGetDeviceAndHostTimer(device(), NULL, &host));
	OK(cl()->clGetDeviceAndHostTimer(device(), &same, &host));
	EXPECT(host == same && host != 0);
}

/* Every entry of the table can be called, also those of what there is not. */
static void table(void)
{
	const cl_icd_dispatch *f = cl();
	void (*const *entry)(void) = (void (*const *)(void))(const void *)f;
	cl_int error = 0;
	for (size_t i = 0; i < sizeof *f / sizeof *entry; i++)
		EXPECT(entry[i] != NULL);
	EXPECT(f->clCreateFromGLBuffer(NULL, 0, 0, &error) == NULL);
	EXPECT(error == CL_INVALID_OPERATION);
	EXPECT(f->clCreateFromGLTexture(NULL, 0, 0, 0, 0, NULL) == NULL);
	IS(CL_INVALID_OPERATION, f->clEnqueueAcquireGLObjects(NULL, 0, NULL, 0, NULL, NULL));
	EXPECT(f->clGetExtensionFunctionAddressForPlatform(platform(), "clNothing") == NULL);
	EXPECT(f->clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR") != NULL);
}

int main(void)
{
	platforms();
	devices();
	attributes();
	least_values();
	timers();
	table();
	return 0;
}
