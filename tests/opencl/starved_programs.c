/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs while the n-th allocation fails, for n = 1, 2, 3 and so on: each time there is an error,
 * and nothing is lost, which is LSan's to say. LLVM keeps its own malloc(). */
#include "cl_brig.h"
#include "cl_program.h"
#include "starve.h"

/* Some allocations are not needed, such as those for debuggers. */
static void expect(bool failed, cl_int error)
{
	EXPECT(error == CL_SUCCESS || (failed && error == CL_OUT_OF_HOST_MEMORY));
}

static void sources(cl_context c)
{
	const char *text = "kernel void k() { }\n";
	bool failed = true;
	for (long n = 0; failed; n++) {
		cl_int error = 1;
		starve(n, false);
		cl_program p = cl()->clCreateProgramWithSource(c, 1, &text, NULL, &error);
		failed = feed();
		expect(failed, error);
		if (p != NULL)
			OK(cl()->clReleaseProgram(p));
	}
}

/* The state after a build that failed is that of an error, and the next one may succeed. */
static void expect_built(cl_program p, cl_int error)
{
	EXPECT(status_of(p) == (error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR) ||
		status_of(p) == CL_BUILD_NONE);
	if (error == CL_SUCCESS)
		expect_kernels(p, 2, "add;nothing");
}

static void binaries(cl_context c, const void *bytes, size_t count)
{
	const cl_device_id d = device();
	const unsigned char *binary = bytes;
	bool failed = true;
	for (long n = 0; failed; n++) {
		cl_int error = 1;
		starve(n, false);
		cl_program p =
			cl()->clCreateProgramWithBinary(c, 1, &d, &count, &binary, NULL, &error);
		failed = feed();
		expect(failed, error);
		if (p != NULL)
			OK(cl()->clReleaseProgram(p));
	}
	cl_program p = of_binary(c, bytes, count, CL_SUCCESS);
	failed = true;
	for (long n = 0; failed; n++) {
		starve(n, false);
		cl_int error = cl()->clBuildProgram(p, 0, NULL, "-cl-mad-enable", NULL, NULL);
		failed = feed();
		expect(failed, error);
		expect_built(p, error);
	}
	OK(cl()->clReleaseProgram(p));
}

static void info(cl_program p)
{
	char text[64];
	unsigned char room[1 << 16], *place = room;
	bool failed = true;
	for (long n = 0; failed; n++) {
		starve(n, false);
		cl_int names =
			cl()->clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL);
		failed = feed();
		expect(failed, names);
		starve(n, false);
		cl_int bytes =
			cl()->clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof place, &place, NULL);
		failed |= feed();
		expect(failed, bytes);
	}
}

int main(void)
{
	cl_context c = new_context();
	struct buf brig = brig_of(two_kernels);
	cl_program p = of_binary(c, brig.data, brig.len, CL_SUCCESS);
	size_t count;
	build(p, NULL);
	unsigned char *image = binary_of(p, &count);
	EXPECT(count <= 1 << 16);
	sources(c);
	binaries(c, image, count);
	info(p);
	free(image);
	buf_release(&brig);
	OK(cl()->clReleaseProgram(p));
	OK(cl()->clReleaseContext(c));
	return 0;
}
