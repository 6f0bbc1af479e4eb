/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of HSAIL modules: what may be added to them, and control directives. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include <sys/mman.h>
#include "client.h"

#define KERNEL(name, body) "prog kernel &" name "()\n{\n" body "};\n"

static void add_as(hsa_ext_program_t p, hsa_ext_module_t m, int status)
{
	int got = (int)hsa_ext_program_add_module(p, m);
	if (got != status)
		fprintf(stderr, "add_module: 0x%x, not 0x%x\n", (unsigned)got, (unsigned)status);
	EXPECT(got == status);
}

/* Adds a second module to one, which gives the status. */
static void add_beside(const char *first, const char *second, int status)
{
	hsa_ext_program_t p = new_program();
	hsa_ext_module_t a = module_of(first), b = module_of(second);
	add_as(p, a, HSA_STATUS_SUCCESS);
	add_as(p, b, status);
	OK(hsa_ext_program_destroy(p));
	free(a);
	free(b);
}

/* ---- modules --------------------------------------------------------------------------------- */

static void not_modules(hsa_ext_program_t p)
{
	enum { BAD = HSA_EXT_STATUS_ERROR_INVALID_MODULE, PAGE = 4096 };
	hsa_ext_module_t m = module_of(HSAIL("m", KERNEL("k", "")));
	static uint64_t zeros[64];
	add_as(p, NULL, BAD);
	add_as(p, (hsa_ext_module_t)(uintptr_t)16, BAD);
	add_as(p, (hsa_ext_module_t)UINTPTR_MAX, BAD);
	add_as(p, (hsa_ext_module_t)(uintptr_t)zeros, BAD);
	/* the header says that the module is longer than the pages that are there */
	uint64_t *pages =
		mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	EXPECT((void *)pages != MAP_FAILED && munmap((char *)pages + PAGE, PAGE) == 0);
	memcpy(pages, m, 104);
	for (uint64_t count = 0; count < 70; count++) {
		pages[2] = count < 64 ? UINT64_C(1) << count : -count;
		add_as(p, (hsa_ext_module_t)(uintptr_t)pages, BAD);
	}
	memcpy((char *)pages + PAGE - 64, m, 64);
	add_as(p, (hsa_ext_module_t)(uintptr_t)((char *)pages + PAGE - 64), BAD);
	munmap(pages, PAGE);
	free(m);
}

static void damaged(void)
{
	hsa_ext_module_t m = module_of(HSAIL("m", "prog global_u32 &v;\n" KERNEL("k", "	ret;\n")));
	uint8_t *bytes = (uint8_t *)m;
	uint64_t count;
	unsigned refused = 0;
	memcpy(&count, bytes + 16, sizeof count);
	for (uint64_t at = 0; at < count; at++) {
		if (at >= 16 && at < 24) /* the count itself */
			continue;
		hsa_ext_program_t p = new_program();
		bytes[at] ^= 0x81;
		refused += hsa_ext_program_add_module(p, m) != HSA_STATUS_SUCCESS;
		OK(hsa_ext_program_destroy(p));
		bytes[at] ^= 0x81;
	}
	EXPECT(refused > count / 2);
	free(m);
}

static void again(void)
{
	hsa_ext_program_t p = new_program();
	hsa_ext_module_t m = module_of(HSAIL("m", KERNEL("k", "")));
	hsa_ext_module_t copy = module_of(HSAIL("m", KERNEL("k", "")));
	add_as(p, m, HSA_STATUS_SUCCESS);
	add_as(p, m, HSA_EXT_STATUS_ERROR_MODULE_ALREADY_INCLUDED);
	add_as(p, copy, HSA_EXT_STATUS_ERROR_MODULE_ALREADY_INCLUDED);
	OK(hsa_ext_program_destroy(p));
	free(m);
	free(copy);
}

