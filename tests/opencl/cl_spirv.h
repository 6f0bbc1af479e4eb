/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tests of programs of SPIR-V share. */
#ifndef HSAEMU_TESTS_CL_SPIRV_H
#define HSAEMU_TESTS_CL_SPIRV_H

#include "cl_program.h"

/* Ends the test as skipped if no SPIR-V can be compiled. */
static inline void need_translator(void)
{
	char versions[256];
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_IL_VERSION, sizeof versions, versions, NULL));
	if (versions[0] != 0)
		return;
	puts("llvm-spirv is not installed");
	exit(77);
}

/* Ends the test as skipped if there is no such program. */
static inline void need_program(const char *name)
{
	char command[256];
	snprintf(command, sizeof command, "command -v %s >/dev/null", name);
	if (system(command) == 0)
		return;
	printf("%s is not installed\n", name);
	exit(77);
}

static inline void write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	EXPECT(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

struct module {
	unsigned char bytes[1 << 18];
	size_t count;
};

static inline void read_module(const char *path, struct module *m)
{
	FILE *f = fopen(path, "r");
	EXPECT(f != NULL);
	m->count = fread(m->bytes, 1, sizeof m->bytes, f);
	fclose(f);
	EXPECT(m->count != 0 && m->count != sizeof m->bytes);
}

static inline cl_program of_il(cl_context c, const struct module *m)
{
	cl_int error = 1;
	cl_program p = cl()->clCreateProgramWithIL(c, m->bytes, m->count, &error);
	OK(error);
	return p;
}

#endif
