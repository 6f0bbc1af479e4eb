/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading through hsaemu.h, what is known of kernels, arguments, memory, and what is refused. */
#include <unistd.h>
#include "expect.h"

static struct hsaemu_module *load_text(struct hsaemu_runtime *rt, const char *name,
	const char *text)
{
	return hsaemu_load(rt, name, text, strlen(text));
}

/* ---- loading --------------------------------------------------------------------------------- */

static void image_again(struct hsaemu_runtime *rt)
{
	struct hsaemu_module *m = load_text(rt, "scale.hsail", scale_kernel);
	size_t count = 0;
	const void *image = hsaemu_module_image(m, &count);
	EXPECT(image != NULL && count > 1000 && strcmp(hsaemu_module_messages(m), "") == 0);
	struct hsaemu_module *again = hsaemu_load(rt, "scale.img", image, count);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	struct hsaemu_kernel *k = hsaemu_kernel_find(again, "&scale");
	float in = 3, out = 0;
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_f32(2), hsaemu_pointer(&in), hsaemu_pointer(&out)};
	EXPECT(hsaemu_run(k, &l, args, 3) == HSAEMU_OK && out == 6);
}

static void refused(struct hsaemu_runtime *rt)
{
	static const char elf[] = "\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\76\0 and nothing else";
	EXPECT(hsaemu_load_file(rt, "no such.ptx") == NULL);
	EXPECT_ERROR(HSAEMU_NOT_FOUND, "no such.ptx: there is no such file");
	EXPECT(hsaemu_load_file(rt, "/") == NULL);
	EXPECT_ERROR(HSAEMU_IO, "/: error: cannot read: Is a directory");
	EXPECT(hsaemu_load_file(rt, NULL) == NULL && hsaemu_error_status() == HSAEMU_BAD_CALL);
	EXPECT(load_text(rt, "bad.ptx", ".version 7.0\n.target sm_70\n.entry k() { foo.u32; }\n") ==
		NULL);
	EXPECT_ERROR(HSAEMU_UNSUPPORTED,
		"bad.ptx:3:14: error: unsupported: 'foo.u32' has no translation to HSAIL\n"
		"    .entry k() { foo.u32; }\n                 ^~~~~~~~");
	EXPECT(load_text(rt, "none.ptx", "no PTX") == NULL);
	EXPECT_ERROR(HSAEMU_REFUSED, "none.ptx:1:");
	EXPECT(load_text(rt, "bad.hsail",
		       HSAIL("prog kernel &k()\n{\n	add_u32 $s1, $d2, 1;\n};\n")) == NULL);
	EXPECT_ERROR(HSAEMU_REFUSED, "bad.hsail:4:15: error: ");
	EXPECT(strstr(hsaemu_error(), "\n    \tadd_u32 $s1, $d2, 1;\n") != NULL ||
		strstr(hsaemu_error(), "add_u32 $s1, $d2, 1;\n") != NULL);
	EXPECT(hsaemu_load(rt, "x", elf, sizeof elf) == NULL);
	EXPECT_ERROR(HSAEMU_REFUSED, "x:+0x0: error: not an ELF file");
	EXPECT(hsaemu_load(rt, "x", "HSA BRIG and nothing else", 25) == NULL);
	EXPECT_ERROR(HSAEMU_REFUSED, "x:");
	EXPECT(load_text(rt, "x", "BC\xc0\xde") == NULL);
	EXPECT_ERROR(HSAEMU_REFUSED, "x: error: this is LLVM IR, but hsaemu_load takes");
	EXPECT(hsaemu_load(rt, NULL, "", 0) == NULL && hsaemu_error_status() == HSAEMU_BAD_CALL);
	EXPECT(hsaemu_load(rt, "empty", NULL, 0) == NULL &&
		hsaemu_error_status() == HSAEMU_REFUSED);
}

/* Each function of a NULL handle fails with the first error. */
static void chain(struct hsaemu_runtime *rt)
{
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_module *m = hsaemu_load_file(rt, "missing.img");
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "k");
	EXPECT(hsaemu_run(k, &l, NULL, 0) == HSAEMU_NOT_FOUND);
	EXPECT(hsaemu_wait(hsaemu_start(k, &l, NULL, 0), 0) == HSAEMU_NOT_FOUND);
	EXPECT(hsaemu_stop(NULL) == HSAEMU_NOT_FOUND && hsaemu_unload(m) == HSAEMU_NOT_FOUND);
	EXPECT(hsaemu_alloc(m, 1) == NULL && hsaemu_variable_find(m, "x", NULL) == NULL);
	EXPECT_ERROR(HSAEMU_NOT_FOUND, "missing.img: there is no such file");
	EXPECT(hsaemu_kernel_count(m) == 0 && hsaemu_kernel_at(m, 0) == NULL);
	EXPECT(hsaemu_kernel_info(k) == NULL && hsaemu_kernel_formal(k, 0) == NULL);
	EXPECT(strcmp(hsaemu_module_messages(m), "") == 0);
	hsaemu_free(m, NULL);
}

