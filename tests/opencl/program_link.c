/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs that are compiled and linked: headers, libraries, what may be linked with what. */
#include "cl_program.h"

static void compile(cl_program p, const char *options, cl_uint count, const cl_program *headers,
	const char **names)
{
	cl_int error =
		cl()->clCompileProgram(p, 0, NULL, options, count, headers, names, NULL, NULL);
	if (error != CL_SUCCESS)
		printf("%s\n", build_text(p, CL_PROGRAM_BUILD_LOG));
	OK(error);
	EXPECT(status_of(p) == CL_BUILD_SUCCESS);
	EXPECT(type_of(p) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
}

static cl_program link_all(cl_context c, const char *options, cl_uint count,
	const cl_program *programs, cl_int wanted)
{
	cl_int error = 1;
	cl_program p =
		cl()->clLinkProgram(c, 0, NULL, options, count, programs, NULL, NULL, &error);
	if (error != wanted && p != NULL)
		printf("%s\n", build_text(p, CL_PROGRAM_BUILD_LOG));
	IS(wanted, error);
	EXPECT((p != NULL) == (wanted == CL_SUCCESS || wanted == CL_LINK_PROGRAM_FAILURE));
	return p;
}

static void release(cl_program p)
{
	OK(cl()->clReleaseProgram(p));
}

/* Makes a program of a program's binary. */
static cl_program brought_back(cl_context c, cl_program p)
{
	size_t count;
	unsigned char *binary = binary_of(p, &count);
	cl_program q = of_binary(c, binary, count, CL_SUCCESS);
	EXPECT(type_of(q) == type_of(p));
	free(binary);
	return q;
}

/* A header names another one; both are programs. */
static void headers(cl_context c)
{
	const char *names[] = {"outer.h", "dir/inner.h"}, *outside[] = {"../outer.h", "/inner.h"};
	cl_program both[] = {of_source(c, "#include <dir/inner.h>\n#define OUTER (INNER + 1)\n"),
		of_source(c, "#define INNER 4\n")};
	cl_program p = of_source(c, "#include \"outer.h\"\n"
				    "kernel void k(global int *o) { *o = OUTER; }\n");
	IS(CL_COMPILE_PROGRAM_FAILURE,
		cl()->clCompileProgram(p, 0, NULL, NULL, 1, both, names, NULL, NULL));
	expect_log(p, "inner.h");
	IS(CL_COMPILE_PROGRAM_FAILURE,
		cl()->clCompileProgram(p, 0, NULL, NULL, 2, both, outside, NULL, NULL));
	compile(p, NULL, 2, both, names);
	size_t count;
	IS(CL_INVALID_PROGRAM_EXECUTABLE,
		cl()->clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
	cl_program q = link_all(c, NULL, 1, &p, CL_SUCCESS);
	EXPECT(type_of(q) == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
	expect_kernels(q, 1, "k");
	IS(CL_INVALID_OPERATION, cl()->clBuildProgram(q, 0, NULL, NULL, NULL, NULL));
	IS(CL_INVALID_OPERATION, cl()->clCompileProgram(q, 0, NULL, 0, 0, 0, 0, 0, 0));
	IS(CL_INVALID_OPERATION,
		cl()->clCompileProgram(p, 0, NULL, NULL, 1, &q, names, NULL, NULL));
	release(q);
	release(p);
	release(both[0]);
	release(both[1]);
}

static void libraries(cl_context c)
{
	cl_program parts[] = {of_source(c, "int twice(int);\n"
					   "kernel void k(global int *o) { *o = twice(VALUE); }\n"),
		of_source(c, "int twice(int n) { return 2 * n; }\n")};
	compile(parts[0], "-DVALUE=21", 0, NULL, NULL);
	compile(parts[1], NULL, 0, NULL, NULL);
	cl_program failed = link_all(c, NULL, 1, parts, CL_LINK_PROGRAM_FAILURE);
	EXPECT(status_of(failed) == CL_BUILD_ERROR);
	expect_log(failed, "twice");
	release(failed);
	cl_program library = link_all(c, "-create-library", 1, parts + 1, CL_SUCCESS);
	EXPECT(type_of(library) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
	release(parts[1]);
	parts[1] = library;
	cl_program all = link_all(c, "-cl-denorms-are-zero", 2, parts, CL_SUCCESS);
	expect_kernels(all, 1, "k");
	/* the same of binaries */
	cl_program again[] = {brought_back(c, parts[0]), brought_back(c, parts[1])};
	cl_program same = link_all(c, NULL, 2, again, CL_SUCCESS);
	expect_kernels(same, 1, "k");
	build(again[1], NULL);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(again[0], 0, NULL, NULL, NULL, NULL));
	cl_program back = brought_back(c, same);
	build(back, NULL);
	expect_kernels(back, 1, "k");
	release(link_all(c, "-create-library -enable-link-options", 2, parts, CL_SUCCESS));
	for (int i = 0; i < 2; i++) {
		release(again[i]);
		release(parts[i]);
	}
	release(all);
	release(same);
	release(back);
}

static void refused(cl_context c)
{
	cl_program p[] = {
		of_source(c, "kernel void k() { }\n"), of_source(c, "kernel void l() { }\n")};
	link_all(c, NULL, 1, p, CL_INVALID_OPERATION);
	compile(p[0], NULL, 0, NULL, NULL);
	link_all(c, NULL, 2, p, CL_INVALID_OPERATION);
	link_all(c, "-create-nothing", 1, p, CL_INVALID_LINKER_OPTIONS);
	link_all(c, "-enable-link-options", 1, p, CL_INVALID_LINKER_OPTIONS);
	link_all(c, "-DX=1", 1, p, CL_INVALID_LINKER_OPTIONS);
	/* an executable is none */
	build(p[1], NULL);
	link_all(c, NULL, 2, p, CL_INVALID_OPERATION);
	release(p[0]);
	release(p[1]);
}

static void damaged(cl_context c)
{
	size_t count;
	cl_program p = of_source(c, "kernel void k() { }\n");
	compile(p, NULL, 0, NULL, NULL);
	unsigned char *binary = binary_of(p, &count);
	for (size_t i = 0; i < 300; i++) {
		size_t at = i < 96 ? i : i * 7919 % count;
		binary[at] ^= 0x10;
		of_binary(c, binary, count, CL_INVALID_BINARY);
		binary[at] ^= 0x10;
	}
	of_binary(c, binary, count - 1, CL_INVALID_BINARY);
	/* without the envelope it is nothing */
	of_binary(c, binary + 96, count - 96, CL_INVALID_BINARY);
	free(binary);
	release(p);
}

int main(void)
{
	need_clang();
	cl_context c = new_context();
	headers(c);
	libraries(c);
	refused(c);
	damaged(c);
	OK(cl()->clReleaseContext(c));
	return 0;
}
