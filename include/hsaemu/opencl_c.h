/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be known of OpenCL C without the compiling half, whose functions are in compiler.h:
 * options, compiled objects, and what compilation depends on. Not installed, as compiler.h. */
#ifndef HSAEMU_OPENCL_C_H
#define HSAEMU_OPENCL_C_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* ---- options (OpenCL 3.0, 5.8.6 and 5.8.7) --------------------------------------------------- */

enum clc_tool {
	CLC_COMPILE, /* clBuildProgram(), clCompileProgram() */
	CLC_LINK,    /* clLinkProgram() */
};

/* Options say to later steps, also those of clLinkProgram(). */
enum clc_flag {
	CLC_NO_OPTIMISATION = 1, /* -cl-opt-disable */
	CLC_DEBUG_INFO = 2,      /* -g */
	CLC_ARG_INFO = 4,        /* -cl-kernel-arg-info: names of arguments may be asked for */
	CLC_LIBRARY = 8,         /* -create-library */
	CLC_LINK_OPTIONS = 16,   /* -enable-link-options, which goes with that */
};

/* Reads options. Words are parted by spaces; "..." and '...' keep spaces in a word, and a backslash
 * keeps the byte behind it, but for '...'. Returns false after it has appended lines that say what
 * is wrong. `text` and `flags` may be NULL. */
bool clc_options_check(enum clc_tool tool, const char *text, uint32_t *flags,
	struct buf *why) NODISCARD;

/* ---- objects ---------------------------------------------------------------------------------
 *
 * What compile_cl() and link_cl() make and take again: bitcode of LLVM behind a header. The header
 * has the SHA-256 of all that follows it, because LLVM does not defend itself against bitcode that
 * is damaged. Whoever forges an object with the right sum can do what the program can do, as with
 * any binary of a program. */

enum clc_kind {
	CLC_NONE,           /* neither of these, or of another release, or damaged */
	CLC_OBJECT,         /* CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT */
	CLC_OBJECT_LIBRARY, /* CL_PROGRAM_BINARY_TYPE_LIBRARY */
};

struct clc_object {
	enum clc_kind kind;
	uint32_t flags;     /* of enum clc_flag */
	struct str bitcode; /* within the bytes that were read */
};

struct clc_object clc_object_read(const void *bytes, size_t count);
void clc_object_write(const struct clc_object *o, struct buf *out);

/* ---- what is installed ----------------------------------------------------------------------- */

/* Appends the path of the folder share/hsaemu that belongs to the library, or the program, that
 * this function is in. Returns false if there is none. */
bool clc_share(struct buf *out) NODISCARD;
/* Appends the identity (cache.h) of clang, of libclc and of our own files, which goes into the key
 * of all that is kept of compile_cl() and link_cl(). Returns false, after a line that says what is
 * missing, if compile_cl() could not compile. `share` may be NULL. */
bool clc_identity(const char *share, struct buf *out, struct buf *why) NODISCARD;

HSAEMU_END_DECLS

#endif
