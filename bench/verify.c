/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "verify.h"

#include <unistd.h>

#include "loops.h"

struct verification {
	const struct native_loops *loops;
	enum suite_size size;
	size_t good, wrong, same;
};

/* Makes the data of a case and runs its dispatches. */
static void *run_case(const struct suite_case *c, enum suite_size size,
	const struct engine_file *file, const struct suite_block **last)
{
	void *data = c->setup(size);
	*last = suite_last_block();
	struct suite_run *run = engine_image.open(file);
	if (file->batched)
		run = engine_defer(run);
	if (c->reset)
		c->reset(data);
	c->run(run, data);
	suite_wait(run);
	run->engine->close(run);
	return data;
}

static bool is_right(const struct verification *v, const struct suite_case *c, void *data)
{
	if (c->reset_native)
		c->reset_native(data);
	if (c->native)
		c->native(v->loops, data);
	bool good = c->verify(data, stderr);
	if (!good)
		fprintf(stderr, "\nhsaemu-bench: %s is wrong\n", c->name);
	return good;
}

/* Runs the case as the host's code, too, and compares all that both have left. */
static void compare_with_host(struct verification *v, const struct suite_case *c,
	const struct engine_file *file, const struct suite_block *last)
{
	struct engine_file host = *file;
	const struct suite_block *before = suite_last_block(), *host_last;
	host.deep = NULL;
	run_case(c, v->size, &host, &host_last);
	struct suite_difference d = suite_compare_blocks(last, NULL, host_last, before);
	v->same += d.words == 0;
	if (d.words != 0)
		printf("%s: %zu of %zu words differ from those of the host's code\n", c->name,
			d.words, d.of);
}

static bool verify_case(struct verification *v, const struct suite_case *c,
	const struct engine_file *file)
{
	const struct suite_block *last;
	void *data = run_case(c, v->size, file, &last);
	if (file->deep != NULL)
		compare_with_host(v, c, file, last);
	bool good = is_right(v, c, data);
	suite_free_all();
	return good;
}

bool verify_images(const char *folder, const char *bin, const bool *cases, enum suite_size size,
	const struct engine_file *how)
{
	struct verification v = {.loops = loops_reference(bin), .size = size};
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
			v.wrong++;
		} else if (verify_case(&v, c, &file)) {
			v.good++;
		} else {
			v.wrong++;
		}
	}
	printf("%zu cases verified, %zu wrong", v.good, v.wrong);
	if (how->deep != NULL)
		printf(", %zu with the bytes of the host's code", v.same);
	printf("\n");
	return v.good > 0 && v.wrong == 0;
}
