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

/* Languages that differ; 1.0 and 1.1 are part of 1.2. C++ for OpenCL (cl_ext_cxx_for_opencl) stands
 * on OpenCL C 2.0 in its version 1.0, on 3.0 in 2021. */
enum clc_language { CLC_12, CLC_20, CLC_30, CLC_CXX_10, CLC_CXX_2021, CLC_LANGUAGE_COUNT };

struct clc_options {
	uint32_t flags; /* of enum clc_flag */
	enum clc_language language;
	const char *level;      /* of -O, a digit; NULL: not given */
	const char **words;     /* what clang -cc1 is to be told */
	size_t count, capacity; /* of words */
};

/* Reads options. Words are parted by white space; "..." and '...' keep it in a word, and a backslash
 * keeps the byte behind it, but for '...'. The arena has all but the list of the words, which
 * clc_options_release() gives back. Returns false after it has appended lines that say what is
 * wrong. `text` may be NULL. */
bool clc_options_read(enum clc_tool tool, const char *text, struct arena *a, struct clc_options *o,
	struct buf *why) NODISCARD;
void clc_options_release(struct clc_options *o);
/* Does the same for who needs the flags only; they are for the caller if `flags` is not NULL. */
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

/* ---- SPIR-V ----------------------------------------------------------------------------------
 *
 * What is to be known of a module without a translator. */

/* Tells whether the bytes are instructions of SPIR-V, in this machine's order of bytes. */
bool clc_spirv_is_module(const void *bytes, size_t count);
/* Returns whether there are kernels of a 64-bit device in a module. Else appends a line that says
 * what there is. */
bool clc_spirv_check(const void *bytes, size_t count, struct buf *why) NODISCARD;

enum clc_constant { CLC_CONSTANT_SET, CLC_CONSTANT_UNKNOWN, CLC_CONSTANT_OTHER_SIZE };
/* Gives a specialization constant of a module another value; NULL: only says whether it could. */
enum clc_constant clc_spirv_specialize(void *bytes, size_t count, uint32_t id, const void *value,
	size_t value_bytes);

/* ---- what is installed -----------------------------------------------------------------------
 *
 * These append paths, with a 0 behind that does not count. They return false, after a line that
 * says what is missing, when it is not installed. */

/* The folder share/hsaemu that belongs to the library, or the program, that this function is in. */
bool clc_find_share(struct buf *path, struct buf *why) NODISCARD;
/* clang: HSAEMU_CLANG or clang-19 on the PATH. */
bool clc_find_clang(struct buf *path, struct buf *why) NODISCARD;
/* The translator of SPIR-V: HSAEMU_LLVM_SPIRV, or llvm-spirv-15 on the PATH. */
bool clc_find_translator(struct buf *path, struct buf *why) NODISCARD;
/* libclc's module for PTX: HSAEMU_LIBCLC, or where Debian and LLVM put it. */
bool clc_find_libclc(struct buf *path, struct buf *why) NODISCARD;

/* Appends the identity (cache.h) of clang, of libclc and of our own files, which goes into the key
 * of all that is kept of compile_cl() and link_cl(). `share` may be NULL. Returns false, after a
 * line that says what is missing, if nothing could be compiled. */
bool clc_identity(const char *share, struct buf *out, struct buf *why) NODISCARD;
/* Appends the identity of the translator. */
bool clc_translator_identity(struct buf *out, struct buf *why) NODISCARD;
/* What clang made of our headers for itself (opencl/CL1.2.pch and others) is used by that clang
 * only: opencl/made says which it was, by what clc_stamp() appends. */
void clc_stamp(const char *clang, struct buf *out);
bool clc_is_made_by(const char *share, const char *clang);

HSAEMU_END_DECLS

#endif
