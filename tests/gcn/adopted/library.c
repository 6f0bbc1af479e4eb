/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* usage: library FILE: code objects of another compiler with the library. With refused
 * behind the file, they are refused with that text. */
#include "adopted.h"
#include "expect.h"

static void mix(struct hsaemu_module *m)
{
	int32_t out[ITEMS] = {0};
	struct hsaemu_launch l = hsaemu_grid(ITEMS, 1, 1);
	const struct hsaemu_arg args[] = {hsaemu_pointer(out), hsaemu_group_memory(GROUP * 4),
		hsaemu_pointer(table), hsaemu_s32(N), hsaemu_bytes(vector, sizeof vector)};
	const struct hsaemu_kernel_info *info = hsaemu_kernel_info(hsaemu_kernel_find(m, "mix"));
	EXPECT(info != NULL && info->formal_count == 5);
	l.group[0] = GROUP;
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, "mix"), &l, args, 5) == HSAEMU_OK);
	check_mixed(out);
}

static void faults(struct hsaemu_module *m)
{
	struct hsaemu_launch l = hsaemu_grid(GROUP, 1, 1);
	static int32_t out;
	const struct hsaemu_arg args[] = {hsaemu_pointer(&out)};
	EXPECT(hsaemu_kernel_info(hsaemu_kernel_find(m, "bad"))->required_group[0] == 64);
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, "bad"), &l, args, 1) == HSAEMU_FAULT);
	EXPECT_ERROR(HSAEMU_FAULT, "kernels.cl:17)");
	EXPECT_ERROR(HSAEMU_FAULT, "work-item 0: buffer_store_dword");
}

static void loads(struct hsaemu_runtime *rt, const char *path)
{
	size_t count, same;
	void *bytes = bytes_of(path, &count);
	struct hsaemu_module *m = hsaemu_load_file(rt, path);
	EXPECT(m != NULL);
	mix(m);
	faults(m);
	const void *image = hsaemu_module_image(m, &same);
	EXPECT(same == count && memcmp(image, bytes, count) == 0);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	m = hsaemu_load(rt, "k.o", bytes, count);
	EXPECT(m != NULL);
	memset(bytes, 0, count);
	mix(m);
	free(bytes);
}

int main(int argc, char **argv)
{
	struct hsaemu_runtime *rt = hsaemu_open(NULL);
	EXPECT(rt != NULL && (argc == 2 || argc == 3));
	if (argc == 3) {
		EXPECT(hsaemu_load_file(rt, argv[1]) == NULL);
		EXPECT_ERROR(HSAEMU_UNSUPPORTED, argv[2]);
	} else {
		loads(rt, argv[1]);
	}
	hsaemu_close(rt);
	return 0;
}
