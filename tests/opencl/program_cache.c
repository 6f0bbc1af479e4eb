/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What was built is not built again, by this process or another one, unless the source, a file that
 * it includes, or the options are others. The compiler is a script here, which notes its calls. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "cl_program.h"

static void write_file(const char *path, const char *text, const char *mode)
{
	FILE *f = fopen(path, mode);
	EXPECT(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

/* A file of now could have been written while it was read. */
static void write_old_file(const char *path, const char *text)
{
	const struct timespec past[2] = {{1000000000, 0}, {1000000000, 0}};
	write_file(path, text, "w");
	EXPECT(utimensat(AT_FDCWD, path, past, 0) == 0);
}

static int calls(void)
{
	int lines = 0, c;
	FILE *f = fopen("calls", "r");
	EXPECT(f != NULL);
	while ((c = getc(f)) != EOF)
		lines += c == '\n';
	fclose(f);
	return lines;
}

/* Builds in this process, or in another one. Returns how often the compiler was called. */
static int built(const char *source, const char *options, cl_int wanted)
{
	int before = calls();
	cl_context c = new_context();
	cl_program p = of_source(c, source);
	IS(wanted, cl()->clBuildProgram(p, 0, NULL, options, NULL, NULL));
	if (wanted == CL_SUCCESS)
		expect_kernels(p, 1, "k");
	OK(cl()->clReleaseProgram(p));
	OK(cl()->clReleaseContext(c));
	return calls() - before;
}

static int built_by_another(const char *self, const char *source, const char *options)
{
	int before = calls(), status;
	pid_t child = fork();
	if (child == 0) {
		execl(self, self, source, options, (char *)NULL);
		_exit(9);
	}
	EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	return calls() - before;
}

/* The whole log comes from the cache, too. */
static void logs(void)
{
	cl_context c = new_context();
	for (int i = 0; i < 2; i++) {
		int before = calls();
		cl_program p = of_source(c, "#warning mind the gap\nkernel void k() { }\n");
		build(p, NULL);
		EXPECT(calls() - before == (i == 0));
		expect_log(p, "mind the gap");
		OK(cl()->clReleaseProgram(p));
	}
	OK(cl()->clReleaseContext(c));
}

static void included(const char *self)
{
	static const char source[] = "#include \"one.h\"\n"
				     "kernel void k(global int *o) { *o = ONE; }\n";
	EXPECT(mkdir("inc", 0700) == 0);
	write_old_file("inc/one.h", "#include \"two.h\"\n#define ONE TWO\n");
	write_old_file("inc/two.h", "#define TWO 2\n");
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 1);
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 0);
	EXPECT(built_by_another(self, source, "-I inc") == 0);
	write_old_file("inc/two.h", "#define TWO 3\n");
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 1);
	/* both are kept */
	write_old_file("inc/two.h", "#define TWO 2\n");
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 0);
	EXPECT(unlink("inc/two.h") == 0);
	EXPECT(built(source, "-I inc", CL_BUILD_PROGRAM_FAILURE) == 1);
	/* a file of now is no reason to keep anything */
	write_file("inc/two.h", "#define TWO 4\n", "w");
	struct timespec soon[2];
	clock_gettime(CLOCK_REALTIME, soon);
	soon[0].tv_sec += 60;
	soon[1] = soon[0];
	EXPECT(utimensat(AT_FDCWD, "inc/two.h", soon, 0) == 0);
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 1);
	EXPECT(built(source, "-I inc", CL_SUCCESS) == 1);
}

/* Objects, libraries and what is linked of them. */
static void linked(void)
{
	cl_context c = new_context();
	for (int i = 0; i < 2; i++) {
		int before = calls();
		cl_int error;
		const char *name = "header.h";
		cl_program header = of_source(c, "#define HEADER 3\n");
		cl_program p = of_source(c, "#include \"header.h\"\n"
					    "kernel void k(global int *o) { *o = HEADER; }\n");
		OK(cl()->clCompileProgram(p, 0, NULL, NULL, 1, &header, &name, NULL, NULL));
		EXPECT(calls() - before == (i == 0));
		cl_program q = cl()->clLinkProgram(c, 0, NULL, NULL, 1, &p, NULL, NULL, &error);
		OK(error);
		expect_kernels(q, 1, "k");
		OK(cl()->clReleaseProgram(q));
		OK(cl()->clReleaseProgram(p));
		OK(cl()->clReleaseProgram(header));
	}
	OK(cl()->clReleaseContext(c));
}

static void prepare(void)
{
	char here[1024], path[1200];
	EXPECT(getcwd(here, sizeof here) != NULL);
	write_file("calls", "", "w");
	write_file("clang", "#!/bin/sh\necho >>\"$NOTES\"\nexec clang-19 \"$@\"\n", "w");
	EXPECT(chmod("clang", 0755) == 0);
	snprintf(path, sizeof path, "%s/clang", here);
	EXPECT(setenv("HSAEMU_CLANG", path, 1) == 0);
	snprintf(path, sizeof path, "%s/calls", here);
	EXPECT(setenv("NOTES", path, 1) == 0);
	snprintf(path, sizeof path, "%s/cache", here);
	EXPECT(setenv("HSAEMU_CACHE_DIR", path, 1) == 0 && unsetenv("HSAEMU_CACHE") == 0);
}

int main(int count, char **words)
{
	static const char source[] = "kernel void k(global int *o) { *o = VALUE; }\n";
	if (count == 3)
		return built(words[1], words[2], CL_SUCCESS) != 0;
	need_clang();
	prepare();
	EXPECT(built(source, "-DVALUE=1", CL_SUCCESS) == 1);
	EXPECT(built(source, "-DVALUE=1", CL_SUCCESS) == 0);
	EXPECT(built_by_another("/proc/self/exe", source, "-DVALUE=1") == 0);
	EXPECT(built(source, "-DVALUE=2", CL_SUCCESS) == 1);
	EXPECT(built(source, "-DVALUE=2 -DX", CL_SUCCESS) == 1);
	EXPECT(built(source, "-DX -DVALUE=2", CL_SUCCESS) == 1);
	EXPECT(built("kernel void k() { }\n", "-DVALUE=1", CL_SUCCESS) == 1);
	/* what fails is not kept */
	EXPECT(built(source, NULL, CL_BUILD_PROGRAM_FAILURE) == 1);
	EXPECT(built(source, NULL, CL_BUILD_PROGRAM_FAILURE) == 1);
	logs();
	included("/proc/self/exe");
	linked();
	/* another compiler is another one, although it would do the same */
	write_file("clang", "#!/bin/sh\necho >>\"$NOTES\"\nexec  clang-19 \"$@\"\n", "w");
	EXPECT(built(source, "-DVALUE=1", CL_SUCCESS) == 1);
	return 0;
}