static void options(void)
{
	struct {
		struct hsaemu_options o;
		uint32_t later;
	} newer = {.o = {.size = sizeof newer, .threads = 1}};
	struct hsaemu_options o = {.threads = 1};
	EXPECT(hsaemu_open(&o) == NULL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "the size of struct hsaemu_options is not set");
	struct hsaemu_runtime *rt = hsaemu_open(&newer.o);
	EXPECT(rt != NULL);
	hsaemu_close(rt);
	newer.later = 1;
	EXPECT(hsaemu_open(&newer.o) == NULL);
	EXPECT_ERROR(HSAEMU_UNSUPPORTED, "is of a later version");
	o = (struct hsaemu_options){.size = sizeof o, .threads = 100000};
	EXPECT(hsaemu_open(&o) == NULL && hsaemu_error_status() == HSAEMU_BAD_CALL);
	o = (struct hsaemu_options){.size = sizeof o, .optimisation = 5};
	EXPECT(hsaemu_open(&o) == NULL && hsaemu_error_status() == HSAEMU_BAD_CALL);
	o = (struct hsaemu_options){.size = sizeof o, .simd = 9};
	EXPECT(hsaemu_open(&o) == NULL && hsaemu_error_status() == HSAEMU_BAD_CALL);
	o = (struct hsaemu_options){.size = sizeof o,
		.threads = 1,
		.optimisation = 1,
		.simd = HSAEMU_SIMD_OFF,
		.cpu = "x86-64-v2"};
	rt = hsaemu_open(&o);
	EXPECT(hsaemu_kernel_find(load_text(rt, "a.hsail", scale_kernel), "scale") != NULL);
	hsaemu_close(rt);
	o.cpu = "8086";
	rt = hsaemu_open(&o);
	EXPECT(load_text(rt, "a.hsail", scale_kernel) == NULL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "8086");
	hsaemu_close(rt);
	EXPECT(hsaemu_version_text()[0] >= '0' && hsaemu_version_text()[0] <= '9');
}

/* ---- kernels and arguments ------------------------------------------------------------------- */

static void kernels(struct hsaemu_runtime *rt)
{
	static const char two[] =
		HSAIL("prog kernel &first()\n{\n	ret;\n};\n"
		      "prog kernel &second(align(4) kernarg_u8 %s[12], kernarg_b64 %x)\n"
		      "{\n	requiredworkgroupsize 4, 2, 1;\n	ret;\n};\n");
	struct hsaemu_module *m = load_text(rt, "two.hsail", two);
	EXPECT(hsaemu_kernel_count(m) == 2 && hsaemu_kernel_at(m, 2) == NULL);
	const struct hsaemu_kernel_info *info = hsaemu_kernel_info(hsaemu_kernel_at(m, 1));
	EXPECT(strcmp(info->name, "second") == 0 && strcmp(info->hsail, "&second") == 0);
	EXPECT(info->formal_count == 2 && info->kernarg_bytes == 24);
	EXPECT(info->required_group[0] == 4 && info->required_group[1] == 2);
	const struct hsaemu_formal *f = hsaemu_kernel_formal(hsaemu_kernel_at(m, 1), 0);
	EXPECT(strcmp(f->name, "%s") == 0 && strcmp(f->type, "u8") == 0);
	EXPECT(f->bytes == 12 && f->elements == 12 && f->offset == 0);
	EXPECT(hsaemu_kernel_formal(hsaemu_kernel_at(m, 1), 2) == NULL);
	EXPECT(hsaemu_kernel_find(m, NULL) == NULL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "the image has 2 kernels, so one must be named");
	EXPECT(hsaemu_kernel_find(m, "secnd") == NULL);
	EXPECT_ERROR(HSAEMU_NOT_FOUND, "the image has no kernel 'secnd'; did you mean 'second'?");
}

static void expect_misfit(struct hsaemu_kernel *k, const struct hsaemu_arg *args, size_t count,
	const char *words)
{
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	EXPECT(hsaemu_run(k, &l, args, count) == HSAEMU_BAD_CALL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, words);
}

