/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several processes build many distinct programs with one cache, each all of them, in an order of
 * its own: PROGRAMS and PROCESSES in the environment say how many (make stress-programs). */
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_program.h"

static unsigned number_of(const char *name, unsigned usual)
{
	const char *text = getenv(name);
	return text == NULL ? usual : (unsigned)strtoul(text, NULL, 10);
}

static void build_one(cl_context c, unsigned n)
{
	char source[160], name[32];
	snprintf(name, sizeof name, "k%u", n);
	snprintf(source, sizeof source,
		"kernel void %s(global int *o) { o[get_global_id(0)] += %u; }\n", name, n);
	cl_program p = of_source(c, source);
	build(p, n % 3 == 0 ? "-cl-mad-enable" : NULL);
	expect_kernels(p, 1, name);
	OK(cl()->clReleaseProgram(p));
}

static void build_all(unsigned programs, unsigned self)
{
	cl_context c = new_context();
	for (unsigned i = 0; i < programs; i++)
		build_one(c, (i * 7 + self * programs / 3) % programs);
	OK(cl()->clReleaseContext(c));
}

int main(void)
{
	unsigned programs = number_of("PROGRAMS", 12), processes = number_of("PROCESSES", 3);
	char folder[] = "cacheXXXXXX";
	bool failed = false;
	need_clang();
	EXPECT(mkdtemp(folder) != NULL && setenv("HSAEMU_CACHE_DIR", folder, 1) == 0);
	EXPECT(unsetenv("HSAEMU_CACHE") == 0);
	for (unsigned i = 0; i < processes; i++) {
		pid_t child = fork();
		EXPECT(child >= 0);
		if (child == 0) {
			build_all(programs, i);
			return 0;
		}
	}
	for (unsigned i = 0; i < processes; i++) {
		int status;
		EXPECT(wait(&status) > 0);
		failed |= status != 0;
	}
	return failed;
}
