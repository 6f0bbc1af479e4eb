/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of an hsa-run process while it works through its statements. */
#ifndef HSA_RUN_SESSION_H
#define HSA_RUN_SESSION_H

#include "hsaemu/rt.h"
#include "statement.h"

enum run_profile_kind { RUN_PROFILE_NONE, RUN_PROFILE_TEXT, RUN_PROFILE_JSON };

struct run_options {
	struct rt_options rt;
	const char *image;      /* replaces the run file's images; NULL: none given */
	const char *folder;     /* input files are relative to it; "" or ends in '/' */
	const char **fin_flags; /* for hsail-fin, after those of the image statement */
	uint32_t fin_flag_count;
	const char *const *cc_flags; /* for hsaemu-cc, likewise */
	uint32_t cc_flag_count;
	uint64_t timeout_ns; /* per dispatch; RT_FOREVER: none */
	uint64_t repeat;     /* passes over all statements, at least 1 */
	enum run_profile_kind profile;
	struct rt_profile_options tlb;
	bool json, time, verbose;
};

enum run_object {
	RUN_OBJECT_BUFFER,
	RUN_OBJECT_SIGNAL,
	RUN_OBJECT_QUEUE,
	RUN_OBJECT_SERVICE_QUEUE, /* no packet processor looks at it */
	RUN_OBJECT_PICTURE,       /* an image; the elements are its memory components */
	RUN_OBJECT_ALIAS,         /* another image with the same data */
};

struct run_buffer {
	struct run_buffer *next; /* newest first */
	const char *name;
	enum run_object object;
	uint64_t address; /* what a kernel gets */
	uint64_t settled; /* QUEUE: packets up to this write index have ended */
	enum run_type type;
	uint64_t count;
	uint8_t *data;
	struct rt_block *block; /* BUFFER: what `data` is of */
	size_t bytes;           /* else: of its own memory */
};

static inline bool run_is_picture(const struct run_buffer *b)
{
	return b->object == RUN_OBJECT_PICTURE || b->object == RUN_OBJECT_ALIAS;
}

struct run_variable {
	struct run_variable *next; /* newest first */
	const char *name;
	struct run_number value;
};

/* Where a buffer's or program variable's elements are. */
struct run_target {
	const char *name;
	enum run_type type;
	uint64_t count;
	uint8_t *data;
	bool read_only, is_image; /* is_image: elements are handles */
};

/* Bytes of an image file or of what the other tools made of a source. */
struct run_image_file {
	struct run_image_file *next;
	const char *key;
	uint8_t *bytes;
	size_t len;
};

struct run_pending {
	const char *kernel;
	struct diag_place place;
	hsa_signal_t done;
};

struct run_result; /* results.h */

struct run_session {
	const struct run_options *options;
	struct diag *diag;
	struct arena arena; /* all names and lists below */
	struct rt *rt;
	hsa_queue_t *queue;                              /* NULL until a dispatch needs one */
	struct rt_image *image;                          /* NULL until an image statement */
	struct rt_profile *profile;                      /* of the image; NULL without --profile */
	struct run_image_file *image_files, *image_file; /* image_file: of `image` */
	struct run_last_name {
		const char *asked, *found; /* found: the image's, NULL for none */
	} last_name;
	struct run_buffer *buffers;
	struct run_variable *variables;
	struct run_pending *pending; /* launched, not yet waited for */
	uint32_t pending_count;
	uint8_t *kernarg; /* of the pending dispatches */
	size_t kernarg_used, kernarg_bytes;
	struct run_result *results; /* all runs, in order */
	uint32_t result_count, result_capacity;
	uint32_t current;   /* index of the run that statements belong to */
	uint32_t run_index; /* of the last run block begun in this pass; 0: none */
	uint64_t pass;      /* 0 to repeat - 1 */
	bool last_pass;
	bool stuck; /* a kernel could not be stopped: its threads cannot be joined */
};

/* ---- session.c ------------------------------------------------------------------------------ */

bool run_session_init(struct run_session *s, const struct run_options *o, struct diag *d) NODISCARD;
/* Does nothing to the runtime when the session is stuck. */
void run_session_release(struct run_session *s);
/* Path of an input file, in the session's arena. */
const char *run_input_path(struct run_session *s, const char *path);

/* ---- results.c ------------------------------------------------------------------------------ */

/* Reports an error that ends the current run with `status`; returns false. */
bool run_fail(struct run_session *s, enum run_exit status, struct diag_place place, const char *fmt,
	...) PRINTF_LIKE(4, 5) NODISCARD;

/* ---- buffers.c ------------------------------------------------------------------------------ */

/* Fails for want of a buffer, and says which one can be meant. */
bool run_no_buffer(struct run_session *s, const char *name, struct diag_place place) NODISCARD;
struct run_buffer *run_buffer_find(const struct run_session *s, const char *name);
/* Whether the image has the small machine model, in which kernels address memory below 4 GiB. */
bool run_is_small(const struct run_session *s);
/* Memory that kernels of the image can address; freed by rt_memory_free(). */
void *run_memory(const struct run_session *s, size_t bytes) NODISCARD;
/* Called after a dispatch. Fails the run when something was stored beside a buffer. */
bool run_check_buffers(struct run_session *s, struct diag_place place) NODISCARD;

