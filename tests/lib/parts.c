/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Large modules, which are finalized in parts: the program is the same as one made of whole
 * modules, and its image does not depend on the number of threads. */
#define _GNU_SOURCE /* for CPU sets */
#include <sched.h>
#include "expect.h"
#include "hsaemu/assemble.h"
#include "hsaemu/compiler.h"

enum { KERNELS = 12, LENGTH = 300, RESULTS = 8, DEPTH = 4, MODULES = 2 };

/* ---- modules --------------------------------------------------------------------------------- */

/* Entities that a module has once, with %u for its number: variables with initial values, one in
 * a function, segments that hsa-ld lays out, functions that stay, and such that have handles. */
static const char head[] = "module &m%u:1:0:$full:$large:$default;\n"
			   "global_u32 &own = 5;\n"
			   "prog global_u32 &table%u[4] = u32[](10, 20, 30, 40);\n"
			   "readonly_u32 &fixed = 77;\n"
			   "group_u32 &shared;\n"
			   "private_u32 &deep;\n"
			   "global_u32 &seen;\n"
			   "global_u64 &handles[2];\n"
			   "signature &sig(arg_u32 %%r)(arg_u32 %%x);\n"
			   "function &sum(arg_u32 %%r)(arg_u32 %%n)\n"
			   "{\n"
			   "	global_u32 %%calls;\n"
			   "	atomic_add_global_scar_agent_u32 $s2, [%%calls], 1;\n"
			   "	st_global_u32 $s2, [&seen];\n"
			   "	ld_private_u32 $s2, [&deep];\n"
			   "	add_u32 $s2, $s2, 1;\n"
			   "	st_private_u32 $s2, [&deep];\n"
			   "	ld_arg_u32 $s0, [%%n];\n"
			   "	ld_group_u32 $s1, [&shared];\n"
			   "	cmp_eq_b1_u32 $c0, $s0, 0;\n"
			   "	cbr_b1 $c0, @end;\n"
			   "	sub_u32 $s1, $s0, 1;\n"
			   "	{\n"
			   "		arg_u32 %%a; arg_u32 %%b;\n"
			   "		st_arg_u32 $s1, [%%a];\n"
			   "		call &sum(%%b)(%%a);\n"
			   "		ld_arg_u32 $s1, [%%b];\n"
			   "	}\n"
			   "	add_u32 $s1, $s1, $s0;\n"
			   "@end:\n"
			   "	st_arg_u32 $s1, [%%r];\n"
			   "};\n"
			   "prog function &power%u(arg_u32 %%r)(arg_u32 %%n)\n"
			   "{\n"
			   "	ld_arg_u32 $s0, [%%n];\n"
			   "	mov_b32 $s1, 1;\n"
			   "	cmp_eq_b1_u32 $c0, $s0, 0;\n"
			   "	cbr_b1 $c0, @end;\n"
			   "	sub_u32 $s1, $s0, 1;\n"
			   "	{\n"
			   "		arg_u32 %%a; arg_u32 %%b;\n"
			   "		st_arg_u32 $s1, [%%a];\n"
			   "		call &power%u(%%b)(%%a);\n"
			   "		ld_arg_u32 $s1, [%%b];\n"
			   "	}\n"
			   "	mul_u32 $s1, $s1, 3;\n"
			   "@end:\n"
			   "	st_arg_u32 $s1, [%%r];\n"
			   "};\n"
			   "indirect function &times(arg_u32 %%r)(arg_u32 %%x)\n"
			   "{\n"
			   "	ld_arg_u32 $s0, [%%x];\n"
			   "	mul_u32 $s0, $s0, 1%u;\n"
			   "	st_arg_u32 $s0, [%%r];\n"
			   "};\n"
			   "function &minus(arg_u32 %%r)(arg_u32 %%x)\n"
			   "{\n"
			   "	ld_arg_u32 $s0, [%%x];\n"
			   "	sub_u32 $s0, 1%u00, $s0;\n"
			   "	st_arg_u32 $s0, [%%r];\n"
			   "};\n"
			   "pragma \"hsaemu.address\", &handles, 0, &times, 0;\n"
			   "pragma \"hsaemu.address\", &handles, 8, &minus, 0;\n";