static void compatible(const char *header, hsa_machine_model_t model, hsa_profile_t profile,
	hsa_default_float_rounding_mode_t rounding, int status)
{
	hsa_ext_program_t p;
	char text[256];
	snprintf(text, sizeof text, "module &m:1:0:%s;\n" KERNEL("k", ""), header);
	hsa_ext_module_t m = module_of(text);
	OK(hsa_ext_program_create(model, profile, rounding, NULL, &p));
	add_as(p, m, status);
	OK(hsa_ext_program_destroy(p));
	free(m);
}

static void incompatible(void)
{
	enum { NO = HSA_EXT_STATUS_ERROR_INCOMPATIBLE_MODULE, YES = HSA_STATUS_SUCCESS };
	const hsa_machine_model_t small = HSA_MACHINE_MODEL_SMALL, large = HSA_MACHINE_MODEL_LARGE;
	const hsa_profile_t base = HSA_PROFILE_BASE, full = HSA_PROFILE_FULL;
	const hsa_default_float_rounding_mode_t any = HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT;
	const hsa_default_float_rounding_mode_t zero = HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO;
	const hsa_default_float_rounding_mode_t near = HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR;
	compatible("$full:$large:$default", large, full, zero, YES);
	compatible("$full:$large:$zero", large, full, zero, YES);
	compatible("$full:$large:$near", large, full, near, YES);
	compatible("$full:$large:$near", large, full, any, YES);
	compatible("$full:$large:$near", large, full, zero, YES);
	compatible("$full:$large:$zero", large, full, near, YES);
	compatible("$base:$large:$near", large, full, any, NO);
	compatible("$full:$large:$near", large, base, any, NO);
	compatible("$full:$small:$near", large, full, any, NO);
	compatible("$full:$large:$near", small, full, any, NO);
	compatible("$base:$small:$near", small, base, any, YES);
}

static void symbols(void)
{
	enum { NO = HSA_EXT_STATUS_ERROR_SYMBOL_MISMATCH, YES = HSA_STATUS_SUCCESS };
	const char *v = HSAIL("a", "prog global_u32 &v[4];\n");
	add_beside(v, HSAIL("b", "decl prog global_u32 &v[4];\n"), YES);
	add_beside(v, HSAIL("b", "decl prog global_u32 &v[];\n"), YES);
	add_beside(v, HSAIL("b", "global_u64 &v;\n"), YES);        /* module linkage: another one */
	add_beside(v, HSAIL("b", "prog global_u32 &v[4];\n"), NO); /* defined twice */
	add_beside(v, HSAIL("b", "decl prog global_u32 &v[5];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog global_s32 &v[4];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog readonly_u32 &v[4];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog alloc(agent) global_u32 &v[4];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog const global_u32 &v[4];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog align(8) global_u32 &v[4];\n"), NO);
	add_beside(v, HSAIL("b", "decl prog function &v()();\n"), NO);
	const char *f =
		HSAIL("a", "decl prog function &f(arg_u32 %r)(arg_u64 %x, arg_u8 %y[3]);\n");
	add_beside(f, HSAIL("b", "decl prog function &f(arg_u32 %q)(arg_u64 %z, arg_u8 %w[3]);\n"),
		YES);
	add_beside(f, HSAIL("b", "decl prog function &f(arg_u32 %r)(arg_u64 %x);\n"), NO);
	add_beside(f, HSAIL("b", "decl prog function &f()(arg_u64 %x, arg_u8 %y[3]);\n"), NO);
	add_beside(f, HSAIL("b", "decl prog function &f(arg_u32 %r)(arg_u64 %x, arg_u8 %y[4]);\n"),
		NO);
	add_beside(f,
		HSAIL("b", "decl prog indirect function &f(arg_u32 %r)(arg_u64 %x, "
			   "arg_u8 %y[3]);\n"),
		NO);
	add_beside(HSAIL("a", KERNEL("k", "")), HSAIL("b", KERNEL("k", "	ret;\n")), NO);
	add_beside(HSAIL("a", KERNEL("k", "")), HSAIL("b", "decl prog kernel &k();\n"), YES);
}

/* ---- iteration and attributes ---------------------------------------------------------------- */

