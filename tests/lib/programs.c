/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several modules of BRIG as one program, through the table of the compiling half. */
#include <pthread.h>
#include "expect.h"
#include "hsaemu/assemble.h"
#include "hsaemu/brig_format.h"
#include "hsaemu/compiler.h"

struct modules {
	struct buf brig[2];
	struct hsaemu_brig list[2];
};

static void add(struct modules *m, size_t i, const char *name, const char *text)
{
	const struct diag_options quiet = {.tool = "programs"};
	const struct assemble_options o = {.debug_lines = true};
	struct arena arena;
	struct diag d;
	arena_init(&arena);
	diag_init(&d, &quiet);
	bool ok = assemble(source_in_arena(&arena, name, text, strlen(text)), &o, &m->brig[i], &d);
	diag_flush(&d, stderr);
	EXPECT(ok);
	m->list[i] = (struct hsaemu_brig){name, m->brig[i].data, m->brig[i].len};
	diag_release(&d);
	arena_release(&arena);
}

static void release(struct modules *m)
{
	buf_release(&m->brig[0]);
	buf_release(&m->brig[1]);
}

static struct hsaemu_program program_of(const struct modules *m, size_t count)
{
	return (struct hsaemu_program){
		.modules = m->list, .count = count, .cpu = "native", .debug_info = true};
}

/* A kernel that calls a function and reads a variable, both of another module. */
static const char caller[] = HSAIL("decl prog function &twice(arg_u32 %r)(arg_u32 %x);\n"
				   "decl prog global_u32 &base;\n"
				   "prog kernel &k(kernarg_u64 %out)\n"
				   "{\n"
				   "	ld_kernarg_u64 $d0, [%out];\n"
				   "	ld_global_u32 $s0, [&base];\n"
				   "	{\n"
				   "		arg_u32 %x;\n"
				   "		arg_u32 %r;\n"
				   "		st_arg_u32 $s0, [%x];\n"
				   "		call &twice(%r)(%x);\n"
				   "		ld_arg_u32 $s0, [%r];\n"
				   "	}\n"
				   "	st_global_u32 $s0, [$d0];\n"
				   "};\n");
static const char callee[] = "module &other:1:0:$full:$large:$default;\n"
			     "prog global_u32 &base = u32(21);\n"
			     "prog function &twice(arg_u32 %r)(arg_u32 %x)\n"
			     "{\n"
			     "	ld_arg_u32 $s0, [%x];\n"
			     "	add_u32 $s0, $s0, $s0;\n"
			     "	st_arg_u32 $s0, [%r];\n"
			     "};\n";

static uint32_t run(struct hsaemu_runtime *rt, const struct hsaemu_result *image)
{
	uint32_t out = 0;
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_pointer(&out)};
	struct hsaemu_module *m = hsaemu_load(rt, "program.img", image->image, image->image_bytes);
	EXPECT(hsaemu_run(hsaemu_kernel_find(m, "k"), &l, args, 1) == HSAEMU_OK);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	return out;
}

static void linked(struct hsaemu_runtime *rt)
{
	struct modules m = {.brig = {BUF_INIT, BUF_INIT}};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	add(&m, 0, "caller", caller);
	add(&m, 1, "callee", callee);
	struct hsaemu_program p = program_of(&m, 2);
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_OK && strcmp(r.messages, "") == 0);
	EXPECT(run(rt, &r) == 42);
	hsaemu_compiler.release_result(&r);
	p.count = 1;
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_REFUSED && strstr(r.messages, "&twice") != NULL);
	EXPECT(strstr(r.messages, "&base") != NULL);
	hsaemu_compiler.release_result(&r);
	p.imports = true;
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_REFUSED && strstr(r.messages, "&twice") != NULL);
	EXPECT(strstr(r.messages, "&base") == NULL);
	hsaemu_compiler.release_result(&r);
	release(&m);
}

/* Mistakes in all modules are told, with the modules' names. */
static void damaged(void)
{
	const struct hsaemu_brig list[] = {{"one", "no BRIG", 7}, {"two", "none", 4}};
	const struct hsaemu_program p = {.modules = list, .count = 2, .cpu = "native"};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_REFUSED && r.image == NULL);
	EXPECT(strstr(r.messages, "one:") != NULL && strstr(r.messages, "two:") != NULL);
	hsaemu_compiler.release_result(&r);
}

