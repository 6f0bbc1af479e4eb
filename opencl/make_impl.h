/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Between the files that do the work of builds. */
#ifndef HSAEMU_OPENCL_MAKE_IMPL_H
#define HSAEMU_OPENCL_MAKE_IMPL_H

#include "hsaemu/cache.h"
#include "hsaemu/unwind.h"
#include "program_impl.h"

/* What work has made. */
struct ocl_made {
	enum hsaemu_status status;
	struct buf code, log;
};

/* The work for one device of a job. It runs in a scope (unwind.h). */
struct ocl_make {
	const struct ocl_job *job;
	struct ocl_build *const *inputs; /* job->input_count of them */
	struct ocl_made made;            /* the result */
};

/* Tells whether the job compiles its program's source, or its module of SPIR-V. */
static inline bool ocl_make_compiles(const struct ocl_job *j)
{
	return j->step == OCL_STEP_COMPILE ||
	       (j->step == OCL_STEP_BUILD && j->program->source != NULL);
}

/* ---- the compiling half, build_half.c --------------------------------------------------------
 *
 * These append code and messages, and set the status; they return whether it is OK. They run in a
 * scope. */

/* `files` gets the names of the files that the source includes (compiler.h). */
bool ocl_half_compile(const struct hsaemu_compiler *half, const struct hsaemu_cl_source *s,
	struct ocl_made *m, struct buf *files) NODISCARD;
bool ocl_half_link(const struct hsaemu_compiler *half, const struct hsaemu_cl_program *p,
	struct ocl_made *m) NODISCARD;
/* Returns what is to be asked for so that a module becomes an image. */
struct hsaemu_program ocl_half_program(const struct hsaemu_brig *module);
bool ocl_half_finalize(const struct hsaemu_compiler *half, const struct hsaemu_program *p,
	struct ocl_made *m) NODISCARD;

/* ---- cached work, build_cache.c -------------------------------------------------------------- */

struct ocl_cached {
	struct cache *cache; /* NULL: nothing is kept */
	struct cache_key key;
	struct buf half;  /* identity of the compiling half */
	int64_t begun_ns; /* of the clock by which files are dated */
};

/* Makes the key of the work. The caller releases it. */
void ocl_cached_begin(struct ocl_cached *c, const struct ocl_make *m);
void ocl_cached_release(struct ocl_cached *c);
/* Appends code and log, if the same work was done before and the files that the source includes
 * are as they were. */
bool ocl_cached_find(const struct ocl_cached *c, const struct ocl_make *m, struct buf *code,
	struct buf *log) NODISCARD;
/* Keeps what `half` has made. `files` are names as in struct hsaemu_result. */
void ocl_cached_store(const struct ocl_cached *c, const struct ocl_make *m,
	const struct hsaemu_compiler *half, struct str files);

/* The same for the code of a kernel that gets it late, or of all of them if `kernel` is NULL. */
void ocl_cached_begin_kernel(struct ocl_cached *c, struct str module, unsigned optimisation,
	const char *kernel);
bool ocl_cached_find_kernel(const struct ocl_cached *c, struct ocl_made *m) NODISCARD;
void ocl_cached_store_kernel(const struct ocl_cached *c, const struct hsaemu_compiler *half,
	const struct ocl_made *m);

/* ---- turns, build_gate.c --------------------------------------------------------------------- */

/* Returns how many threads may compile at a time: one or more. */
unsigned ocl_gate_places(void);
/* Waits for a turn to compile, which lasts until the second function is called with the same guard,
 * or the scope is left. Returns false, after a line that says so, when the process ends. */
bool ocl_gate_enter(struct unwind_guard *inside, struct buf *why) NODISCARD;
void ocl_gate_leave(struct unwind_guard *inside);

#endif