static hsa_status_t collect(hsa_ext_program_t p, hsa_ext_module_t m, void *data)
{
	hsa_ext_module_t **to = data;
	(void)p;
	*(*to)++ = m;
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t stop(hsa_ext_program_t p, hsa_ext_module_t m, void *data)
{
	(void)p, (void)m, (void)data;
	return HSA_STATUS_INFO_BREAK;
}

static void iteration(void)
{
	hsa_ext_program_t p = new_program();
	hsa_ext_module_t added[10], seen[10], *end = seen;
	for (int i = 0; i < 10; i++) {
		char text[128];
		snprintf(text, sizeof text, "module &m%d:1:0:$full:$large:$default;\n", i);
		added[i] = module_of(text);
		add_as(p, added[i], HSA_STATUS_SUCCESS);
	}
	OK(hsa_ext_program_iterate_modules(p, collect, &end));
	/* the very pointers, since the modules stay the client's */
	EXPECT(end == seen + 10 && memcmp(added, seen, sizeof seen) == 0);
	EXPECT_STATUS(STATUS_INFO_BREAK, hsa_ext_program_iterate_modules(p, stop, NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_iterate_modules(p, NULL, NULL));
	OK(hsa_ext_program_destroy(p));
	for (int i = 0; i < 10; i++)
		free(added[i]);
}

static void attributes(void)
{
	hsa_ext_program_t p;
	uint32_t u;
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_SMALL, HSA_PROFILE_BASE,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, "-O1", &p));
	OK(hsa_ext_program_get_info(p, HSA_EXT_PROGRAM_INFO_MACHINE_MODEL, &u));
	EXPECT(u == HSA_MACHINE_MODEL_SMALL);
	OK(hsa_ext_program_get_info(p, HSA_EXT_PROGRAM_INFO_PROFILE, &u));
	EXPECT(u == HSA_PROFILE_BASE);
	OK(hsa_ext_program_get_info(p, HSA_EXT_PROGRAM_INFO_DEFAULT_FLOAT_ROUNDING_MODE, &u));
	EXPECT(u == HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO);
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_get_info(p, (hsa_ext_program_info_t)3, &u));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_get_info(p, HSA_EXT_PROGRAM_INFO_PROFILE, NULL));
	OK(hsa_ext_program_destroy(p));
	EXPECT_STATUS(EXT_STATUS_ERROR_INVALID_PROGRAM, hsa_ext_program_destroy(p));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_create((hsa_machine_model_t)2, HSA_PROFILE_FULL,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, NULL, &p));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, (hsa_profile_t)2,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, NULL, &p));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
			(hsa_default_float_rounding_mode_t)3, NULL, &p));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO, NULL, NULL));
}

/* ---- finalization ---------------------------------------------------------------------------- */