static void put_call(struct buf *text, const char *call)
{
	buf_printf(text,
		"	{\n"
		"		arg_u32 %%a; arg_u32 %%b;\n"
		"		st_arg_u32 $s0, [%%a];\n"
		"		%s;\n"
		"		ld_arg_u32 $s1, [%%b];\n"
		"	}\n",
		call);
}

static void put_result(struct buf *text, unsigned i)
{
	buf_printf(text, "	st_global_u32 $s1, [$d0 + %u];\n", 4 * i);
}

static void put_handle_call(struct buf *text, unsigned i)
{
	buf_printf(text, "	ld_global_u64 $d1, [&handles][%u];\n", 8 * i);
	put_call(text, "icall_u64 $d1(%b)(%a) &sig");
}

/* Kernels have names that those of the other module have, too. */
static void put_kernel(struct buf *text, unsigned module, unsigned k)
{
	buf_printf(text, "kernel &k%u(kernarg_u64 %%out, kernarg_u32 %%x)\n{\n", k);
	buf_puts(text, "	ld_kernarg_u64 $d0, [%out];\n	ld_kernarg_u32 $s0, [%x];\n");
	buf_printf(text, "	mov_b32 $s1, $s0;\n");
	for (unsigned i = 0; i < LENGTH; i++)
		buf_printf(text, "	mad_u32 $s1, $s1, 1664525, %u;\n", k + i);
	put_result(text, 0);
	buf_printf(text, "	atomic_add_global_scar_agent_u32 $s1, [&own], 1;\n");
	put_result(text, 1);
	buf_printf(text, "	ld_global_u32 $s1, [&table%u][%u];\n", module, k % 4 * 4);
	buf_printf(text, "	st_global_u32 %u, [&table%u][%u];\n", k, module, k % 4 * 4);
	put_result(text, 2);
	buf_printf(text, "	st_group_u32 %u, [&shared];\n	st_private_u32 0, [&deep];\n", k);
	put_call(text, "call &sum(%b)(%a)");
	buf_puts(text, "	ld_private_u32 $s2, [&deep];\n	mad_u32 $s1, $s1, 1000, $s2;\n");
	put_result(text, 3);
	buf_puts(text, "	ld_global_u32 $s1, [&seen];\n");
	put_result(text, 4);
	put_call(text, module == 0 ? "call &power0(%b)(%a)" : "call &power1(%b)(%a)");
	buf_puts(text, "	ld_readonly_u32 $s2, [&fixed];\n	add_u32 $s1, $s1, $s2;\n");
	put_result(text, 5);
	put_handle_call(text, 0);
	put_result(text, 6);
	put_handle_call(text, 1);
	put_result(text, 7);
	buf_puts(text, "};\n");
}

static void put_module(struct buf *text, unsigned m)
{
	buf_printf(text, head, m, m, m, m, m, m);
	for (unsigned k = 0; k < KERNELS; k++)
		put_kernel(text, m, k);
}

/* What the kernel gives, when those before it have run. */
static void expect_results(unsigned module, unsigned k, const uint32_t *out)
{
	uint32_t x = DEPTH, n = k % 4, power = 1;
	for (unsigned i = 0; i < LENGTH; i++)
		x = x * 1664525 + k + i;
	for (unsigned i = 0; i < DEPTH; i++)
		power *= 3;
	EXPECT(out[0] == x);
	EXPECT(out[1] == 5 + k);
	EXPECT(out[2] == (k < 4 ? 10 * (n + 1) : k - 4));
	EXPECT(out[3] == (k + DEPTH * (DEPTH + 1) / 2) * 1000 + DEPTH + 1);
	EXPECT(out[4] == (DEPTH + 1) * (k + 1) - 1);
	EXPECT(out[5] == power + 77);
	EXPECT(out[6] == DEPTH * (10 + module));
	EXPECT(out[7] == 1000 + 100 * module - DEPTH);
}

