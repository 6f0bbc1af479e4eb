/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compiling half of the library, as its other half sees it: one table of functions, which is
 * all that libhsaemu-fin.so exports. Not installed: the two halves are of one release. */
#ifndef HSAEMU_COMPILER_H
#define HSAEMU_COMPILER_H

#include "hsaemu/decls.h"
#include "hsaemu/hsaemu.h"
#include "hsaemu/stage.h"

HSAEMU_BEGIN_DECLS

enum { HSAEMU_COMPILER_VERSION = 1 };
#define HSAEMU_COMPILER_SYMBOL "hsaemu_compiler"

struct hsaemu_source {
	enum stage stage; /* STAGE_PTX to STAGE_OBJECT */
	const char *name;
	const char *bytes; /* bytes[count] is 0 */
	size_t count;
	unsigned optimisation; /* of struct hsaemu_options, in range */
	enum hsaemu_simd simd;
	const char *cpu; /* not NULL */
};

/* An image if the status is OK. */
struct hsaemu_result {
	enum hsaemu_status status;
	unsigned char *image;
	size_t image_bytes;
	char *messages; /* all diagnostics, in lines; NULL: none */
};

struct hsaemu_compiler {
	uint32_t version; /* HSAEMU_COMPILER_VERSION */
	uint32_t bytes;   /* of this structure */
	const char *release;
	/* From any thread. What is in the result is given back by release_result(). */
	void (*compile)(const struct hsaemu_source *s, struct hsaemu_result *out);
	void (*release_result)(struct hsaemu_result *r);
};

extern HSAEMU_API const struct hsaemu_compiler hsaemu_compiler;

HSAEMU_END_DECLS

#endif
