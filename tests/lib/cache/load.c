/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads a file with options OPTIMISATION SIMD CPU, runs its only kernel, and says whether the
 * compiling half was loaded for that, and which messages there are. */
#include <hsaemu/hsaemu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_mapped(const char *name)
{
	char line[4096];
	int found = 0;
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
		found |= strstr(line, name) != NULL;
	if (maps != NULL)
		fclose(maps);
	return found;
}

int main(int argc, char **argv)
{
	struct hsaemu_options o = {.size = sizeof o, .threads = 1};
	if (argc > 2)
		o.optimisation = (uint32_t)atoi(argv[2]);
	if (argc > 3)
		o.simd = (uint32_t)atoi(argv[3]);
	if (argc > 4)
		o.cpu = argv[4];
	struct hsaemu_runtime *rt = hsaemu_open(&o);
	struct hsaemu_module *m = hsaemu_load_file(rt, argv[1]);
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, NULL);
	uint32_t result = 0;
	struct hsaemu_arg args[] = {hsaemu_pointer(&result)};
	struct hsaemu_launch launch = hsaemu_grid(1, 1, 1);
	enum hsaemu_status status = hsaemu_run(k, &launch, args, 1);
	if (status != HSAEMU_OK)
		printf("%s\n", hsaemu_error());
	else
		printf("%s %u\n%s", is_mapped("libhsaemu-fin") ? "compiled" : "found",
			(unsigned)result, hsaemu_module_messages(m));
	hsaemu_close(rt);
	return (int)status;
}
