/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "verify.h"

#include <unistd.h>

#include "loops.h"

static bool verify_case(const struct suite_case *c, const struct native_loops *loops,
	enum suite_size size, const struct engine_file *file)
{
	struct suite_run *run = engine_image.open(file);
	void *data = c->setup(size);
	if (c->reset)
		c->reset(data);
	c->run(run, data);
	if (c->reset_native)
		c->reset_native(data);
	if (c->native)
		c->native(loops, data);
	bool good = c->verify(data, stderr);
	if (!good)
		fprintf(stderr, "\nhsaemu-bench: %s is wrong\n", c->name);
	run->engine->close(run);
	suite_free_all();
	return good;
}

bool verify_images(const char *folder, const char *bin, const bool *cases, enum suite_size size,
	const struct engine_file *how)
{
	const struct native_loops *loops = loops_reference(bin);
	size_t good = 0, wrong = 0;
	char path[PLAN_PATH];
	for (size_t i = 0; i < suite_case_count; i++) {
		struct engine_file file = *how;
		const struct suite_case *c = suite_cases[i].c;
		file.path = path;
		file.c = c;
		if (snprintf(path, sizeof path, "%s/%s.img", folder, suite_file(c)) >=
			(int)sizeof path)
			bench_fail("the path of %s.img is too long", c->name);
		if (!cases[i])
			continue;
		if (access(path, R_OK) != 0) {
			fprintf(stderr, "hsaemu-bench: there is no %s\n", path);
			wrong++;
		} else if (verify_case(c, loops, size, &file)) {
			good++;
		} else {
			wrong++;
		}
	}
	printf("%zu cases verified, %zu wrong\n", good, wrong);
	return good > 0 && wrong == 0;
}
