/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C to bitcode, bitcode to libraries and images, and what is refused on the way. */
#include <sys/wait.h>
#include <unistd.h>
#include "expect.h"
#include "hsaemu/compiler.h"

static char share[4096];

/* The folder of hsaemu-cc's files, with a slash in front of the last name. */
static void find_share(void)
{
	FILE *f = popen("hsaemu-cc --rules", "r");
	EXPECT(f != NULL && fgets(share, sizeof share, f) != NULL && pclose(f) == 0);
	*strrchr(share, '/') = 0;
}

static struct hsaemu_result compile(const char *text, const char *const *options,
	const struct hsaemu_cl_header *headers, size_t header_count)
{
	struct hsaemu_result r = {0};
	struct hsaemu_cl_source s = {.name = "my \"file\".cl",
		.bytes = text,
		.count = strlen(text),
		.options = options,
		.headers = headers,
		.header_count = header_count,
		.share = share};
	while (options != NULL && options[s.option_count] != NULL)
		s.option_count++;
	hsaemu_compiler.compile_cl(&s, &r);
	return r;
}

static struct hsaemu_result join(const struct hsaemu_result *parts, size_t count, bool library)
{
	struct hsaemu_result r = {0};
	struct hsaemu_brig modules[4];
	for (size_t i = 0; i < count; i++)
		modules[i] = (struct hsaemu_brig){"part", parts[i].image, parts[i].image_bytes};
	struct hsaemu_cl_program p = {
		.modules = modules, .count = count, .share = share, .cpu = "native"};
	p.library = library;
	hsaemu_compiler.link_cl(&p, &r);
	return r;
}

static void expect_refused(struct hsaemu_result r, enum hsaemu_status status, const char *words)
{
	EXPECT(r.status == status && r.messages != NULL && strstr(r.messages, words) != NULL);
	hsaemu_compiler.release_result(&r);
}

static const char kernel[] = "#include \"dir/twice.h\"\n"
			     "int thrice(int);\n"
			     "half scale = 2.0h;\n"
			     "uchar2 swapped(uchar2 v) { return v.yx; }\n"
			     "kernel __attribute__((reqd_work_group_size(4, 1, 1)))\n"
			     "void k(global int *o, uchar2 v, local int *l)\n"
			     "{\n"
			     "	size_t i = get_global_id(0);\n"
			     "	l[i] = TWICE(thrice(N)) + swapped(v).x;\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	o[i] = l[3 - i] + (int)i + (int)cos((float)scale - 2);\n"
			     "}\n";

static void check_result(const struct hsaemu_result *image)
{
	struct hsaemu_runtime *rt = hsaemu_open(NULL);
	struct hsaemu_module *m = hsaemu_load(rt, "k.img", image->image, image->image_bytes);
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "k");
	int out[4] = {0};
	struct hsaemu_launch l = hsaemu_grid(4, 1, 1);
	struct hsaemu_arg args[] = {
		hsaemu_pointer(out), hsaemu_u16(0x0501), hsaemu_group_memory(16)};
	l.group[0] = 4;
	EXPECT(hsaemu_run(k, &l, args, 3) == HSAEMU_OK);
	for (int i = 0; i < 4; i++)
		EXPECT(out[i] == 42 + 5 + i + 1);
	hsaemu_close(rt);
}

static void whole_program(void)
{
	static const char header[] = "#define TWICE(x) (2 * (x))\n";
	static const struct hsaemu_cl_header headers[] = {
		{"dir/twice.h", header, sizeof header - 1}};
	static const char *const options[] = {"-DN=7", "-cl-std=CL3.0", NULL};
	struct hsaemu_result parts[2] = {compile(kernel, options, headers, 1),
		compile("int thrice(int n) { return 3 * n; }\n", NULL, NULL, 0)};
	EXPECT(parts[0].status == HSAEMU_OK && parts[1].status == HSAEMU_OK);
	struct hsaemu_result library = join(&parts[1], 1, true);
	EXPECT(library.status == HSAEMU_OK);
	hsaemu_compiler.release_result(&parts[1]);
	parts[1] = library;
	struct hsaemu_result image = join(parts, 2, false);
	EXPECT(image.status == HSAEMU_OK);
	check_result(&image);
	hsaemu_compiler.release_result(&image);
	/* a function that no module has */
	expect_refused(join(parts, 1, false), HSAEMU_REFUSED, "thrice");
	hsaemu_compiler.release_result(&parts[0]);
	hsaemu_compiler.release_result(&parts[1]);
}

static void refused(void)
{
	static const struct hsaemu_cl_header outside[] = {{"../x.h", "", 0}, {"/x.h", "", 0}};
	struct hsaemu_result wrong = {
		.image = (unsigned char *)(uintptr_t)"no bitcode", .image_bytes = 10};
	static const char *const three[] = {"-cl-std=CL3.0", NULL};
	expect_refused(compile("kernel void k( { }\n", NULL, NULL, 0), HSAEMU_REFUSED,
		"my \"file\".cl:1:");
	expect_refused(compile("", NULL, outside, 1), HSAEMU_BAD_CALL, "../x.h");
	expect_refused(compile("", NULL, outside + 1, 1), HSAEMU_BAD_CALL, "/x.h");
	expect_refused(join(&wrong, 1, false), HSAEMU_REFUSED, "part: error:");
	struct hsaemu_result pipes =
		compile("kernel void k(read_only pipe int p, global int *o) { read_pipe(p, o); }\n",
			three, NULL, 0);
	EXPECT(pipes.status == HSAEMU_OK);
	expect_refused(join(&pipes, 1, false), HSAEMU_UNSUPPORTED, "pipes");
	hsaemu_compiler.release_result(&pipes);
	EXPECT(setenv("HSAEMU_CLANG", "/no/clang", 1) == 0);
	expect_refused(compile("", NULL, NULL, 0), HSAEMU_NO_COMPILER, "cannot run /no/clang");
	EXPECT(unsetenv("HSAEMU_CLANG") == 0);
}

int main(void)
{
	if (system("command -v clang-19 >/dev/null && [ -r /usr/lib/clc/nvptx64--nvidiacl.bc ]") !=
		0) {
		puts("clang-19 and libclc-19 are not both installed");
		return 77;
	}
	find_share();
	whole_program();
	refused();
	return 0;
}
