/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C to bitcode, bitcode to libraries and images, and what is refused on the way. */
#include <math.h>
#include "expect.h"
#include "hsaemu/compiler.h"
#include "hsaemu/opencl_c.h"

static struct hsaemu_result compile(const char *text, const char *options,
	const struct hsaemu_cl_header *headers, size_t header_count)
{
	struct hsaemu_result r = {0};
	const struct hsaemu_cl_source s = {.name = "my \"file\".cl",
		.bytes = text,
		.count = strlen(text),
		.options = options,
		.headers = headers,
		.header_count = header_count};
	hsaemu_compiler.compile_cl(&s, &r);
	return r;
}

static struct hsaemu_result join(const struct hsaemu_result *parts, size_t count,
	const char *options)
{
	struct hsaemu_result r = {0};
	struct hsaemu_brig objects[4];
	for (size_t i = 0; i < count; i++)
		objects[i] = (struct hsaemu_brig){"part", parts[i].image, parts[i].image_bytes};
	const struct hsaemu_cl_program p = {
		.objects = objects, .count = count, .options = options, .cpu = "native"};
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

static enum clc_kind kind_of(const struct hsaemu_result *r)
{
	return clc_object_read(r->image, r->image_bytes).kind;
}

static void whole_program(void)
{
	static const char header[] = "#define TWICE(x) (2 * (x))\n";
	static const struct hsaemu_cl_header headers[] = {
		{"dir/twice.h", header, sizeof header - 1}};
	struct hsaemu_result parts[2] = {compile(kernel, "-D N=7 -cl-std=CL3.0", headers, 1),
		compile("int thrice(int n) { return 3 * n; }\n", NULL, NULL, 0)};
	EXPECT(parts[0].status == HSAEMU_OK && parts[1].status == HSAEMU_OK);
	EXPECT(kind_of(&parts[0]) == CLC_OBJECT && parts[0].file_bytes == 0);
	struct hsaemu_result library = join(&parts[1], 1, "-create-library");
	EXPECT(library.status == HSAEMU_OK && kind_of(&library) == CLC_OBJECT_LIBRARY);
	hsaemu_compiler.release_result(&parts[1]);
	parts[1] = library;
	struct hsaemu_result image = join(parts, 2, "");
	EXPECT(image.status == HSAEMU_OK);
	check_result(&image);
	hsaemu_compiler.release_result(&image);
	/* a function that no module has */
	expect_refused(join(parts, 1, NULL), HSAEMU_REFUSED, "thrice");
	hsaemu_compiler.release_result(&parts[0]);
	hsaemu_compiler.release_result(&parts[1]);
}

/* A kernel that would be huge, with all functions of the library inlined, calls them. */
static void huge_kernel(void)
{
	enum { CALLS = 40, COUNT = 16 * CALLS };
	static double in[COUNT], out[COUNT] __attribute__((aligned(128)));
	struct buf text = BUF_INIT;
	buf_puts(&text, "kernel void k(global const double *in, global double *out)\n{\n");
	for (size_t i = 0; i < CALLS; i++)
		buf_printf(&text,
			"double16 v%zu = vload16(%zu, in);\n"
			"vstore16(pow(v%zu, v%zu) + erfc(v%zu), %zu, out);\n",
			i, i, i, i, i, i);
	buf_puts(&text, "}\n");
	buf_u8(&text, 0);
	struct hsaemu_result object = compile((const char *)text.data, NULL, NULL, 0);
	struct hsaemu_result image = join(&object, 1, NULL);
	EXPECT(object.status == HSAEMU_OK && image.status == HSAEMU_OK);
	struct hsaemu_runtime *rt = hsaemu_open(NULL);
	struct hsaemu_module *m = hsaemu_load(rt, "k.img", image.image, image.image_bytes);
	struct hsaemu_arg args[] = {hsaemu_pointer(in), hsaemu_pointer(out)};
	const struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	for (size_t i = 0; i < COUNT; i++)
		in[i] = 0.5 + (double)i / 128;
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, "k"), &l, args, 2) == HSAEMU_OK);
	for (size_t i = 0; i < COUNT; i++) {
		double want = pow(in[i], in[i]) + erfc(in[i]);
		EXPECT(fabs(out[i] - want) <= 1e-13 * want);
	}
	hsaemu_close(rt);
	hsaemu_compiler.release_result(&object);
	hsaemu_compiler.release_result(&image);
	buf_release(&text);
}

