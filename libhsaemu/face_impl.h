/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The structures behind the handles of hsaemu.h, and the functions that the files of the library
 * share. */
#ifndef HSAEMU_FACE_IMPL_H
#define HSAEMU_FACE_IMPL_H

#include <pthread.h>
#include "hsaemu/cache.h"
#include "hsaemu/compiler.h"
#include "hsaemu/diag.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/hsaemu.h"
#include "hsaemu/rt.h"

/* One launch. It has a queue of its own, so that a failing launch takes no other with it, and the
 * signal and kernarg segment that its packet needs. After the wait, a later launch uses the event
 * again. */
struct hsaemu_event {
	/* links of the runtime's lists `events` and `idle` */
	struct hsaemu_event *next, *next_idle;
	struct hsaemu_runtime *runtime;
	struct hsaemu_kernel *kernel; /* NULL while the event is idle */
	/* NULL before the first launch, and after one that failed or was stopped */
	hsa_queue_t *queue;
	hsa_signal_t done;
	uint8_t *kernarg;
	size_t kernarg_bytes;
};

struct hsaemu_runtime {
	struct rt *rt;
	const char *model;      /* of time, of the next (gcn_models.h) */
	struct gcn_device *gpu; /* as which kernels run (HSAEMU_DEEP); NULL: as the host's code */
	struct hsaemu_options options; /* all options; `cpu` is not NULL */
	char *cpu;                     /* owned */
	struct cache *cache;           /* images of earlier compilations; NULL: off */
	/* guards the members below, and the lists and launch counts of modules */
	pthread_mutex_t lock;
	struct hsaemu_module *modules;
	struct hsaemu_event *events, *idle;
	const struct hsaemu_compiler *compiler; /* NULL until a source needs it */
};

struct hsaemu_kernel {
	struct hsaemu_module *module;
	const struct hsaemu_kernel_descriptor *descriptor;
	struct hsaemu_kernel_info info;
	struct hsaemu_formal *formals;
};

struct face_block; /* defined in memory.c */

struct hsaemu_module {
	struct hsaemu_module *next;
	struct hsaemu_runtime *runtime;
	struct rt_image *image;
	struct gcn_device_image *gpu; /* its code for the runtime's GPU, if that has one */
	struct buf file;              /* the bytes of the image */
	struct buf object;            /* the code object that it was made of; else empty */
	struct arena arena;
	const char *messages;
	struct hsaemu_kernel *kernels;
	size_t kernel_count;
	size_t launches; /* number of launches not yet waited for; guarded by the runtime's lock */
	struct face_block *blocks;
};

/* ---- error.c --------------------------------------------------------------------------------- */

/* Sets this thread's error to `status` and the formatted message, or "out of memory" when there is
 * no memory for that. Returns `status`, or HSAEMU_NO_MEMORY when there is none for a status. */
enum hsaemu_status face_fail(enum hsaemu_status status, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Does what face_fail() does with a finished text, of which trailing newlines are cut. */
enum hsaemu_status face_fail_text(enum hsaemu_status status, struct str text);
/* Moves the messages of `d` into this thread's error, with the status that they mean. Returns the
 * status. */
enum hsaemu_status face_fail_diag(struct diag *d);
/* Returns the status for a call of `function` with a NULL handle. An error that is set already is
 * kept, because it tells why the handle is NULL. */
enum hsaemu_status face_no_handle(const char *function);
/* Runs work that may need memory, in a scope (unwind.h). Returns false, after an error, if it did
 * not come to its end. */
bool face_run(void (*work)(void *arg), void *arg) NODISCARD;
/* Clears this thread's error. Functions of hsaemu.h that can fail call it first, but for the check
 * that a handle is not NULL. */
void face_begin(void);
/* Copies a caller's structure, which may be of another version of hsaemu.h, into *to, which has
 * `bytes` bytes. Returns false, after an error, if the caller's size is not set or its structure
 * sets a member that this version lacks. */
bool face_take_struct(void *to, const void *from, size_t bytes, const char *name) NODISCARD;

/* ---- load.c, memory.c, launch.c -------------------------------------------------------------- */

/* Free a module that no list holds any more, and the memory that hsaemu_alloc() gave for it. */
void face_module_free(struct hsaemu_module *m);
void face_blocks_free(struct hsaemu_module *m);
void face_event_free(struct hsaemu_event *e); /* must be called after rt_free() */

/* ---- child.c --------------------------------------------------------------------------------- */

/* Compiles OpenCL C or CUDA C to an image with hsaemu-cc. The source is the file `path`, or the
 * bytes of `s` when `path` is NULL. The caller frees *out with face_release_c(), whether the
 * compilation succeeded or not. */
void face_compile_c(const struct hsaemu_source *s, const char *path, struct hsaemu_result *out);
void face_release_c(struct hsaemu_result *r);

/* ---- cached.c -------------------------------------------------------------------------------- */

/* The way of one source through the cache. The caller releases it. */
struct face_cached {
	bool has_key; /* the cache is in use */
	struct cache_key key;
	struct buf identity; /* who is thought to compile */
};
/* Takes the image and the messages of a source from the cache into the module. Returns false if it
 * has to be compiled. */
bool face_cached_find(struct hsaemu_module *m, const struct hsaemu_source *s,
	struct face_cached *c) NODISCARD;
/* Puts the module's image and messages, which this compiler made, into the cache. */
void face_cached_store(const struct hsaemu_module *m, const struct hsaemu_compiler *compiler,
	const struct face_cached *c);
void face_cached_release(struct face_cached *c);

/* ---- args.c ---------------------------------------------------------------------------------- */

/* Checks the arguments and writes them into the kernarg segment. Raises *group_bytes by the group
 * memory that arguments ask for. Returns false after an error. */
bool face_pack(const struct hsaemu_kernel *k, const struct hsaemu_arg *args, size_t count,
	uint8_t *kernarg, uint64_t *group_bytes) NODISCARD;

#endif
