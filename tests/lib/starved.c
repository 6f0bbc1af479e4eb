/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading while the n-th allocation of the library fails, for n = 1, 2, 3 and so on: each time
 * there is a status, and nothing is lost, which is LSan's to say. LLVM and libelf keep their
 * malloc() (see limited.c). */
#include "expect.h"
#include "hsaemu/compiler.h"
#include "starve.h"

/* ---- inputs ---------------------------------------------------------------------------------- */

static const char small_ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
				".visible .entry k(.param .u64 out)\n"
				"{\n"
				"	.reg .u64 %rd<3>;\n"
				"	.reg .u32 %r<3>;\n"
				"	ld.param.u64 %rd1, [out];\n"
				"	mov.u32 %r1, %tid.x;\n"
				"	st.u32 [%rd1], %r1;\n"
				"	ret;\n"
				"}\n";

static const struct {
	const char *name, *text;
	enum hsaemu_status status; /* with memory */
} inputs[] = {
	{"none.hsail", "no HSAIL", HSAEMU_REFUSED},
	{"bad.hsail", HSAIL("prog kernel &k()\n{\n	add_u32 $s1, $d2, 1;\n	foo_u32;\n};\n"),
		HSAEMU_REFUSED},
	{"bad.ptx", ".version 7.0\n.target sm_70\n.entry k() { foo.u32; }\n", HSAEMU_UNSUPPORTED},
	{"bad.brig", "HSA BRIG and nothing else", HSAEMU_REFUSED},
	{"scale.hsail", scale_kernel, HSAEMU_OK},
	{"small.ptx", small_ptx, HSAEMU_OK},
};

/* Loads the input while allocation `n` fails, and tells whether so many were made. */
static bool load_starved(struct hsaemu_runtime *rt, size_t i, long n, bool all)
{
	starve(n, all);
	struct hsaemu_module *m =
		hsaemu_load(rt, inputs[i].name, inputs[i].text, strlen(inputs[i].text));
	enum hsaemu_status status = hsaemu_error_status();
	const char *text = hsaemu_error();
	bool failed = feed();
	if (m != NULL)
		EXPECT(status == HSAEMU_OK && hsaemu_unload(m) == HSAEMU_OK);
	else
		EXPECT(strcmp(text, "") != 0);
	/* some allocations are not needed: those for debuggers, and for the text of an error */
	if (!failed)
		EXPECT(status == inputs[i].status);
	else
		EXPECT(status == HSAEMU_NO_MEMORY || status == inputs[i].status);
	return failed;
}

static void load_all(struct hsaemu_runtime *rt)
{
	for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
		long n = 0;
		while (load_starved(rt, i, n, n % 2 != 0))
			n++;
		EXPECT(!load_starved(rt, i, -1, false));
	}
}

/* ---- what follows ---------------------------------------------------------------------------- */

/* Kernels, variables and launches of a module, and their mistakes. */
static void use(struct hsaemu_module *m, float *in, float *out)
{
	struct hsaemu_launch l = hsaemu_grid(1, 1, 1);
	struct hsaemu_arg args[] = {hsaemu_f32(2), hsaemu_pointer(in), hsaemu_pointer(out)};
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "&scale");
	(void)hsaemu_kernel_find(m, "no such");
	(void)hsaemu_variable_find(m, "none", NULL);
	(void)hsaemu_run(k, &l, args, 2);
	args[0] = hsaemu_u64(2);
	(void)hsaemu_run(k, &l, args, 3);
	args[0] = hsaemu_f32(2);
	(void)hsaemu_run(k, &l, args, 3);
	args[2] = hsaemu_pointer(NULL);
	(void)hsaemu_run(k, &l, args, 3);
	(void)hsaemu_alloc(m, 100);
}

static void use_starved(struct hsaemu_runtime *rt)
{
	float in = 1, out = 0;
	struct hsaemu_module *m =
		hsaemu_load(rt, "scale.hsail", scale_kernel, strlen(scale_kernel));
	bool failed = true;
	for (long n = 0; failed; n++) {
		starve(n, n % 2 != 0);
		use(m, &in, &out);
		failed = feed();
	}
	EXPECT(out == 2);
}

static void open_starved(void)
{
	struct hsaemu_options o = {.size = sizeof o, .threads = 1};
	bool failed = true;
	for (long n = 0; failed; n++) {
		starve(n, n % 2 != 0);
		struct hsaemu_runtime *rt = hsaemu_open(&o);
		failed = feed();
		EXPECT(rt != NULL || hsaemu_error_status() == HSAEMU_NO_MEMORY);
		hsaemu_close(rt);
	}
}

int main(void)
{
	struct hsaemu_options o = {
		.size = sizeof o, .threads = 1, .optimisation = 1, .simd = HSAEMU_SIMD_OFF};
	struct hsaemu_runtime *rt = hsaemu_open(&o);
	EXPECT(rt != NULL);
	load_all(rt);
	use_starved(rt);
	hsaemu_close(rt);
	open_starved();
	return 0;
}