/* Directives are for all kernels, and must agree with those of the modules. */
static void controls(struct hsaemu_runtime *rt)
{
	static const char kernel[] = HSAIL("prog kernel &k(kernarg_u64 %out)\n"
					   "{\n"
					   "	requireddim 1;\n"
					   "	ld_kernarg_u64 $d0, [%out];\n"
					   "	st_global_u32 7, [$d0];\n"
					   "};\n");
	struct modules m = {.brig = {BUF_INIT, BUF_INIT}};
	struct hsaemu_result r = {.status = HSAEMU_OK};
	add(&m, 0, "k", kernel);
	struct hsaemu_program p = program_of(&m, 1);
	p.controls.given = UINT32_C(1) << BRIG_CONTROL_REQUIREDWORKGROUPSIZE;
	memcpy(p.controls.values[BRIG_CONTROL_REQUIREDWORKGROUPSIZE], (uint64_t[]){8, 1, 1},
		sizeof p.controls.values[0]);
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_OK);
	struct hsaemu_module *image = hsaemu_load(rt, "k.img", r.image, r.image_bytes);
	const struct hsaemu_kernel_info *info = hsaemu_kernel_info(hsaemu_kernel_find(image, "k"));
	EXPECT(info != NULL && info->required_group[0] == 8 && info->required_group[1] == 1);
	EXPECT(run(rt, &r) == 7);
	hsaemu_compiler.release_result(&r);
	p.controls.given = UINT32_C(1) << BRIG_CONTROL_REQUIREDDIM;
	p.controls.values[BRIG_CONTROL_REQUIREDDIM][0] = 2;
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_REFUSED && strstr(r.messages, "requireddim") != NULL);
	hsaemu_compiler.release_result(&r);
	p.controls.given = 0;
	p.cpu = "no such";
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_BAD_CALL && strstr(r.messages, "'no such'") != NULL);
	hsaemu_compiler.release_result(&r);
	release(&m);
}

/* Many threads compile at once. */
/* Two kernels, of which a program may want one only, or none yet. */
static const char two[] = HSAIL("prog kernel &k(kernarg_u64 %out)\n"
				"{\n"
				"	group_u32 %g[64];\n"
				"	ld_kernarg_u64 $d0, [%out];\n"
				"	st_group_u32 7, [%g][16];\n"
				"	ld_group_u32 $s0, [%g][16];\n"
				"	st_global_u32 $s0, [$d0];\n"
				"};\n"
				"prog kernel &other(kernarg_u64 %out)\n"
				"{\n"
				"	ld_kernarg_u64 $d0, [%out];\n"
				"	st_global_u32 9, [$d0];\n"
				"};\n");

static void one_kernel(struct hsaemu_runtime *rt, struct hsaemu_program p)
{
	struct hsaemu_result r = {.status = HSAEMU_OK};
	p.kernel = "&k";
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_OK && run(rt, &r) == 7);
	struct hsaemu_module *m = hsaemu_load(rt, "program.img", r.image, r.image_bytes);
	EXPECT(m != NULL && hsaemu_kernel_find(m, "other") == NULL);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	hsaemu_compiler.release_result(&r);
}

/* A stub has its kernel's arguments and group memory. It does not do nothing: it faults. */
static void stubs(struct hsaemu_runtime *rt, struct hsaemu_program p)
{
	struct hsaemu_result r = {.status = HSAEMU_OK};
	uint32_t out = 0;
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_pointer(&out)};
	p.stubs = true;
	hsaemu_compiler.finalize_program(&p, &r);
	EXPECT(r.status == HSAEMU_OK);
	struct hsaemu_module *m = hsaemu_load(rt, "program.img", r.image, r.image_bytes);
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "k");
	const struct hsaemu_kernel_info *info = hsaemu_kernel_info(k);
	EXPECT(info->group_bytes == 256 && info->formal_count == 1);
	EXPECT(hsaemu_kernel_find(m, "other") != NULL);
	EXPECT(hsaemu_run(k, &l, args, 1) == HSAEMU_FAULT && out == 0);
	EXPECT(hsaemu_unload(m) == HSAEMU_OK);
	hsaemu_compiler.release_result(&r);
}

static void one_by_one(struct hsaemu_runtime *rt)
{
	struct modules m = {.brig = {BUF_INIT, BUF_INIT}};
	add(&m, 0, "two", two);
	one_kernel(rt, program_of(&m, 1));
	stubs(rt, program_of(&m, 1));
	release(&m);
}

static void *compile_often(void *arg)
{
	const struct hsaemu_program *p = arg;
	for (int i = 0; i < 4; i++) {
		struct hsaemu_result r = {.status = HSAEMU_OK};
		hsaemu_compiler.finalize_program(p, &r);
		EXPECT(r.status == HSAEMU_OK && r.image_bytes > 1000);
		hsaemu_compiler.release_result(&r);
	}
	return NULL;
}

static void many_threads(void)
{
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	struct modules m = {.brig = {BUF_INIT, BUF_INIT}};
	add(&m, 0, "caller", caller);
	add(&m, 1, "callee", callee);
	struct hsaemu_program p = program_of(&m, 2);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, compile_often, &p) == 0);
	for (int i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], NULL) == 0);
	release(&m);
}

int main(void)
{
	struct hsaemu_runtime *rt = open_threads(1);
	EXPECT(hsaemu_compiler.version == HSAEMU_COMPILER_VERSION);
	linked(rt);
	damaged();
	controls(rt);
	one_by_one(rt);
	many_threads();
	hsaemu_close(rt);
	return 0;
}