static void arguments(struct hsaemu_runtime *rt)
{
	static const char all[] = HSAIL(
		"prog kernel &all(align(4) kernarg_u8 %s[12], kernarg_b32 %b, kernarg_s16 %h,\n"
		"	kernarg_f64 %d, kernarg_u64 %p)\n{\n	ret;\n};\n");
	struct hsaemu_kernel *k = only_kernel(rt, "all.hsail", all);
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	char bytes[12] = {0};
	struct hsaemu_arg good[] = {hsaemu_bytes(bytes, 12), hsaemu_f32(1), hsaemu_s16(-1),
		hsaemu_f64(1), hsaemu_pointer(bytes)};
	EXPECT(hsaemu_run(k, &l, good, 5) == HSAEMU_OK);
	good[1] = hsaemu_u32(1);
	good[4] = hsaemu_u64(1);
	EXPECT(hsaemu_run(k, &l, good, 5) == HSAEMU_OK);
	expect_misfit(k, good, 4,
		"kernel 'all' takes 5 arguments, not 4: u8 %s[12], b32 %b, s16 %h, f64 %d, u64 %p");
	expect_misfit(k, NULL, 5, "takes 5 arguments, not 0");
	static const struct {
		size_t index;
		const char *words;
		struct hsaemu_arg arg;
	} bad[] = {
		{0, "argument 0 of kernel 'all' is u8 %s[12], of 12 bytes, not bytes of 11",
			{HSAEMU_ARG_BYTES, 11, {0}}},
		{0, "not bytes of 12 at NULL", {HSAEMU_ARG_BYTES, 12, {0}}},
		{0, "not an integer of 1", {HSAEMU_ARG_INTEGER, 1, {0}}},
		{1, "argument 1 of kernel 'all' is b32 %b, of 4 bytes, not an integer of 8",
			{HSAEMU_ARG_INTEGER, 8, {0}}},
		{2, "is s16 %h, of 2 bytes, not a float of 2", {HSAEMU_ARG_FLOAT, 2, {0}}},
		{3, "is f64 %d, of 8 bytes, not an integer of 8", {HSAEMU_ARG_INTEGER, 8, {0}}},
		{3, "is f64 %d, of 8 bytes, not a pointer", {HSAEMU_ARG_POINTER, 8, {0}}},
		{2, "is s16 %h, of 2 bytes, not group memory", {HSAEMU_ARG_GROUP, 8, {0}}},
		{4, "not nothing that is known of 8", {99, 8, {0}}},
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct hsaemu_arg args[5];
		memcpy(args, good, sizeof args);
		args[bad[i].index] = bad[i].arg;
		expect_misfit(k, args, 5, bad[i].words);
	}
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void group_memory(struct hsaemu_runtime *rt)
{
	static const char text[] =
		HSAIL("prog kernel &turn(kernarg_u32 %a, kernarg_u32 %b, kernarg_u64 %out)\n"
		      "{\n"
		      "	group_u32 %own;\n"
		      "	ld_kernarg_u32 $s0, [%a];\n"
		      "	ld_kernarg_u32 $s1, [%b];\n"
		      "	st_group_u32 11, [%own];\n"
		      "	st_group_u32 22, [$s0];\n"
		      "	st_group_u32 33, [$s1+96];\n"
		      "	ld_group_u32 $s2, [%own];\n"
		      "	ld_group_u32 $s3, [$s0];\n"
		      "	add_u32 $s2, $s2, $s3;\n"
		      "	ld_group_u32 $s3, [$s1+96];\n"
		      "	add_u32 $s2, $s2, $s3;\n"
		      "	ld_kernarg_u64 $d0, [%out];\n"
		      "	st_global_u32 $s2, [$d0];\n"
		      "};\n");
	uint32_t out = 0;
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {
		hsaemu_group_memory(4), hsaemu_group_memory(100), hsaemu_pointer(&out)};
	EXPECT(hsaemu_run(only_kernel(rt, "turn.hsail", text), &l, args, 3) == HSAEMU_OK);
	EXPECT(out == 66);
}

static void variables(struct hsaemu_runtime *rt)
{
	static const char text[] = HSAIL("prog global_u32 &table[2] = u32[](5, 7);\n"
					 "prog kernel &bump()\n"
					 "{\n"
					 "	ld_global_u32 $s0, [&table][4];\n"
					 "	add_u32 $s0, $s0, 1;\n"
					 "	st_global_u32 $s0, [&table][4];\n"
					 "};\n");
	struct hsaemu_module *m = load_text(rt, "bump.hsail", text);
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	size_t bytes = 0;
	uint32_t *table = hsaemu_variable_find(m, "table", &bytes);
	EXPECT(table != NULL && bytes == 8 && table[0] == 5 && table[1] == 7);
	table[1] = 41;
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, NULL), &l, NULL, 0) == HSAEMU_OK);
	EXPECT(table[1] == 42 && hsaemu_variable_find(m, "&table", NULL) == table);
	EXPECT(hsaemu_variable_find(m, "tables", NULL) == NULL);
	EXPECT_ERROR(HSAEMU_NOT_FOUND, "the image has no variable 'tables'");
}

