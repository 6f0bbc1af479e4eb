/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs for several devices, parts of one: each has a build of its own. */
#include "cl_brig.h"
#include "cl_program.h"

enum { DEVICES = 3 };

static cl_device_id parts[DEVICES];
static cl_context context;

static cl_build_status status_at(cl_program p, int i)
{
	cl_build_status status = 7;
	OK(cl()->clGetProgramBuildInfo(p, parts[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
		NULL));
	return status;
}

static cl_program_binary_type type_at(cl_program p, int i)
{
	cl_program_binary_type type = 77;
	OK(cl()->clGetProgramBuildInfo(p, parts[i], CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
		NULL));
	return type;
}

static void expect_options(cl_program p, int i, const char *words)
{
	char text[64];
	OK(cl()->clGetProgramBuildInfo(p, parts[i], CL_PROGRAM_BUILD_OPTIONS, sizeof text, text,
		NULL));
	EXPECT(strcmp(text, words) == 0);
}

/* The first and the last device have the same binary, the other one has another. */
static cl_program new_program(void)
{
	struct buf two = brig_of(two_kernels),
		   one = brig_of("module &m:1:0:$full:$large:$default;\n"
				 "prog kernel &only() { ret; };\n");
	const size_t bytes[] = {two.len, one.len, two.len};
	const unsigned char *binaries[] = {two.data, one.data, two.data};
	cl_int error = 1, status[DEVICES] = {1, 1, 1};
	cl_program p = cl()->clCreateProgramWithBinary(context, DEVICES, parts, bytes, binaries,
		status, &error);
	OK(error);
	for (int i = 0; i < DEVICES; i++)
		OK(status[i]);
	buf_release(&two);
	buf_release(&one);
	return p;
}

static void builds(void)
{
	const cl_icd_dispatch *f = cl();
	cl_program p = new_program();
	cl_uint count = 0;
	OK(f->clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
	EXPECT(count == DEVICES);
	OK(f->clBuildProgram(p, 1, &parts[1], "-cl-mad-enable", NULL, NULL));
	EXPECT(status_at(p, 0) == CL_BUILD_NONE && status_at(p, 1) == CL_BUILD_SUCCESS);
	EXPECT(type_at(p, 0) == CL_PROGRAM_BINARY_TYPE_NONE);
	EXPECT(type_at(p, 1) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	expect_options(p, 0, "");
	expect_options(p, 1, "-cl-mad-enable");
	expect_kernels(p, 1, "only");
	OK(f->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	for (int i = 0; i < DEVICES; i++)
		EXPECT(type_at(p, i) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	expect_options(p, 1, "");
	expect_kernels(p, 2, "add;nothing");
	OK(f->clReleaseProgram(p));
}

/* The binary of each device is put where the client says, or nowhere. */
static void binaries(void)
{
	const cl_icd_dispatch *f = cl();
	cl_program p = new_program(), q;
	size_t sizes[DEVICES], bytes = 0;
	unsigned char *places[DEVICES];
	const unsigned char *again[2];
	cl_int error = 1;
	OK(f->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	OK(f->clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, &bytes));
	EXPECT(bytes == sizeof sizes && sizes[0] == sizes[2] && sizes[1] < sizes[0]);
	for (int i = 0; i < DEVICES; i++)
		EXPECT((places[i] = i == 1 ? NULL : malloc(sizes[i])) != NULL || i == 1);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof places, places, &bytes));
	EXPECT(bytes == sizeof places && memcmp(places[0], places[2], sizes[0]) == 0);
	again[0] = again[1] = places[2];
	sizes[1] = sizes[0];
	q = f->clCreateProgramWithBinary(context, 2, parts + 1, sizes, again, NULL, &error);
	OK(error);
	/* it is not for the first device */
	IS(CL_INVALID_DEVICE, f->clBuildProgram(q, 1, &parts[0], NULL, NULL, NULL));
	OK(f->clBuildProgram(q, 2, parts + 1, NULL, NULL, NULL));
	expect_kernels(q, 2, "add;nothing");
	free(places[0]);
	free(places[2]);
	OK(f->clReleaseProgram(p));
	OK(f->clReleaseProgram(q));
}

/* One of the binaries is damaged. */
static void refused(void)
{
	const size_t bytes[] = {8, 8, 0};
	const unsigned char *bad[] = {(const unsigned char *)"HSA BRIG",
		(const unsigned char *)"anything", (const unsigned char *)""};
	cl_int error = 1, status[DEVICES] = {1, 1, 1};
	EXPECT(cl()->clCreateProgramWithBinary(context, 2, parts, bytes, bad, status, &error) ==
		NULL);
	IS(CL_INVALID_BINARY, error);
	IS(CL_INVALID_BINARY, status[0]);
	IS(CL_INVALID_BINARY, status[1]);
	EXPECT(cl()->clCreateProgramWithBinary(context, 3, parts, bytes, bad, status, &error) ==
		NULL);
	IS(CL_INVALID_VALUE, error);
	IS(CL_INVALID_VALUE, status[2]);
}

int main(void)
{
	const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_int error = 1;
	EXPECT(setenv("HSAEMU_CUS", "3", 1) == 0);
	OK(cl()->clCreateSubDevices(device(), ones, DEVICES, parts, NULL));
	context = cl()->clCreateContext(NULL, DEVICES, parts, NULL, NULL, &error);
	OK(error);
	builds();
	binaries();
	refused();
	OK(cl()->clReleaseContext(context));
	for (int i = 0; i < DEVICES; i++)
		OK(cl()->clReleaseDevice(parts[i]));
	return 0;
}
