/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The options of OpenCL C: which there are, how words end, and what compilation makes of them. */
#include "expect.h"
#include "hsaemu/compiler.h"
#include "hsaemu/opencl_c.h"

static bool is_right(enum clc_tool tool, const char *text, uint32_t *flags)
{
	struct buf why = BUF_INIT;
	bool ok = clc_options_check(tool, text, flags, &why);
	EXPECT(ok == (why.len == 0));
	buf_release(&why);
	return ok;
}

static void accepted(void)
{
	static const char *const compiler[] = {NULL, "", " \t\n", "-D A", "-DA=1 -D 'B=a b'",
		"-D\"C(x)=x\"", "-I . -I\"a b\"", "-cl-std=CL1.1 -w -Werror", "-O3 -x cl", "-U A",
		"-cl-single-precision-constant -cl-denorms-are-zero -cl-opt-disable",
		"-cl-strict-aliasing -cl-mad-enable -cl-no-signed-zeros -cl-finite-math-only",
		"-cl-unsafe-math-optimizations -cl-fast-relaxed-math -cl-kernel-arg-info -g",
		"-cl-uniform-work-group-size -cl-no-subgroup-ifp",
		"-cl-fp32-correctly-rounded-divide-sqrt -cl-std=CL3.0"};
	static const char *const linker[] = {NULL, "-create-library",
		"-create-library -enable-link-options -cl-fast-relaxed-math",
		"-cl-denorms-are-zero -cl-no-signed-zeroes -cl-no-subgroup-ifp"};
	uint32_t flags;
	for (size_t i = 0; i < ARRAY_LEN(compiler); i++)
		EXPECT(is_right(CLC_COMPILE, compiler[i], NULL));
	for (size_t i = 0; i < ARRAY_LEN(linker); i++)
		EXPECT(is_right(CLC_LINK, linker[i], NULL));
	EXPECT(is_right(CLC_COMPILE, "-g -cl-opt-disable", &flags));
	EXPECT(flags == (CLC_DEBUG_INFO | CLC_NO_OPTIMISATION));
	EXPECT(is_right(CLC_LINK, "-create-library", &flags) && flags == CLC_LIBRARY);
}

static void refused(void)
{
	static const char *const compiler[] = {"-foo", "foo", "-", "-D", "-D 3=4", "-D=", "-DA B",
		"-I", "-cl-std=", "-cl-std=CL1.3", "-cl-std=CL3.0x", "-create-library", "-wx",
		"-cl-nv-verbose", "-cl-fast-relaxed", "-O4", "-O", "-x spir", "-Wall",
		"-fplugin=x.so", "-Xclang -load", "\"-w", "-DA='x", "-o x", "-include x.h"};
	static const char *const linker[] = {"-enable-link-options", "-D A", "-g", "-w", "x",
		"-cl-opt-disable", "-cl-std=CL1.2", "-create-library=1"};
	for (size_t i = 0; i < ARRAY_LEN(compiler); i++)
		EXPECT(!is_right(CLC_COMPILE, compiler[i], NULL));
	for (size_t i = 0; i < ARRAY_LEN(linker); i++)
		EXPECT(!is_right(CLC_LINK, linker[i], NULL));
}

/* The source is compiled, or clang's message is there. */
static void expect(const char *text, const char *options, enum hsaemu_status status,
	const char *words)
{
	struct hsaemu_result r = {0};
	const struct hsaemu_cl_source s = {
		.bytes = text, .count = strlen(text), .options = options};
	hsaemu_compiler.compile_cl(&s, &r);
	if (r.status != status || (words != NULL && strstr(r.messages, words) == NULL)) {
		fprintf(stderr, "%s: status %d, %s\n", text, (int)r.status, r.messages);
		exit(1);
	}
	hsaemu_compiler.release_result(&r);
}

static void in_effect(void)
{
	expect("constant char a[] = S; constant int b = A;\n", "-D S=\\\"x\\ y\\\" -D'A=(1 + 2)'",
		HSAEMU_OK, NULL);
	expect("#if __OPENCL_C_VERSION__ != 300 || !__FAST_RELAXED_MATH__\n#error\n#endif\n",
		"-cl-std=CL3.0 -cl-fast-relaxed-math", HSAEMU_OK, NULL);
	expect("kernel void k(void) { int x; }\n#warning w\n", NULL, HSAEMU_OK, "<source>:2:2");
	expect("#warning w\n", "-w", HSAEMU_OK, NULL);
	expect("#warning w\n", "-Werror", HSAEMU_REFUSED, "<source>:1:2: error");
	expect("x\n", "-nothing", HSAEMU_BAD_CALL, "unknown compiler option '-nothing'");
	/* constants of our functions are what they were, those of the program are not */
	expect("kernel void k(global double *o) { o[0] = lgamma(o[1]); }\n"
	       "constant float x = 0.1; typedef char one[sizeof 0.1 == 4 ? 1 : -1];\n",
		"-cl-single-precision-constant", HSAEMU_OK, NULL);
}

int main(void)
{
	struct buf found = BUF_INIT, why = BUF_INIT;
	accepted();
	refused();
	if (!clc_find_clang(&found, &why) || !clc_find_libclc(&found, &why)) {
		puts("clang-19 and libclc-19 are not both installed");
		return 77;
	}
	in_effect();
	buf_release(&found);
	buf_release(&why);
	return 0;
}