/* Addresses of 32 bits. */
static void small_model(struct hsaemu_runtime *rt)
{
	static const char text[] =
		".version 7.0\n.target sm_70\n.address_size 32\n"
		".visible .entry k(.param .u32 p)\n"
		"{\n	.reg .u32 %r<3>;\n	ld.param.u32 %r1, [p];\n"
		"	mov.u32 %r2, 9;\n	st.global.u32 [%r1], %r2;\n	ret;\n}\n";
	struct hsaemu_module *m = load_text(rt, "small.ptx", text);
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	uint32_t far = 0, *near = hsaemu_alloc(m, sizeof *near);
	struct hsaemu_arg args[] = {hsaemu_pointer(near)};
	EXPECT(near != NULL && hsaemu_run(hsaemu_kernel_find(m, "k"), &l, args, 1) == HSAEMU_OK);
	EXPECT(*near == 9);
	EXPECT(hsaemu_alloc(m, SIZE_MAX) == NULL && hsaemu_alloc(m, SIZE_MAX / 2) == NULL);
	EXPECT_ERROR(HSAEMU_NO_MEMORY, "out of memory: a buffer of ");
	hsaemu_free(m, hsaemu_alloc(m, 0));
	hsaemu_free(m, near);
	if ((uintptr_t)&far > UINT32_MAX) {
		args[0] = hsaemu_pointer(&far);
		expect_misfit(hsaemu_kernel_find(m, "k"), args, 1, "above 4 GiB");
	}
}

static void print(void *arg, int stream, const char *text, size_t bytes)
{
	char *to = arg;
	EXPECT(stream == 1 && text != NULL && bytes != 0 && bytes < 100);
	memcpy(to, text, bytes);
}

/* A text without bytes is not brought to the function. */
static void printing(void)
{
	static const char text[] =
		".version 7.0\n.target sm_70\n.address_size 64\n"
		".extern .func (.param .s32 r) vprintf(.param .b64 f, .param .b64 a);\n"
		".global .align 1 .b8 said[6] = {72, 101, 108, 108, 111, 0};\n"
		".visible .entry k()\n"
		"{\n	.reg .b64 %rd<3>;\n	mov.u64 %rd1, said;\n	cvta.global.u64 %rd2, %rd1;\n"
		"	{\n	.param .b64 p0;\n	st.param.b64 [p0], %rd2;\n"
		"	.param .b64 p1;\n	st.param.b64 [p1], 0;\n	.param .b32 v;\n"
		"	call.uni (v), vprintf, (p0, p1);\n	}\n	ret;\n}\n";
	char said[100] = "";
	struct hsaemu_options o = {
		.size = sizeof o, .threads = 1, .print = print, .print_arg = said};
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_runtime *rt = hsaemu_open(&o);
	struct hsaemu_module *m = load_text(rt, "print.ptx", text);
	EXPECT(m != NULL);
	char *format = hsaemu_variable_find(m, "said", NULL);
	format[0] = 0;
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, NULL), &l, NULL, 0) == HSAEMU_OK);
	EXPECT(said[0] == 0);
	format[0] = 'H';
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, NULL), &l, NULL, 0) == HSAEMU_OK);
	EXPECT(strcmp(said, "Hello") == 0);
	hsaemu_close(rt);
}

int main(void)
{
	EXPECT(strcmp(hsaemu_error(), "") == 0);
	EXPECT(hsaemu_kernel_find(NULL, "k") == NULL);
	EXPECT_ERROR(HSAEMU_BAD_CALL, "hsaemu_kernel_find of NULL");
	struct hsaemu_runtime *rt = open_threads(2);
	image_again(rt);
	refused(rt);
	chain(rt);
	options();
	kernels(rt);
	arguments(rt);
	group_memory(rt);
	variables(rt);
	small_model(rt);
	printing();
	hsaemu_close(rt);
	return 0;
}
