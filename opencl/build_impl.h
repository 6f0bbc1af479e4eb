/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds: what clBuildProgram(), clCompileProgram() and clLinkProgram() make for a device of a
 * program, and how. */
#ifndef HSAEMU_OPENCL_BUILD_IMPL_H
#define HSAEMU_OPENCL_BUILD_IMPL_H

#include "hsaemu/buf.h"
#include "hsaemu/compiler.h"
#include "object_impl.h"

struct gcn_device_image;
struct hsaemu_kernel_descriptor;
struct image_kernel;
struct rt_image;
struct ocl_late;
struct _cl_context;
struct _cl_program;

enum ocl_code_kind {
	OCL_CODE_NONE,
	OCL_CODE_OBJECT,  /* what compile_cl() makes (compiler.h) */
	OCL_CODE_LIBRARY, /* what link_cl() makes with -create-library */
	OCL_CODE_IMAGE,   /* what hsa-ld makes, or a code object for the GPU */
	OCL_CODE_BRIG,    /* a binary that is not finalized yet */
	OCL_CODE_LATE,    /* what late.c makes an image of */
};

enum { OCL_DIGEST_BYTES = 32 };

/* What there is for a device: what was built, or a binary. It does not change once others can see
 * it, but for its number of uses. */
struct ocl_build {
	atomic_uint uses;
	cl_build_status status; /* of a binary: CL_BUILD_NONE */
	enum ocl_code_kind kind;
	char *options, *log; /* NULL: empty */
	unsigned char *code;
	size_t bytes;
	struct buf adopted;               /* the image that a code object became; else empty */
	uint8_t origin[OCL_DIGEST_BYTES]; /* says what it was made of */
	struct rt_image *image;           /* what was built to an image, and is loaded; else NULL */
	struct gcn_device_image
		*gpu;          /* its code for the GPU; NULL where kernels run as the host's */
	struct ocl_late *late; /* of OCL_CODE_LATE, whose image has stubs; else NULL */
};

/* ---- builds, build.c ------------------------------------------------------------------------- */

/* Returns one with one use and copies of the texts, which may be NULL; NULL without memory. */
struct ocl_build *ocl_build_new(cl_build_status status, const char *options,
	const char *log) NODISCARD;
struct ocl_build *ocl_build_use(struct ocl_build *b);
void ocl_build_drop(struct ocl_build *b); /* does nothing for NULL */
/* Returns what was built as another device is to have it: with variables of its own if there are
 * any that kernels change (OpenCL C 3.0, 6.7.1), else the same build, with one more use; NULL
 * without memory. */
struct ocl_build *ocl_build_again(struct ocl_build *b) NODISCARD;
/* work.c: runs work in a scope (unwind.h). Returns CL_SUCCESS, or OUT_OF_HOST_MEMORY when it did
 * not come to its end. */
cl_int ocl_work_run(void (*work)(void *arg), void *arg);
/* Loads an image, whose kernels may be dispatched then. INVALID_BINARY: they may not, and *why says
 * why; the caller frees it. Must not run in a scope, of which the image would be a part. */
cl_int ocl_image_load(const void *bytes, size_t count, struct rt_image **out, char **why);
/* Does the same for a build, also with the code for the GPU if kernels are to run as that. `bytes`
 * outlive the build. */
cl_int ocl_build_load(struct ocl_build *b, const void *bytes, size_t count, char **why);
/* Returns what packets name a kernel of the build's image by. */
const struct hsaemu_kernel_descriptor *ocl_build_descriptor(const struct ocl_build *b,
	const struct image_kernel *kernel);

/* ---- binaries, binary.c ---------------------------------------------------------------------- */

/* Appends what clCreateProgramWithBinary() takes again; nothing for a build without code, as one of
 * OCL_CODE_LATE is until ocl_late_whole(). Must run in a scope. */
void ocl_binary_write(const struct ocl_build *b, struct buf *out);
size_t ocl_binary_bytes(const struct ocl_build *b);
/* Takes the envelope off a binary: kind, code, size and origin are set, the code within `bytes`.
 * Returns false if it is none of ours, or damaged, or of another release. Must run in a scope. */
bool ocl_binary_open(const void *bytes, size_t count, struct ocl_build *out) NODISCARD;
/* Checks that the code is what its kind says, and can be loaded here: INVALID_BINARY, and *why says
 * why, or is NULL; the caller frees it. Must not run in a scope. */
cl_int ocl_binary_check(const struct ocl_build *b, char **why);

/* ---- jobs, build_job.c ----------------------------------------------------------------------- */

typedef void CL_CALLBACK ocl_build_notify(cl_program program, void *user_data);

enum ocl_step { OCL_STEP_BUILD, OCL_STEP_COMPILE, OCL_STEP_LINK };

struct ocl_header {
	char *name;
	struct _cl_program *program; /* used */
};

/* One call of the three functions, for some devices of its program. */
struct ocl_job {
	enum ocl_step step;
	struct _cl_program *program; /* used */
	char *options;               /* NULL: none */
	uint32_t flags;              /* of the options: enum clc_flag */
	bool *chosen;                /* one for each device of the program */
	struct ocl_header *headers;
	size_t header_count;
	/* what is linked, or finalized: `input_count` for each device, which are used; those of a
	 * device that is not chosen are NULL */
	struct ocl_build **inputs;
	size_t input_count;
	ocl_build_notify *notify; /* may be NULL */
	void *user_data;
	struct ocl_build *begun, *failed; /* to say that it goes on, and that there is no memory */
	struct ocl_build **results;       /* one for each device */
};

/* What a client hands to each of the three functions. */
struct ocl_job_call {
	cl_uint device_count; /* 0: all */
	const cl_device_id *devices;
	const char *options;
	ocl_build_notify *notify;
	void *user_data;
};

/* Makes a job; NULL without memory. The devices were checked. */
struct ocl_job *ocl_job_new(struct _cl_program *p, enum ocl_step step,
	const struct ocl_job_call *call) NODISCARD;
void ocl_job_free(struct ocl_job *j);
/* Makes room for inputs. Returns false without memory. */
bool ocl_job_inputs(struct ocl_job *j, size_t count) NODISCARD;
/* Checks the options, and what there is to compile with. Where the options are wrong, the log says
 * why. */
cl_int ocl_job_check(struct ocl_job *j);
/* Does the job, at once or, if there is a function to be called, in a thread, and frees it. Returns
 * the result or, of a thread, CL_SUCCESS. INVALID_OPERATION: another one goes on for one of the
 * devices, or kernels are attached; nothing was done then. */
cl_int ocl_job_run(struct ocl_job *j);

/* ---- the work, build_make.c ------------------------------------------------------------------ */

/* Makes what the job asks for of its program's source or of the inputs of one device. Returns the
 * result, with one use: CL_SUCCESS, or why *out has no code; *out may be NULL then. */
cl_int ocl_make(const struct ocl_job *j, struct ocl_build *const *inputs, struct ocl_build **out);

#endif