static void run_kernels(struct hsaemu_runtime *rt, const struct hsaemu_result *r, unsigned modules)
{
	struct hsaemu_module *m = hsaemu_load(rt, "parts.img", r->image, r->image_bytes);
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	EXPECT(hsaemu_kernel_count(m) == modules * KERNELS);
	for (unsigned i = 0; i < modules * KERNELS; i++) {
		uint32_t out[RESULTS];
		struct hsaemu_arg args[] = {hsaemu_pointer(out), hsaemu_u32(DEPTH)};
		EXPECT(hsaemu_run(hsaemu_kernel_at(m, i), &l, args, 2) == HSAEMU_OK);
		expect_results(i / KERNELS, i % KERNELS, out);
	}
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
}

/* ---- ways to make an image ------------------------------------------------------------------- */

static void assemble_text(const char *name, const struct buf *text, struct buf *brig)
{
	const struct diag_options quiet = {.tool = "parts"};
	const struct assemble_options o = {.debug_lines = true};
	struct arena arena;
	struct diag d;
	arena_init(&arena);
	diag_init(&d, &quiet);
	bool ok = assemble(source_in_arena(&arena, name, (const char *)text->data, text->len), &o,
		brig, &d);
	diag_flush(&d, stderr);
	EXPECT(ok);
	diag_release(&d);
	arena_release(&arena);
}

static struct hsaemu_result image_of(const struct hsaemu_brig *modules, size_t count)
{
	const struct hsaemu_program p = {
		.modules = modules, .count = count, .cpu = "native", .debug_info = true};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_OK && strcmp(r.messages, "") == 0);
	return r;
}

static struct hsaemu_result image_of_whole(const struct hsaemu_brig *m)
{
	const struct diag_options quiet = {.tool = "parts"};
	const struct finalize_options o = {.opt_level = 2, .cpu = "native", .debug_info = true};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	struct buf object = BUF_INIT;
	struct diag d;
	diag_init(&d, &quiet);
	EXPECT(finalize(m->name, m->bytes, m->count, &o, &object, &d));
	diag_release(&d);
	const struct hsaemu_source s = {.stage = STAGE_OBJECT,
		.name = m->name,
		.bytes = (const char *)object.data,
		.count = object.len,
		.cpu = "native"};
	hsaemu_compiler.compile(&s, 1, &r);
	EXPECT(r.status == HSAEMU_OK);
	buf_release(&object);
	return r;
}

static void release(struct hsaemu_result *r)
{
	hsaemu_compiler.release_result(r);
}

/* ---- tests ----------------------------------------------------------------------------------- */

static void two_modules(struct hsaemu_runtime *rt, const struct hsaemu_brig *modules)
{
	struct hsaemu_result r = image_of(modules, 2);
	run_kernels(rt, &r, 2);
	release(&r);
}

static bool are_equal(const struct hsaemu_result *a, const struct hsaemu_result *b)
{
	return a->image_bytes == b->image_bytes && memcmp(a->image, b->image, a->image_bytes) == 0;
}

static void like_the_whole(struct hsaemu_runtime *rt, const struct hsaemu_brig *m)
{
	struct hsaemu_result parts = image_of(m, 1), whole = image_of_whole(m);
	EXPECT(!are_equal(&parts, &whole)); /* or there was only one part */
	run_kernels(rt, &parts, 1);
	run_kernels(rt, &whole, 1);
	release(&parts);
	release(&whole);
}

