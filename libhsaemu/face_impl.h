/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is behind the handles of hsaemu.h. */
#ifndef HSAEMU_FACE_IMPL_H
#define HSAEMU_FACE_IMPL_H

#include <pthread.h>
#include "hsaemu/compiler.h"
#include "hsaemu/diag.h"
#include "hsaemu/hsaemu.h"
#include "hsaemu/rt.h"

/* A launch: a queue of its own, so that one that fails takes no other with it, and what a packet
 * needs. When it has been waited for it serves the next launch. */
struct hsaemu_event {
	struct hsaemu_event *next, *next_idle; /* of the runtime's lists */
	struct hsaemu_runtime *runtime;
	struct hsaemu_kernel *kernel; /* NULL: idle */
	hsa_queue_t *queue;           /* NULL: the last one failed */
	hsa_signal_t done;
	uint8_t *kernarg;
	size_t kernarg_bytes;
};

struct hsaemu_runtime {
	struct rt *rt;
	struct hsaemu_options options; /* whole; `cpu` is in the arena and not NULL */
	struct arena arena;
	pthread_mutex_t lock; /* guards all lists, here and of modules, and what is below */
	struct hsaemu_module *modules;
	struct hsaemu_event *events, *idle;
	const struct hsaemu_compiler *compiler; /* NULL: not looked for yet */
};

struct hsaemu_kernel {
	struct hsaemu_module *module;
	const struct hsaemu_kernel_descriptor *descriptor;
	struct hsaemu_kernel_info info;
	struct hsaemu_formal *formals;
};

struct face_block; /* memory.c */

struct hsaemu_module {
	struct hsaemu_module *next;
	struct hsaemu_runtime *runtime;
	struct rt_image *image;
	struct buf file; /* the image's */
	struct arena arena;
	char *messages;
	struct hsaemu_kernel *kernels;
	size_t kernel_count;
	size_t launches; /* not waited for; under the runtime's lock */
	struct face_block *blocks;
};

/* ---- error.c --------------------------------------------------------------------------------- */

/* Makes it the error of this thread and returns the status. */
enum hsaemu_status face_fail(enum hsaemu_status status, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same for a text that was written already; newlines at its end are cut. */
enum hsaemu_status face_fail_text(enum hsaemu_status status, struct str text);
/* Messages of a struct diag, which are taken from it. */
enum hsaemu_status face_fail_diag(struct diag *d);
/* For a handle that is NULL: keeps the error that there is. */
enum hsaemu_status face_no_handle(const char *function);
void face_begin(void); /* of a function with a handle: no error so far */
/* Copies a structure of a caller that may have been made for another version of it, `bytes` long
 * here. False, after an error, if it asks for something that is not known here. */
bool face_take_struct(void *to, const void *from, size_t bytes, const char *name) NODISCARD;

/* ---- load.c, memory.c, launch.c -------------------------------------------------------------- */

void face_module_free(struct hsaemu_module *m);
void face_blocks_free(struct hsaemu_module *m);
void face_event_free(struct hsaemu_event *e); /* after rt_free() */

/* ---- child.c --------------------------------------------------------------------------------- */

/* OpenCL C or CUDA C to an image by hsaemu-cc. `path` is the file, or NULL: the source's bytes.
 * What is in *out is given back by the caller. */
void face_compile_c(const struct hsaemu_source *s, const char *path, struct hsaemu_result *out);
void face_release_c(struct hsaemu_result *r);

/* ---- compiler_shared.c or compiler_linked.c, of which a library has one -----------------------*/

/* NULL after an error. */
const struct hsaemu_compiler *face_find_compiler(void) NODISCARD;
/* The folder of this library, or program, with its last slash; "" if it is not known. */
void face_folder(struct buf *out);

/* ---- args.c ---------------------------------------------------------------------------------- */

/* Writes the kernarg segment. `group_bytes` is raised by what arguments ask for. False after an
 * error. */
bool face_pack(const struct hsaemu_kernel *k, const struct hsaemu_arg *args, size_t count,
	uint8_t *kernarg, uint64_t *group_bytes) NODISCARD;

#endif
