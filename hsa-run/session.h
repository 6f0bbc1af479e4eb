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

#endif