/* There are as many threads as CPUs that the process may use. */
static void any_number_of_threads(const struct hsaemu_brig *m)
{
	cpu_set_t all, one;
	struct hsaemu_result r[3] = {image_of(m, 1), image_of(m, 1), {.status = HSAEMU_OK}};
	EXPECT(sched_getaffinity(0, sizeof all, &all) == 0);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	EXPECT(sched_setaffinity(0, sizeof one, &one) == 0);
	r[2] = image_of(m, 1);
	EXPECT(sched_setaffinity(0, sizeof all, &all) == 0);
	EXPECT(are_equal(&r[0], &r[1]) && are_equal(&r[0], &r[2]));
	for (size_t i = 0; i < 3; i++)
		release(&r[i]);
}

/* The pragma's mistake is found when the module is decoded, as each part is, and told once. */
static void mistakes(const struct buf *text)
{
	struct buf wrong = BUF_INIT, brig = BUF_INIT;
	struct hsaemu_result r = {.status = HSAEMU_OK};
	buf_append(&wrong, text->data, text->len);
	buf_puts(&wrong, "pragma \"hsaemu.address\", &own, 0, &fixed, 0;\n");
	assemble_text("wrong", &wrong, &brig);
	const struct hsaemu_brig m = {"wrong", brig.data, brig.len};
	const struct hsaemu_program p = {.modules = &m, .count = 1, .cpu = "native"};
	hsaemu_compiler.finalize_program(&p, &r);
	const char *first = strstr(r.messages, "error:");
	EXPECT(r.status == HSAEMU_REFUSED && r.image == NULL);
	EXPECT(first != NULL && strstr(first + 1, "error:") == NULL);
	release(&r);
	buf_release(&wrong);
	buf_release(&brig);
}

/* Any damage is refused as it is where no parts are made, or does no harm. */
static void damaged(const struct hsaemu_brig *m)
{
	const struct finalize_options o = {.cpu = "native"}, profile = {.profile = true};
	uint8_t *bytes = mem_new(m->count, 1);
	memcpy(bytes, m->bytes, m->count);
	EXPECT(fin_part_count(bytes, m->count, &o) == 4);
	EXPECT(fin_part_count(bytes, m->count, &profile) == 1);
	EXPECT(fin_part_count(bytes, m->count - 16, &o) == 1);
	EXPECT(fin_part_count(bytes, 0, &o) == 1);
	for (size_t i = 0; i < m->count; i += m->count / 1000) {
		bytes[i] ^= 0x55;
		EXPECT(fin_part_count(bytes, m->count, &o) <= 16);
		bytes[i] ^= 0x55;
	}
	memset(bytes + m->count / 2, 0xff, 64);
	const struct hsaemu_brig damaged = {"damaged", bytes, m->count};
	const struct hsaemu_program p = {.modules = &damaged, .count = 1, .cpu = "native"};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_REFUSED && strstr(r.messages, "damaged:") != NULL);
	release(&r);
	mem_free(bytes);
}

int main(void)
{
	struct hsaemu_runtime *rt = open_threads(1);
	struct buf text[MODULES] = {BUF_INIT, BUF_INIT}, brig[MODULES] = {BUF_INIT, BUF_INIT};
	struct hsaemu_brig modules[MODULES];
	for (unsigned m = 0; m < MODULES; m++) {
		put_module(&text[m], m);
		assemble_text(m == 0 ? "zero" : "one", &text[m], &brig[m]);
		modules[m] =
			(struct hsaemu_brig){m == 0 ? "zero" : "one", brig[m].data, brig[m].len};
	}
	damaged(&modules[0]);
	mistakes(&text[0]);
	like_the_whole(rt, &modules[0]);
	any_number_of_threads(&modules[0]);
	two_modules(rt, modules);
	for (unsigned m = 0; m < MODULES; m++) {
		buf_release(&text[m]);
		buf_release(&brig[m]);
	}
	hsaemu_close(rt);
	return 0;
}
