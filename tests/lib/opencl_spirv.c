/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of SPIR-V as a translator hands them on: scripts take its place, whose bitcode is made of
 * the text of LLVM IR. */
#include <sys/stat.h>
#include <unistd.h>
#include "expect.h"
#include "hsaemu/compiler.h"
#include "hsaemu/opencl_c.h"

#define MAGIC 0x07230203, 0x00010000, 0, 1, 0
#define MEMORY_MODEL(addressing) 3 << 16 | 14, (addressing), 2

static const uint32_t module[] = {MAGIC, MEMORY_MODEL(2)};

static struct hsaemu_result compile_words(const uint32_t *words, size_t bytes, const char *options)
{
	struct hsaemu_result r = {0};
	const struct hsaemu_cl_source s = {
		.bytes = (const char *)words, .count = bytes, .options = options, .is_spirv = true};
	hsaemu_compiler.compile_cl(&s, &r);
	return r;
}

static void expect(struct hsaemu_result r, enum hsaemu_status status, const char *words)
{
	if (r.status != status || (words != NULL && strstr(r.messages, words) == NULL)) {
		fprintf(stderr, "status %d, not %d; %s\n", (int)r.status, (int)status, r.messages);
		exit(1);
	}
	hsaemu_compiler.release_result(&r);
}

static void script(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	EXPECT(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0 && chmod(path, 0700) == 0);
}

/* ---- what LLVM IR may have in it ------------------------------------------------------------- */

static struct hsaemu_result compile_ir(const char *text)
{
	script("module.ll", text);
	EXPECT(system("\"${HSAEMU_CLANG:-clang-19}\" -cc1 -triple spir64 -emit-llvm-bc "
		      "-disable-llvm-passes -disable-llvm-verifier -x ir module.ll -o module.bc") ==
		0);
	return compile_words(module, sizeof module, NULL);
}

#define IR_KERNEL "define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(2) %c) "

static void good_ir(void)
{
	expect(compile_ir(IR_KERNEL "{ ret void }"), HSAEMU_OK, NULL);
	/* conversions that become none, in instructions and constants, and names like keywords */
	expect(compile_ir("@v = addrspace(1) global i32 3\n"
			  "@spir_func = addrspace(2) constant [3 x i8] c\"a; \", align 1\n"
			  "@q = addrspace(1) global ptr addrspace(4) "
			  "addrspacecast (ptr addrspace(1) @v to ptr addrspace(4))\n"
			  "define spir_func void @\"to addrspace(4)\"(ptr addrspace(4) %addrspace) "
			  "{ store i32 1, ptr addrspace(4) %addrspace ret void }\n" IR_KERNEL "{\n"
			  "addrspacecast:\n"
			  "%a = alloca i32\n"
			  "%g = addrspacecast ptr %a to ptr addrspace(4)\n"
			  "%b = addrspacecast ptr addrspace(4) %g to ptr\n"
			  "%h = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)\n"
			  "%i = addrspacecast ptr addrspace(4) %h to ptr addrspace(1)\n"
			  "store i32 2, ptr addrspace(1) %i\n"
			  "store i32 2, ptr %b\n"
			  "call spir_func void @\"to addrspace(4)\"(ptr addrspace(4) %g)\n"
			  "call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) %p, "
			  "ptr addrspace(2) %c, i64 8, i1 false)\n"
			  "ret void }\n"
			  "declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), "
			  "ptr addrspace(2), i64, i1)\n"),
		HSAEMU_OK, NULL);
}

static void wrong_ir(void)
{
	expect(compile_ir("@v = addrspace(5) global i32 3\n" IR_KERNEL "{ ret void }"),
		HSAEMU_UNSUPPORTED, "unsupported: memory of SPIR's address space 5");
	expect(compile_ir("declare spir_func i32 @_Z3absP9ocl_queue(ptr)\n" IR_KERNEL
			  "{ %x = call spir_func i32 @_Z3absP9ocl_queue(ptr null) ret void }"),
		HSAEMU_UNSUPPORTED, "unsupported: the function '_Z3absP9ocl_queue'");
	expect(compile_ir("declare spir_func i32 @__spirv_New(i32)\n" IR_KERNEL
			  "{ %x = call spir_func i32 @__spirv_New(i32 0) ret void }"),
		HSAEMU_UNSUPPORTED, "unsupported: the function '__spirv_New'");
	expect(compile_ir("declare spir_func i32 @_Z3absi(i64)\n" IR_KERNEL
			  "{ %x = call spir_func i32 @_Z3absi(i64 0) ret void }"),
		HSAEMU_UNSUPPORTED, "unsupported: the types of 'hsaemu_spirv_0'");
	expect(compile_ir("declare spir_func i32 @_Z7no_suchx(i32)\n" IR_KERNEL
			  "{ %x = call spir_func i32 @_Z7no_suchx(i32 0) ret void }"),
		HSAEMU_UNSUPPORTED, "_Z7no_suchx");
	expect(compile_ir("declare spir_func i32 @_Z7no_suchi(i32)\n" IR_KERNEL
			  "{ %x = call spir_func i32 @_Z7no_suchi(i32 0) ret void }"),
		HSAEMU_REFUSED, "no_such");
	expect(compile_ir(IR_KERNEL "alwaysinline noinline { ret void }"), HSAEMU_REFUSED,
		"LLVM refuses the module: ");
}