/* Many programs are made of headers with functions of which their kernels need a few. */
static void unused_functions(void)
{
	struct hsaemu_result part = compile("int nowhere(int n);\n"
					    "int unused(int n) { return nowhere(n); }\n"
					    "int also_unused(int n) { return unused(n) + 1; }\n"
					    "kernel void k(global int *o) { *o = 1; }\n",
		NULL, NULL, 0);
	EXPECT(part.status == HSAEMU_OK);
	struct hsaemu_result image = join(&part, 1, NULL);
	EXPECT(image.status == HSAEMU_OK);
	hsaemu_compiler.release_result(&image);
	hsaemu_compiler.release_result(&part);
}

/* Each byte of an object counts, so LLVM gets none that is damaged. */
static void damaged_objects(void)
{
	struct hsaemu_result object = compile("kernel void k(void) { }\n", NULL, NULL, 0);
	EXPECT(object.status == HSAEMU_OK && kind_of(&object) == CLC_OBJECT);
	for (size_t i = 0; i < object.image_bytes; i += i < 64 ? 1 : 101) {
		object.image[i] ^= 0x10;
		EXPECT(kind_of(&object) == CLC_NONE);
		object.image[i] ^= 0x10;
		EXPECT(clc_object_read(object.image, i).kind == CLC_NONE);
	}
	object.image[100] ^= 1;
	expect_refused(join(&object, 1, NULL), HSAEMU_REFUSED,
		"this is no object of OpenCL C, or it is damaged");
	hsaemu_compiler.release_result(&object);
}

static void refused(void)
{
	static const struct hsaemu_cl_header outside[] = {
		{"../x.h", "", 0}, {"/x.h", "", 0}, {"a/../../x.h", "", 0}, {"", "", 0}};
	expect_refused(compile("kernel void k( { }\n", NULL, NULL, 0), HSAEMU_REFUSED,
		"my \"file\".cl:1:");
	for (size_t i = 0; i < 4; i++)
		expect_refused(compile("", NULL, outside + i, 1), HSAEMU_REFUSED, "a header");
	expect_refused(join(NULL, 0, NULL), HSAEMU_REFUSED, "there are no objects to link");
	struct hsaemu_result pipes =
		compile("kernel void k(read_only pipe int p, global int *o) { read_pipe(p, o); }\n",
			"-cl-std=CL3.0", NULL, 0);
	EXPECT(pipes.status == HSAEMU_OK);
	expect_refused(join(&pipes, 1, NULL), HSAEMU_UNSUPPORTED, "pipes");
	expect_refused(join(&pipes, 1, "-enable-link-options"), HSAEMU_BAD_CALL, "-create-library");
	hsaemu_compiler.release_result(&pipes);
	struct hsaemu_result made = compile("struct s { int n; s() { n = get_work_dim(); } };\n"
					    "s v;\n"
					    "kernel void k(global int *o) { *o = v.n; }\n",
		"-cl-std=CLC++", NULL, 0);
	EXPECT(made.status == HSAEMU_OK);
	expect_refused(join(&made, 1, NULL), HSAEMU_UNSUPPORTED,
		"constructors and destructors of a program's variables in C++ for OpenCL");
	hsaemu_compiler.release_result(&made);
}

int main(void)
{
	if (system("command -v clang-19 >/dev/null && [ -r /usr/lib/clc/nvptx64--nvidiacl.bc ]") !=
		0) {
		puts("clang-19 and libclc-19 are not both installed");
		return 77;
	}
	whole_program();
	huge_kernel();
	unused_functions();
	damaged_objects();
	refused();
	return 0;
}
