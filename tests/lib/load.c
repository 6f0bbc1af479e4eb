/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For scripts: loads a file, by its path or its bytes, and lists the kernels, or runs the only one;
 * or says the status and the error. Or loads all files behind the word "all" in turn. Without a
 * file it does nothing. */
#include <unistd.h>
#include "expect.h"

static struct hsaemu_module *load_bytes(struct hsaemu_runtime *rt, const char *path)
{
	static char bytes[1 << 16];
	FILE *f = fopen(path, "r");
	EXPECT(f != NULL);
	size_t count = fread(bytes, 1, sizeof bytes, f);
	EXPECT(fclose(f) == 0);
	return hsaemu_load(rt, path, bytes, count);
}

static struct hsaemu_module *load(struct hsaemu_runtime *rt, const char *path, const char *way)
{
	if (strcmp(way, "memory") == 0)
		return load_bytes(rt, path);
	for (int i = 0; i < 3 && strcmp(way, "closed") == 0; i++)
		EXPECT(close(i) == 0);
	return hsaemu_load_file(rt, path);
}

static void list(const struct hsaemu_kernel *k)
{
	printf("%s:", hsaemu_kernel_info(k)->name);
	for (size_t i = 0; i < hsaemu_kernel_info(k)->formal_count; i++)
		printf(" %s", hsaemu_kernel_formal(k, i)->type);
	printf("\n");
}

static void run(struct hsaemu_module *m)
{
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, NULL), &l, NULL, 0) == HSAEMU_OK);
}

/* Each is loaded, or there is a text that says why not. */
static int all(struct hsaemu_runtime *rt, char **paths)
{
	int loaded = 0, refused = 0;
	for (; *paths != NULL; paths++) {
		struct hsaemu_module *m = hsaemu_load_file(rt, *paths);
		EXPECT((m != NULL) == (hsaemu_error_status() == HSAEMU_OK));
		EXPECT((m != NULL) == (strcmp(hsaemu_error(), "") == 0));
		*(m != NULL ? &loaded : &refused) += 1;
		if (m != NULL)
			EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	}
	hsaemu_close(rt);
	printf("%d loaded, %d refused\n", loaded, refused);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 1)
		return 0;
	struct hsaemu_runtime *rt = open_threads(1);
	if (strcmp(argv[1], "all") == 0)
		return all(rt, argv + 2);
	struct hsaemu_module *m = load(rt, argv[1], argc > 2 ? argv[2] : "");
	enum hsaemu_status status = hsaemu_error_status();
	if (m == NULL)
		printf("%d %s\n", (int)status, hsaemu_error());
	if (argc > 2 && strcmp(argv[2], "run") == 0)
		run(m);
	else
		for (size_t i = 0; i < hsaemu_kernel_count(m); i++)
			list(hsaemu_kernel_at(m, i));
	hsaemu_close(rt);
	return (int)status;
}