/* ---- translators ----------------------------------------------------------------------------- */

static void odd_translators(void)
{
	script("translator", "#!/bin/sh\nkill -9 $$\n");
	expect(compile_words(module, sizeof module, NULL), HSAEMU_REFUSED,
		"llvm-spirv failed: Killed");
	script("translator", "#!/bin/sh\necho a message >&2; exit 1\n");
	expect(compile_words(module, sizeof module, NULL), HSAEMU_REFUSED, "a message");
	script("translator", "#!/bin/sh\n:\n");
	expect(compile_words(module, sizeof module, NULL), HSAEMU_REFUSED,
		"llvm-spirv refuses the module");
	script("translator", "#!/bin/sh\necho no bitcode\n");
	expect(compile_words(module, sizeof module, NULL), HSAEMU_REFUSED, "no bitcode of LLVM");
	script("translator", "no program\n");
	expect(compile_words(module, sizeof module, NULL), HSAEMU_NO_COMPILER, "cannot run");
	EXPECT(unlink("translator") == 0);
	expect(compile_words(module, sizeof module, NULL), HSAEMU_NO_COMPILER,
		"needs ./translator, which is not installed");
}

static void odd_modules(void)
{
	static const uint32_t small[] = {MAGIC, MEMORY_MODEL(1)}, none[] = {MAGIC},
			      endless[] = {MAGIC, 0};
	expect(compile_words(small, sizeof small, NULL), HSAEMU_REFUSED, "Physical64");
	expect(compile_words(none, sizeof none, NULL), HSAEMU_REFUSED, "has no memory model");
	expect(compile_words(endless, sizeof endless, NULL), HSAEMU_REFUSED, "no module of SPIR-V");
	expect(compile_words(none, 0, NULL), HSAEMU_REFUSED, "no module of SPIR-V");
	expect(compile_words(module, sizeof module, "-nothing"), HSAEMU_BAD_CALL, "-nothing");
}

/* ---- specialization constants ---------------------------------------------------------------- */

/* OpTypeInt, OpTypeFloat, OpDecorate SpecId, OpSpecConstant */
#define INT(id, bits, is_signed) 4 << 16 | 21, (id), (bits), (is_signed)
#define FLOAT(id, bits) 3 << 16 | 22, (id), (bits)
#define SPEC(id, number) 4 << 16 | 71, (id), 1, (number)
#define CONSTANT(type, id) 4 << 16 | 50, (type), (id), 0
#define LONG_CONSTANT(type, id) 5 << 16 | 50, (type), (id), 0, 0

static void constants(void)
{
	uint32_t m[] = {MAGIC, SPEC(11, 1), SPEC(12, 2), SPEC(13, 3), SPEC(14, 4), INT(1, 8, 1),
		INT(2, 64, 0), FLOAT(3, 64), INT(4, 16, 0), CONSTANT(1, 11), LONG_CONSTANT(2, 12),
		LONG_CONSTANT(3, 13), CONSTANT(4, 14), CONSTANT(4, 15)};
	const size_t n = sizeof m / sizeof m[0];
	const uint32_t *small = &m[n - 22], *wide = &m[n - 18], *real = &m[n - 13],
		       *half = &m[n - 8];
	const int8_t minus = -3;
	const uint16_t most = 0xfffe;
	const uint64_t pattern = 0x123456789abcdef0;
	EXPECT(clc_spirv_is_module(m, sizeof m));
	EXPECT(clc_spirv_specialize(m, sizeof m, 1, &minus, 1) == CLC_CONSTANT_SET);
	EXPECT(clc_spirv_specialize(m, sizeof m, 2, &pattern, 8) == CLC_CONSTANT_SET);
	EXPECT(clc_spirv_specialize(m, sizeof m, 3, &pattern, 8) == CLC_CONSTANT_SET);
	EXPECT(clc_spirv_specialize(m, sizeof m, 4, &most, 2) == CLC_CONSTANT_SET);
	EXPECT(small[3] == 0xfffffffd && half[3] == 0xfffe);
	EXPECT(wide[3] == 0x9abcdef0 && wide[4] == 0x12345678 &&
		memcmp(wide + 3, real + 3, 8) == 0);
	EXPECT(clc_spirv_specialize(m, sizeof m, 4, &pattern, 8) == CLC_CONSTANT_OTHER_SIZE);
	EXPECT(clc_spirv_specialize(m, sizeof m, 5, &most, 2) == CLC_CONSTANT_UNKNOWN);
}

int main(void)
{
	struct buf found = BUF_INIT, why = BUF_INIT;
	constants();
	if (!clc_find_clang(&found, &why) || !clc_find_libclc(&found, &why)) {
		puts("clang-19 and libclc-19 are not both installed");
		return 77;
	}
	buf_release(&found);
	buf_release(&why);
	EXPECT(setenv("HSAEMU_LLVM_SPIRV", "./translator", 1) == 0);
	script("translator", "#!/bin/sh\ncat module.bc\n");
	good_ir();
	wrong_ir();
	odd_modules();
	odd_translators();
	return 0;
}
