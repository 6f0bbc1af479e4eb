/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The interface between the two halves of the library: one table of functions, which is all that
 * libhsaemu-fin.so, the compiling half, exports. This header is not installed, because both halves
 * come from one release. */
#ifndef HSAEMU_COMPILER_H
#define HSAEMU_COMPILER_H

#include "hsaemu/decls.h"
#include "hsaemu/finalize.h"
#include "hsaemu/hsaemu.h"
#include "hsaemu/stage.h"

HSAEMU_BEGIN_DECLS

enum { HSAEMU_COMPILER_VERSION = 3 };
#define HSAEMU_COMPILER_SYMBOL "hsaemu_compiler"

struct hsaemu_source {
	enum stage stage; /* STAGE_PTX to STAGE_OBJECT */
	const char *name;
	const char *bytes; /* bytes[count] is 0 */
	size_t count;
	unsigned optimisation; /* as in struct hsaemu_options, and in its range */
	enum hsaemu_simd simd;
	const char *cpu; /* not NULL */
};

struct hsaemu_brig {
	const char *name; /* for messages; not NULL */
	const void *bytes;
	size_t count;
};

/* Modules that are finalized together, and linked with each other to one image. */
struct hsaemu_program {
	const struct hsaemu_brig *modules;
	size_t count;
	unsigned optimisation; /* as in struct hsaemu_source */
	enum hsaemu_simd simd;
	const char *cpu;                   /* not NULL */
	struct finalize_controls controls; /* for all kernels, with those of the modules */
	/* exceptions that are enabled in all functions (PRM 12.2), with those that the modules
	 * enable */
	uint32_t detect_mask, break_mask;
	/* the rounding of modules that leave it to the program */
	enum finalize_round round;
	bool debug_info;
	bool imports; /* variables that no module defines become imports of the image */
};

/* A file that OpenCL C includes by this name. */
struct hsaemu_cl_header {
	const char *name; /* relative, without ".." */
	const char *bytes;
	size_t count;
};

struct hsaemu_cl_source {
	const char *name; /* for messages; not NULL */
	const char *bytes;
	size_t count;
	const char *const *options; /* words for clang, such as "-DN=4", "-cl-std=CL3.0" */
	size_t option_count;
	const struct hsaemu_cl_header *headers;
	size_t header_count;
	const char *share; /* the folder share/hsaemu of this release */
};

struct hsaemu_cl_program {
	const struct hsaemu_brig *modules; /* bitcode, of compile_cl() or link_cl() */
	size_t count;
	const char *share;
	unsigned optimisation; /* these as in struct hsaemu_source */
	enum hsaemu_simd simd;
	const char *cpu;
	bool library; /* the result is bitcode again, for link_cl(), not an image */
};

/* The result of a compilation; `image` is filled if the status is OK. */
struct hsaemu_result {
	enum hsaemu_status status;
	unsigned char *image;
	size_t image_bytes;
	char *messages; /* all diagnostics, one or more lines; NULL: none */
};

struct hsaemu_compiler {
	uint32_t version; /* HSAEMU_COMPILER_VERSION */
	uint32_t bytes;   /* size of this structure */
	const char *release;
	/* Compiles a source. May be called from any thread. The caller frees the result with
	 * release_result(). */
	void (*compile)(const struct hsaemu_source *s, struct hsaemu_result *out);
	void (*release_result)(struct hsaemu_result *r);
	/* Does the same for the modules of a program. */
	void (*finalize_program)(const struct hsaemu_program *p, struct hsaemu_result *out);
	/* Compiles OpenCL C to bitcode, which becomes the result's image, by clang in a process of
	 * its own. The status is NO_COMPILER if clang or what it needs is not installed. */
	void (*compile_cl)(const struct hsaemu_cl_source *s, struct hsaemu_result *out);
	/* Links modules of bitcode, and makes an image of them, or a library. */
	void (*link_cl)(const struct hsaemu_cl_program *p, struct hsaemu_result *out);
};

extern HSAEMU_API const struct hsaemu_compiler hsaemu_compiler;

/* ---- of the first half: half_shared.c or half_linked.c; each library has one of them --- */

/* Returns the table of the compiling half, which is loaded if need be. Returns NULL after it has
 * appended to `why` a line that says why there is none. Threads that call this at the same time get
 * the same table. */
const struct hsaemu_compiler *hsaemu_half_open(struct buf *why);
/* Appends the identity (cache.h) of the compiling half, which need not be loaded. Returns false if
 * it is not known. */
bool hsaemu_half_identity(struct buf *out);
/* Writes to `out` the folder of the shared library, or of the program that is statically linked,
 * with its last slash. `out` is empty if the folder is not known. */
void hsaemu_half_folder(struct buf *out);

HSAEMU_END_DECLS

#endif
