/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "loops.h"

#include <dlfcn.h>
#include <unistd.h>

#include "engine.h"

const struct native_loops *loops_load(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct native_loops *loops = library ? dlsym(library, "native_loops") : NULL;
	if (!loops)
		bench_fail("%s", dlerror());
	return loops;
}

const struct native_loops *loops_reference(const char *bin)
{
	char path[PLAN_PATH + 32];
	snprintf(path, sizeof path, "%s/../bench/loops-clang.so", bin);
	if (access(path, R_OK) != 0)
		snprintf(path, sizeof path, "%s/../bench/loops-gcc.so", bin);
	return loops_load(path);
}

const struct native_loops *loops_any(const char *bin, unsigned threads)
{
	static const char *const compilers[] = {"gcc", "clang"};
	char path[PLAN_PATH + 32];
	for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
		snprintf(path, sizeof path, "%s/../bench/loops-%s%s.so", bin, compilers[i],
			threads > 1 ? "-omp" : "");
		if (access(path, R_OK) == 0)
			return loops_load(path);
	}
	return NULL;
}
