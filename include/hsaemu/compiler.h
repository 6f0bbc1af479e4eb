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

enum { HSAEMU_COMPILER_VERSION = 8 };
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
	const struct hsaemu_brig *objects; /* of hsail-fin, which are linked with them */
	size_t object_count;
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
	/* the only kernel that is made, by its name in the module; NULL: all are */
	const char *kernel;
	/* Kernels have descriptors and metadata, but no code; finalize.h says what is left out. */
	bool stubs;
};

/* ---- OpenCL C --------------------------------------------------------------------------------
 *
 * compile_cl() makes an object of a source, link_cl() an image, or a library, of objects and
 * libraries. Objects and libraries are bytes that a program may keep and bring back: opencl_c.h
 * says what they are, and whether they are as they were made. Options are one string, as
 * clBuildProgram(), clCompileProgram() and clLinkProgram() get it. What the statuses mean there:
 *
 *   OK           the image (or object, or library) is made; the messages are warnings
 *   BAD_CALL     an option is unknown, or wrong: CL_INVALID_BUILD_OPTIONS and so on
 *   REFUSED      mistakes in the source, or in what is linked
 *   UNSUPPORTED  valid, but there is nothing for it: to programs, the same
 *   NO_COMPILER  clang, libclc or a file of this release is not installed; the messages name it
 *   NO_MEMORY    or no threads, processes or files
 *
 * The messages are the build log: those of clang first, with lines of the source. */

/* A file that OpenCL C includes by this name. */
struct hsaemu_cl_header {
	const char *name; /* may have folders in it; relative, without ".." */
	const char *bytes;
	size_t count;
};

struct hsaemu_cl_source {
	const char *name;  /* of the source in messages; NULL: "<source>" */
	const char *bytes; /* may have any bytes in it, and none after the last */
	size_t count;
	const char *options; /* of the compiler; NULL: none */
	/* found before all other files; of two with the same name, the first one */
	const struct hsaemu_cl_header *headers;
	size_t header_count;
	const char *share; /* the folder share/hsaemu; NULL: that of this library's release */
	/* The bytes are a module of SPIR-V. There are no headers then. */
	bool is_spirv;
	bool no_images; /* The device has none, so the macros of images are not defined. */
};

struct hsaemu_cl_program {
	const struct hsaemu_brig *objects; /* or libraries; in the order in which they are linked */
	size_t count;
	/* of the linker; NULL: none. With -create-library the result is a library. */
	const char *options;
	const char *share;     /* as above */
	unsigned optimisation; /* as in struct hsaemu_source; 0: as the objects were compiled */
	enum hsaemu_simd simd;
	const char *cpu; /* not NULL */
	/* Kernels are to get their code one by one, when they are needed. So the image has stubs of
	 * them (struct hsaemu_program), and the result has the module of which finalize_program()
	 * makes the code of one. This has no effect where it would be wrong, because kernels share
	 * variables, or not worth while, because there is one kernel only. */
	bool late;
};

/* Whether LLVM does what options of clang may ask for. */
enum hsaemu_choice { HSAEMU_BY_LEVEL, HSAEMU_YES, HSAEMU_NO };

/* One file of OpenCL C, as clang -disable-llvm-passes makes it. It may be a part of a program: its
 * functions and variables are there for other files, too. */
struct hsaemu_cl_module {
	const char *name;    /* for messages; not NULL */
	const void *bitcode; /* of LLVM; anything after it is not read */
	size_t count;
	const char *share; /* as above */
	const char *
		library; /* a file with what libclc lacks; NULL: that of `share`, if there is one */
	const char *arch;      /* the virtual GPU, as "sm_75" */
	unsigned optimisation; /* 1 to 4, as in struct hsaemu_source */
	enum hsaemu_choice unroll, vectorize, vectorize_slp; /* loops, loops, and straight code */
};

/* The result of a compilation; `image` is filled if the status is OK. */
struct hsaemu_result {
	enum hsaemu_status status;
	unsigned char *image;
	size_t image_bytes;
	/* Of link_cl(), where the image has stubs: the module, in BRIG, and the optimisation that
	 * it is to be finalized with. Else NULL. */
	unsigned char *module;
	size_t module_bytes;
	unsigned optimisation; /* as in struct hsaemu_source */
	char *messages;        /* all diagnostics, one or more lines; NULL: none */
	/* Of compile_cl(): the names of the files that the source includes, but for `headers` and
	 * our own, with a 0 after each. They are absolute, or relative to the working directory. */
	char *files;
	size_t file_bytes;
};

struct hsaemu_compiler {
	uint32_t version; /* HSAEMU_COMPILER_VERSION */
	uint32_t bytes;   /* size of this structure */
	const char *release;
	/* Compiles sources, one or more, and links them with each other. The optimisation and the
	 * processor of the first one count. May be called from any thread. The caller frees the
	 * result with release_result(). */
	void (*compile)(const struct hsaemu_source *sources, size_t count,
		struct hsaemu_result *out);
	void (*release_result)(struct hsaemu_result *r);
	/* Does the same for the modules of a program. */
	void (*finalize_program)(const struct hsaemu_program *p, struct hsaemu_result *out);
	/* Compiles OpenCL C to an object, by clang in a process of its own. There are no more such
	 * processes at a time than CPUs; other threads wait for their turn. */
	void (*compile_cl)(const struct hsaemu_cl_source *s, struct hsaemu_result *out);
	/* Links objects and libraries, and makes an image of them, or a library. */
	void (*link_cl)(const struct hsaemu_cl_program *p, struct hsaemu_result *out);
	/* Makes PTX, which is then the `image`. NO_COMPILER: libclc is not installed. */
	void (*cl_to_ptx)(const struct hsaemu_cl_module *m, struct hsaemu_result *out);
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
/* Returns the path of hsaemu-cc: in $HSAEMU_BINDIR if that is set; else in the folder bin/ that
 * belongs to the library's, or in the one it was to be installed in, if it is there; else the bare
 * name, which is looked up on PATH. */
const char *hsaemu_driver_path(struct arena *a);

HSAEMU_END_DECLS

#endif