static void refused(hsa_ext_program_t p)
{
	const hsa_ext_control_directives_t none = {0}, masks = {.break_exceptions_mask = 0x20};
	hsa_code_object_t code;
	EXPECT_STATUS(STATUS_ERROR_INVALID_ISA, hsa_ext_program_finalize(p, (hsa_isa_t){0}, 0, none,
							NULL, HSA_CODE_OBJECT_TYPE_PROGRAM, &code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_finalize(p, isa(), 1, none, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM,
			&code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_finalize(p, isa(), -2, none, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM,
			&code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_finalize(p, isa(), 0, none, NULL, (hsa_code_object_type_t)1,
			&code));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT,
		hsa_ext_program_finalize(p, isa(), 0, none, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM,
			NULL));
	EXPECT_STATUS(STATUS_ERROR_INVALID_ARGUMENT, finalize_with(p, &masks, &code));
	/* a function that nobody defines cannot be left to others */
	hsa_ext_module_t m =
		module_of(HSAIL("caller", "decl prog function &f()();\n" KERNEL("calls",
						  "	{\n	call &f()();\n	}\n")));
	add_as(p, m, HSA_STATUS_SUCCESS);
	EXPECT_STATUS(EXT_STATUS_ERROR_FINALIZATION_FAILED, finalize_with(p, &none, &code));
	OK(hsa_ext_program_destroy(p));
	free(m);
}

static void finalize_as(int line, hsa_ext_program_t p, hsa_ext_control_directives_t c, int status)
{
	hsa_code_object_t code;
	expect_status(line, "finalize", (int)finalize_with(p, &c, &code), status);
}

#define CONTROL(status, ...) \
	finalize_as(__LINE__, p, (hsa_ext_control_directives_t){__VA_ARGS__}, (int)HSA_##status)
#define BAD(...) CONTROL(EXT_STATUS_ERROR_DIRECTIVE_MISMATCH, __VA_ARGS__)
#define GOOD(...) CONTROL(STATUS_SUCCESS, __VA_ARGS__)

static const char directives_text[] = "module &c:1:0:$full:$large:$default;\n"
				      "prog kernel &k()\n"
				      "{\n"
				      "	maxdynamicgroupsize 4096;\n"
				      "	maxflatgridsize 1000000;\n"
				      "	maxflatworkgroupsize 400;\n"
				      "	requireddim 2;\n"
				      "	requiredgridsize 100, 100, 1;\n"
				      "	requiredworkgroupsize 10, WAVESIZE, 1;\n"
				      "};\n";

static void directives(void)
{
	hsa_ext_program_t p = new_program();
	hsa_ext_module_t m = module_of(directives_text);
	add_as(p, m, HSA_STATUS_SUCCESS);
	GOOD(.max_dynamic_group_size = 4096);
	BAD(.max_dynamic_group_size = 4095);
	BAD(.control_directives_mask = 1 << 3);
	GOOD(.control_directives_mask = 1 << 4, .max_flat_grid_size = 50000);
	BAD(.control_directives_mask = 1 << 4, .max_flat_grid_size = 1000001);
	BAD(.control_directives_mask = 1 << 4);
	GOOD(.max_flat_workgroup_size = 320);
	BAD(.max_flat_workgroup_size = 401);
	GOOD(.control_directives_mask = 1 << 6, .required_dim = 2);
	BAD(.control_directives_mask = 1 << 6, .required_dim = 3);
	BAD(.required_dim = 4);
	GOOD(.required_grid_size = {100, 100, 1});
	BAD(.required_grid_size = {100, 101, 1});
	BAD(.required_grid_size = {100, 100, 0});
	GOOD(.required_workgroup_size = {10, 32, 1});
	BAD(.required_workgroup_size = {10, 16, 1});
	GOOD(.control_directives_mask = 1 << 9);
	GOOD(.control_directives_mask = 1 << 1 | 1 << 2, .break_exceptions_mask = 3,
		.detect_exceptions_mask = 0x1f);
	CONTROL(STATUS_ERROR_INVALID_ARGUMENT, .control_directives_mask = 1 << 10);
	OK(hsa_ext_program_destroy(p));
	free(m);
}

/* What is given cannot hold at once, or holds for kernels without directives. */
static void directives_alone(void)
{
	hsa_ext_program_t p = new_program();
	hsa_ext_module_t m = module_of(HSAIL("n", KERNEL("k", "")));
	add_as(p, m, HSA_STATUS_SUCCESS);
	GOOD(.required_workgroup_size = {8, 8, 2}, .max_flat_workgroup_size = 128);
	BAD(.required_workgroup_size = {8, 8, 2}, .max_flat_workgroup_size = 127);
	BAD(.required_grid_size = {UINT64_MAX, 3, 3}, .max_flat_grid_size = 1000);
	BAD(.required_grid_size = {8, 8, 1}, .required_dim = 1);
	GOOD(.required_grid_size = {8, 1, 1}, .required_dim = 1);
	OK(hsa_ext_program_destroy(p));
	free(m);
}

int main(void)
{
	OK(hsa_init());
	hsa_ext_program_t p = new_program();
	not_modules(p);
	refused(p);
	damaged();
	again();
	incompatible();
	symbols();
	iteration();
	attributes();
	directives();
	directives_alone();
	OK(hsa_shut_down());
	return 0;
}