/* ---- targets.c ------------------------------------------------------------------------------ */

/* The handle of an indirect function of the image; 0 when it has none of this name. */
uint64_t run_function_find(const struct run_session *s, const char *name);
/* Finds the buffer or program variable, and waits for pending dispatches. False after an error. */
bool run_target_find(struct run_session *s, const char *name, struct diag_place place,
	struct run_target *out) NODISCARD;

/* ---- evaluate.c ----------------------------------------------------------------------------- */

bool run_eval(struct run_session *s, const struct run_expr *e, struct run_number *out) NODISCARD;
/* The number as messages have it, in the session's arena. */
const char *run_number_text(struct run_session *s, struct run_number n);
/* The range of the type's integers as messages have it, such as "-128 to 255". */
const char *run_range_text(struct run_session *s, enum run_type t);
/* Evaluates to an integer from 0 to `max`. */
bool run_eval_count(struct run_session *s, const struct run_expr *e, uint64_t max,
	uint64_t *out) NODISCARD;

/* ---- initial_values.c ----------------------------------------------------------------------- */

/* Number of elements of type `t` that an initial value has by itself (files, lists); 0: any. */
bool run_init_count(struct run_session *s, const struct run_init *init, enum run_type t,
	uint64_t *out) NODISCARD;
bool run_fill(struct run_session *s, const struct run_init *init,
	const struct run_target *t) NODISCARD;

/* ---- compare.c ------------------------------------------------------------------------------ */

bool run_check(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

/* ---- dispatch_statement.c ------------------------------------------------------------------- */

bool run_dispatch(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

/* ---- completion.c --------------------------------------------------------------------------- */

/* Waits for all pending dispatches. */
bool run_drain(struct run_session *s) NODISCARD;

/* ---- kernel_names.c ------------------------------------------------------------------------- */

/* The HSAIL name of the kernel that `name` stands for, the image's own; NULL `name`: of the only
 * one. NULL after an error. */
const char *run_kernel_name(struct run_session *s, const char *name, struct diag_place place);
/* A kernel's name as its programmer wrote it, for messages. */
const char *run_kernel_text(struct run_session *s, const char *name);

/* ---- failure.c ------------------------------------------------------------------------------ */

/* Fails the run with what the queue says about its kernel. */
bool run_report(struct run_session *s, const char *kernel, struct diag_place place,
	const struct rt_report *r) NODISCARD;
/* Called when the time is up or a signal came. Stops the queue, fails the run with the message
 * `text` and says where the work-groups were. `done` is what the wait was for. Returns false. */
bool run_stop(struct run_session *s, hsa_queue_t *q, hsa_signal_t done, struct diag_place place,
	const char *text) NODISCARD;

/* ---- interrupt.c ---------------------------------------------------------------------------- */

/* SIGINT, SIGTERM and SIGHUP inactivate the queue from now on; not nested. */
void run_interrupt_watch(hsa_queue_t *q);
void run_interrupt_unwatch(void);
/* The signal that came while a queue was watched; 0: none. */
int run_interrupted(void);

/* ---- signals_queues.c ----------------------------------------------------------------------- */

bool run_make_signal(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
bool run_make_queue(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
void run_release_buffer(struct run_buffer *b);

/* ---- queue_work.c --------------------------------------------------------------------------- */

/* Waits for what kernels have put into queues; `place` is that of the last dispatch. */
bool run_settle_queues(struct run_session *s, struct diag_place place) NODISCARD;

/* ---- load_image.c --------------------------------------------------------------------------- */

bool run_image_open(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

/* ---- profile_report.c ----------------------------------------------------------------------- */

/* Profiles what runs of `image` from now on, with --profile. False after an error. */
bool run_profile_begin(struct run_session *s, struct rt_image *image) NODISCARD;
/* Adds what was counted so far to the current run; no dispatch is pending. */
void run_profile_collect(struct run_session *s);
/* Collects the counts for the last time, before the image is unmapped. */
void run_profile_end(struct run_session *s);

/* ---- write_elements.c ----------------------------------------------------------------------- */

/* False after an error when an output is an image that is run, or the run file (NULL: none). */
bool run_spares_inputs(struct run_session *s, const struct run_stmt *first,
	const char *run_file) NODISCARD;
bool run_write(struct run_session *s, const struct run_stmt *stmt) NODISCARD;
bool run_print(struct run_session *s, const struct run_stmt *stmt) NODISCARD;

/* ---- execute.c ------------------------------------------------------------------------------ */

/* Works through all statements `repeat` times and reports; returns the exit status. */
int run_execute(struct run_session *s, const struct run_stmt *first);

#endif
